"""Hamiltonian Monte Carlo: a way without friction, then a coin."""

import math


def hmc(q, f, grad, h, leaps, p, u):
    """One move of one particle (Neal, 2011).

    q: where it stands. f(q) = -log p(q), grad(q): its gradient.
    h: the time of a leapfrog step, leaps: how many.
    p: a fresh momentum. u: a uniform number.
    """
    x = q
    before = f(q) + p @ p / 2
    for _ in range(leaps):
        p = p - h / 2 * grad(q)
        q = q + h * p
        p = p - h / 2 * grad(q)
    change = f(q) + p @ p / 2 - before
    accepted = u < math.exp(-max(0.0, change))
    x_next = q if accepted else x
    return x_next, accepted
