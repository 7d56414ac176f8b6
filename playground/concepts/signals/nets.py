"""The nets that learn: five methods from the same random numbers, each for several learning rates side by side."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from playground.concepts.signals import METHODS, Params
from playground.concepts.signals.blocks import Block, Passed, backward, forward
from playground.concepts.signals.state import VARIANCES, skip_of
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS, log_sum_exp
from playground.engine.kit.dense.layout import SampleOrder
from playground.engine.kit.flat_weights import FlatPart, laid_out, length_of
from playground.engine.kit.giving_way import give_way

RATES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""The learning rates of the map."""
MOST_LEARNT = 64  # units of a layer of nets that learn
MOST_DEEP = 50
MOST_RATED = 8  # hidden layers of the nets of the map


class SignalNet(NamedTuple):
    """The form of a net that learns.

    Attributes:
        sizes: inputs, hidden layers, classes.
        activation: φ.
        skip: α of residual branches.
    """

    sizes: tuple[int, ...]
    activation: str
    skip: float


class Found(NamedTuple):
    """What a batch told a method's nets.

    Attributes:
        loss: mean cross-entropy of each net, (rates,).
        gradient: by the flat weights, (rates, N).
        lengths: of the gradient by the output of each hidden layer and by the input, (rates, L + 1).
    """

    loss: Floats
    gradient: Floats
    lengths: Floats


def net_of(params: Params, features: int, classes: int) -> SignalNet:
    """The form that the parameters ask for."""
    deep = min(params.depth, MOST_RATED if params.mode == "rates" else MOST_DEEP)
    hidden = (min(params.width, MOST_LEARNT),) * deep
    return SignalNet((features, *hidden, classes), params.activation, skip_of(params))


@lru_cache(maxsize=16)
def layout(sizes: tuple[int, ...]) -> dict[str, FlatPart]:
    """Where the numbers of each layer lie."""
    found: dict[str, tuple[int, ...]] = {}
    for k, (n, m) in enumerate(pairwise(sizes)):
        found |= {f"W{k}": (n, m), f"b{k}": (1, m), f"g{k}": (1, m)}
    return laid_out(found)


def blocks(theta: Floats, sizes: tuple[int, ...]) -> list[Block]:
    """The layers as views of the flat weights (rates, N)."""
    places = layout(sizes)

    def part(name: str) -> Floats:
        one = places[name]
        return theta[..., one.start : one.stop].reshape(*theta.shape[:-1], *one.size)

    return [Block(part(f"W{k}"), part(f"b{k}"), part(f"g{k}")) for k in range(len(sizes) - 1)]


def begin(params: Params, net: SignalNet, normal: Floats) -> Any:
    """The flat weights of one net of each method, (methods, N): the same matrices, whatever is done to them."""
    theta: Any = np.zeros((len(METHODS), length_of(layout(net.sizes))), np.float32)
    theta[:] = normal
    for method, row in zip(METHODS, theta, strict=True):
        for k, block in enumerate(blocks(row, net.sizes)):
            block.W[...] = started(params, block.W)
            block.b[...] = 0.0
            block.g[...] = 1.0
            if method == "weight" and k < len(net.sizes) - 2:
                block.g[...] = np.sqrt(np.square(block.W).sum(0, keepdims=True)).mean()
    return theta


def started(params: Params, normal: Floats) -> Any:
    """A matrix (n, m) of standard normal numbers as the initialisation has it."""
    n, m = normal.shape
    if params.init == "orthogonal":
        q, r = np.linalg.qr(normal if n >= m else normal.T)
        q *= np.sign(np.diag(r))
        return np.asarray(params.gain * (q if n >= m else q.T), dtype=np.float32)
    variance = 2.0 / (n + m) if params.init == "glorot" else VARIANCES[params.init] / n
    return np.asarray(params.gain * math.sqrt(variance) * normal, dtype=np.float32)


def learnt(method: str, theta: Floats, net: SignalNet, X: Floats, y: SampleOrder) -> Found:
    """Loss and gradient of the nets of one method on a batch.

    Args:
        method: which.
        theta: flat weights, (rates, N).
        net: their form.
        X: (batch, features).
        y: classes, (batch,).
    """
    phi, parts = ACTIVATIONS[net.activation], blocks(theta, net.sizes)
    gradient = np.zeros_like(theta)
    into = blocks(gradient, net.sizes)
    h, seen = np.broadcast_to(X, (len(theta), *X.shape)), list[Passed]()
    for k, block in enumerate(parts[:-1]):
        seen.append(forward(method, h, block, phi, net.skip if k else 0.0))
        h = seen[-1].out
        give_way()
    out = h @ parts[-1].W
    out += parts[-1].b
    rows = np.arange(len(y))
    log = log_sum_exp(out)
    loss = (log - out[:, rows, y]).mean(-1, dtype=np.float64)
    slope = np.exp(out - log[..., None])
    slope[:, rows, y] -= 1.0
    slope /= len(y)
    into[-1].W[...] = h.swapaxes(-1, -2) @ slope
    into[-1].b[...] = slope.sum(-2, keepdims=True)
    slope = slope @ parts[-1].W.swapaxes(-1, -2)
    lengths = [_length(slope)]
    for k in reversed(range(len(seen))):
        found = backward(method, slope, seen[k], parts[k], phi, net.skip if k else 0.0)
        into[k].W[...], into[k].b[...], into[k].g[...] = found.W, found.b, found.g
        slope = found.h
        lengths.append(_length(slope))
        give_way()
    return Found(loss, gradient, np.stack(lengths[::-1], -1))


def _length(slope: Floats) -> Floats:
    found: Floats = np.sqrt(np.square(slope, dtype=np.float64).sum((-1, -2)))
    return found


def losses(method: str, theta: Floats, net: SignalNet, X: Floats, y: SampleOrder) -> Floats:
    """The losses of the nets of one method, (rates,), with the statistics of this batch."""
    h = np.broadcast_to(X, (len(theta), *X.shape))
    parts, phi = blocks(theta, net.sizes), ACTIVATIONS[net.activation]
    for k, block in enumerate(parts[:-1]):
        h = forward(method, h, block, phi, net.skip if k else 0.0).out
    out = h @ parts[-1].W + parts[-1].b
    found: Floats = (log_sum_exp(out) - out[:, np.arange(len(y)), y]).mean(-1, dtype=np.float64)
    return found
