"""Gradient descent on a small net, with all its digits at once."""

import numpy as np


def edge(W, m, X, Y, eta, beta):
    """One iteration on the mean of (out - Y)^2.

    W: of each layer, the biases as the last row; units are tanh, the
    outputs linear. m: the last displacements. X: the digits, a row
    each. Y: what is wanted. eta: the step size. beta: momentum.
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
    W_next, m_next = list(W), list(m)
    for k in reversed(range(len(W))):
        G = inputs[k].T @ delta
        m_next[k] = beta * m[k] - eta * G
        W_next[k] = W[k] + m_next[k]
        slope = 1 - inputs[k][:, :-1] ** 2
        delta = (delta @ W[k][:-1].T) * slope
    return W_next, m_next, loss
