"""The reverse SDE by the method of Euler and Maruyama."""

import math


def sde(x, score, a_t, sigma_t, a_s, sigma_s, clock, z):
    """One move of one particle (Song et al., 2021).

    x: where it is. score(x, a, sigma): the slope of the log density of
    a x_0 + sigma eps. a_t, sigma_t: of this level; a_s, sigma_s: of the
    next lower one. clock: the integral of the
    squared diffusion between both. z: standard normal numbers.
    """
    u = score(x, a_t, sigma_t)
    drift = -math.log(a_t / a_s) * x + clock * u
    noise = math.sqrt(clock) * z if sigma_s > 0 else 0 * z
    x_next = x + drift + noise
    return x_next
