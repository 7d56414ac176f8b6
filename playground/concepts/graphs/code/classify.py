"""A graph net of two layers: from features to classes."""

import torch


def classify(X, edges, W_1, W_2, U, b, layer, c, given):
    """What the net says of every node, and its loss.

    X: features, a row for each node. edges: pairs of nodes.
    W_1, W_2: the matrices of both layers. U, b: of the readout.
    layer: how neighbours are combined. c: the weight of a self loop.
    given: the classes that are told, -1 for the others.
    """
    n = len(X)
    A = torch.zeros(n, n, dtype=X.dtype)
    i, j = edges.T
    A[i, j] = A[j, i] = 1
    hidden = torch.tanh(_layer(X, A, W_1, layer, c))
    plane = torch.tanh(_layer(hidden, A, W_2, layer, c))
    logits = plane @ U + b
    told = given >= 0
    chances = torch.log_softmax(logits[told], 1)
    right = chances.gather(1, given[told][:, None])
    loss = -right.mean() if told.any() else logits.sum() * 0
    return plane, logits, loss


def _layer(X, A, W, layer, c):
    """One layer of the net before its nonlinearity."""
    H, d = X @ W[0], A.sum(1, keepdim=True)
    eye = torch.eye(len(X), dtype=X.dtype)
    if layer == "gcn":
        root = torch.where(d + c > 0, (d + c) ** -0.5, 0)
        return root * ((A + c * eye) @ (root * H))
    if layer == "mean":
        return (H + A @ H) / (d + 1)
    if layer == "sage":
        return H + A @ (X @ W[1]) / d.clamp(min=1)
    if layer == "sage_max":
        far = torch.where(A == 1, 0.0, -torch.inf)
        largest = (far[:, :, None] + X).amax(1)
        largest[d[:, 0] == 0] = 0
        return H + largest @ W[1]
    if layer == "gin":
        return torch.relu(H + A @ H) @ W[1]
    heads = []
    for k in range(len(W[1])):
        h = H.reshape(len(X), len(W[1]), -1)[:, k]
        e = (h @ W[1][k])[:, None] + (h @ W[2][k])[None, :]
        e = torch.where(e > 0, e, 0.2 * e)
        e = e.masked_fill(A + eye == 0, -torch.inf)
        alpha = torch.softmax(e, 1)
        heads.append(alpha @ h)
    return torch.cat(heads, 1)
