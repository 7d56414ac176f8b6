"""One round of a GAT: neighbours are weighted by attention."""

import torch


def gat(X, edges, a, W, first, remedy):
    """Softmax of LeakyReLU(a x_i + a x_j) (Velickovic et al., 2018).

    X: the values, a row for each node. edges: pairs of nodes.
    a: the attention vector, one number for the first feature.
    W: weights behind the sum, or None. first, remedy: against
    oversmoothing, and the values before the first round for it.
    """
    n = len(X)
    A = torch.zeros(n, n, dtype=X.dtype)
    i, j = edges.T
    A[i, j] = A[j, i] = 1
    A = A + torch.eye(n, dtype=X.dtype)
    x = X[:, 0]
    e = a * x[:, None] + a * x[None, :]
    e = torch.where(e > 0, e, 0.2 * e)
    e = e.masked_fill(A == 0, -torch.inf)
    alpha = torch.softmax(e, 1)
    H = alpha @ X
    if W is not None:
        H = torch.relu(H @ W)
    h = _remedied(H, X, first, remedy)
    return h


def _remedied(H, X, first, remedy):
    """What a remedy against oversmoothing makes of a round."""
    if remedy == "skip":
        return (X + H) / 2
    if remedy == "initial":
        return 0.9 * H + 0.1 * first
    if remedy == "pairnorm":
        H = H - H.mean(0)
        spread = (H * H).sum(1).mean().sqrt()
        return H / (spread if spread > 0 else 1)
    return H
