"""Polyak's average: the mean of the iterates of gradient descent."""


def average(mean, theta, grad, eta, t, xi):
    """Step t.

    mean: of the iterates so far. theta: the last one.
    grad(theta): the gradient of f. eta: the step size.
    xi: the noise of the samples.
    """
    g = grad(theta) + xi
    theta = theta - eta * g
    mean = mean + (theta - mean) / t
    return mean, theta
