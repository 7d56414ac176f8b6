"""Steps of EM for factor analysis: each feature has its own noise."""

import numpy as np


def factor_em(S, W, psi, updates, least):
    """Loadings, noise and common shares after iterations."""
    # S: covariance; W: loadings (p, m); psi: noise of each feature.
    m = W.shape[1]
    W_next, noise = W, psi
    for _ in range(updates):
        # E step: z given x is normal, with mean B (x - mu), and G.
        scaled = W_next.T / noise
        G = np.linalg.inv(np.eye(m) + scaled @ W_next)
        B = G @ scaled

        # M step: regress the features on their factors.
        zz = G + B @ S @ B.T
        W_next = S @ B.T @ np.linalg.inv(zz)
        own = np.diag(S - W_next @ B @ S)
        noise = np.maximum(own, least * np.diag(S))

    h2 = (W_next**2).sum(axis=1)
    common = h2 / (h2 + noise)
    return W_next, noise, common
