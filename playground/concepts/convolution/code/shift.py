"""Does a linear map commute with shifts? The nearest that does."""

import numpy as np


def shift(A, x, t):
    """The error of one shift, and the nearest circulant.

    A: the map, (outputs, n). x: a signal, (n,). t: the shift.
    """
    n = len(x)
    y = A @ x
    first = A @ np.roll(x, t)
    # After a stride there are fewer places: the nearest roll counts.
    rolls = [t] if len(y) == n else range(len(y))
    gaps = [np.abs(first - np.roll(y, r)).max() for r in rolls]
    error = min(gaps) / np.abs(y).max()
    C = np.zeros((n, n))
    if len(y) == n:
        for k in range(n):
            diagonal = [((j + k) % n, j) for j in range(n)]
            mean = sum(A[place] for place in diagonal) / n
            for place in diagonal:
                C[place] = mean
    return error, C
