"""Batch, layer and weight normalisation, and dropout: forward and backward, written out.

Sources: S. Ioffe and C. Szegedy, "Batch normalization" (2015); J. L. Ba, J. R. Kiros and G. E. Hinton, "Layer
normalization" (2016); T. Salimans and D. P. Kingma, "Weight normalization" (2016); N. Srivastava et al., "Dropout"
(2014).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats

EPSILON = 1e-5  # added to a variance
MOMENTUM = 0.1  # share of a new batch in the running statistics


class Normed(NamedTuple):
    """What a normalisation gave, and what its backward pass needs.

    Attributes:
        out: gain * normalised + shift.
        normalised: mean 0 and variance 1 along the axis.
        mean, variance: along the axis, which is kept with length 1; the variance is the biased one.
        spread: sqrt(variance + epsilon); infinite where it would be 0, so that a constant gives the shift.
    """

    out: Floats
    normalised: Floats
    mean: Floats
    variance: Floats
    spread: Floats


def normalised(z: Floats, gain: Floats, shift: Floats, axis: int, epsilon: float = EPSILON) -> Normed:
    """Batch normalisation (axis -2: over the samples) or layer normalisation (axis -1: over the units)."""
    mean = z.mean(axis=axis, keepdims=True)
    centred = z - mean
    variance = np.square(centred).mean(axis=axis, keepdims=True)
    spread = np.sqrt(variance + epsilon)
    spread = np.where(spread > 0.0, spread, np.inf)
    hat = centred / spread
    return Normed(hat * gain + shift, hat, mean, variance, spread)


def normalised_back(slope: Floats, found: Normed, gain: Floats, axis: int) -> tuple[Floats, Floats, Floats]:
    """The gradients by z, gain and shift: dz = (G - mean G - z^ mean(G z^)) / s with G the slope times the gain."""
    inner = slope * gain
    shared = inner.mean(axis=axis, keepdims=True)
    along = (inner * found.normalised).mean(axis=axis, keepdims=True)
    by_z: Floats = (inner - shared - found.normalised * along) / found.spread
    return by_z, (slope * found.normalised).sum(axis=-2), slope.sum(axis=-2)


def with_running(z: Floats, gain: Floats, shift: Floats, mean: Floats, variance: Floats, epsilon: float) -> Floats:
    """Batch normalisation in evaluation: by given statistics instead of those of the batch."""
    found: Floats = (z - mean) / np.sqrt(variance + epsilon) * gain + shift
    return found


def running(before: Floats, batch: Floats, momentum: float = MOMENTUM) -> Floats:
    """A running statistic after one more batch."""
    found: Floats = (1.0 - momentum) * before + momentum * batch
    return found


def unbiased(variance: Floats, n: int) -> Floats:
    """The variance with n - 1 in place of n, which the running variance averages; of one sample as it is."""
    return variance * (n / (n - 1)) if n > 1 else variance


# ---- weight normalisation


def weight_normed(v: Floats, gamma: float) -> Floats:
    """The weights gamma v / |v|."""
    found: Floats = gamma * v / np.linalg.norm(v)
    return found


def weight_normed_back(v: Floats, gamma: float, by_w: Floats) -> tuple[float, Floats]:
    """The gradients by gamma and v; the latter is orthogonal to v, so that a step never shortens it."""
    size = float(np.linalg.norm(v))
    unit = v / size
    by_gamma = float(by_w @ unit)
    by_v: Floats = gamma / size * (by_w - by_gamma * unit)
    return by_gamma, by_v


def as_weight_norm(X: Floats, w: Floats) -> tuple[Floats, float]:
    """Batch norm of a linear unit as a norm of its weights: (covariance of the inputs, sqrt(w' Sigma w))."""
    centred = X - X.mean(axis=0)
    covariance: Floats = centred.T @ centred / len(X)
    return covariance, float(np.sqrt(w @ covariance @ w))


# ---- dropout


def kept(draws: Floats, probability: float) -> Floats:
    """The factors of inverted dropout from uniform draws: 1 / (1 - p) with probability 1 - p, else 0."""
    return scaled_mask(draws >= probability, probability)


def scaled_mask(mask: np.ndarray[Any, np.dtype[Any]], probability: float) -> Floats:
    """A mask of kept units as factors that leave the mean as it is; nothing is left of it at p = 1."""
    if probability >= 1.0:
        return np.zeros(np.shape(mask))
    found: Floats = np.asarray(mask, dtype=np.float64) / (1.0 - probability)
    return found
