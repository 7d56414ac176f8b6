"""Lipschitz constants of a ReLU net of one output: bounds from its weights, and the steepest gradient it has.

A norm here is that of the inputs: "l2", "linf" or "l1". The constant is the largest dual norm of a gradient. A bound
takes the layers one by one (product of operator norms) or the sizes of all weights at once (absolute product).

Sources: Szegedy et al. (2014); Latorre et al. (2020); Jordan and Dimakis (2020).
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from playground.concepts.attacks.attacking import NormName, dual_size
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import DenseLayer
from playground.engine.kit.dense.passes import ForwardValues, Rules, by_inputs, forward, with_ones

_RULES = Rules("relu")
_TINY = 1e-9  # share of a polygon's width below which a corner counts as on a line


def operator_norm(W: Floats, norm: NormName) -> float:
    """Of the map x W of a layer, (inputs, units), where both sides are measured in the norm."""
    match norm:
        case "l2":
            return float(np.linalg.norm(W, 2))
        case "linf":
            return float(np.abs(W).sum(0).max())
        case "l1":
            return float(np.abs(W).sum(1).max())


def product(weights: list[Floats], norm: NormName) -> float:
    """The product of the operator norms of the layers."""
    return math.prod(operator_norm(W, norm) for W in weights)


def absolute(weights: list[Floats], norm: NormName) -> float:
    """The dual norm of |W_1| |W_2| ... |W_L|."""
    found = np.abs(weights[0])
    for W in weights[1:]:
        found = found @ np.abs(W)
    return float(dual_size(found[:, 0], norm))


def gradients(layers: list[DenseLayer], seen: ForwardValues) -> Floats:
    """The gradients of the one output where a pass went, (..., n, d); a unit at 0 counts as closed."""
    return by_inputs(layers, _RULES, seen, np.ones_like(seen.out))


def every_pattern(weights: list[Floats], norm: NormName) -> float:
    """The largest dual norm with each unit open or closed as one likes, for a net of one hidden layer."""
    W, w = weights[0], weights[1][:, 0]
    patterns = np.array(list(itertools.product((0.0, 1.0), repeat=len(w))))
    return float(dual_size((patterns * w) @ W.T, norm).max())


def pieces(layers: list[DenseLayer], box: tuple[float, float, float, float]) -> list[Floats]:
    """The polygons of a box of the plane on which the net is linear, by cutting at one unit after another."""
    x0, x1, y0, y1 = box
    found = [np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])]
    for depth in range(len(layers) - 1):
        cut = list[Floats]()
        for polygon in found:
            middle = polygon.mean(0)
            parts = [polygon]
            A, c = np.eye(2), np.zeros(2)
            for layer in layers[:depth]:
                on = (middle @ A + c) @ layer.W + layer.b[0] > 0.0
                A, c = (A @ layer.W) * on, (c @ layer.W + layer.b[0]) * on
            A, c = A @ layers[depth].W, c @ layers[depth].W + layers[depth].b[0]
            for k in range(A.shape[1]):
                parts = [part for whole in parts for part in _halves(whole, A[:, k], float(c[k]))]
            cut += parts
        found = cut
    return found


def _halves(polygon: Floats, a: Floats, c: float) -> list[Floats]:
    """The parts of a polygon on both sides of the line a.x + c = 0."""
    side = polygon @ a + c
    near = _TINY * max(float(np.abs(side).max()), 1e-300)
    if side.min() >= -near or side.max() <= near:
        return [polygon]
    parts: tuple[list[Floats], list[Floats]] = ([], [])
    for i, (p, s) in enumerate(zip(polygon, side, strict=True)):
        q, t = polygon[(i + 1) % len(polygon)], side[(i + 1) % len(polygon)]
        if s >= 0.0:
            parts[0].append(p)
        if s <= 0.0:
            parts[1].append(p)
        if s * t < 0.0:
            for part in parts:
                part.append(p + (s / (s - t)) * (q - p))
    return [np.array(part) for part in parts if len(part) > 2]


def exact(layers: list[DenseLayer], box: tuple[float, float, float, float], norm: NormName) -> tuple[float, int]:
    """The largest dual norm of a gradient in a box of the plane, and how many pieces there are."""
    found = pieces(layers, box)
    middles = np.array([polygon.mean(0) for polygon in found])
    return float(dual_size(gradients(layers, forward(layers, _RULES, with_ones(middles))), norm).max()), len(found)
