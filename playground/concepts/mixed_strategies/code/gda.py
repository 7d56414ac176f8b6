"""Gradient descent and ascent of every pair in the box."""

import torch


def gda(z, eta):
    """One iteration on the weird saddle x y - x^2 y^2.

    z: a pair (x, y) in each row; x minimises, y maximises.
    eta: the step size.
    """
    x, y = z.T
    V = torch.stack([y - 2 * x * y**2, 2 * x**2 * y - x], 1)
    z_next = (z - eta * V).clamp(-2, 2)
    return z_next
