"""AdamW: the decay of the weights stands outside the adaptive step."""

import numpy as np


def adamw(theta, m, v, grad, alpha, beta_1, beta_2, decay, t, xi):
    """Step t (Loshchilov and Hutter, 2019).

    theta: where it stands. m, v: the running means of the gradient
    and of its square. grad(theta): the gradient of f.
    alpha: the step size. beta_1, beta_2: the shares of the old means.
    decay: the strength of the decay. xi: the noise of the samples.
    """
    tiny = 1e-8
    g = grad(theta) + xi
    shrunk = theta * (1 - alpha * decay)
    m = beta_1 * m + (1 - beta_1) * g
    v = beta_2 * v + (1 - beta_2) * g * g
    m_hat = m / (1 - beta_1**t)
    v_hat = v / (1 - beta_2**t)
    theta_next = shrunk - alpha * m_hat / (np.sqrt(v_hat) + tiny)
    return theta_next, m, v
