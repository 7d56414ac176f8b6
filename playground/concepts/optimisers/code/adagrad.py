"""AdaGrad: the rate of a coordinate falls with its own gradients."""

import numpy as np


def adagrad(theta, v, grad, alpha, xi):
    """One step (Duchi, Hazan and Singer, 2011).

    theta: where it stands. v: the sum of squared gradients.
    grad(theta): the gradient of f. alpha: the step size.
    xi: the noise of the samples.
    """
    tiny = 1e-8
    g = grad(theta) + xi
    v = v + g * g
    theta_next = theta - alpha * g / (np.sqrt(v) + tiny)
    return theta_next, v
