"""Annealed Langevin: some steps at a level, then down."""

import math


def langevin(x, score, a_t, sigma_t, a_s, sigma_s, rate, z):
    """One move of one particle (Song and Ermon, 2019).

    x: where it is. score(x, a, sigma): the slope of the log density of
    a x_0 + sigma eps. a_t, sigma_t: of this level; a_s, sigma_s: of the
    next lower one. rate: of a step, over the
    variance. z: standard normal numbers, a row for each step.
    """
    step = rate * sigma_t**2
    for z_k in z:
        u = score(x, a_t, sigma_t)
        x = x + step * u + math.sqrt(2 * step) * z_k
    if sigma_s == 0:
        x = x + sigma_t**2 * score(x, a_t, sigma_t)
    x_next = a_s / a_t * x
    return x_next
