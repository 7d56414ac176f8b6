"""The size of the score near a thin circle, and the dimension seen."""

import numpy as np


def manifold(sigma, width, count):
    """The root mean square score, and 2 - sigma^2 E|s|^2.

    sigma: the noise. width: of the circle of radius 1, which is made
    of count Gaussians.
    """
    turn = 2 * np.pi * np.arange(count) / count
    m = np.stack([np.cos(turn), np.sin(turn)], 1)
    v = width**2 + sigma**2
    reach = 8 * np.sqrt(v)
    radius = np.linspace(max(0.0, 1 - reach), 1 + reach, 400)
    angle = np.array([0.5, 1.5]) / 2 * np.pi / count
    ray = np.stack([np.cos(angle), np.sin(angle)], 1)
    x = (radius[:, None, None] * ray).reshape(-1, 2)
    terms = -((x[:, None] - m) ** 2).sum(2) / (2 * v)
    top = terms.max(1, keepdims=True)
    e = np.exp(terms - top)
    s = (e / e.sum(1, keepdims=True)) @ m / v - x / v
    p = e.sum(1) * np.exp(top[:, 0])
    weight = p * np.repeat(radius, 2)
    square = (weight * (s**2).sum(1)).sum() / weight.sum()
    size = np.sqrt(square)
    dimension = 2 - sigma**2 * square
    return size, dimension
