"""Two estimators of the gradient of E f(z) in the mean of z."""

import numpy as np


def estimators(mu, sigma, a, b, eps, k):
    """Both gradients at given noise, and the exact one."""
    # f(z) = a z + b z^2 / 2 at samples that move with mu.
    z = mu + sigma * eps
    f = a * z + 0.5 * b * z**2

    # Through the sample: dz/dmu = 1.
    pathwise = a + b * z

    # By the score: d log q / dmu = eps / sigma, whose mean is 0:
    # a baseline k moves no mean.
    score = (f - k) * eps / sigma

    exact = a + b * mu
    sums = np.array([pathwise.sum(), score.sum()])
    return pathwise, score, exact, sums
