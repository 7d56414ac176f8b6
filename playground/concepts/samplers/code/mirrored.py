"""Mirrored Langevin: steps in the logarithms of the shares."""

import math

import numpy as np


def mirrored(x, alpha, eta, z):
    """One move of one particle (Hsieh et al., 2018).

    x: three shares with the sum 1. alpha: of the Dirichlet law.
    eta: the step size. z: two standard normal numbers.
    """
    y = np.log(x[:-1] / x[-1])
    g = alpha.sum() * x[:-1] - alpha[:-1]
    y = y - eta * g + math.sqrt(2 * eta) * z
    grown = np.exp(np.append(y, 0.0) - max(y.max(), 0.0))
    x_next = grown / grown.sum()
    return x_next
