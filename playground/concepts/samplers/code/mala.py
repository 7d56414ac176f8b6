"""Adjusted Langevin: the same step, but accepted or refused."""

import math


def mala(x, f, grad, eta, z, u):
    """One move of one particle (Roberts and Tweedie, 1996).

    x: where it stands. f(x) = -log p(x), grad(x): its gradient.
    eta: the step size. z: standard normal numbers. u: a uniform one.
    """
    proposed = x - eta * grad(x) + math.sqrt(2 * eta) * z
    back = x - proposed + eta * grad(proposed)
    log_forward = -(z @ z) / 2
    log_backward = -(back @ back) / (4 * eta)
    log_ratio = f(x) - f(proposed) + log_backward - log_forward
    accepted = u < math.exp(min(0.0, log_ratio))
    x_next = proposed if accepted else x
    return x_next, accepted
