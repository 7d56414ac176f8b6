"""Nets as flat vectors of weights: their shapes, how they start, and the constructions that fold space."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu.subdivide import Floats, Layers
from playground.engine.kit.dense.layout import Sizes, length, parts
from playground.engine.run.context import Ctx

NTK_BIAS = 0.1  # the factor before a bias in the NTK parametrization (Jacot et al. 2018)


def one_layer(sizes: Sizes) -> Sizes:
    """The net with one hidden layer that has as many weights and biases as this one, or just fewer."""
    return (sizes[0], max(1, (length(sizes) - 1) // (sizes[0] + 2)), 1)


def views(theta: Tensor, sizes: Sizes) -> list[tuple[Tensor, Tensor]]:
    """Weights (S, inputs, units) and biases (S, 1, units) of each layer, as views of the flat vectors (S, N)."""
    S = len(theta)
    return [
        (theta[:, a:b].view(S, n, m), theta[:, b:c].view(S, 1, m))
        for (a, b, c), n, m in zip(parts(sizes), sizes, sizes[1:], strict=False)
    ]


def layers_of(theta: Tensor, sizes: Sizes) -> Layers:
    """One net's flat vector (N,) as layers of numpy arrays; W has a row a unit."""
    flat = theta.numpy()
    return tuple(
        (np.ascontiguousarray(flat[a:b].reshape(n, m).T), flat[b:c])
        for (a, b, c), n, m in zip(parts(sizes), sizes, sizes[1:], strict=False)
    )


def flat_of(layers: Layers) -> tuple[Tensor, Sizes]:
    """Layers as a flat vector and its sizes."""
    sizes = (layers[0][0].shape[1], *(len(b) for _, b in layers))
    return torch.from_numpy(np.concatenate([part for W, b in layers for part in (W.T.ravel(), b)])), sizes


def started(sizes: Sizes, rule: str, spread: float, nets: int, ctx: Ctx) -> Tensor:
    """Random nets, shape (nets, N): weights by the rule, biases of the hidden units normal with this spread."""
    theta = torch.zeros((nets, length(sizes)), dtype=torch.float64)
    for k in range(nets):
        for depth, (W, b) in enumerate(views(theta[k : k + 1], sizes)):
            n, m = W.shape[1:]
            W[0] = _orthogonal(n, m, ctx) if rule == "orthogonal" else _deviation(rule, n, m) * ctx.randn(n, m)
            if depth < len(sizes) - 2:
                b[0, 0] = spread * ctx.randn(m)
    return theta


def _deviation(rule: str, n: int, m: int) -> float:
    return math.sqrt({"lecun": 1 / n, "glorot": 2 / (n + m)}.get(rule, 2 / n))


def _orthogonal(n: int, m: int, ctx: Ctx) -> Tensor:
    """A matrix with orthonormal rows or columns times the square root of 2, the gain for ReLU."""
    large, small = max(n, m), min(n, m)
    q, r = torch.linalg.qr(ctx.randn(large, small))
    q = q * torch.where(torch.diagonal(r) < 0, -1.0, 1.0)
    gain: Tensor = math.sqrt(2.0) * (q if n == large else q.T)
    return gain


def rates(sizes: Sizes, rule: str) -> Tensor | None:
    """By how much each weight's rate differs from the others': only the NTK parametrization scales gradients."""
    if rule != "ntk":
        return None
    factor = torch.ones(length(sizes), dtype=torch.float64)
    for (a, b, c), n in zip(parts(sizes), sizes, strict=False):
        factor[a:b] = 2 / n
        factor[b:c] = NTK_BIAS**2
    return factor


# ---- constructions


def built(kind: Literal["fold", "sawtooth"], inputs: int, widths: Sizes, low: Floats, high: Floats) -> Layers:
    """A net whose layers fold the window onto itself; `fold` ends in lines in general position.

    Every layer of n units folds each of its d coordinates floor(n / d) times: with h_1 = (p x)_+ and
    h_j = 2 (p x - j + 1)_+ the sum h_1 - h_2 + h_3 - ... goes up and down p times between 0 and 1 (Montufar et al.
    2014). `fold` reaches the lower bound of `bounds.montufar`; `sawtooth` folds one coordinate with all units
    (Telgarsky 2016).
    """
    d = inputs if kind == "fold" else 1
    first = np.eye(inputs)[:d] / (high - low)
    read, shift = first, -first @ low  # what the next layer sees: read h + shift
    layers: list[tuple[Floats, Floats]] = []
    for depth, n in enumerate(widths):
        if kind == "fold" and depth == len(widths) - 1:
            normals, offsets = _lines(n, d)
            layers.append((normals @ read, normals @ shift + offsets))
            break
        rows, biases, back = _folding(n, d)
        layers.append((rows @ read, rows @ shift + biases))
        read, shift = back, np.zeros(d)
    n = widths[-1]
    out = np.array([(-1) ** i * (i + 1) / n for i in range(n)])[None] if kind == "fold" else read[:1]
    return (*layers, (out, np.zeros(1)))


def _folding(n: int, d: int) -> tuple[Floats, Floats, Floats]:
    """Weights (n, d) and biases (n,) of a folding layer, and how the folded coordinates read its units, (d, n)."""
    p = n // d
    rows, biases, back = np.zeros((n, d)), np.full(n, -1.0), np.zeros((d, n))
    for axis in range(d):
        for j in range(p):
            unit, gain = axis * p + j, 1 if j == 0 else 2
            rows[unit, axis], biases[unit] = gain * p, -gain * j
            back[axis, unit] = (-1) ** j
    return rows, biases, back


def _lines(n: int, d: int) -> tuple[Floats, Floats]:
    """Normals (n, d) and offsets of hyperplanes in general position that all cross inside the unit interval or square.

    In the plane: tangents of one circle, of which no three meet in a point. Their sides differ so that the part where
    all units are off lies in the middle, and no two folded copies of it touch.
    """
    if d == 1:
        side = np.where(np.arange(n) == 0, -1.0, 1.0) if n > 1 else np.ones(1)
        return side[:, None], -side * (np.arange(n) + 1.0) / (n + 1)
    angle = math.pi * (np.arange(n) / n + np.arange(n) % 2) + 0.3
    normals = np.stack([np.cos(angle), np.sin(angle)], 1)
    radius = 0.42 * math.sin(math.pi / (2 * n)) if n > 1 else 0.1
    return normals, -normals @ np.array([0.5, 0.5]) - radius


def spoiled(theta: Tensor, sizes: Sizes) -> Tensor:
    """The nets with a dead unit, a duplicate and an opposite in the first layer, and one that later layers ignore."""
    theta = theta.clone()
    (W, b), (out, _) = views(theta, sizes)[:2]
    m = W.shape[2]
    if m > 1:
        W[:, :, 0], b[:, :, 0] = 0.0, -1.0
    if m > 2:
        W[:, :, 2], b[:, :, 2] = 2 * W[:, :, 1], 2 * b[:, :, 1]
    if m > 3:
        W[:, :, 3], b[:, :, 3] = -W[:, :, 1], -b[:, :, 1]
    if m > 4:
        out[:, 4, :] = 0.0
    return theta
