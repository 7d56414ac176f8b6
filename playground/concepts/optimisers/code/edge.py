"""Gradient descent on a small net, with all its digits at once."""

import numpy as np


def edge(W, X, Y, eta):
    """One iteration on the mean of (out - Y)^2.

    W: of each layer, the biases as the last row; units are tanh, the
    outputs linear. X: the digits, a row each. Y: what is wanted.
    eta: the step size.
    """
    H, inputs = X, []
    for k, W_k in enumerate(W):
        inputs.append(np.hstack([H, np.ones((len(H), 1))]))
        H = inputs[k] @ W_k
        if k < len(W) - 1:
            H = np.tanh(H)
    off = H - Y
    loss = (off**2).mean()
    delta = 2 * off / off.size
    W_next = list(W)
    for k in reversed(range(len(W))):
        G = inputs[k].T @ delta
        W_next[k] = W[k] - eta * G
        slope = 1 - inputs[k][:, :-1] ** 2
        delta = (delta @ W[k][:-1].T) * slope
    return W_next, loss
