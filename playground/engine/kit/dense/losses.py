"""Losses of outputs (..., n, K) against targets (n,), each with its slope by the outputs.

One output and labels +1 and -1: two classes. K outputs and labels 0 to K - 1: K classes. One output and any numbers: a
function to be learnt.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import log_sum_exp, softmax

HUBER = 1.0  # where the Huber loss goes over from a square to a line


class Loss(NamedTuple):
    """A loss of single samples.

    Attributes:
        value: (out, target) -> losses, (..., n).
        slope: (out, target) -> the loss's derivative by the outputs, shaped as `out`.
    """

    value: Callable[[Floats, Floats], Floats]
    slope: Callable[[Floats, Floats], Floats]


def logistic(out: Floats, y: Floats) -> Floats:
    """log(1 + exp(-y f)) from the logit, finite for all of them."""
    return np.logaddexp(0.0, -y * out[..., 0])


def logistic_slope(out: Floats, y: Floats) -> Floats:
    """sigmoid(f) less the label as 0 or 1, which is (tanh(f / 2) - y) / 2."""
    slope: Floats = out * 0.5
    np.tanh(slope, out=slope)
    slope -= y[:, None]
    slope *= 0.5
    return slope


def cross_entropy(out: Floats, labels: Floats) -> Floats:
    """-log softmax(out) at the label."""
    chosen = np.take_along_axis(out, _places(out, labels), axis=-1)[..., 0]
    return log_sum_exp(out) - chosen


def cross_entropy_slope(out: Floats, labels: Floats) -> Floats:
    """Probabilities less 1 at the label."""
    return softmax(out) - _hot(out, labels)


def _places(out: Floats, labels: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.broadcast_to(labels.astype(np.int64)[:, None], (*out.shape[:-1], 1))


def _hot(out: Floats, labels: Floats) -> Floats:
    found: Floats = (labels.astype(np.int64)[:, None] == np.arange(out.shape[-1])).astype(np.float64)
    return found


def _wanted(out: Floats, target: Floats) -> Floats:
    """Targets of the outputs: the number itself, or +1 at the label and -1 elsewhere."""
    return target[:, None] if out.shape[-1] == 1 else 2.0 * _hot(out, target) - 1.0


def _mean_over_outputs(each: Floats) -> Floats:
    found: Floats = each.mean(axis=-1)
    return found


def _squared(out: Floats, target: Floats) -> Floats:
    return _mean_over_outputs(np.square(out - _wanted(out, target)))


def _squared_slope(out: Floats, target: Floats) -> Floats:
    slope: Floats = 2.0 * (out - _wanted(out, target)) / out.shape[-1]
    return slope


def _absolute(out: Floats, target: Floats) -> Floats:
    return _mean_over_outputs(np.abs(out - _wanted(out, target)))


def _absolute_slope(out: Floats, target: Floats) -> Floats:
    slope: Floats = np.sign(out - _wanted(out, target)) / out.shape[-1]
    return slope


def _huber(out: Floats, target: Floats) -> Floats:
    """Half the square up to `HUBER`, a line beyond (Huber 1964)."""
    size = np.abs(out - _wanted(out, target))
    return _mean_over_outputs(np.where(size <= HUBER, 0.5 * size * size, HUBER * (size - 0.5 * HUBER)))


def _huber_slope(out: Floats, target: Floats) -> Floats:
    slope: Floats = np.clip(out - _wanted(out, target), -HUBER, HUBER) / out.shape[-1]
    return slope


def _hinge(out: Floats, target: Floats) -> Floats:
    """max(0, 1 - y f), for each class against all others."""
    return _mean_over_outputs(np.maximum(0.0, 1.0 - _wanted(out, target) * out))


def _hinge_slope(out: Floats, target: Floats) -> Floats:
    wanted = _wanted(out, target)
    slope: Floats = np.where(wanted * out < 1.0, -wanted, 0.0) / out.shape[-1]
    return slope


LOSSES: dict[str, Loss] = {
    "logistic": Loss(logistic, logistic_slope),
    "cross-entropy": Loss(cross_entropy, cross_entropy_slope),
    "squared": Loss(_squared, _squared_slope),
    "absolute": Loss(_absolute, _absolute_slope),
    "huber": Loss(_huber, _huber_slope),
    "hinge": Loss(_hinge, _hinge_slope),
}
"""By name."""


def loss_for(name: str, outputs: int) -> Loss:
    """The loss of a name; cross-entropy of one output is the logistic loss."""
    return LOSSES["logistic" if name == "cross-entropy" and outputs == 1 else name]
