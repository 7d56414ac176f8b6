"""Activations with their derivatives, and the softmax.

Every derivative is a function of the pre-activation z and the value a: most need only a, so that the backward pass
computes no second exponential.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats

LEAK = 0.1  # slope of the leaky ReLU below 0
_ROOT = 0.7978845608028654  # sqrt(2 / pi)
_CUBIC = 0.044715


class Activation(NamedTuple):
    """A function of one variable that acts on each unit.

    Attributes:
        value: (z, out) -> a, written into `out` and returned; z stays as it is.
        slope: (z, a) -> da/dz, in new memory.
        low, high: the range that pictures of a unit are scaled to; infinite ends are open.
    """

    value: Callable[[Floats, Floats], Floats]
    slope: Callable[[Floats, Floats], Floats]
    low: float
    high: float


def sigmoid(z: Floats) -> Floats:
    """The logistic function 1 / (1 + exp(-z)), by tanh(z / 2), which never overflows."""
    half: Floats = 0.5 * np.tanh(0.5 * z)
    half += 0.5
    return half


def _tanh_slope(z: Floats, a: Floats) -> Floats:
    slope: Floats = a * a
    return np.subtract(1.0, slope, out=slope)


def _sigmoid_into(z: Floats, out: Floats) -> Floats:
    np.multiply(z, 0.5, out=out)
    np.tanh(out, out=out)
    out += 1.0
    out *= 0.5
    return out


def _elu(z: Floats, out: Floats) -> Floats:
    out[...] = np.where(z > 0.0, z, np.expm1(np.minimum(z, 0.0)))
    return out


def _gelu(z: Floats, out: Floats) -> Floats:
    """The pre-activation times the normal distribution function, in its tanh form (Hendrycks and Gimpel 2016)."""
    out[...] = 0.5 * z * (1.0 + np.tanh(_ROOT * z * (1.0 + _CUBIC * z * z)))
    return out


def _gelu_slope(z: Floats, a: Floats) -> Floats:
    t = np.tanh(_ROOT * z * (1.0 + _CUBIC * z * z))
    slope: Floats = 0.5 * (1.0 + t) + 0.5 * z * (1.0 - t * t) * _ROOT * (1.0 + 3.0 * _CUBIC * z * z)
    return slope


def _linear(z: Floats, out: Floats) -> Floats:
    out[...] = z
    return out


_INF = float("inf")
ACTIVATIONS: dict[str, Activation] = {
    "tanh": Activation(lambda z, out: np.tanh(z, out=out), _tanh_slope, -1.0, 1.0),
    "relu": Activation(lambda z, out: np.maximum(z, 0.0, out=out), lambda z, a: (z > 0.0).astype(float), 0.0, _INF),
    "sigmoid": Activation(_sigmoid_into, lambda z, a: a * (1.0 - a), 0.0, 1.0),
    "leaky": Activation(
        lambda z, out: np.maximum(z, LEAK * z, out=out), lambda z, a: np.where(z > 0.0, 1.0, LEAK), -_INF, _INF
    ),
    "elu": Activation(_elu, lambda z, a: np.where(z > 0.0, 1.0, a + 1.0), -1.0, _INF),
    "gelu": Activation(_gelu, _gelu_slope, 0.0, _INF),
    "sine": Activation(lambda z, out: np.sin(z, out=out), lambda z, a: np.cos(z), -1.0, 1.0),
    "abs": Activation(lambda z, out: np.abs(z, out=out), lambda z, a: np.sign(z), 0.0, _INF),
    "linear": Activation(_linear, lambda z, a: np.ones_like(a), -_INF, _INF),
}
"""By name."""


def softmax(logits: Floats, temperature: float = 1.0) -> Floats:
    """exp(z / T) over their sum along the last axis; at T = 0 the limit, ties shared."""
    if temperature == 0.0:
        top = logits == logits.max(axis=-1, keepdims=True)
        shared: Floats = top / top.sum(axis=-1, keepdims=True)
        return shared
    scaled = logits / temperature
    powers = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    found: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return found


def log_softmax(logits: Floats, temperature: float = 1.0) -> Floats:
    """The logarithm of `softmax`, finite for all finite logits."""
    scaled = logits / temperature
    return scaled - log_sum_exp(scaled)[..., None]


def log_sum_exp(logits: Floats) -> Floats:
    """The logarithm of sum exp z along the last axis."""
    top = logits.max(axis=-1)
    found: Floats = top + np.log(np.exp(logits - top[..., None]).sum(axis=-1))
    return found


def softmax_jacobian(p: Floats, temperature: float = 1.0) -> Floats:
    """(diag(p) - p p') / T of one row of probabilities, (K, K)."""
    found: Floats = (np.diag(p) - np.outer(p, p)) / temperature
    return found


def entropy(p: Floats) -> Floats:
    """-sum p log p along the last axis, in nats; 0 log 0 = 0."""
    found: Floats = -(p * np.log(np.where(p > 0.0, p, 1.0))).sum(axis=-1) + 0.0
    return found
