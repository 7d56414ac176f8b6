"""PAC-Bayes: divergences of Gaussians, the bound in three forms, and the change of measure behind it. No torch."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from playground.engine.kit.arrays import Floats

_HALVINGS = 100


def complexity(kl: float, n: int, delta: float) -> float:
    """What the sample has to pay for: KL + log(2 sqrt(n) / delta)."""
    return kl + math.log(2.0 * math.sqrt(n) / delta)


def gap(cost: float, n: int, constant: str) -> float:
    """How far the risk may be above the error on the sample, by McAllester's constant or the looser one."""
    return math.sqrt(2.0 * cost / n if constant == "slide" else cost / (2.0 * n))


def binary_kl(p: float, q: float) -> float:
    """The divergence of a coin of chance p from one of chance q."""
    total = 0.0
    for a, b in ((p, q), (1.0 - p, 1.0 - q)):
        if a > 0.0:
            total += a * math.log(a / b) if b > 0.0 else math.inf
    return total


def seeger(emp: float, cost: float, n: int) -> float:
    """The largest risk r with n kl(emp || r) at most the cost, by halving."""
    if math.isinf(cost):
        return 1.0
    low, high = emp, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if n * binary_kl(emp, middle) <= cost else (low, middle)
    return low


def bound(emp: float, kl: float, n: int, delta: float, constant: str) -> float:
    """The bound on the risk in one of its three forms."""
    cost = complexity(kl, n, delta)
    return seeger(emp, cost, n) if constant == "seeger" else emp + gap(cost, n, constant)


def isotropic_kl(distance_squared: float, d: int, width: float, prior: float) -> float:
    """KL of N(a, width^2 I) from N(b, prior^2 I) in d dimensions, |a - b|^2 given."""
    if width == 0.0:
        return math.inf
    ratio = (width / prior) ** 2
    return 0.5 * (d * (ratio - 1.0 - math.log(ratio)) + distance_squared / prior**2)


def gaussian_kl(mean_q: Floats, cov_q: Floats, mean_p: Floats, cov_p: Floats) -> float:
    """KL(q || p) of Gaussians, infinite where q has no density."""
    sign, log_q = np.linalg.slogdet(cov_q)
    if sign <= 0.0 or not math.isfinite(log_q):
        return math.inf
    sign_p, log_p = np.linalg.slogdet(cov_p)
    if sign_p <= 0.0:
        return math.inf
    off = mean_p - mean_q
    inverse = np.linalg.inv(cov_p)
    return 0.5 * float(np.trace(inverse @ cov_q) + off @ inverse @ off - len(off) + log_p - log_q)


def normal_cdf(x: Floats) -> Floats:
    """The normal distribution function, element by element."""
    return np.array([0.5 * math.erfc(-value / math.sqrt(2.0)) for value in np.ravel(x).tolist()]).reshape(np.shape(x))


def change_of_measure(p: Sequence[float], q: Sequence[float], x: Sequence[float]) -> tuple[float, float, Floats]:
    """Donsker and Varadhan on a finite set.

    Returns:
        KL(q || p), log of the mean of exp(x) under p, and the Gibbs posterior p exp(x) / Z.
    """
    kl = sum((b * math.log(b / a) if a > 0.0 else math.inf) for a, b in zip(p, q, strict=True) if b > 0.0)
    top = max(value for a, value in zip(p, x, strict=True) if a > 0.0)
    grown = np.array([a * math.exp(value - top) if a > 0.0 else 0.0 for a, value in zip(p, x, strict=True)])
    return kl, top + math.log(grown.sum()), grown / grown.sum()
