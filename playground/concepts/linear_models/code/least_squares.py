"""The exact fit by least squares or ridge."""

import numpy as np


def least_squares(X, y, alpha):
    """Weights of centred columns, and the errors left out in turn.

    X: a row a sample, a column a feature or a power. y: the values.
    alpha: ridge.
    """
    middle, level = X.mean(0), y.mean()
    U, s, Vt = np.linalg.svd(X - middle, full_matrices=False)
    known = s > 1e-10 * max(1.0, s.max(initial=0.0))
    U, s, Vt = U[:, known], s[known], Vt[known]
    keep = s**2 / (s**2 + alpha)
    w = (keep / s * (U.T @ (y - level))) @ Vt
    b = level - w @ middle
    r = y - X @ w - b
    h = 1 / len(y) + (U**2) @ keep
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = np.mean((r / (1 - h)) ** 2)
    mse = np.mean(r**2)
    free = 1 + keep.sum()
    return w, b, mse, left_out, free
