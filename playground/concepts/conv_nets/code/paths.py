"""The receptive field, and the ways from each pixel to a unit."""

import numpy as np


def paths(n, windows, i, j):
    """The field by its recursion, and the ways counted backwards.

    n: side of the drawing.
    windows: from the drawing on, kernel, stride, dilation and padding;
    pooling is a window, too, whose kernel is its stride.
    i, j: row and column of the unit.
    """
    r, jump, sides = 1, 1, [n]
    for k, s, d, p in windows:
        r = r + d * (k - 1) * jump
        jump = jump * s
        sides.append((sides[-1] + 2 * p - d * (k - 1) - 1) // s + 1)
    # Along the rows, and along the columns.
    counts = []
    for unit in (i, j):
        ways = np.zeros(sides[-1])
        ways[unit] = 1
        for l in reversed(range(len(windows))):
            k, s, d, p = windows[l]
            wide = np.zeros(sides[l] + 2 * p)
            for cell in range(k):
                first = cell * d
                end = first + (len(ways) - 1) * s + 1
                wide[first:end:s] += ways
            ways = wide[p : p + sides[l]]
        counts.append(ways)
    heat = np.outer(counts[0], counts[1])
    return r, heat
