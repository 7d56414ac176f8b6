"""The derivative of every logit by every pixel."""

import torch


def jacobian(W, b, M, order, x):
    """The Jacobian, and the largest entry where none must be.

    W, b, M: weights, biases and mask of each layer.
    order: the place of each pixel, from 1. x: the picture.
    """
    h, J = x, torch.eye(len(x))
    for l in range(len(W)):
        z = (W[l] * M[l]) @ h + b[l]
        J = (W[l] * M[l]) @ J
        if l + 1 < len(W):
            J = J * (z > 0)[:, None]
            h = torch.relu(z)
    later = order[:, None] <= order[None, :]
    leak = J[later].abs().max()
    return J, leak
