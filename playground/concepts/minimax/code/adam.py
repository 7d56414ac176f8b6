"""Adam on both players."""

import numpy as np


def adam(z, m, s, V, eta, k, xi):
    """Iteration k of Adam (Kingma and Ba, 2015).

    z = (x, y): x minimises the payoff, y maximises it.
    m, s: the running means of the gradient and of its squares.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    eta: the step size. xi: two samples of the gradient noise.
    """
    beta1, beta2, tiny = 0.9, 0.999, 1e-8
    v = V(z) + xi[0]
    m = beta1 * m + (1 - beta1) * v
    s = beta2 * s + (1 - beta2) * v**2
    m_hat = m / (1 - beta1**k)
    s_hat = s / (1 - beta2**k)
    z_next = z - eta * m_hat / (np.sqrt(s_hat) + tiny)
    return z_next, m, s
