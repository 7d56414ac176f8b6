"""The logarithm of the marginal likelihood of a Gaussian process."""

import math

import numpy as np


def log_evidence(K, y, sigma):
    """How probable the values are before they are seen, in nats.

    K: covariances of the points with each other.
    y: values at the points.
    sigma: deviation of their noise.
    """
    lam, Q = np.linalg.eigh(K)
    lam = np.maximum(lam, 0.0) + sigma**2
    a = Q.T @ y
    fit = -0.5 * (a**2 / lam).sum()
    complexity = -0.5 * np.log(lam).sum()
    constant = -0.5 * len(y) * math.log(2 * math.pi)
    evidence = fit + complexity + constant
    return fit, complexity, evidence
