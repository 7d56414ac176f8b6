"""Training of small nets by hand-written gradients, batched over nets with different starts.

All in numpy: at this size a call costs more than its arithmetic, and numpy's calls are the cheaper ones.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu.net import Sizes, parts
from playground.concepts.relu.subdivide import Floats

BETA_1, BETA_2, EPSILON, MOMENTUM = 0.9, 0.999, 1e-8, 0.9
_LARGEST = 700.0  # exp of more is infinite


class Moving(NamedTuple):
    """Flat weights of S nets and what their optimiser remembers.

    Attributes:
        theta: weights, shape (S, N).
        m, v: first and second moments, shape (S, N).
        t: updates so far.
    """

    theta: Tensor
    m: Tensor
    v: Tensor
    t: int


def at_rest(theta: Tensor) -> Moving:
    """Nets before their first update."""
    return Moving(theta, torch.zeros_like(theta), torch.zeros_like(theta), 0)


def outputs(theta: Tensor, sizes: Sizes, X: Tensor) -> Tensor:
    """The outputs of all nets at points (n, d): shape (S, n)."""
    out = _forward(_layers(theta.numpy(), sizes), X.numpy())[-1]
    return torch.from_numpy(np.ascontiguousarray(out[:, :, 0]))


def losses(out: Tensor, y: Tensor, classes: bool) -> Tensor:
    """Mean log(1 + exp(-y f)) for classes, else mean (f - y)^2; shape (S,)."""
    if classes:
        return torch.nn.functional.softplus(-y * out).mean(1)
    return (out - y).square().mean(1)


def gradient(theta: Floats, sizes: Sizes, X: Floats, y: Floats, classes: bool) -> Floats:
    """The gradient of each net's mean loss, shape (S, N); the slope of ReLU at 0 is 0."""
    layers = _layers(theta, sizes)
    h = _forward(layers, X)
    out, S = h[-1][:, :, 0], len(theta)
    back = (_logistic(out, y) if classes else 2.0 * (out - y))[:, :, None] / len(y)
    grads: list[Floats] = []
    for depth in range(len(layers) - 1, -1, -1):
        below = h[depth]
        grads.append(np.add.reduce(back, 1))
        grads.append((below.swapaxes(-1, -2) @ back).reshape(S, -1))
        if depth:
            back = back @ layers[depth][0].swapaxes(1, 2)
            back *= below > 0.0
    return np.concatenate(grads[::-1], axis=1)


def _logistic(out: Floats, y: Floats) -> Floats:
    """The derivative of log(1 + exp(-y f)) by f."""
    slope: Floats = -y / (1.0 + np.exp(np.minimum(y * out, _LARGEST)))
    return slope


def updated(
    nets: Moving,
    sizes: Sizes,
    batches: list[tuple[Tensor, Tensor]],
    classes: bool,
    rate: float,
    optimiser: str,
    scale: Tensor | None,
) -> Moving:
    """The nets after an update on each batch of points and targets; `scale` multiplies each weight's gradient."""
    theta, m, v = (part.numpy() for part in nets[:3])
    factor = None if scale is None else scale.numpy()
    t = nets.t
    for X, y in batches:
        t += 1
        g = gradient(theta, sizes, X.numpy(), y.numpy(), classes)
        if optimiser == "adam":
            m = BETA_1 * m + (1 - BETA_1) * g
            v = BETA_2 * v + (1 - BETA_2) * np.square(g)
            spread = math.sqrt(1 - BETA_2**t)
            g = m / (np.sqrt(v) + EPSILON * spread)
            g *= rate * spread / (1 - BETA_1**t)
            theta = theta - (g if factor is None else g * np.sqrt(factor))
            continue
        if factor is not None:
            g = g * factor
        if optimiser == "momentum":
            g = m = g + MOMENTUM * m
        theta = theta - rate * g
    return Moving(torch.from_numpy(theta), torch.from_numpy(m), torch.from_numpy(v), t)


def _layers(theta: Floats, sizes: Sizes) -> list[tuple[Floats, Floats]]:
    """Weights (S, inputs, units) and biases (S, 1, units) of each layer, as views."""
    S = len(theta)
    return [
        (theta[:, a:b].reshape(S, n, m), theta[:, None, b:c])
        for (a, b, c), (n, m) in zip(parts(sizes), pairwise(sizes), strict=True)
    ]


def _forward(layers: list[tuple[Floats, Floats]], X: Floats) -> list[Floats]:
    """The points (n, d) and what leaves each layer, each (S, n, units)."""
    h: list[Floats] = [X]
    for depth, (W, b) in enumerate(layers):
        z = h[-1] @ W
        z += b
        if depth < len(layers) - 1:
            np.maximum(z, 0.0, out=z)
        h.append(z)
    return h
