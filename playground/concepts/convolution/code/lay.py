"""The transposed layer: every input lays a copy of the kernel down."""

import numpy as np


def lay(x, w, s, p, d, count):
    """The output after the first inputs, in reading order.

    x: the input, (rows, columns). w: the kernel, (k, k).
    s, p, d: stride, padding, dilation of the layer whose adjoint it is.
    count: how many inputs were laid down.
    """
    k = len(w)
    reach = d * (k - 1) + 1
    rows = (x.shape[0] - 1) * s + reach
    columns = (x.shape[1] - 1) * s + reach
    wide = np.zeros((rows, columns))
    for number in range(count):
        i, j = divmod(number, x.shape[1])
        top, left = i * s, j * s
        copy = x[i, j] * w
        wide[top : top + reach : d, left : left + reach : d] += copy
    y = wide[p : rows - p, p : columns - p]
    return y
