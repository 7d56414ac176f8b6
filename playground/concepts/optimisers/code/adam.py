"""Adam: the mean of gradients over the root of the mean of squares."""

import numpy as np


def adam(theta, m, v, grad, alpha, beta_1, beta_2, t, xi):
    """Step t (Kingma and Ba, 2015).

    theta: where it stands. m, v: the running means of the gradient
    and of its square. grad(theta): the gradient of f.
    alpha: the step size. beta_1, beta_2: the shares of the old means.
    xi: the noise of the samples.
    """
    tiny = 1e-8
    g = grad(theta) + xi
    m = beta_1 * m + (1 - beta_1) * g
    v = beta_2 * v + (1 - beta_2) * g * g
    m_hat = m / (1 - beta_1**t)
    v_hat = v / (1 - beta_2**t)
    theta_next = theta - alpha * m_hat / (np.sqrt(v_hat) + tiny)
    return theta_next, m, v
