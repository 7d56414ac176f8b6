"""One round of a GCN: sums of neighbours, weighted by degrees."""

import torch


def gcn(X, edges, c, W, first, remedy):
    """D^-1/2 (A + c I) D^-1/2 X (Kipf and Welling, 2017).

    X: the values, a row for each node. edges: pairs of nodes.
    c: the weight of the self loops.
    W: weights behind the sum, or None. first, remedy: against
    oversmoothing, and the values before the first round for it.
    """
    n = len(X)
    A = torch.zeros(n, n, dtype=X.dtype)
    i, j = edges.T
    A[i, j] = A[j, i] = 1
    A = A + c * torch.eye(n, dtype=X.dtype)
    d = A.sum(1)
    root = torch.where(d > 0, d**-0.5, 0)
    A_hat = root[:, None] * A * root
    H = A_hat @ X
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
