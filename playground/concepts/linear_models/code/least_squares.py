"""The exact fit of a polynomial by least squares or ridge."""

import numpy as np


def least_squares(x, y, degree, alpha):
    """Weights by singular values; the intercept is free.

    x, y: the points. degree: of the polynomial. alpha: ridge.
    """
    X = np.vander(x, degree + 1, increasing=True)[:, 1:]
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
