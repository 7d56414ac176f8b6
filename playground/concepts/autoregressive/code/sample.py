"""Pixels drawn one after another, each from those before it."""

import torch


def sample(W, b, M, order, given, values, u, tau):
    """A picture, and what each pixel costs.

    W, b, M: weights, biases and mask of each layer.
    order: the place of each pixel, from 1.
    given: which pixels are not drawn, and values, what they are.
    u: a uniform number for each pixel; tau: the temperature.
    """
    x = torch.zeros(len(order))
    for i in order.argsort():
        h = x
        for l in range(len(W) - 1):
            h = torch.relu((W[l] * M[l]) @ h + b[l])
        z = (W[-1] * M[-1])[i] @ h + b[-1][i]
        if given[i]:
            x[i] = values[i]
        elif tau > 0:
            x[i] = float(u[i] < torch.sigmoid(z / tau))
        else:
            x[i] = float(z > 0)
    h = x
    for l in range(len(W) - 1):
        h = torch.relu((W[l] * M[l]) @ h + b[l])
    logits = (W[-1] * M[-1]) @ h + b[-1]
    nats = torch.log1p(torch.exp(torch.where(x > 0, -logits, logits)))
    spent = nats[given].sum()
    total = nats.sum()
    return x, nats, spent, total
