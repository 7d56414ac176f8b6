"""A small transformer of pre-normalised blocks, with the way back written by hand.

A block adds to its stream what its heads found, then what its hidden units found, each looking at the stream through a
layer norm. Masked to the past it is a decoder (GPT), unmasked an encoder (BERT). There are no biases but the shifts of
the norms. Tokens are (B, n) whole numbers, a stream is (B, n, width).

Sources: A. Vaswani et al., "Attention is all you need" (2017); R. Xiong et al., "On layer normalization in the
transformer architecture" (2020); A. Radford et al., "Improving language understanding by generative pre-training"
(2018).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import attention as at
from playground.engine.kit.flat_weights import FlatPart, laid_out, length_of, matrices_of
from playground.engine.kit.giving_way import give_way

EPSILON = 1e-5
FIRST_EMBEDDING = 0.02
"""The deviation of embeddings and of the answers' matrix at the start, as in GPT: the first guess is nearly uniform."""


class TransformerShape(NamedTuple):
    """What a net looks like.

    Attributes:
        tokens: how many different tokens may come in.
        outputs: how many may be answered.
        length: the longest text.
        width: features of a token, a multiple of the heads.
        heads: heads of each block.
        layers: blocks.
        inner: hidden units of a block; 0: attention alone.
        causal: whether a place sees itself and what came before it only.
        positions: rows of a matrix that is learnt, turned queries and keys, or nothing.
    """

    tokens: int
    outputs: int
    length: int
    width: int
    heads: int
    layers: int
    inner: int
    causal: bool = True
    positions: Literal["learnt", "rotary", "none"] = "learnt"


class TransformerBlock(NamedTuple):
    """What one block did; heads and batch share the first axis, B times heads.

    Attributes:
        X: the stream before it, (B, n, width).
        looked: the stream through the first norm, with the norm's means and inverse deviations.
        QKV: queries, keys and values, (3, B * heads, n, key); turned with rotary positions.
        weights: of the attention, (B * heads, n, n).
        found: what the heads found, side by side, (B, n, width).
        middle: the stream between the halves.
        thought: `middle` through the second norm, with its means and inverse deviations.
        H: what the hidden units were given, (B, n, inner).
        A: what they gave.
    """

    X: Tensor
    looked: tuple[Tensor, Tensor, Tensor]
    QKV: Tensor
    weights: Tensor
    found: Tensor
    middle: Tensor
    thought: tuple[Tensor, Tensor, Tensor] | None
    H: Tensor | None
    A: Tensor | None


class TransformerPass(NamedTuple):
    """A way through the net.

    Attributes:
        blocks: what each block did.
        stream: after the last block, (B, n, width).
        last: the stream through the last norm, with the norm's means and inverse deviations.
        logits: (B, n, outputs).
    """

    blocks: tuple[TransformerBlock, ...]
    stream: Tensor
    last: tuple[Tensor, Tensor, Tensor]
    logits: Tensor


@lru_cache(maxsize=64)
def parts(shape: TransformerShape) -> dict[str, FlatPart]:
    """Where each matrix lies in the flat weights: the matrices of block k end in k.

    E embeds tokens, P positions. Of a block: norm `g1 b1`, QKV side by side, O behind the heads, norm `g2 b2`, the
    hidden units' U and D. At the end norm `g b` and the answers' R.
    """
    d = shape.width
    sizes: dict[str, tuple[int, ...]] = {"E": (shape.tokens, d)}
    if shape.positions == "learnt":
        sizes["P"] = (shape.length, d)
    for k in range(shape.layers):
        sizes |= {f"g1{k}": (d,), f"b1{k}": (d,), f"QKV{k}": (d, 3 * d), f"O{k}": (d, d)}
        if shape.inner:
            sizes |= {f"g2{k}": (d,), f"b2{k}": (d,), f"U{k}": (d, shape.inner), f"D{k}": (shape.inner, d)}
    return laid_out(sizes | {"g": (d,), "b": (d,), "R": (d, shape.outputs)})


def matrices(theta: Tensor, shape: TransformerShape) -> dict[str, Tensor]:
    """The matrices by name, as views of the flat weights."""
    return matrices_of(theta, parts(shape))


def size(shape: TransformerShape) -> int:
    """How many weights there are."""
    return length_of(parts(shape))


def begin(shape: TransformerShape, draw: Tensor) -> Tensor:
    """First weights from standard normal numbers, as many as there are weights.

    Matrices are divided by the root of their inputs, those that add to the stream also by the root of their number, so
    that the stream does not grow with depth; gains are 1 and shifts 0.
    """
    theta = draw.clone()
    for name, part in parts(shape).items():
        here = theta[part.start : part.stop]
        if name in ("E", "P", "R"):
            here *= FIRST_EMBEDDING
        elif len(part.size) == 1:
            here.fill_(1.0 if name[0] == "g" else 0.0)
        else:
            here /= math.sqrt(part.size[0] * (2 * shape.layers if name[0] in "OD" else 1))
    return theta


def forward(theta: Tensor, shape: TransformerShape, tokens: Tensor, kept: Tensor | None = None) -> TransformerPass:
    """All blocks on a batch.

    Args:
        theta: flat weights.
        shape: of the net.
        tokens: (B, n), n at most the shape's length.
        kept: dropout: what the embedding and both halves of each block are multiplied by,
            (1 + 2 * layers, B, n, width); see `dropout`.
    """
    W = matrices(theta, shape)
    n = tokens.shape[1]
    X = W["E"][tokens]
    if shape.positions == "learnt":
        X = X + W["P"][:n]
    if kept is not None:
        X = X * kept[0]
    blocks = []
    for k in range(shape.layers):
        block, X = _block(W, shape, k, X, None if kept is None else kept[1 + 2 * k : 3 + 2 * k])
        blocks.append(block)
    give_way()
    last = norm(X, W["g"], W["b"])
    return TransformerPass(tuple(blocks), X, last, last[0] @ W["R"])


def _block(
    W: dict[str, Tensor], shape: TransformerShape, k: int, X: Tensor, kept: Tensor | None
) -> tuple[TransformerBlock, Tensor]:
    """What block k does, and the stream behind it."""
    give_way()
    looked = norm(X, W[f"g1{k}"], W[f"b1{k}"])
    QKV = turned(parted(looked[0] @ W[f"QKV{k}"], 3, shape.heads), shape)
    give_way()
    scale = at.scale_of(QKV.shape[-1])
    scores = torch.baddbmm(barred(shape, X.shape[1], 0, X), QKV[0], QKV[1].transpose(1, 2), alpha=scale)
    weights = scores.softmax(-1)
    found = joined(torch.bmm(weights, QKV[2])[None], shape.heads)
    middle = _added(X, found @ W[f"O{k}"], None if kept is None else kept[0])
    if not shape.inner:
        return TransformerBlock(X, looked, QKV, weights, found, middle, None, None, None), middle
    give_way()
    thought = norm(middle, W[f"g2{k}"], W[f"b2{k}"])
    H = thought[0] @ W[f"U{k}"]
    A = H.clamp_min(0.0)
    give_way()
    out = _added(middle, A @ W[f"D{k}"], None if kept is None else kept[1])
    return TransformerBlock(X, looked, QKV, weights, found, middle, thought, H, A), out


def norm(X: Tensor, gain: Tensor, shift: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The layer norm with its means and inverse deviations."""
    return torch.native_layer_norm(X, X.shape[-1:], gain, shift, EPSILON)


def _added(stream: Tensor, half: Tensor, kept: Tensor | None) -> Tensor:
    return stream + half if kept is None else torch.addcmul(stream, half, kept)


def parted(joined: Tensor, pieces: int, heads: int) -> Tensor:
    """(B, n, pieces * heads * key) as (pieces, B * heads, n, key), contiguous."""
    B, n = joined.shape[:2]
    apart = joined.view(B, n, pieces, heads, -1).permute(2, 0, 3, 1, 4)
    return apart.reshape(pieces, B * heads, n, -1)


def joined(apart: Tensor, heads: int) -> Tensor:
    """The way back of `parted`."""
    pieces, stacked, n, key = apart.shape
    return apart.view(pieces, stacked // heads, heads, n, key).permute(1, 3, 0, 2, 4).reshape(stacked // heads, n, -1)


@lru_cache(maxsize=64)
def _turns(n: int, key: int, dtype: torch.dtype) -> Tensor:
    """What each pair of features, as a complex number, is multiplied by at each of n places, (n, key / 2)."""
    cos, sin = at.turns(torch.arange(n, dtype=dtype), key)
    return torch.complex(cos, sin)


def turned(QKV: Tensor, shape: TransformerShape, start: int = 0, back: bool = False) -> Tensor:
    """Queries and keys turned in place by their positions, which begin at `start`; values stay as they are.

    As `attention.rotary` does; a product of complex numbers is several times as fast.
    """
    if shape.positions == "rotary":
        n, key = QKV.shape[-2:]
        turn = _turns(start + n, key, QKV.dtype)[start:].to(QKV.device)
        if key % 2:
            QKV[:2] = at.rotary(QKV[:2], (turn.real, turn.imag), back=back)
        else:
            paired = QKV[:2].view(2, -1, n, key // 2, 2)
            torch.view_as_complex(paired).mul_(turn.conj() if back else turn)
    return QKV


@lru_cache(maxsize=64)
def _mask(n: int, before: int, dtype: torch.dtype, causal: bool) -> Tensor:
    """Minus infinity where a query must not look, else 0, (n, before + n)."""
    barred = torch.zeros(n, before + n, dtype=dtype)
    return barred.masked_fill_(~at.causal(before + n)[before:], -math.inf) if causal else barred


def barred(shape: TransformerShape, n: int, before: int, like: Tensor) -> Tensor:
    """What is added to the scores of n queries behind `before` others: minus infinity where they must not look."""
    return _mask(n, before, like.dtype, shape.causal).to(like.device)


def dropout(draws: Tensor, rate: float) -> Tensor:
    """What `forward` multiplies by: 0 for a share `rate` of the features, 1 / (1 - rate) for the others.

    Args:
        draws: uniform numbers in [0, 1), (1 + 2 * layers, B, n, width).
        rate: the share that is silent, below 1.
    """
    return (draws >= rate).to(draws.dtype) / (1.0 - rate)
