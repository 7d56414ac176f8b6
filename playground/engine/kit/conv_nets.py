"""A small convolutional net for pictures as pure functions: its shape, its weights as one row, all its maps, updates.

A layer is a cross-correlation with a bias, a ReLU, and max pooling over squares that do not overlap. After the last one
either every number of every pooled map enters the linear output ("flat"), or the mean of each map does ("mean", with
which a map of evidence can be drawn for each class), or its largest number ("max"). Pictures are (n, colours, side,
side) or (n, side, side).

Sources: LeCun et al. (1998); Zhou et al., Learning deep features for discriminative localization (2016).
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from playground.engine.errors import BadInput
from playground.engine.kit import optimisers
from playground.engine.kit.convolution import output_size
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Memory, Settings

HeadKind = Literal["flat", "mean", "max"]


class ConvLayer(NamedTuple):
    """One convolution with what follows it.

    Attributes:
        channels: maps that it gives.
        kernel, stride, padding, dilation: the same across and down.
        pool: side of the squares that are pooled, and their stride; 1: no pooling.
    """

    channels: int
    kernel: int
    stride: int = 1
    padding: int = 0
    dilation: int = 1
    pool: int = 1


class Shape(NamedTuple):
    """A net.

    Attributes:
        side: of the pictures.
        layers: from the pictures on.
        classes: outputs.
        head: what enters the output: all numbers of the last maps, or the mean or the largest of each.
        colours: channels of the pictures.
        wrap: what is padded goes round to the other side; otherwise it is 0.
    """

    side: int
    layers: tuple[ConvLayer, ...]
    classes: int = 10
    head: HeadKind = "flat"
    colours: int = 1
    wrap: bool = False


class Weights(NamedTuple):
    """Views of the weights.

    Attributes:
        kernels: (channels, channels before, kernel, kernel) of each layer.
        biases: (channels,) of each layer.
        W: of the output, (classes, features).
        b: (classes,).
    """

    kernels: tuple[Tensor, ...]
    biases: tuple[Tensor, ...]
    W: Tensor
    b: Tensor


class Maps(NamedTuple):
    """Everything that a net computes of some pictures.

    Attributes:
        raw: of each layer before the ReLU, (n, channels, side, side).
        maps: behind the ReLU, where silent channels are 0.
        pooled: behind the pooling; where there is none, the maps themselves.
        features: what enters the output, (n, features).
        logits: (n, classes).
    """

    raw: tuple[Tensor, ...]
    maps: tuple[Tensor, ...]
    pooled: tuple[Tensor, ...]
    features: Tensor
    logits: Tensor


class Judged(NamedTuple):
    """How good a net is on some pictures.

    Attributes:
        loss: mean cross-entropy in nats.
        accuracy: share of the pictures whose largest logit is that of their class.
        gradient: of the loss by the row of weights, (N,).
    """

    loss: float
    accuracy: float
    gradient: Tensor


def size(n: int, kernel: int, stride: int = 1, padding: int = 0, dilation: int = 1) -> int:
    """Places of a window along a side of n; 0 where none fits."""
    return output_size(n, kernel, padding, stride, dilation) or 0


def sides(shape: Shape) -> tuple[tuple[int, int], ...]:
    """The side of the maps of each layer, before and behind its pooling.

    Raises:
        BadInput: in some layer no window fits.
    """
    found, n = list[tuple[int, int]](), shape.side
    for k, layer in enumerate(shape.layers):
        m = size(n, layer.kernel, layer.stride, layer.padding, layer.dilation)
        if not m:
            raise _too_wide(k, "kernel", layer.dilation * (layer.kernel - 1) + 1, n + 2 * layer.padding)
        if m < layer.pool:
            raise _too_wide(k, "pool", layer.pool, m)
        n = m // layer.pool
        found.append((m, n))
    return tuple(found)


def _too_wide(k: int, what: str, span: int, reached: int) -> BadInput:
    return BadInput(
        f"{what} of layer {k + 1} spans {span} pixels, allowed is at most {reached}, the side of what it sees", what
    )


def features(shape: Shape) -> int:
    """How many numbers enter the output."""
    last, channels = (shape.side, shape.colours)
    if shape.layers:
        last, channels = sides(shape)[-1][1], shape.layers[-1].channels
    return channels * last * last if shape.head == "flat" else channels


def _sizes(shape: Shape) -> list[tuple[int, ...]]:
    """The shapes of kernels and biases in turn, and at last those of the output."""
    found, before = list[tuple[int, ...]](), shape.colours
    for layer in shape.layers:
        found += [(layer.channels, before, layer.kernel, layer.kernel), (layer.channels,)]
        before = layer.channels
    return [*found, (shape.classes, features(shape)), (shape.classes,)]


def length(shape: Shape) -> int:
    """How many weights and biases there are."""
    return sum(map(math.prod, _sizes(shape)))


def weights(theta: Tensor, shape: Shape) -> Weights:
    """The row of weights, (N,), as what it stands for: views, so that what is written there is written to the row."""
    parts, start = list[Tensor](), 0
    for known in _sizes(shape):
        stop = start + math.prod(known)
        parts.append(theta[start:stop].view(known))
        start = stop
    return Weights(tuple(parts[:-2:2]), tuple(parts[1:-2:2]), parts[-2], parts[-1])


def named(theta: Tensor, shape: Shape) -> dict[str, Tensor]:
    """The weights under the names that a file of weights has for them."""
    found, known = dict[str, Tensor](), weights(theta, shape)
    for k, (kernel, bias) in enumerate(zip(known.kernels, known.biases, strict=True), 1):
        found |= {f"conv{k}.weight": kernel.clone(), f"conv{k}.bias": bias.clone()}
    return found | {"output.weight": known.W.clone(), "output.bias": known.b.clone()}


def begin(shape: Shape, normal: Tensor) -> Tensor:
    """A start after He et al. (2015): weights of variance 2 / (numbers that enter), those of the output 1 / them.

    Args:
        shape: of the net.
        normal: standard normal numbers, (length(shape),).
    """
    theta = normal.clone()
    known = weights(theta, shape)
    for kernel, bias in zip(known.kernels, known.biases, strict=True):
        kernel *= math.sqrt(2.0 / math.prod(kernel.shape[1:]))
        bias.zero_()
    known.W.mul_(math.sqrt(1.0 / max(1, known.W.shape[1])))
    known.b.zero_()
    return theta


def run(
    theta: Tensor, shape: Shape, pictures: Tensor, alive: tuple[Tensor, ...] | None = None, upto: int | None = None
) -> Maps:
    """All maps of some pictures.

    Args:
        theta: the row of weights, (N,).
        shape: of the net.
        pictures: (n, colours, side, side), or (n, side, side) of one colour.
        alive: 1 or 0 for each channel of each layer: those with 0 are silenced behind the ReLU.
        upto: the last layer that is computed, from 0; None: all, and the output.
    """
    known = weights(theta, shape)
    z = pictures if pictures.ndim == 4 else pictures[:, None]
    raw, maps, pooled = list[Tensor](), list[Tensor](), list[Tensor]()
    for k, layer in enumerate(shape.layers):
        around = layer.padding if shape.wrap else 0
        z = functional.pad(z, (around,) * 4, mode="circular") if around else z
        padding = 0 if shape.wrap else layer.padding
        u = functional.conv2d(
            z, known.kernels[k], known.biases[k], stride=layer.stride, padding=padding, dilation=layer.dilation
        )
        z = u.relu()
        if alive is not None:
            z = z * alive[k][:, None, None]
        raw.append(u)
        maps.append(z)
        if layer.pool > 1:
            z = functional.max_pool2d(z, layer.pool)
        pooled.append(z)
        if k == upto:
            return Maps(tuple(raw), tuple(maps), tuple(pooled), z.flatten(1), z.flatten(1))
    seen = z.flatten(1) if shape.head == "flat" else z.mean((2, 3)) if shape.head == "mean" else z.amax((2, 3))
    return Maps(tuple(raw), tuple(maps), tuple(pooled), seen, seen @ known.W.T + known.b)


def judged(theta: Tensor, shape: Shape, pictures: Tensor, labels: Tensor) -> Judged:
    """Loss, accuracy and gradient on some pictures, by reverse differentiation."""
    leaf = theta.detach().requires_grad_(True)
    with torch.enable_grad():
        logits = run(leaf, shape, pictures).logits
        loss = functional.cross_entropy(logits, labels)
        give_way()
        (gradient,) = torch.autograd.grad(loss, leaf)
    right = (logits.detach().argmax(1) == labels).to(torch.float64).mean()
    return Judged(float(loss.detach()), float(right), gradient)


def update(
    theta: Tensor, memory: Memory[Tensor], shape: Shape, pictures: Tensor, labels: Tensor, use: Settings
) -> tuple[Tensor, Memory[Tensor], Judged]:
    """One step of Adam on a batch: the new weights, what Adam remembers, and how good the old ones were."""
    found = judged(theta, shape, pictures, labels)
    theta, memory = optimisers.adam(theta, found.gradient, memory, use)
    return theta, memory, found


def score(theta: Tensor, shape: Shape, pictures: Tensor, labels: Tensor, at_once: int = 250) -> tuple[float, float]:
    """Mean cross-entropy in nats and accuracy on many pictures, giving way in between."""
    loss, right = 0.0, 0
    for first in range(0, len(labels), at_once):
        give_way()
        part = slice(first, first + at_once)
        logits = run(theta, shape, pictures[part]).logits
        loss += float(functional.cross_entropy(logits, labels[part], reduction="sum"))
        right += int((logits.argmax(1) == labels[part]).sum())
    return loss / max(1, len(labels)), right / max(1, len(labels))


def seen_by(theta: Tensor, shape: Shape, pictures: Tensor, k: int) -> Tensor:
    """The maps of layer k, from 0, before the ReLU, (n, channels, side, side); what comes later is not computed."""
    return run(theta, shape, pictures, upto=k).raw[k]


def by_pictures(
    theta: Tensor,
    shape: Shape,
    pictures: Tensor,
    weight: tuple[int, Tensor] | Tensor,
    alive: tuple[Tensor, ...] | None = None,
) -> Tensor:
    """The derivative of a weighted sum by every pixel, of the shape of the pictures.

    Args:
        theta: the row of weights.
        shape: of the net.
        pictures: as `run` takes them.
        weight: of each logit, (n, classes); or the number of a layer from 0 and the weight of each number of its maps
            before the ReLU, (n, channels, side, side).
        alive: as `run` takes it.
    """
    leaf = pictures.detach().clone().requires_grad_(True)
    with torch.enable_grad():
        found = run(theta, shape, leaf, alive)
        asked = (found.logits, weight) if isinstance(weight, Tensor) else (found.raw[weight[0]], weight[1])
        total = (asked[0] * asked[1]).sum()
        (gradient,) = torch.autograd.grad(total, leaf)
    return gradient
