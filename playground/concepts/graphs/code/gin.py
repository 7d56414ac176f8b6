"""One round of GIN: the sum of a node and its neighbours."""

import torch


def gin(X, edges, W, first, remedy):
    """(A + I) X (Xu, Hu, Leskovec and Jegelka, 2019).

    X: the values, a row for each node. edges: pairs of nodes.
    W: weights behind the sum, or None. first, remedy: against
    oversmoothing, and the values before the first round for it.
    """
    n = len(X)
    A = torch.zeros(n, n, dtype=X.dtype)
    i, j = edges.T
    A[i, j] = A[j, i] = 1
    H = X + A @ X
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
