"""Underdamped Langevin by the splitting BAOAB: kick, drift, damp."""

import math


def underdamped(x, v, grad, h, gamma, z):
    """One move of one particle (Leimkuhler and Matthews, 2013).

    x, v: place and velocity. grad(x): the gradient of f = -log p.
    h: the time of a step. gamma: the friction. z: normal numbers.
    """
    kept = math.exp(-gamma * h)
    v = v - h / 2 * grad(x)
    x = x + h / 2 * v
    v = kept * v + math.sqrt(1 - kept**2) * z
    x = x + h / 2 * v
    v = v - h / 2 * grad(x)
    return x, v
