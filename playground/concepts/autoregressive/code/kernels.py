"""What a pixel sees through masked kernels, layer by layer."""

import numpy as np


def kernels(k, n, row, column, depth):
    """Which pixels reach one output, and which earlier ones never do.

    k: side of the kernels; n: side of the picture.
    row, column: of the output; depth: layers behind the first.
    """
    r = k // 2
    seen = np.zeros((n, n), dtype=bool)
    seen[row, column] = True
    most = max(depth, 2 * n)
    for layer in range(most + 1):
        # Mask A: the rows above within reach, and what is left.
        first = np.zeros((n, n), dtype=bool)
        for i, j in zip(*np.nonzero(seen)):
            first[max(i - r, 0) : i, max(j - r, 0) : j + r + 1] = True
            first[i, max(j - r, 0) : j] = True
        if layer == depth:
            reached = first
        # Mask B keeps its own place, too.
        seen = seen | first
    ever = first
    earlier = np.arange(n * n).reshape(n, n) < row * n + column
    blind = earlier & ~ever
    return reached, blind
