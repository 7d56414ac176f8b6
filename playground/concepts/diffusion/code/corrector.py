"""A DDPM move, corrected by Langevin steps below."""

import math


def corrector(x, score, a_t, sigma_t, a_s, sigma_s, rate, z):
    """One move of one particle (Song et al., 2021).

    x: where it is. score(x, a, sigma): the slope of the log density of
    a x_0 + sigma eps. a_t, sigma_t: of this level; a_s, sigma_s: of the
    next lower one. rate: of a Langevin step,
    over the variance. z: normal numbers, the first row for DDPM.
    """
    a = a_t / a_s
    v = sigma_t**2 - a**2 * sigma_s**2
    u = score(x, a_t, sigma_t)
    spread = sigma_s**2 * v / sigma_t**2
    x_next = (x + v * u) / a + math.sqrt(spread) * z[0]
    if sigma_s > 0:
        step = rate * sigma_s**2
        for z_k in z[1:]:
            u = score(x_next, a_s, sigma_s)
            x_next = x_next + step * u + math.sqrt(2 * step) * z_k
    return x_next
