"""Training of small nets by hand-written gradients, batched over nets with different starts."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.relu.net import Sizes, parts

BETA_1, BETA_2, EPSILON, MOMENTUM = 0.9, 0.999, 1e-8, 0.9


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
    return _forward(_wide(theta, sizes), X)[-1][:, :, 0]


def losses(out: Tensor, y: Tensor, classes: bool) -> Tensor:
    """Mean log(1 + exp(-y f)) for classes, else mean (f - y)^2; shape (S,)."""
    if classes:
        return torch.nn.functional.softplus(-y * out).mean(1)
    return (out - y).square().mean(1)


def gradient(theta: Tensor, sizes: Sizes, X: Tensor, y: Tensor, classes: bool) -> Tensor:
    """The gradient of each net's mean loss, shape (S, N); the slope of ReLU at 0 is 0."""
    layers = _wide(theta, sizes)
    h = _forward(layers, X)
    out, n = h[-1][:, :, 0], len(y)
    back = (-y * torch.sigmoid(-y * out) / n if classes else (out - y) * (2 / n))[:, :, None]
    S = len(theta)
    grads: list[Tensor] = []
    for depth in range(len(layers) - 1, -1, -1):
        below = h[depth]
        grads.append(back.sum(1))
        grads.append(torch.matmul(below.mT, back).reshape(S, -1))
        if depth:
            back = torch.matmul(back, layers[depth][0].mT)
            back.mul_(below > 0)
    return torch.cat(grads[::-1], 1)


def updated(
    nets: Moving, sizes: Sizes, X: Tensor, y: Tensor, classes: bool, rate: float, optimiser: str, scale: Tensor | None
) -> Moving:
    """The nets after one update; `scale` multiplies the gradient weight by weight."""
    theta, m, v, t = nets
    t += 1
    g = gradient(theta, sizes, X, y, classes)
    if optimiser == "adam":
        m = torch.lerp(m, g, 1 - BETA_1)
        v = torch.addcmul(BETA_2 * v, g, g, value=1 - BETA_2)
        step = rate * math.sqrt(1 - BETA_2**t) / (1 - BETA_1**t)
        g = m / v.sqrt().add_(EPSILON * math.sqrt(1 - BETA_2**t))
        theta = torch.add(theta, g if scale is None else g * scale.sqrt(), alpha=-step)
        return Moving(theta, m, v, t)
    if scale is not None:
        g = g * scale
    if optimiser == "momentum":
        g = m = torch.add(g, m, alpha=MOMENTUM)
    return Moving(torch.add(theta, g, alpha=-rate), m, v, t)


def _wide(theta: Tensor, sizes: Sizes) -> list[tuple[Tensor, Tensor]]:
    S = len(theta)
    return [
        (theta[:, a:b].view(S, n, m), theta[:, None, b:c])
        for (a, b, c), n, m in zip(parts(sizes), sizes, sizes[1:], strict=False)
    ]


def _forward(layers: list[tuple[Tensor, Tensor]], X: Tensor) -> list[Tensor]:
    """The input and what leaves each layer, each (S, n, units)."""
    h = [X.expand(len(layers[0][0]), *X.shape)]
    for W, b in layers[:-1]:
        h.append(torch.baddbmm(b, h[-1], W).relu_())
    W, b = layers[-1]
    h.append(torch.baddbmm(b, h[-1], W))
    return h
