"""Adam without the correction: both means begin at 0, and stay low."""

import numpy as np


def adam_raw(theta, m, v, grad, alpha, beta_1, beta_2, xi):
    """One step.

    theta: where it stands. m, v: the running means of the gradient
    and of its square. grad(theta): the gradient of f.
    alpha: the step size. beta_1, beta_2: the shares of the old means.
    xi: the noise of the samples.
    """
    tiny = 1e-8
    g = grad(theta) + xi
    m = beta_1 * m + (1 - beta_1) * g
    v = beta_2 * v + (1 - beta_2) * g * g
    theta_next = theta - alpha * m / (np.sqrt(v) + tiny)
    return theta_next, m, v
