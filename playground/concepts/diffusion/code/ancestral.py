"""DDPM: the next level is drawn from its posterior."""

import math


def ancestral(x, score, a_t, sigma_t, a_s, sigma_s, z):
    """One move of one particle (Ho, Jain and Abbeel, 2020).

    x: where it is. score(x, a, sigma): the slope of the log density of
    a x_0 + sigma eps. a_t, sigma_t: of this level; a_s, sigma_s: of the
    next lower one. z: standard normal numbers.
    """
    a = a_t / a_s
    v = sigma_t**2 - a**2 * sigma_s**2
    u = score(x, a_t, sigma_t)
    x_0 = (x + sigma_t**2 * u) / a_t
    keep = a * sigma_s**2 / sigma_t**2
    mean = keep * x + a_s * v / sigma_t**2 * x_0
    spread = sigma_s**2 * v / sigma_t**2
    x_next = mean + math.sqrt(spread) * z
    return x_next, x_0
