"""DDIM: the noise that the score implies is kept."""

import math


def ddim(x, score, a_t, sigma_t, a_s, sigma_s, eta, z):
    """One move of one particle (Song, Meng and Ermon, 2021).

    x: where it is. score(x, a, sigma): the slope of the log density of
    a x_0 + sigma eps. a_t, sigma_t: of this level; a_s, sigma_s: of the
    next lower one. eta: the share of fresh
    noise. z: standard normal numbers.
    """
    a = a_t / a_s
    v = sigma_t**2 - a**2 * sigma_s**2
    u = score(x, a_t, sigma_t)
    eps = -sigma_t * u
    x_0 = (x - sigma_t * eps) / a_t
    fresh = eta**2 * sigma_s**2 * v / sigma_t**2
    kept = math.sqrt(max(sigma_s**2 - fresh, 0.0))
    x_next = a_s * x_0 + kept * eps + math.sqrt(fresh) * z
    return x_next, x_0
