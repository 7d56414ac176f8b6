"""One output of a kernel that slides along a signal."""

import numpy as np


def slide(f, h, s, before, after, d, border, turn, u):
    """Output u of the convolution or the cross-correlation.

    f: the signal. h: the kernel.
    s, d: stride and dilation.
    before, after: how many cells are added at the two ends.
    border: what stands in them, as np.pad calls it.
    turn: a convolution turns the kernel.
    """
    wide = np.pad(f, (before, after), mode=border)
    laid = h[::-1] if turn else h
    y = 0.0
    for j in range(len(h)):
        t = u * s + j * d
        product = laid[j] * wide[t]
        y = y + product
    return y
