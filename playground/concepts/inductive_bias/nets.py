"""Three nets of like size under one face: a multi-layer perceptron, a convolutional net and a vision transformer.

Nets of one kind stand beside one another, (copies, N) weights on (copies, n, 12, 12) pictures: small products of
matrices cost more by the call than by the number. Convolutions do not, and go one net after another.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.inductive_bias import Params, transformer
from playground.concepts.inductive_bias.flat import affine, length, parts
from playground.concepts.inductive_bias.pictures import CANVAS, inside_order, patches_order, pixel_order
from playground.engine.kit import conv_nets, optimisers
from playground.engine.kit.conv_nets import ConvLayer
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.optimisers import Memory, Settings

CLASSES = 10
HIDDEN = 54
CHANNELS = (16, 52)
WIDTH, HEADS, INNER = 24, 3, 24
_PIXELS = CANVAS * CANVAS
_AT_ONCE = 2600
"""Work of one way back, in units of `_work`: some 5 ms, between which others can go first."""
PERCEPTRON = {"W1": (_PIXELS, HIDDEN), "b1": (HIDDEN,), "W2": (HIDDEN, CLASSES), "b2": (CLASSES,)}


class Learnt(NamedTuple):
    """Nets after an update.

    Attributes:
        theta: (copies, N).
        moments: what Adam remembers.
        loss: mean cross-entropy of each on the batch before the update, (copies,).
    """

    theta: Tensor
    moments: Memory[Tensor]
    loss: Tensor


def convolutional(params: Params) -> conv_nets.Shape:
    """The shape of the convolutional net; where it keeps the places of its maps they are pooled once more."""
    flat, first, second = params.readout == "flat", *CHANNELS
    layers = (ConvLayer(first, 3, padding=1, pool=2), ConvLayer(second, 3, padding=1, pool=2 if flat else 1))
    colours = 3 if params.coordinates else 1
    return conv_nets.Shape(CANVAS, layers, CLASSES, params.readout, colours, wrap=params.border == "wrap")


def transforming(params: Params) -> transformer.Shape:
    """The shape of the vision transformer."""
    return transformer.Shape(
        CANVAS, params.patch, WIDTH, HEADS, params.layers, INNER, CLASSES, positions=params.positions
    )


def count(name: str, params: Params) -> int:
    """How many weights and biases a net has."""
    if name == "mlp":
        return length(PERCEPTRON)
    return conv_nets.length(convolutional(params)) if name == "cnn" else transformer.count(transforming(params))


def counts_by_part(params: Params) -> dict[str, int]:
    """Weights and biases of each layer of the CNN, of a block of the ViT, how many blocks, and what is beside them."""
    shape, vit = convolutional(params), transforming(params)
    (first, second), features = CHANNELS, conv_nets.features(shape)
    block = transformer.count(vit._replace(layers=1)) - transformer.count(vit._replace(layers=0))
    return {
        "cnn_first": first * (9 * shape.colours + 1),
        "cnn_second": second * (9 * first + 1),
        "cnn_last": CLASSES * (features + 1),
        "vit_block": block,
        "vit_blocks": vit.layers,
        "vit_outer": transformer.count(vit._replace(layers=0)),
    }


def begin(name: str, params: Params, scramble: Tensor, normal: Tensor) -> Tensor:
    """First weights. Where pixels are scrambled the weights that belong to them go with them, if there are any.

    So a net that knows no order of pixels begins, and learns, as if nothing had happened.

    Args:
        name: mlp, cnn or vit.
        params: of the run.
        scramble: all pixels in random order, (144,).
        normal: standard normal numbers, (copies, count).
    """
    if name == "cnn":
        shape = convolutional(params)
        return torch.stack([conv_nets.begin(shape, one) for one in normal])
    if name == "mlp":
        theta = normal.clone()
        W = parts(theta, PERCEPTRON)
        W["W1"].mul_(math.sqrt(2.0 / _PIXELS))
        W["W2"].mul_(math.sqrt(1.0 / HIDDEN))
        W["b1"].zero_()
        W["b2"].zero_()
        W["W1"].copy_(W["W1"][:, pixel_order(params.pixels, params.patch, scramble)])
        return theta
    theta = transformer.begin(transforming(params), normal)
    _follow(parts(theta, transformer.sizes(transforming(params))), params, scramble)
    return theta


def moved_back(name: str, params: Params, scramble: Tensor, theta: Tensor) -> Tensor:
    """Weights for plain pictures that say of them what these say of the scrambled ones, as far as there are any.

    Args:
        name: mlp, cnn or vit.
        params: of the run.
        scramble: all pixels in random order, (144,).
        theta: (copies, N).
    """
    theta = theta.clone()
    if name == "mlp":
        W1 = parts(theta, PERCEPTRON)["W1"]
        W1.copy_(W1[:, pixel_order(params.pixels, params.patch, scramble).argsort()])
    elif name == "vit":
        _follow(parts(theta, transformer.sizes(transforming(params))), params, scramble, back=True)
    return theta


def _follow(W: dict[str, Tensor], params: Params, scramble: Tensor, back: bool = False) -> None:
    """Moves positions with their patches, and rows of the embedding with the pixels of a patch."""
    patch = params.patch
    if params.pixels == "patches" and "P" in W:
        order = patches_order(patch, scramble)
        W["P"][:, 1:] = W["P"][:, 1:][:, order.argsort() if back else order]
    if params.pixels == "inside":
        order = inside_order(patch, scramble)
        W["E"].copy_(W["E"][:, order.argsort() if back else order])


def logits(name: str, params: Params, theta: Tensor, pictures: Tensor) -> Tensor:
    """What nets say of their pictures, (copies, n, 10).

    Args:
        name: mlp, cnn or vit.
        params: of the run.
        theta: (copies, N).
        pictures: (copies, n, 12, 12).
    """
    if name == "mlp":
        W = parts(theta, PERCEPTRON)
        return affine(affine(pictures.flatten(2), W["W1"], W["b1"]).relu(), W["W2"], W["b2"])
    if name == "vit":
        return transformer.run(theta, transforming(params), pictures).logits
    shape, seen = convolutional(params), with_coordinates(pictures) if params.coordinates else pictures
    found = []
    for one, x in zip(theta.unbind(), seen.unbind(), strict=True):
        give_way()
        found.append(conv_nets.run(one, shape, x).logits)
    return torch.stack(found)


def with_coordinates(pictures: Tensor) -> Tensor:
    """Pictures (copies, n, 12, 12) with two more channels: how far down and across each pixel is, from -1 to 1."""
    ramp = torch.linspace(-1.0, 1.0, CANVAS, dtype=pictures.dtype)
    down, across = torch.meshgrid(ramp, ramp, indexing="ij")
    return torch.stack([pictures, down.expand_as(pictures), across.expand_as(pictures)], 2)


def probabilities(name: str, params: Params, theta: Tensor, pictures: Tensor) -> Tensor:
    """What a single net says of pictures (n, 12, 12), (n, 10), rows summing to 1."""
    return logits(name, params, theta, pictures[None])[0].softmax(-1)


def update(
    name: str, params: Params, theta: Tensor, moments: Memory[Tensor], pictures: Tensor, classes: Tensor
) -> Learnt:
    """One step of Adam of every copy on a batch of its own, by reverse differentiation.

    Args:
        name: mlp, cnn or vit.
        params: of the run.
        theta: (copies, N).
        moments: what Adam remembers.
        pictures: (copies, n, 12, 12).
        classes: (copies, n).
    """
    leaf, n = theta.detach().requires_grad_(True), pictures.shape[1]
    pieces = math.ceil(len(theta) * n * _work(name, params) / _AT_ONCE)
    gradient, losses = torch.zeros_like(theta), torch.zeros(len(theta), dtype=theta.dtype, device=theta.device)
    for x, y in zip(pictures.chunk(pieces, 1), classes.chunk(pieces, 1), strict=True):
        with torch.enable_grad():
            said = logits(name, params, leaf, x)
            part = functional.cross_entropy(said.transpose(1, 2), y, reduction="none").sum(1) / n
            give_way()
            (slope,) = torch.autograd.grad(part.sum(), leaf)
        give_way()
        gradient, losses = gradient + slope, losses + part.detach()
    give_way()
    theta, moments = optimisers.adam(theta, gradient, moments, Settings(rate=params.rate))
    return Learnt(theta, moments, losses)


def _work(name: str, params: Params) -> int:
    """What a picture costs beside those of the other nets: tokens times blocks of the ViT, and as much as that."""
    if name == "vit":
        return transformer.tokens(transforming(params)) * params.layers
    return 20 if name == "cnn" else 2


def right(name: str, params: Params, theta: Tensor, pictures: Tensor, classes: Tensor) -> Tensor:
    """The share of pictures (n, 12, 12) that each copy says right, (copies,)."""
    found = []
    for one in theta:  # one after another, so that others can go first in between
        give_way()
        said = logits(name, params, one[None], pictures[None])[0].argmax(-1)
        found.append((said == classes).to(torch.float64).mean())
    return torch.stack(found)
