"""Metropolis's random walk: it looks at the density alone."""

import math


def walk(x, f, h, z, u):
    """One move of one particle.

    x: where it stands. f(x) = -log p(x), infinite outside.
    h: the length of a step. z: normal numbers. u: a uniform one.
    """
    proposed = x + h * z
    log_ratio = f(x) - f(proposed)
    accepted = u < math.exp(min(0.0, log_ratio))
    x_next = proposed if accepted else x
    return x_next, accepted
