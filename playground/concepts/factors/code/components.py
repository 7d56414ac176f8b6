"""Principal components of samples, and what m of them keep of one."""

import numpy as np


def components(X, x, m):
    """Components of X, weights and sum of x, both errors."""
    # X: the samples, one a row; x: one of them.
    n = len(X)
    mean = X.mean(axis=0)
    centred = X - mean
    S = centred.T @ centred / n

    # Eigenvalues come in ascending order: the largest first.
    lam, U = np.linalg.eigh(S)
    lam, U = lam[::-1], U[:, ::-1]
    U_m = U[:, :m]

    # One sample as the mean and a sum of m components.
    z = U_m.T @ (x - mean)
    x_hat = mean + U_m @ z
    lost = ((x - x_hat) ** 2).sum()

    # On average exactly the eigenvalues left out are lost.
    rebuilt = mean + centred @ U_m @ U_m.T
    error = ((X - rebuilt) ** 2).sum(axis=1).mean()
    tail = lam[m:].sum()
    return z, x_hat, lost, error, tail
