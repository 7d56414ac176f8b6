"""Denoising score matching: the net learns to tell the noise."""

import torch


def denoising(x_0, z, a, sigma, features, gain, W, b, mu, c, noise):
    """The loss of the last update on its batch (Vincent, 2011).

    x_0: the data, z: the noise, a row for each point. a, sigma: signal
    and noise of their levels. features, gain: of the levels, and how
    much the net counts there. W, b: of the net's layers. mu, c: mean
    and spread of the data.
    noise: all levels count alike, as in noise prediction.
    """
    x = a * x_0 + sigma * z
    size = torch.sqrt((a * c) ** 2 + sigma**2)
    y = (x - a * mu) / size
    H = torch.cat([y, features], 1)
    for W_l, b_l in zip(W[:-1], b[:-1]):
        H = torch.nn.functional.silu(H @ W_l.T + b_l)
    F = H @ W[-1].T + b[-1]
    h = -y / size + gain * F
    residual = sigma * h + z
    weight = 1.0 if noise else (size / (a * c)) ** 2
    loss = (weight * residual**2).sum(1).mean()
    return loss, h
