"""The signals of all columns: 32 rows through a random net and a random gradient back, layer by layer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playground.concepts.signals import METHODS, Params
from playground.concepts.signals.blocks import Block, Passed, through, to_product
from playground.concepts.signals.state import VARIANCES, State, skip_of
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.newest import Newest

BINS = 72
MOST = 1024  # values of a layer whose sizes are counted
_GONE, _BEYOND = 1e-30, 1e18  # sizes that count as 0, and as beyond all numbers


class Column(NamedTuple):
    """What is kept of a pass.

    Attributes:
        forward: log10 of the root mean square of h after each layer, (L + 1,); -inf: it is 0, NaN: beyond all numbers.
        backward: the same of the gradient.
        h: a sample of the values of each layer, (L + 1, MOST) at most.
        d: the same of the gradient.
        cosine: of two rows after each layer, (L + 1,).
    """

    forward: Floats
    backward: Floats
    h: Floats
    d: Floats
    cosine: Floats


_KEPT: Newest[dict[str, Column]] = Newest(4)
_LENGTHS: Newest[Floats] = Newest(1)


def variance_of(params: Params) -> float:
    """σ²: the variance of a weight times the number of inputs."""
    return VARIANCES[params.init] * params.gain**2


def columns(params: Params, state: State) -> dict[str, Column]:
    """The signals of every method; kept while nothing that they depend on changes."""
    key = (params.activation, params.init, params.gain, skip_of(params))
    return _KEPT.of((state.weights, state.x, state.upstream), key, lambda: _passed(params, state))


def _passed(params: Params, state: State) -> dict[str, Column]:
    """All methods side by side: one product a layer for the rows of all of them."""
    phi, skip, n = ACTIVATIONS[params.activation], skip_of(params), state.x.shape[1]
    weights = state.weights.numpy()
    # Weights of variance σ²: what comes out is scaled, which are fewer numbers than what it is multiplied with.
    scale = np.full((len(weights), len(METHODS), 1, n), np.sqrt(variance_of(params)), np.float32)
    scale[:, METHODS.index("weight"), 0] /= _LENGTHS.of(state.weights, 0, lambda: _lengths(weights))
    nothing: Any = np.zeros((1, n), np.float32)
    blocks = [Block(W, nothing, np.ones_like(nothing)) for W in weights]
    h, seen = _for_each(state.x.numpy()), list[list[Passed]]()
    values, sizes = [h], [_root_mean_squares(h)]
    with np.errstate(all="ignore"):
        for block, by in zip(blocks, scale, strict=True):
            give_way()
            z = _product(h, block.W) * by
            seen.append([through(name, h[k], z[k], block, phi, skip) for k, name in enumerate(METHODS)])
            h, size = _bounded(np.array([one.out for one in seen[-1]]))
            values.append(h)
            sizes.append(size)
        d = _for_each(state.upstream.numpy())
        slopes, strengths = [d], [_root_mean_squares(d)]
        for block, by, each in zip(reversed(blocks), reversed(scale), reversed(seen), strict=True):
            give_way()
            ways = [to_product(name, d[k], each[k], block, phi, skip)[0] for k, name in enumerate(METHODS)]
            back = _product(np.array(ways) * by, block.W.T)
            if skip:
                back[METHODS.index("residual")] += d[METHODS.index("residual")]
            d, size = _bounded(back)
            slopes.append(d)
            strengths.append(size)
        found = {}
        for k, name in enumerate(METHODS):
            own, slope = [h[k] for h in values], [d[k] for d in reversed(slopes)]
            cosines = np.array([_cosine(h[0], h[1]) for h in own])
            forward, back = np.log10(sizes)[:, k], np.log10(strengths[::-1])[:, k]
            found[name] = Column(forward, back, _sample(own), _sample(slope), cosines)
    return found


def _for_each(rows: Floats) -> Floats:
    return np.repeat(rows[None], len(METHODS), 0)


def _lengths(weights: Floats) -> Floats:
    """Of the weights of each unit, (L, units)."""
    return np.array([np.sqrt(np.square(W).sum(0)) for W in weights])


def _product(h: Floats, W: Floats) -> Floats:
    found: Floats = (h.reshape(-1, h.shape[-1]) @ W).reshape(h.shape)
    return found


def _root_mean_squares(h: Floats) -> Floats:
    """Of each method, (methods,); infinite or NaN where its values are no numbers."""
    largest = np.abs(h).max((1, 2))
    fractions = h / np.where(largest > 0.0, largest, 1.0)[:, None, None]
    squares = np.einsum("kij,kij->k", fractions, fractions) / fractions[0].size
    found: Floats = largest.astype(np.float64) * np.sqrt(squares)
    return found


def _bounded(h: Floats) -> tuple[Floats, Floats]:
    """Signals too small or too large for single precision are what they become there: 0, or no number; their size."""
    largest = np.abs(h).max((1, 2))
    h[largest < _GONE] = 0.0
    h[~(largest < _BEYOND)] = np.nan
    return h, _root_mean_squares(h)


def _cosine(a: Floats, b: Floats) -> float:
    a, b = a.astype(np.float64), b.astype(np.float64)
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size > 0.0 else float("nan")


def _sample(values: list[Floats]) -> Floats:
    stride = max(1, values[0].size // MOST)
    # An odd stride meets every unit and every row.
    return np.array([v.ravel()[:: stride + 1 - stride % 2 if stride > 1 else 1] for v in values])


def counted(values: Floats, low: float, high: float) -> Floats:
    """Of each layer the share of its values by size, (BINS, layers), the largest on top; each layer's most is 1.

    Args:
        values: (layers, samples).
        low: the decade from which they are counted.
        high: the decade up to which.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        place = np.floor((high - np.log10(np.abs(values))) * (BINS / (high - low)))
    fits = (place >= 0) & (place < BINS)
    layers = np.broadcast_to(np.arange(len(values))[:, None], values.shape)[fits]
    counts = np.bincount(place[fits].astype(np.int64) * len(values) + layers, minlength=BINS * len(values))
    found: Floats = counts.reshape(BINS, len(values)).astype(np.float64)
    found /= np.maximum(found.max(0), 1.0)
    return found
