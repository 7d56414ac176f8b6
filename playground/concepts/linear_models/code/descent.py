"""Gradient descent on the loss of a line."""

import numpy as np


def descent(x, y, w, b, rate, rho, delta, updates):
    """A few updates of slope and intercept.

    rate: the step in units of 1/L. rho: the loss of a residual.
    delta: Huber's. updates: how many.
    """
    A = np.stack([x, np.ones_like(x)], 1)
    L = np.linalg.eigvalsh(A.T @ A / len(y))[-1]
    eta = rate / L
    for _ in range(updates):
        r = y - w * x - b
        if rho == "squared":
            pull = r
        elif rho == "huber":
            pull = np.clip(r, -delta, delta)
        else:
            pull = np.sign(r)
        g_w, g_b = -np.mean(pull * x), -np.mean(pull)
        w = w - eta * g_w
        b = b - eta * g_b
    return w, b
