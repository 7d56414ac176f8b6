"""Huber's loss by squares with weights."""

import numpy as np


def robust(x, y, degree, alpha, delta):
    """Reweighted least squares until nothing moves.

    x, y: the points. degree: of the polynomial. alpha: ridge.
    delta: beyond it a residual pulls no harder.
    """
    A = np.vander(x, degree + 1, increasing=True)
    D = alpha * np.eye(degree + 1)
    D[0, 0] = 0.0
    theta = np.linalg.lstsq(A.T @ A + D, A.T @ y, rcond=None)[0]
    for _ in range(3000):
        r = np.abs(y - A @ theta)
        v = np.minimum(1.0, delta / np.maximum(r, 1e-300))
        H = (A.T * v) @ A + D
        new = np.linalg.lstsq(H, A.T @ (v * y), rcond=None)[0]
        moved = np.abs(new - theta).max()
        theta = new
        if moved < 1e-13:
            break
    b, w = theta[0], theta[1:]
    r = y - A @ theta
    mse = np.mean(r**2)
    return w, b, mse
