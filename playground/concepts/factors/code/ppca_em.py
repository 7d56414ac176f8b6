"""Steps of EM for probabilistic PCA, with noise of one size."""

import numpy as np


def ppca_em(S, W, sigma2, hold, updates, least):
    """Loadings and noise after so many iterations."""
    # S: covariance; W: loadings; sigma2: noise; least: its floor.
    p, m = W.shape
    W_next, noise = W, sigma2
    for _ in range(updates):
        # E step: what the factors are, given a sample.
        M = W_next.T @ W_next + noise * np.eye(m)
        M_inv = np.linalg.inv(M)

        # M step: the loadings that fit them, and what is left over.
        SW = S @ W_next
        middle = noise * np.eye(m) + M_inv @ W_next.T @ SW
        W_new = SW @ np.linalg.inv(middle)
        if not hold:
            left = np.trace(S - SW @ M_inv @ W_new.T) / p
            noise = max(left, least)
        W_next = W_new
    rho = np.linalg.svd(W_next, compute_uv=False)
    return W_next, noise, rho
