"""One output of a layer: cut a window, multiply, add."""

import numpy as np


def window(x, w, s, p, d, border, turn, u, v):
    """The output at row u and column v.

    x: the picture, (channels, rows, columns).
    w: the kernel of one filter, (channels, k, k), as it is drawn.
    s, p, d: stride, padding, dilation.
    border: what stands in the added cells, as np.pad calls it.
    turn: a convolution turns the kernel, a cross-correlation does not.
    """
    k = w.shape[-1]
    reach = d * (k - 1) + 1
    rows = (x.shape[1] + 2 * p - reach) // s + 1
    columns = (x.shape[2] + 2 * p - reach) // s + 1
    wide = np.pad(x, ((0, 0), (p, p), (p, p)), mode=border)
    laid = w[:, ::-1, ::-1] if turn else w
    top, left = u * s, v * s
    seen = wide[:, top : top + reach : d, left : left + reach : d]
    products = laid * seen
    y = products.sum()
    return y, rows, columns
