"""The masks of a net by degrees, and their product."""

import torch


def triangle(order, units, layers):
    """Which weights stay, and how many ways lead from pixel to pixel.

    order: the place of each pixel, from 1.
    units, layers: of the hidden layers.
    """
    D = len(order)
    below, M = order, []
    for _ in range(layers):
        m = torch.arange(units) * (D - 1) // units + 1
        M.append((m[:, None] >= below[None, :]).double())
        below = m
    M.append((order[:, None] > below[None, :]).double())
    P = M[0]
    for l in range(layers):
        P = M[l + 1] @ P
    later = order[:, None] <= order[None, :]
    wrong = P[later].sum()
    return P, wrong
