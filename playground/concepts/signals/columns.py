"""The signals of one column: 32 rows through a random net and a random gradient back, layer by layer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from playground.concepts.signals import Params
from playground.concepts.signals.blocks import Block, backward, forward
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


_KEPT: Newest[Column] = Newest(12)
_SCALED: Newest[Floats] = Newest(1)


def variance_of(params: Params) -> float:
    """σ²: the variance of a weight times the number of inputs."""
    return VARIANCES[params.init] * params.gain**2


def column(params: Params, state: State, method: str) -> Column:
    """The signals of a method; kept while nothing that it depends on changes."""
    key = (method, params.activation, params.init, params.gain, skip_of(params) if method == "residual" else 0.0)
    return _KEPT.of((state.weights, state.x), key, lambda: _passed(params, state, method))


def _passed(params: Params, state: State, method: str) -> Column:
    phi, skip = ACTIVATIONS[params.activation], skip_of(params)
    sigma = np.float32(np.sqrt(variance_of(params)))
    n = state.x.shape[1]
    zero: Any = np.zeros((1, n), np.float32)
    one: Any = np.full((1, n), sigma if method == "weight" else 1.0, np.float32)
    scaled = _SCALED.of(state.weights, float(sigma), lambda: state.weights.numpy() * sigma)
    blocks = [Block(W, zero, one) for W in scaled]
    h, seen, values = state.x.numpy(), [], [state.x.numpy()]
    with np.errstate(all="ignore"):
        for block in blocks:
            give_way()
            seen.append(forward(method, h, block, phi, skip))
            h = _bounded(seen[-1].out)
            values.append(h)
        d = state.upstream.numpy()
        slopes = [d]
        for block, passed in zip(reversed(blocks), reversed(seen), strict=True):
            give_way()
            d = _bounded(backward(method, d, passed, block, phi, skip, weights=False).h)
            slopes.append(d)
        slopes.reverse()
        cosines = np.array([_cosine(h[0], h[1]) for h in values])
    return Column(_sizes(values), _sizes(slopes), _sample(values), _sample(slopes), cosines)


def _bounded(h: Floats) -> Floats:
    """Signals too small or too large for single precision are what they become there: 0, or no number."""
    size = float(np.abs(h).max())
    if size < _GONE:
        return np.zeros_like(h)
    return h if size < _BEYOND else np.full_like(h, np.nan)


def _cosine(a: Floats, b: Floats) -> float:
    a, b = a.astype(np.float64), b.astype(np.float64)
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size > 0.0 else float("nan")


def _sizes(values: list[Floats]) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = 0.5 * np.log10([float(np.square(v, dtype=np.float64).mean()) for v in values])
    return found


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
