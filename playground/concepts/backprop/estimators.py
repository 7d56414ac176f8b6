"""Two estimators of the gradient of E f(z), z ~ N(mu, sigma^2): with the score, and through the sample.

Score function (log-derivative trick): (f(z) - b) d log p(z) / d theta. Reparameterised, z = mu + sigma eps:
f'(z) dz / d theta. Sources: Williams (1992), Kingma and Welling (2013), Mohamed et al. (2020).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.typed import function
from playground.engine.kit.formula_maths import derivative, evaluate

_FAR, _STEP = 12.0, 1.0 / 512.0  # of the quadrature
_SHIFT = 0.3819660113  # of a step: no point falls on a round number, where a function may have no value
Function = Callable[[Floats], Floats]


class Setting(NamedTuple):
    """What is estimated.

    Attributes:
        f, slope: the function and its derivative.
        mu, sigma: of the normal distribution.
        by: "mu" or "sigma".
        baseline: taken off f in the score estimator.
    """

    f: Function
    slope: Function
    mu: float
    sigma: float
    by: str = "mu"
    baseline: float = 0.0


@lru_cache(maxsize=64)
def typed_function(text: str) -> tuple[Function, Function]:
    """A typed function of z and its derivative, of arrays."""
    tree = function(text)
    slope = derivative(tree, "z")

    def value(z: Floats) -> Floats:
        return np.broadcast_to(evaluate(tree, {"z": z}), z.shape)

    def gradient(z: Floats) -> Floats:
        return np.broadcast_to(evaluate(slope, {"z": z}), z.shape)

    return value, gradient


def score(setting: Setting, eps: Floats) -> Floats:
    """One-sample estimates with the score, from standard normal numbers."""
    return (setting.f(setting.mu + setting.sigma * eps) - setting.baseline) * _score(setting, eps)


def reparameterised(setting: Setting, eps: Floats) -> Floats:
    """One-sample estimates through the sample, from standard normal numbers."""
    dz = np.ones_like(eps) if setting.by == "mu" else eps
    return setting.slope(setting.mu + setting.sigma * eps) * dz


def _score(setting: Setting, eps: Floats) -> Floats:
    """The derivative of log p(z) by mu or sigma at z = mu + sigma eps."""
    return eps / setting.sigma if setting.by == "mu" else (eps * eps - 1.0) / setting.sigma


class Moments(NamedTuple):
    """Exact mean and variance of one-sample estimates."""

    mean: float
    variance: float


@lru_cache(maxsize=1)
def _quadrature() -> tuple[Floats, Floats]:
    """The trapezoidal rule for standard normal means: to rounding for smooth functions (Trefethen, Weideman 2014)."""
    eps = np.arange(-_FAR, _FAR, _STEP) + _SHIFT * _STEP
    weights = np.exp(-eps * eps / 2)
    return eps, weights / weights.sum()


def moments(estimate: Callable[[Setting, Floats], Floats], setting: Setting) -> Moments:
    """Mean and variance of an estimator by quadrature; not finite where the function has no value."""
    eps, weight = _quadrature()
    with np.errstate(all="ignore"):
        values = estimate(setting, eps)
        mean = float(weight @ values)
        return Moments(mean, float(weight @ (values - mean) ** 2))


def expectation(setting: Setting) -> float:
    """E f(z)."""
    eps, weight = _quadrature()
    return float(weight @ setting.f(setting.mu + setting.sigma * eps))


def best_baseline(setting: Setting) -> float:
    """The constant with the least variance: E[f s^2] / E[s^2] with the score s."""
    eps, weight = _quadrature()
    square = weight * _score(setting, eps) ** 2
    return float(square @ setting.f(setting.mu + setting.sigma * eps) / square.sum())
