"""How random weights start, and what a start does to the size of a signal.

Sources: Y. LeCun et al., "Efficient backprop" (1998); X. Glorot and Y. Bengio (2010); K. He et al. (2015). The factors
are exact expectations over independent weights of mean 0.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

VARIANCES: dict[str, Callable[[int, int], float]] = {
    "lecun": lambda n, m: 1.0 / n,
    "glorot": lambda n, m: 2.0 / (n + m),
    "he": lambda n, m: 2.0 / n,
}
"""The variance of a weight by rule, from the units n below and m above."""


def deviation(rule: str, n: int, m: int) -> float:
    """The standard deviation of a weight between n units below and m above."""
    return math.sqrt(VARIANCES[rule](n, m))


def forward_factor(rule: str, n: int, m: int, relu: bool) -> float:
    """By how much a layer changes the expected squared size of a unit; ReLU halves it."""
    return VARIANCES[rule](n, m) * n * (0.5 if relu else 1.0)


def backward_factor(rule: str, n: int, m: int, relu: bool) -> float:
    """By how much a layer changes the expected squared size of a gradient on its way back."""
    return VARIANCES[rule](n, m) * m * (0.5 if relu else 1.0)


def through(rule: str, widths: list[int], relu: bool) -> float:
    """The expected |h_L|^2 / |x|^2 through layers of these widths, the input's first."""
    ratio = widths[-1] / widths[0]
    for n, m in itertools.pairwise(widths):
        ratio *= forward_factor(rule, n, m, relu)
    return ratio
