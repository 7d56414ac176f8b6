"""Mean-field theory of signals in wide random nets: one number a layer stands for all units.

h has second moment q and mean m over the units; z = W h is normal with variance v = σ² q. Sources: B. Poole et al.
(2016); S. Schoenholz et al., "Deep information propagation" (2017); G. Yang et al., "A mean field theory of batch
normalization" (2019).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS

_X = np.linspace(-9.0, 9.0, 721)
_P = np.exp(-0.5 * _X * _X)
_P /= _P.sum()


class Moments(NamedTuple):
    """Of φ(z) for normal z: the means of φ, of φ² and of φ'²."""

    mean: float
    square: float
    slope: float


class MeanField(NamedTuple):
    """What the theory says of each layer, decimal logarithms, (L + 1,) each.

    Attributes:
        forward: of the root mean square of h.
        backward: of that of the gradient, over that at the end.
    """

    forward: Floats
    backward: Floats


def moments(activation: str, v: float) -> Moments:
    """Of the activation under a normal z of variance v; beyond all numbers they are infinite."""
    if activation == "relu" or (activation == "gelu" and v > 1e30):
        return Moments(math.sqrt(v / (2.0 * math.pi)), v / 2.0, 0.5)
    if activation == "linear":
        return Moments(0.0, v, 1.0)
    phi, z = ACTIVATIONS[activation], math.sqrt(v) * _X
    with np.errstate(over="ignore"):
        a = phi.value(z, np.empty_like(z))
        slope = phi.slope(z, a)
    return Moments(float(_P @ a), float(_P @ (a * a)), float(_P @ (slope * slope)))


@lru_cache(maxsize=256)
def mean_field(method: str, activation: str, variance: float, depth: int, skip: float) -> MeanField:
    """The recursion from standard normal inputs.

    Args:
        method: plain, residual, batch, layer or weight.
        activation: φ.
        variance: σ², the variance of a weight times the number of inputs.
        depth: L.
        skip: α of residual branches.
    """
    q, m, squares, factors = 1.0, 0.0, [1.0], []
    for _ in range(depth):
        if method == "residual":
            got = moments(activation, variance * q)
            factors.append(1.0 + skip * skip * variance * got.slope)
            q, m = q + 2.0 * skip * m * got.mean + skip * skip * got.square, m + skip * got.mean
        elif method in ("batch", "layer"):
            got = moments(activation, 1.0)
            factors.append(got.slope / (q - m * m if method == "batch" else q))
            q, m = got.square, got.mean
        else:
            got = moments(activation, variance * q)
            factors.append(variance * got.slope)
            q = got.square
        squares.append(q)
    with np.errstate(divide="ignore"):
        forward = 0.5 * np.log10(squares)
        back = 0.5 * np.log10(np.array([*factors, 1.0]))[::-1].cumsum()[::-1]
    if method == "residual" and abs(m) > 1e-9:
        # A mean over the units grows by itself, and how large it is at the end depends on the width.
        back = np.full_like(back, np.nan)
    forward.flags.writeable = back.flags.writeable = False
    return MeanField(forward, back)


@lru_cache(maxsize=32)
def trainable(activation: str, depths: tuple[int, ...], gains: tuple[float, ...], scale: float) -> Floats:
    """The logarithm of the gradient that reaches the first layer of a plain net, (depths, gains).

    Args:
        activation: φ.
        depths: rising.
        gains: by which the deviation of the weights is multiplied.
        scale: σ² at gain 1.
    """
    found = np.empty((len(depths), len(gains)))
    for k, gain in enumerate(gains):
        back = mean_field("plain", activation, scale * gain * gain, depths[-1], 1.0).backward
        # What is left after l layers on the way from layer l to 0.
        found[:, k] = [back[0] - back[depth] for depth in depths]
    found.flags.writeable = False
    return found
