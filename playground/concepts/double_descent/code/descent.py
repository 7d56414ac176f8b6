"""Where gradient descent on least squares ends, from any start."""

import numpy as np


def descent(X, y, W, c, N, theta_0, phi, X_unseen, y_unseen):
    """The limit of gradient descent on |Phi theta - y|^2.

    X: a row a training point. y: the labels.
    W, c: directions and thresholds of all features.
    N: how many are used. theta_0: the weights at the start.
    phi: the function of a feature: relu, tanh or step.
    X_unseen, y_unseen: test points and the true function there.
    """
    shapes = {
        "relu": lambda u: np.maximum(u, 0.0),
        "tanh": np.tanh,
        "step": lambda u: (u > 0).astype(float),
    }
    Phi = shapes[phi](X @ W[:N].T + c[:N])
    missing = y - Phi @ theta_0[:N]
    moved = np.linalg.pinv(Phi, rcond=1e-10) @ missing
    theta = theta_0[:N] + moved
    norm = np.sqrt((theta**2).sum())
    train_error = ((Phi @ theta - y) ** 2).mean()
    f = shapes[phi](X_unseen @ W[:N].T + c[:N]) @ theta
    test_error = ((f - y_unseen) ** 2).mean()
    return norm, train_error, test_error
