"""The gradient of a net of one hidden layer on a batch of digits."""

import numpy as np


def gradient(x, y, W, b, V, a):
    """Forward and back through a net of ReLUs.

    x: a row of pixels a digit. y: the labels that it is told.
    W, b: to the hidden units. V, a: to the ten classes.
    """
    u = x @ W + b
    h = np.maximum(u, 0.0)
    z = h @ V + a
    p = np.exp(z - z.max(1, keepdims=True))
    p = p / p.sum(1, keepdims=True)
    told = p[np.arange(len(y)), y]
    loss = -np.log(told).mean()
    delta = p.copy()
    delta[np.arange(len(y)), y] -= 1.0
    delta = delta / len(y)
    back = (delta @ V.T) * (u > 0)
    grad_V = h.T @ delta
    grad_W = x.T @ back
    return loss, grad_V, grad_W
