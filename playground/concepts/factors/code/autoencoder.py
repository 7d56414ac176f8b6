"""Gradient descent on a linear autoencoder x -> D E x."""

import numpy as np


def autoencoder(S, D, E, eta, updates):
    """Both matrices after gradient steps, loss and minimum."""
    # S: covariance of the samples; D: decoder; E: encoder.
    p, m = D.shape
    D_next, E_next = D, E
    for _ in range(updates):
        # What is not rebuilt, as a matrix.
        left = np.eye(p) - D_next @ E_next
        grad_D = -2 * left @ S @ E_next.T
        grad_E = -2 * D_next.T @ left @ S
        D_next = D_next - eta * grad_D
        E_next = E_next - eta * grad_E

    left = np.eye(p) - D_next @ E_next
    loss = np.trace(left @ S @ left.T)

    # The least that any D and E with m columns and rows can lose.
    lam = np.linalg.eigvalsh(S)[::-1]
    tail = lam[m:].sum()
    return D_next, E_next, loss, tail
