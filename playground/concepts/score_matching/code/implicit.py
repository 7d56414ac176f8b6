"""Implicit score matching: the loss never looks at the noise."""

import torch


def implicit(x_0, z, a, sigma, features, gain, W, b, mu, c, v):
    """The loss of the last update on its batch (Hyvarinen, 2005).

    x_0: the data, z: the noise, a row for each point. a, sigma: signal
    and noise of their levels. features, gain: of the levels, and how
    much the net counts there. W, b: of the net's layers. mu, c: mean
    and spread of the data.
    v: directions along which the net is differentiated: all axes, or
    one random one for each point (sliced, Song et al., 2020).
    """
    x = a * x_0 + sigma * z
    x.requires_grad_()
    size = torch.sqrt((a * c) ** 2 + sigma**2)
    y = (x - a * mu) / size
    H = torch.cat([y, features], 1)
    for W_l, b_l in zip(W[:-1], b[:-1]):
        H = torch.nn.functional.silu(H @ W_l.T + b_l)
    F = H @ W[-1].T + b[-1]
    h = -y / size + gain * F
    trace = 0.0
    for v_k in v:
        along = (h * v_k).sum()
        slope = torch.autograd.grad(along, x, retain_graph=True)[0]
        trace = trace + (slope * v_k).sum(1)
    h = h.detach()
    each = sigma[:, 0] ** 2 * ((h**2).sum(1) / 2 + trace)
    loss = each.mean()
    return loss, h
