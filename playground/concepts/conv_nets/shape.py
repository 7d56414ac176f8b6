"""The net that the parameters describe, and how far each of its layers sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.conv_nets import Params
from playground.engine.errors import BadInput
from playground.engine.kit import conv_nets
from playground.engine.kit.conv_nets import ConvLayer, Shape

MOST_WORK = 2_500_000  # multiply-adds a picture
SIDES = {"strokes": 28, "handwritten": 8}
Window = tuple[int, int, int, int]
"""Kernel, stride, dilation and padding."""


class Field(NamedTuple):
    """How a layer sees its input.

    Attributes:
        size: pixels across that a unit sees.
        jump: pixels from one unit to the next.
        start: the first pixel that unit 0 sees; below 0 in the padding.
    """

    size: int
    jump: int
    start: int

    def span(self, unit: int) -> tuple[int, int]:
        """The first pixel that a unit sees and the one behind the last."""
        first = self.start + unit * self.jump
        return first, first + self.size


def shape_of(params: Params) -> Shape:
    """The net.

    Raises:
        BadInput: a number is not whole, a window does not fit, or the net is too large for a step.
    """
    return _shape(params.digits, params.channels, _sizes(params), params.head)


def _sizes(params: Params) -> tuple[tuple[float, ...], ...]:
    return params.kernels, params.strides, params.paddings, params.dilations, params.pools


@lru_cache(maxsize=64)
def _shape(
    digits: str, channels: tuple[float, ...], sizes: tuple[tuple[float, ...], ...], head: conv_nets.HeadKind
) -> Shape:
    names = ("channels", "kernels", "strides", "paddings", "dilations", "pools")
    whole = list[tuple[int, ...]]()
    for name, given in zip(names, (channels, *sizes), strict=True):
        if any(value != int(value) for value in given):
            raise BadInput(f"{name} must be whole numbers", name)
        values = tuple(map(int, given))
        whole.append((*values, *(values[-1],) * len(channels))[: len(channels)])
    layers, n = list[ConvLayer](), SIDES[digits]
    for k, (channel, kernel, stride, padding, dilation, pool) in enumerate(zip(*whole, strict=True), 1):
        span = dilation * (kernel - 1) + 1
        zeros = span // 2 if padding < 0 else padding
        m = conv_nets.size(n, kernel, stride, zeros, dilation)
        if not m:
            most = n + 2 * zeros
            raise BadInput(f"kernels span {span} pixels in layer {k}, allowed are at most {most} there", "kernels")
        layers.append(ConvLayer(channel, kernel, stride, zeros, dilation, min(pool, m)))
        n = m // layers[-1].pool
    shape = Shape(SIDES[digits], tuple(layers), head=head)
    if work(shape) > MOST_WORK:
        raise BadInput(
            f"channels take {work(shape):,} multiply-adds a picture with these kernels, allowed are {MOST_WORK:,}",
            "channels",
        )
    return shape


def work(shape: Shape) -> int:
    """Multiply-adds for one picture."""
    total, before = 0, shape.colours
    for layer, (m, _) in zip(shape.layers, conv_nets.sides(shape), strict=True):
        total += m * m * layer.channels * before * layer.kernel**2
        before = layer.channels
    return total + shape.classes * conv_nets.features(shape)


# ---- receptive fields


def grown(before: Field, window: Window) -> Field:
    """The field one window further: r + d (k - 1) j, j s, and the start p j earlier."""
    k, s, d, p = window
    return Field(before.size + d * (k - 1) * before.jump, before.jump * s, before.start - p * before.jump)


def fields(windows: Sequence[Window]) -> list[Field]:
    """The field after none, one, two, ... of the windows."""
    return list(accumulate(windows, grown, initial=Field(1, 1, 0)))


def windows(layers: Sequence[ConvLayer], pooled: bool = True) -> list[Window]:
    """All windows up to the maps of the last layer, or to behind its pooling."""
    found = list[Window]()
    for layer in layers:
        found.append((layer.kernel, layer.stride, layer.dilation, layer.padding))
        if layer.pool > 1:
            found.append((layer.pool, layer.pool, 1, 0))
    return found[:-1] if not pooled and layers and layers[-1].pool > 1 else found


def field_of(shape: Shape, layer: int) -> Field:
    """The field of the maps of a layer, from 0."""
    return fields(windows(shape.layers[: layer + 1], pooled=False))[-1]


def paths(known: Sequence[Window], n: int, unit: int) -> Tensor:
    """How many ways lead from each of n inputs to a unit: the gradient of a net of one channel, all weights 1, (n,)."""
    x = torch.ones((1, 1, n), dtype=torch.float64, requires_grad=True)
    with torch.enable_grad():
        z = x
        for k, s, d, p in known:
            z = functional.conv1d(z, torch.ones((1, 1, k), dtype=torch.float64), stride=s, dilation=d, padding=p)
        (found,) = torch.autograd.grad(z[0, 0, unit], x)
    return found[0, 0]


@lru_cache(maxsize=64)
def measured(known: tuple[Window, ...]) -> tuple[Field, float]:
    """The field found by derivatives on an input where nothing is cut off, and the share of it that is reached."""
    theory = fields(known)[-1]
    unit = -(theory.start // theory.jump) + 1  # the first whose field is free of the padding, and one more
    n = theory.span(unit + 1)[1] + 2 * theory.size
    here, after = (paths(known, n, one).nonzero()[:, 0] for one in (unit, unit + 1))
    size, jump = int(here[-1] - here[0]) + 1, int(after[0] - here[0])
    return Field(size, jump, int(here[0]) - unit * jump), len(here) / size


def field_gap(shape: Shape) -> int:
    """By how much formula and measurement differ at most over the layers."""
    gap = 0
    for k in range(len(shape.layers)):
        known = tuple(windows(shape.layers[: k + 1], pooled=False))
        gap = max(gap, *(abs(a - b) for a, b in zip(fields(known)[-1], measured(known)[0], strict=True)))
    return gap
