"""How the weights of a dense net lie in one flat vector, and the layers as views of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.kit.arrays import Floats

SampleOrder = np.ndarray[Any, np.dtype[np.integer[Any]]]
Sizes = tuple[int, ...]


class DenseLayer(NamedTuple):
    """One layer as views of the flat weights, or of their gradient, with or without a leading axis of nets.

    Attributes:
        all: weights with the biases as the last row, (inputs + 1, units) or (S, inputs + 1, units).
        W: weights, (inputs, units) or (S, inputs, units).
        b: biases, (1, units) or (S, 1, units).
        gain: scales of a normalised layer, shaped as `b`; None for the output and where nothing is normalised.
    """

    all: Floats
    W: Floats
    b: Floats
    gain: Floats | None


def whole(widths: Sequence[float]) -> Sizes:
    """The widths of the hidden layers as whole numbers.

    Raises:
        BadInput: one of them is not.
    """
    for width in widths:
        if width != int(width):
            raise BadInput(f"widths has the entry {width:g}, allowed are whole numbers from 1 to 64", "widths")
    return tuple(int(width) for width in widths)


@lru_cache(maxsize=64)
def parts(sizes: Sizes) -> tuple[tuple[int, int, int], ...]:
    """Of each layer: where its weights begin in the flat vector, where its biases begin, and where it ends."""
    found, at = [], 0
    for n, m in itertools.pairwise(sizes):
        found.append((at, at + n * m, at + n * m + m))
        at += n * m + m
    return tuple(found)


def gains(sizes: Sizes) -> tuple[int, int]:
    """Where the gains of all hidden layers stand, one after another, behind the weights and biases."""
    start = parts(sizes)[-1][2]
    return start, start + sum(sizes[1:-1])


def length(sizes: Sizes, normalised: bool = False) -> int:
    """The number of weights and biases, and of gains where the hidden layers are normalised."""
    return gains(sizes)[1 if normalised else 0]


def views(theta: Floats, sizes: Sizes, normalised: bool = False) -> list[DenseLayer]:
    """The layers of one net (N,) or of several (S, N) as views: what is written into them stands in `theta`."""
    lead = theta.shape[:-1]
    found, at = [], gains(sizes)[0]
    for depth, (a, _, c) in enumerate(parts(sizes)):
        n, m = sizes[depth], sizes[depth + 1]
        gain = None
        if normalised and depth < len(sizes) - 2:
            gain = theta[..., at : at + m].reshape(*lead, 1, m)
            at += m
        every = theta[..., a:c].reshape(*lead, n + 1, m)
        found.append(DenseLayer(every, every[..., :-1, :], every[..., -1:, :], gain))
    return found


@lru_cache(maxsize=64)
def is_weight(sizes: Sizes, normalised: bool = False) -> Floats:
    """1 at the weights, 0 at biases and gains, (N,): what decays."""
    mask = np.zeros(length(sizes, normalised))
    for a, b, _ in parts(sizes):
        mask[a:b] = 1.0
    mask.flags.writeable = False
    return mask


def permuted(
    theta: Floats, sizes: Sizes, orders: Sequence[np.ndarray[Any, np.dtype[Any]]], normalised: bool = False
) -> Floats:
    """The nets with the units of each hidden layer in another order; what they compute is the same.

    Args:
        theta: flat weights or moments, (..., N).
        sizes: inputs, units of each layer.
        orders: for each hidden layer which old unit each new one is, (units,) of whole numbers.
        normalised: whether gains stand behind the weights.
    """
    place = np.arange(theta.shape[-1])
    at = gains(sizes)[0]
    for depth, order in enumerate(orders):
        n, m, k = sizes[depth : depth + 3]
        a, b, c = parts(sizes)[depth]
        place[a:b] = place[a:b].reshape(n, m)[:, order].ravel()
        place[b:c] = place[b:c][order]
        a, b, _ = parts(sizes)[depth + 1]
        place[a:b] = place[a:b].reshape(m, k)[order].ravel()
        if normalised:
            place[at : at + m] = place[at : at + m][order]
            at += m
    return np.ascontiguousarray(theta[..., place])
