"""One map of a convolutional layer: slide a kernel, add, ReLU, pool."""

import numpy as np


def layer(x, w, b, s, p, d, q, speaks, i, j):
    """The map of one channel, and its unit at row i and column j.

    x: the maps of the layer before, (channels, rows, columns).
    w: the kernel of the channel, (channels, k, k). b: its bias.
    s, p, d: stride, padding, dilation. q: side of the pooling.
    speaks: 1, or 0 where the channel is silenced.
    """
    channels, k = w.shape[0], w.shape[1]
    wide = np.pad(x, ((0, 0), (p, p), (p, p)))
    m = (wide.shape[1] - d * (k - 1) - 1) // s + 1
    z = np.full((m, m), b)
    for c in range(channels):
        for row in range(k):
            for column in range(k):
                rows = slice(row * d, row * d + (m - 1) * s + 1, s)
                left = column * d
                columns = slice(left, left + (m - 1) * s + 1, s)
                z = z + w[c, row, column] * wide[c, rows, columns]
    u = z[i, j]
    a = np.maximum(z, 0) * speaks
    n = m // q
    squares = a[: n * q, : n * q].reshape(n, q, n, q)
    pooled = squares.max((1, 3))
    return u, a, pooled
