"""RMSProp: AdaGrad with a running mean in the place of the sum."""

import numpy as np


def rmsprop(theta, v, grad, alpha, beta_2, xi):
    """One step (Tieleman and Hinton, 2012).

    theta: where it stands. v: the running mean of squared gradients.
    grad(theta): the gradient of f. alpha: the step size.
    beta_2: the share of the old mean. xi: the noise of the samples.
    """
    tiny = 1e-8
    g = grad(theta) + xi
    v = beta_2 * v + (1 - beta_2) * g * g
    theta_next = theta - alpha * g / (np.sqrt(v) + tiny)
    return theta_next, v
