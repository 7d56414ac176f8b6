"""Two gradients of a mean: by the score, and through the sample."""

import numpy as np


def estimators(f, slope, mu, sigma, eps, by_mu, baseline):
    """Estimates of the gradient of E f(z), z = mu + sigma eps.

    f, slope: the function of z and its derivative.
    eps: standard normal numbers. by_mu: by mu, otherwise by sigma.
    baseline: a constant taken off f before the score multiplies it.
    """
    z = mu + sigma * eps
    if by_mu:
        score = (z - mu) / sigma**2
        dz = np.ones_like(eps)
    else:
        score = ((z - mu) ** 2 / sigma**2 - 1) / sigma
        dz = eps
    by_score = (f(z) - baseline) * score
    by_path = slope(z) * dz
    score_mean = by_score.mean()
    path_mean = by_path.mean()
    return score_mean, path_mean
