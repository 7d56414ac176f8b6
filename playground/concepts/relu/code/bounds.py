"""How many linear regions nets of a shape can have."""

import math


def bounds(inputs, widths):
    """What some net of this shape has, and none exceeds.

    inputs: of the net. widths: units of each hidden layer.
    """
    folds = 1
    for n in widths[:-1]:
        folds = folds * (n // inputs) ** inputs
    last = sum(math.comb(widths[-1], i) for i in range(inputs + 1))
    lower = folds * last
    upper = _most(widths, inputs)
    return lower, upper


def _most(widths, d):
    """The bound of Serra, Tjandraatmadja and Ramalingam (2018)."""
    if not widths:
        return 1
    n, *rest = widths
    total = 0
    for j in range(min(d, n) + 1):
        total += math.comb(n, j) * _most(rest, min(d, n - j))
    return total
