"""Recurrent layers over one another, and which token a place knows."""

import torch


def layers(x, cells, place):
    """The states of the last layer, and what each token does to one.

    x: tokens as vectors, (T, n).
    cells: for each layer its cells, the second one reads from the end;
    each V, U, b of h' = tanh(h U + x V + b).
    """
    x = x.clone().requires_grad_(True)
    y = x
    for ways in cells:
        sides = []
        for back, (V, U, b) in enumerate(ways):
            order = range(len(y))
            if back:
                order = reversed(order)
            h = torch.zeros(len(U), dtype=y.dtype)
            states = [h] * len(y)
            for t in order:
                h = torch.tanh(h @ U + y[t] @ V + b)
                states[t] = h
            sides.append(torch.stack(states))
        y = torch.cat(sides, 1)
    asked = y[place].sum() / len(y[place]) ** 0.5
    asked.backward()
    known = x.grad.norm(dim=1)
    y = y.detach()
    return y, known
