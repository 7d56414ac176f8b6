"""One update of the net: forward, backward, and down the slope."""

import numpy as np


def update(W, X, y, phi, dphi, slope, keep, eta, decay, lasso):
    """Gradient descent on a batch.

    W: of each layer, the biases as the last row. X: what enters the
    net, a row for each point. y: the targets. phi, dphi: the activation
    and its derivative. slope: of the loss of a point by the outputs.
    keep: factors of the hidden units, 0 where one is left out.
    eta: the learning rate. decay, lasso: the penalty on the weights.
    """
    H, inputs, Z = X, [], []
    for k, W_k in enumerate(W):
        inputs.append(np.hstack([H, np.ones((len(H), 1))]))
        Z.append(inputs[k] @ W_k)
        H = Z[k]
        if k < len(W) - 1:
            H = phi(Z[k]) * keep[k]
    f = H
    delta = slope(f, y) / len(y)
    G = [None] * len(W)
    for k in reversed(range(len(W))):
        G[k] = inputs[k].T @ delta
        if k > 0:
            delta = delta @ W[k][:-1].T
            delta = delta * keep[k - 1] * dphi(Z[k - 1])
    W_next = []
    for W_k, G_k in zip(W, G):
        pull = np.sign(W_k) if lasso else W_k.copy()
        pull[-1] = 0
        W_next.append(W_k - eta * (G_k + decay * pull))
    return W_next, G
