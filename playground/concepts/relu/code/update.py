"""One update of a ReLU net: forward, backward, and a step."""

import numpy as np


def update(W, m, v, X, y, classes, rule, eta, t):
    """Update t of the weights on a batch.

    W: of each layer, the biases as the last row. m, v: what the rule
    remembers. X: the points, a row each. y: their targets.
    classes: the loss is log(1 + exp(-y f)), otherwise (f - y)^2.
    rule: adam, momentum or sgd. eta: the learning rate.
    """
    H, inputs = X, []
    for k, W_k in enumerate(W):
        inputs.append(np.hstack([H, np.ones((len(H), 1))]))
        Z = inputs[k] @ W_k
        H = np.maximum(Z, 0)
    f = Z[:, 0]
    by_f = -y / (1 + np.exp(y * f)) if classes else 2 * (f - y)
    delta = by_f[:, None] / len(y)
    G = [None] * len(W)
    for k in reversed(range(len(W))):
        G[k] = inputs[k].T @ delta
        on = inputs[k][:, :-1] > 0
        delta = (delta @ W[k][:-1].T) * on
    W_next = []
    for k in range(len(W)):
        if rule == "adam":
            m_k = 0.9 * m[k] + 0.1 * G[k]
            v_k = 0.999 * v[k] + 0.001 * G[k] ** 2
            m_hat = m_k / (1 - 0.9**t)
            v_hat = v_k / (1 - 0.999**t)
            step = m_hat / (np.sqrt(v_hat) + 1e-8)
        elif rule == "momentum":
            step = G[k] + 0.9 * m[k]
        else:
            step = G[k]
        W_next.append(W[k] - eta * step)
    return W_next
