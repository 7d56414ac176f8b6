"""One step of gradient descent, or of SAM, on two weights."""

import numpy as np


def two_weights(u, v, s, eta, rho):
    """One step on (u v - s)^2 / 2, and how sharp the loss is here.

    u, v: the weights. s: what their product should be.
    eta: the step size. rho: the reach of SAM; 0: gradient descent.
    """
    off = u * v - s
    loss = off**2 / 2
    g = np.array([off * v, off * u])
    size = np.sqrt(g[0] ** 2 + g[1] ** 2)
    eps = rho * g / size if size > 0 else 0 * g
    a, b = u + eps[0], v + eps[1]
    g_there = (a * b - s) * np.array([b, a])
    u_next = u - eta * g_there[0]
    v_next = v - eta * g_there[1]
    H = np.array([[v**2, 2 * u * v - s], [2 * u * v - s, u**2]])
    sharpness = np.linalg.eigvalsh(H)[-1]
    return u_next, v_next, loss, sharpness
