"""The worst point in a ball: uphill along the loss, five times."""

import numpy as np


def worst(x, y, W, phi, dphi, loss, slope, radius):
    """What projected ascent finds near one point, and its loss.

    x: the point. y: its target. W: of each layer, the biases as the
    last row. phi, dphi: the activation and its derivative.
    loss, slope: of an output, and its slope. radius: of the ball.
    """
    here, found = x, x
    highest = loss(_forward(here, W, phi)[0], y)[0]
    for turn in range(5 if radius > 0 else 0):
        f, Z = _forward(here, W, phi)
        delta = slope(f, y)
        for k in reversed(range(len(W))):
            delta = delta @ W[k][:-1].T
            if k > 0:
                delta = delta * dphi(Z[k - 1])
        g = delta[0]
        stride = radius if turn == 0 else radius / 2
        away = here + stride * g / max(np.linalg.norm(g), 1e-12) - x
        size = max(np.linalg.norm(away), 1e-300)
        here = x + away * min(1.0, radius / size)
        height = loss(_forward(here, W, phi)[0], y)[0]
        if height > highest:
            found, highest = here, height
    return found, highest


def _forward(x, W, phi):
    """The output and the sums in front of every unit."""
    H, Z = x[None], []
    for k, W_k in enumerate(W):
        Z.append(np.hstack([H, np.ones((1, 1))]) @ W_k)
        H = Z[k] if k == len(W) - 1 else phi(Z[k])
    return H, Z
