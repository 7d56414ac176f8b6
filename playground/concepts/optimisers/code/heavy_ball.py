"""Heavy ball: a share of the last displacement is kept."""


def heavy_ball(theta, moved, grad, eta, beta, xi):
    """One step of Polyak's method.

    theta: where it stands. moved: its last displacement.
    grad(theta): the gradient of f. eta: the step size.
    beta: the momentum. xi: the noise of the samples.
    """
    g = grad(theta) + xi
    moved = beta * moved - eta * g
    theta_next = theta + moved
    return theta_next, moved
