"""One update of the net: forward, backward, and down the slope."""

import numpy as np


def update(W, X, y, phi, dphi, slope, keep, eta, decay, l1):
    """Gradient descent on a batch.

    W: of each layer, the biases as the last row. X: what enters the
    net, a row for each point. y: the targets. phi, dphi: the activation
    and its derivative. slope: of the loss of a point by the outputs.
    keep: factors of the hidden units, 0 where one is left out.
    eta: the learning rate. decay, l1: the penalty on the weights.
    """
    H, inputs, Z = X, [], []
    for l, W_l in enumerate(W):
        inputs.append(np.hstack([H, np.ones((len(H), 1))]))
        Z.append(inputs[l] @ W_l)
        H = Z[l]
        if l < len(W) - 1:
            H = phi(Z[l]) * keep[l]
    f = H
    delta = slope(f, y) / len(y)
    G = [None] * len(W)
    for l in reversed(range(len(W))):
        G[l] = inputs[l].T @ delta
        if l > 0:
            delta = delta @ W[l][:-1].T
            delta = delta * keep[l - 1] * dphi(Z[l - 1])
    W_next = []
    for W_l, G_l in zip(W, G):
        pull = np.sign(W_l) if l1 else W_l.copy()
        pull[-1] = 0
        W_next.append(W_l - eta * (G_l + decay * pull))
    return W_next, G
