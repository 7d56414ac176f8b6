"""Max pooling, and where its gradient goes."""

import numpy as np


def pool(x, delta, k, s, p, d, share):
    """The largest of each window, and the gradient of the picture.

    x: (rows, columns). delta: the gradient of the output.
    k, s, p, d: window, stride, padding, dilation.
    share: tied winners share the gradient; else the first gets all.
    """
    rows, columns = x.shape
    y, dx = np.full(delta.shape, -np.inf), np.zeros(x.shape)
    ties = 0
    for u in range(delta.shape[0]):
        for v in range(delta.shape[1]):
            down = [u * s - p + i * d for i in range(k)]
            across = [v * s - p + j * d for j in range(k)]
            down = [i for i in down if 0 <= i < rows]
            across = [j for j in across if 0 <= j < columns]
            cells = [(i, j) for i in down for j in across]
            if not cells:
                continue
            y[u, v] = max(x[cell] for cell in cells)
            won = [cell for cell in cells if x[cell] == y[u, v]]
            ties += len(won) > 1
            if not share:
                won = won[:1]
            for cell in won:
                dx[cell] += delta[u, v] / len(won)
    return y, dx, ties
