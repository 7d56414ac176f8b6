"""The forward process: the signal shrinks, and noise is added."""

import math


def forward(x, a_t, sigma_t, a_s, sigma_s, z):
    """One step of one particle, from level s up to level t.

    x: where it is. a_s, sigma_s: signal and noise of this level.
    a_t, sigma_t: of the next higher one. z: standard normal numbers.
    """
    a = a_t / a_s
    v = sigma_t**2 - a**2 * sigma_s**2
    x_next = a * x + math.sqrt(v) * z
    return x_next
