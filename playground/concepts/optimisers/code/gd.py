"""Gradient descent: down the slope, by eta times the gradient."""


def gd(theta, grad, eta, xi):
    """One step.

    theta: where it stands. grad(theta): the gradient of f.
    eta: the step size. xi: the noise of the samples.
    """
    g = grad(theta) + xi
    theta_next = theta - eta * g
    return theta_next
