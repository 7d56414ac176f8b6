"""A net of linear units is one matrix, whatever its layers are."""

import numpy as np


def product(W, b, keep):
    """The one matrix, its offset, and its singular values.

    W, b: weights (inputs by units) and biases of each layer.
    keep: factors of the units of each layer, 0 where one is silenced.
    """
    M, c = np.eye(len(W[0])), np.zeros(len(W[0]))
    for W_k, b_k, k in zip(W, b, keep):
        M = M @ W_k * k
        c = (c @ W_k + b_k) * k
    sigma = np.linalg.svd(M, compute_uv=False)
    rank = int((sigma > 1e-9 * max(sigma[0], 1e-300)).sum())
    return M, c, sigma, rank
