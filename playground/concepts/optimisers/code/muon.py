"""Muon: momentum with all its singular values set to 1."""

import numpy as np


def muon(W, M, W_star, variances, alpha, beta):
    """One step (Jordan, 2024), on E |(W - W*) x|^2 / 2.

    W: the weights. M: the running sum of gradients.
    W_star: what is looked for. variances: of the inputs.
    alpha: the step size of this step. beta: the momentum.
    """
    G = (W - W_star) * variances
    M = beta * M + G
    U, s, Vt = np.linalg.svd(M, full_matrices=False)
    kept = (s > 1e-10 * s[0]) & (s > 0)
    step = (U * kept) @ Vt
    rows, columns = W.shape
    W_next = W - alpha * (rows / columns) ** 0.5 * step
    return W_next, M
