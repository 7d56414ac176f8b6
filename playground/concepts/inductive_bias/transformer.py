"""A small vision transformer as pure functions: patches become tokens, and a class token asks what they show.

The picture is cut into patches; each becomes a token by one linear map, a learnt vector of its position is added, and a
learnt class token stands before them. Each block is attention, then two linear maps with a ReLU between them on every
token alone, each on normalised tokens and added to what was there. The class is read from the class token.

Nets of one shape stand beside one another: theta is (copies, N), pictures are (copies, n, side, side).

Source: A. Dosovitskiy et al., An image is worth 16x16 words (2021).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.inductive_bias.flat import affine, length, parts
from playground.engine.kit import attention as at
from playground.engine.kit.giving_way import give_way

_EPSILON = 1e-5  # of the normalisation, as in torch
_PLACES = 0.3  # standard deviation of the first position vectors and of the first class token


class Shape(NamedTuple):
    """A net.

    Attributes:
        side: of the pictures in pixels, a multiple of the patch.
        patch: side of a patch in pixels.
        width: features of a token.
        heads: of each attention; they divide the width.
        layers: blocks.
        hidden: units between the two linear maps of a block.
        classes: outputs.
        colours: numbers of a pixel.
        positions: whether tokens get a learnt vector of their place.
    """

    side: int
    patch: int
    width: int
    heads: int
    layers: int
    hidden: int
    classes: int
    colours: int = 1
    positions: bool = True


class Block(NamedTuple):
    """What the attention of one block did, for copies times pictures at once.

    Attributes:
        queries, keys: of each token, (copies, n, heads, tokens, width / heads).
        weights: how much each token looks at each, (copies, n, heads, tokens, tokens), rows summing to 1.
        tokens: behind the block, (copies, n, tokens, width).
    """

    queries: Tensor
    keys: Tensor
    weights: Tensor
    tokens: Tensor


class Pass(NamedTuple):
    """A way through the net.

    Attributes:
        tokens: the class token and the patches before the first block, (copies, n, tokens, width).
        blocks: what each block did.
        logits: (copies, n, classes).
    """

    tokens: Tensor
    blocks: tuple[Block, ...]
    logits: Tensor


@lru_cache(maxsize=64)
def sizes(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The size of every part of the weights, in their order."""
    d, h = shape.width, shape.hidden
    found: dict[str, tuple[int, ...]] = {"E": (shape.patch**2 * shape.colours, d), "e": (d,), "class": (1, d)}
    if shape.positions:
        found["P"] = (tokens(shape), d)
    for k in range(shape.layers):
        found |= {f"g{k}": (d,), f"h{k}": (d,), f"Q{k}": (d, 3 * d), f"q{k}": (3 * d,), f"O{k}": (d, d), f"o{k}": (d,)}
        found |= {f"i{k}": (d,), f"j{k}": (d,), f"A{k}": (d, h), f"a{k}": (h,), f"B{k}": (h, d), f"b{k}": (d,)}
    return found | {"g": (d,), "h": (d,), "U": (d, shape.classes), "u": (shape.classes,)}


def tokens(shape: Shape) -> int:
    """How many tokens there are, the class token with them."""
    return (shape.side // shape.patch) ** 2 + 1


def count(shape: Shape) -> int:
    """How many weights and biases there are."""
    return length(sizes(shape))


def begin(shape: Shape, normal: Tensor) -> Tensor:
    """First weights: matrices of variance 1 / (numbers that enter), no biases, tokens unscaled.

    Args:
        shape: of the net.
        normal: standard normal numbers, (copies, count(shape)).
    """
    theta = normal.clone()
    for name, part in parts(theta, sizes(shape)).items():
        if part.ndim == 3:
            part *= _PLACES if name in ("class", "P") else 1.0 / math.sqrt(part.shape[1])
        else:
            part.fill_(1.0 if name[0] in "gi" else 0.0)
    return theta


def cut(pictures: Tensor, patch: int) -> Tensor:
    """Pictures (..., side, side) as patches, (..., patches, patch * patch), both in reading order."""
    n = pictures.shape[-1] // patch
    grid = pictures.reshape(*pictures.shape[:-2], n, patch, n, patch).transpose(-3, -2)
    return grid.reshape(*pictures.shape[:-2], n * n, patch * patch)


def run(theta: Tensor, shape: Shape, pictures: Tensor) -> Pass:
    """All tokens and weights of attention of some pictures.

    Args:
        theta: (copies, N).
        shape: of the nets.
        pictures: (copies, n, side, side).
    """
    W = parts(theta, sizes(shape))
    copies, n, d, T = len(theta), pictures.shape[1], shape.width, tokens(shape)
    patches = cut(pictures, shape.patch).flatten(1, 2)
    seen = affine(patches, W["E"], W["e"]).view(copies, n, T - 1, d)
    X = torch.cat([W["class"][:, None].expand(copies, n, 1, d), seen], 2)
    if shape.positions:
        X = X + W["P"][:, None]
    first = X
    X, blocks = X.reshape(copies, n * T, d), []
    for k in range(shape.layers):
        give_way()
        QKV = affine(_normal(X, W[f"g{k}"], W[f"h{k}"]), W[f"Q{k}"], W[f"q{k}"])
        Q, K, V = QKV.view(copies, n, T, 3, shape.heads, d // shape.heads).permute(3, 0, 1, 4, 2, 5)
        done = at.attend(Q, K, V)
        X = X + affine(at.join_heads(done.output).reshape(copies, n * T, d), W[f"O{k}"], W[f"o{k}"])
        give_way()
        inner = affine(_normal(X, W[f"i{k}"], W[f"j{k}"]), W[f"A{k}"], W[f"a{k}"]).relu()
        X = X + affine(inner, W[f"B{k}"], W[f"b{k}"])
        blocks.append(Block(Q, K, done.weights, X.view(copies, n, T, d)))
    asks = _normal(X.view(copies, n, T, d)[:, :, 0], W["g"], W["h"])
    return Pass(first, tuple(blocks), affine(asks, W["U"], W["u"]))


def _normal(X: Tensor, gain: Tensor, shift: Tensor) -> Tensor:
    """Each token with mean 0 and variance 1, times a gain and shifted, feature by feature."""
    return torch.addcmul(shift[:, None], functional.layer_norm(X, X.shape[-1:], eps=_EPSILON), gain[:, None])


def rollout(weights: Tensor) -> Tensor:
    """How much each token holds of each after every block, if attention were all that moves what tokens hold.

    Half of a token is what it was before, since attention is added to it: A' = (A + 1) / 2, and blocks are multiplied.

    Args:
        weights: of each block, the mean over the heads, (layers, tokens, tokens).

    Returns:
        The products up to each block, (layers, tokens, tokens), rows summing to 1. Abnar and Zuidema (2020).
    """
    found, so_far = [], torch.eye(weights.shape[-1], dtype=weights.dtype)
    for A in weights:
        so_far = 0.5 * (A @ so_far + so_far)
        found.append(so_far)
    return torch.stack(found) if found else weights
