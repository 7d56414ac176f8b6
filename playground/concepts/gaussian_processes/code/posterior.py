"""The posterior of a Gaussian process at some places."""

import numpy as np


def posterior(K, Kx, Kxx, y, sigma):
    """Mean and deviation of the function, by a Cholesky factor.

    K: covariances of the points with each other.
    Kx: of the points with the places asked.
    Kxx: of the places with each other.
    y: values at the points.
    sigma: deviation of their noise.
    """
    L = np.linalg.cholesky(K + sigma**2 * np.eye(len(y)))
    alpha = np.linalg.solve(L.T, np.linalg.solve(L, y))
    mean = Kx.T @ alpha
    V = np.linalg.solve(L, Kx)
    variance = np.diag(Kxx) - (V**2).sum(0)
    band = 2 * np.sqrt(np.maximum(variance, 0.0))
    return mean, band
