"""The unadjusted Langevin algorithm: down the slope, with noise."""

import math


def ula(x, grad, eta, z):
    """One move of one particle.

    x: where it stands. grad(x): the gradient of f = -log p.
    eta: the step size. z: standard normal numbers.
    """
    g = grad(x)
    x_next = x - eta * g + math.sqrt(2 * eta) * z
    return x_next
