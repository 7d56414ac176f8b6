"""Training of small ReLU nets by the kit's hand-written gradients, batched over nets with different starts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu.subdivide import Floats
from playground.engine.kit.dense import small_nets
from playground.engine.kit.dense.layout import Sizes, views
from playground.engine.kit.dense.losses import LOSSES, Loss
from playground.engine.kit.dense.passes import Rules, mean_gradient, with_ones
from playground.engine.kit.dense.small_nets import MeanGradient
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Memory, Settings, adam
from playground.engine.kit.tree import as_tensor

MOMENTUM = 0.9
_RULES = Rules("relu")


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
    out = small_nets.outputs(views(theta.numpy(), sizes), _RULES.function, with_ones(X.numpy()).T)
    return torch.from_numpy(np.ascontiguousarray(out[:, 0]))


def losses(out: Tensor, y: Tensor, classes: bool) -> Tensor:
    """Mean log(1 + exp(-y f)) for classes, else mean (f - y)^2; shape (S,)."""
    if classes:
        return torch.nn.functional.softplus(-y * out).mean(1)
    return (out - y).square().mean(1)


def gradient(theta: Floats, sizes: Sizes, X: Floats, y: Floats, classes: bool) -> Floats:
    """The gradient of each net's mean loss, shape (S, N); the slope of ReLU at 0 is 0."""
    found = np.empty_like(theta)
    mean_gradient(views(theta, sizes), _RULES, with_ones(X), y, _loss(classes), views(found, sizes))
    return found


def _loss(classes: bool) -> Loss:
    return LOSSES["logistic" if classes else "squared"]


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
    theta = theta.copy()
    found = np.empty_like(theta)
    # A single net has no axis of nets: its products are plain ones of two matrices.
    layers, slopes = (views(part[0] if len(part) == 1 else part, sizes) for part in (theta, found))
    gradients: dict[int, MeanGradient] = {}
    loss, factor, t = _loss(classes), None if scale is None else scale.numpy(), nets.t
    for X, y in batches:
        give_way()
        t, n = t + 1, len(y)
        if n not in gradients:
            gradients[n] = MeanGradient(layers, slopes, _RULES.function, loss, n)
        gradients[n].write(with_ones(X.numpy()).T, y.numpy())
        g = found
        if optimiser == "adam":
            use = Settings(rate=rate if factor is None else rate * np.sqrt(factor))
            theta[...], (m, v, _) = adam(theta, g, Memory(m, v, t - 1), use)
            continue
        if factor is not None:
            g = g * factor
        if optimiser == "momentum":
            g = m = g + MOMENTUM * m
        theta -= rate * g
    return Moving(torch.from_numpy(theta), as_tensor(m, nets.m), as_tensor(v, nets.v), t)
