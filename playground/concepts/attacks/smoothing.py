"""Randomised smoothing: votes under noise, the exact confidence interval of a share, and the radius that it certifies.

Source: Cohen, Rosenfeld and Kolter (2019).
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from playground.engine.kit.arrays import Floats

ALPHA = 0.001  # one time in a thousand the share lies below the interval
_NORMAL = NormalDist()


@lru_cache(maxsize=4096)
def share_below(k: int, n: int, alpha: float = ALPHA) -> float:
    """The lower end of the one-sided Clopper-Pearson interval: there k votes or more of n have chance alpha."""
    if k <= 0:
        return 0.0
    if k >= n:
        return float(alpha ** (1.0 / n))
    low, high = 0.0, k / n
    for _ in range(48):
        p = 0.5 * (low + high)
        low, high = (p, high) if _upper_tail(k, n, p) < alpha else (low, p)
    return 0.5 * (low + high)


def share_above(k: int, n: int, alpha: float = ALPHA) -> float:
    """The upper end: that of the votes for the other side."""
    return 1.0 - share_below(n - k, n, alpha)


def _upper_tail(k: int, n: int, p: float) -> float:
    """The chance of k successes or more of n, 0 < p < k / n: from the largest term on until nothing is added."""
    term = math.exp(
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1) + k * math.log(p) + (n - k) * math.log1p(-p)
    )
    odds, total, i = p / (1.0 - p), term, k
    while i < n and term > 1e-9 * total:
        term *= odds * (n - i) / (i + 1)
        total += term
        i += 1
    return total


def radius(share: float, sigma: float) -> float:
    """σ Φ⁻¹(share): within it the smoothed class stays; 0 where the share is one half or less."""
    if share <= 0.5:
        return 0.0
    return math.inf if share >= 1.0 else sigma * _NORMAL.inv_cdf(share)


@lru_cache(maxsize=1)
def noise(n: int) -> Floats:
    """The same standard normal places of the plane in every frame, (n, 2)."""
    found = np.random.default_rng(1).standard_normal((n, 2))
    found.flags.writeable = False
    return found
