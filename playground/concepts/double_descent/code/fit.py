"""The fit of least norm on the first N random features."""

import numpy as np


def fit(X, y, W, c, N, ridge, phi, X_unseen, y_unseen):
    """Least squares on features that are not learnt.

    X: a row a training point. y: the labels.
    W, c: directions and thresholds of all features.
    N: how many are used. ridge: the price of |theta|^2.
    phi: the function of a feature: relu, tanh or step.
    X_unseen, y_unseen: test points and the true function there.
    """
    shapes = {
        "relu": lambda u: np.maximum(u, 0.0),
        "tanh": np.tanh,
        "step": lambda u: (u > 0).astype(float),
    }
    Phi = shapes[phi](X @ W[:N].T + c[:N])
    if ridge > 0:
        K = Phi @ Phi.T + ridge * np.eye(len(y))
        theta = Phi.T @ np.linalg.solve(K, y)
    else:
        theta = np.linalg.pinv(Phi, rcond=1e-10) @ y
    norm = np.sqrt((theta**2).sum())
    train_error = ((Phi @ theta - y) ** 2).mean()
    f = shapes[phi](X_unseen @ W[:N].T + c[:N]) @ theta
    test_error = ((f - y_unseen) ** 2).mean()
    return norm, train_error, test_error
