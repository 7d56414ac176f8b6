"""Nets with two hidden layers, many at once: forwards, back to weights and inputs, and back through a penalty by hand.

The weights of N nets are one tensor (N, P); points are (N, n, d), so that every product is one batched one.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.flat_weights import FlatLayout, laid_out, length_of
from playground.engine.kit.giving_way import give_way

Units = Literal["leaky", "tanh"]
LEAK = 0.2
"""The slope of a leaky unit below 0."""


class NetShape(NamedTuple):
    """What all nets of a batch have in common.

    Attributes:
        d: numbers that enter.
        hidden: units of each of the two hidden layers.
        out: numbers that come out.
        units: leaky lines, or tanh.
    """

    d: int
    hidden: int
    out: int
    units: Units


class Passed(NamedTuple):
    """What a pass leaves: points, sums and values of both hidden layers, and outputs, (N, n, ...) each."""

    X: Tensor
    a1: Tensor
    h1: Tensor
    a2: Tensor
    h2: Tensor
    out: Tensor


@lru_cache(maxsize=64)
def layout_of(shape: NetShape) -> FlatLayout:
    """Where the matrices of one net lie."""
    d, h, out, _ = shape
    return laid_out({"W1": (d, h), "b1": (1, h), "W2": (h, h), "b2": (1, h), "W3": (h, out), "b3": (1, out)})


def begin(shape: NetShape, nets: int, rng: torch.Generator, spread: float = 1.0) -> Tensor:
    """Weights by He's start, offsets of the first layer at random, other offsets 0, (N, P).

    Args:
        shape: of each net.
        nets: how many.
        rng: the generator.
        spread: times the weights of the last layer.
    """
    theta = torch.zeros(nets, length_of(layout_of(shape)))
    parts = parts_of(shape, theta)
    for name, scale in (("W1", 1.0), ("W2", 1.0), ("W3", spread)):
        part = parts[name]
        gain = 2.0 if shape.units == "leaky" and name != "W3" else 1.0
        part.copy_(torch.randn(part.shape, generator=rng) * (scale * math.sqrt(gain / part.shape[1])))
    parts["b1"].copy_(0.5 * torch.randn(parts["b1"].shape, generator=rng))
    return theta


def parts_of(shape: NetShape, theta: Tensor) -> dict[str, Tensor]:
    """The matrices of all nets as views, (N, rows, columns) each."""
    return {
        name: theta[:, part.start : part.stop].view(len(theta), *part.size) for name, part in layout_of(shape).items()
    }


def forward(shape: NetShape, theta: Tensor, X: Tensor) -> Passed:
    """The pass of points (N, n, d) through N nets."""
    parts = parts_of(shape, theta)
    a1 = torch.baddbmm(parts["b1"], X, parts["W1"])
    h1 = _value(shape.units, a1)
    give_way()
    a2 = torch.baddbmm(parts["b2"], h1, parts["W2"])
    h2 = _value(shape.units, a2)
    give_way()
    return Passed(X, a1, h1, a2, h2, torch.baddbmm(parts["b3"], h2, parts["W3"]))


def outputs(shape: NetShape, theta: Tensor, X: Tensor) -> Tensor:
    """What the nets say of points: (N, n, d) of each, or (n, d) the same for all; (N, n, out)."""
    return forward(shape, theta, X if X.ndim == 3 else X.expand(len(theta), *X.shape)).out


def backward(shape: NetShape, theta: Tensor, seen: Passed, slope: Tensor) -> Tensor:
    """The gradient by the weights, (N, P), from the slope of a loss by the outputs, (N, n, out)."""
    parts, gradient = parts_of(shape, theta), torch.empty_like(theta)
    into = parts_of(shape, gradient)
    _last(into, seen.h2, slope)
    G = (slope @ parts["W3"].mT).mul_(_slope(shape.units, seen.a2, seen.h2))
    give_way()
    _one(into, 2, seen.h1, G)
    G = (G @ parts["W2"].mT).mul_(_slope(shape.units, seen.a1, seen.h1))
    give_way()
    _one(into, 1, seen.X, G)
    return gradient


def by_inputs(shape: NetShape, theta: Tensor, seen: Passed, slope: Tensor) -> Tensor:
    """The slope by the points, (N, n, d)."""
    parts = parts_of(shape, theta)
    G = (slope @ parts["W3"].mT).mul_(_slope(shape.units, seen.a2, seen.h2))
    G = (G @ parts["W2"].mT).mul_(_slope(shape.units, seen.a1, seen.h1))
    give_way()
    return G @ parts["W1"].mT


def penalised(norms: Tensor, strength: float, *, one_sided: bool = False) -> Tensor:
    """Gradient penalty: strength times the mean of (|slope| - 1)^2 over the last axis; one-sided: above 1 alone."""
    return strength * _excess(norms, one_sided).square().mean(-1)


def _excess(norms: Tensor, one_sided: bool) -> Tensor:
    return (norms - 1.0).clamp_min(0.0) if one_sided else norms - 1.0


def penalty(
    shape: NetShape, theta: Tensor, X: Tensor, strength: float, *, one_sided: bool = False
) -> tuple[Tensor, Tensor]:
    """The penalty of nets with one output at points (N, n, d), (N,), and its gradient by the weights, (N, P).

    The slopes by the points are p = ((w3 φ'(a2)) W2ᵀ φ'(a1)) W1ᵀ; the gradient goes back through this chain, and where
    the units bend, from φ' on to the sums as well.
    """
    parts, gradient = parts_of(shape, theta), torch.zeros_like(theta)
    into, n = parts_of(shape, gradient), X.shape[1]
    seen = forward(shape, theta, X)
    s1, s2 = _slope(shape.units, seen.a1, seen.h1), _slope(shape.units, seen.a2, seen.h2)
    w3 = parts["W3"].mT
    u2 = w3 * s2
    v1 = u2 @ parts["W2"].mT
    u1 = v1 * s1
    p = u1 @ parts["W1"].mT
    norms = p.norm(dim=-1)
    give_way()
    q = p * (2.0 * strength / n * _excess(norms, one_sided) / norms.clamp_min(1e-12))[..., None]
    into["W1"].copy_(q.mT @ u1)
    by_u1 = q @ parts["W1"]
    by_v1 = by_u1 * s1
    into["W2"].copy_(by_v1.mT @ u2)
    by_u2 = by_v1 @ parts["W2"]
    give_way()
    into["W3"].copy_((by_u2 * s2).sum(1)[..., None])
    if shape.units == "tanh":
        # φ'' = -2 h (1 - h²).
        by_a2 = by_u2 * w3 * (-2.0 * seen.h2 * s2)
        by_a1 = by_u1 * v1 * (-2.0 * seen.h1 * s1) + (by_a2 @ parts["W2"].mT) * s1
        into["W2"].add_(seen.h1.mT @ by_a2)
        into["b2"].copy_(by_a2.sum(1, keepdim=True))
        into["W1"].add_(X.mT @ by_a1)
        into["b1"].copy_(by_a1.sum(1, keepdim=True))
        give_way()
    return penalised(norms, strength, one_sided=one_sided), gradient


def _value(units: Units, a: Tensor) -> Tensor:
    return torch.tanh(a) if units == "tanh" else torch.nn.functional.leaky_relu(a, LEAK)


def _slope(units: Units, a: Tensor, h: Tensor) -> Tensor:
    if units == "tanh":
        return 1.0 - h * h
    return (a > 0).to(a.dtype).mul_(1.0 - LEAK).add_(LEAK)


def _last(into: dict[str, Tensor], h: Tensor, G: Tensor) -> None:
    into["W3"].copy_(h.mT @ G)
    into["b3"].copy_(G.sum(1, keepdim=True))


def _one(into: dict[str, Tensor], layer: int, h: Tensor, G: Tensor) -> None:
    into[f"W{layer}"].copy_(h.mT @ G)
    into[f"b{layer}"].copy_(G.sum(1, keepdim=True))
