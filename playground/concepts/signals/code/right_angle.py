"""A step of a unit whose weights are normalised."""

import torch


def right_angle(X, asked, v, gamma, eta):
    """W = gamma v / |v| learns to answer as the weights asked for."""
    n = len(X)
    Sigma = X.T @ X / n
    length = v.norm()
    unit = v / length
    w = gamma * unit
    error = X @ (w - asked)
    loss = error.square().mean() / 2
    dw = X.T @ error / n
    dgamma = dw @ unit
    dv = gamma / length * (dw - dgamma * unit)
    inner = dv @ v
    v_next = v - eta * dv
    gamma_next = gamma - eta * dgamma
    sigma_norm = torch.sqrt(v @ Sigma @ v)
    return loss, inner, v_next, gamma_next, sigma_norm
