"""Extragradient of every pair in the box."""

import torch


def eg(z, eta):
    """One iteration on the weird saddle x y - x^2 y^2.

    z: a pair (x, y) in each row; x minimises, y maximises.
    eta: the step size.
    """
    z_ahead = (z - eta * _V(z)).clamp(-2, 2)
    z_next = (z - eta * _V(z_ahead)).clamp(-2, 2)
    return z_next


def _V(z):
    """What both players go down."""
    x, y = z.T
    return torch.stack([y - 2 * x * y**2, 2 * x**2 * y - x], 1)
