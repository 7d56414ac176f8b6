"""Nesterov: the gradient is taken where the momentum leads."""


def nesterov(theta, moved, grad, eta, beta, xi):
    """One step of Nesterov's method.

    theta: where it stands. moved: its last displacement.
    grad(theta): the gradient of f. eta: the step size.
    beta: the momentum. xi: the noise of the samples.
    """
    ahead = theta + beta * moved
    g = grad(ahead) + xi
    moved = beta * moved - eta * g
    theta_next = theta + moved
    return theta_next, moved
