"""Forward and backward through the net: what its rule is given."""

import numpy as np


def gradient(W, X, y, phi, dphi, slope, keep):
    """The gradient of the loss of a batch by all weights.

    W: of each layer, the biases as the last row. X: what enters the
    net, a row for each point. y: the targets. phi, dphi: the activation
    and its derivative. slope: of the loss of a point by the outputs.
    keep: factors of the hidden units, 0 where one is left out.
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
    return G, f
