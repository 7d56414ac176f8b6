"""Attention: scores, softmax over allowed keys, output, the way back, and what tells positions apart.

Tokens are rows. Q, K and V have shape (..., tokens, features); leading dimensions are batches and heads. Entropies are
in nats. A mask says what is allowed: `allowed[i, j]` is true where query i may look at key j, and a row without any
allowed key has weights and output of zero.

Sources: A. Vaswani et al., "Attention is all you need" (2017); J. Su et al., "RoFormer" (2021).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way

BASE = 10000.0


class Attended(NamedTuple):
    """What an attention step computed.

    Attributes:
        scores: Q K' times the scale, (..., queries, keys).
        weights: softmax of the allowed scores over the keys, same shape.
        output: weights V, (..., queries, features).
    """

    scores: Tensor
    weights: Tensor
    output: Tensor


class Gradient(NamedTuple):
    """The derivatives of a scalar by everything inside an attention step."""

    weights: Tensor
    scores: Tensor
    Q: Tensor
    K: Tensor
    V: Tensor


def scale_of(features: int, scaled: bool = True) -> float:
    """What the products q.k are multiplied by: 1/sqrt(d_k), or 1."""
    return 1.0 / math.sqrt(features) if scaled else 1.0


def causal(n: int, device: torch.device | None = None) -> Tensor:
    """Each of n queries may look at itself and what came before, (n, n)."""
    return torch.ones(n, n, dtype=torch.bool, device=device).tril_()


def softmax(scores: Tensor, allowed: Tensor | None = None) -> Tensor:
    """Weights over the last dimension; the largest score is taken off first, so none is too large."""
    if allowed is None:
        return scores.softmax(-1)
    weights = scores.masked_fill(~allowed, -math.inf).softmax(-1)
    # Without a single allowed key every score is minus infinity, and the softmax is 0/0.
    return weights if bool(allowed.any(-1).all()) else weights.nan_to_num(0.0)


def attend(Q: Tensor, K: Tensor, V: Tensor, allowed: Tensor | None = None, scaled: bool = True) -> Attended:
    """softmax(Q K' / sqrt(d_k)) V."""
    give_way()
    scores = Q @ K.transpose(-1, -2) * scale_of(Q.shape[-1], scaled)
    give_way()
    weights = softmax(scores, allowed)
    return Attended(scores, weights, weights @ V)


def gradient(Q: Tensor, K: Tensor, V: Tensor, weights: Tensor, upstream: Tensor, scaled: bool = True) -> Gradient:
    """The way back through `attend` from the derivative by its output.

    The softmax sends back W o (dW - sum(dW o W)), so what has no weight, masked keys above all, gets no gradient.
    """
    by_weights = upstream @ V.transpose(-1, -2)
    give_way()
    by_scores = weights * (by_weights - (by_weights * weights).sum(-1, keepdim=True))
    give_way()
    by_products = by_scores * scale_of(Q.shape[-1], scaled)
    return Gradient(
        weights=by_weights,
        scores=by_scores,
        Q=by_products @ K,
        K=by_products.transpose(-1, -2) @ Q,
        V=weights.transpose(-1, -2) @ upstream,
    )


def entropy(weights: Tensor) -> Tensor:
    """-sum w log w of each row in nats, where 0 log 0 = 0."""
    each: Tensor = torch.special.entr(weights)
    return each.sum(-1)


def jacobian(weights: Tensor) -> Tensor:
    """diag(w) - w w' of each row: how the weights answer to their scores, (..., keys, keys)."""
    return torch.diag_embed(weights) - weights.unsqueeze(-1) * weights.unsqueeze(-2)


def jacobian_norm(weights: Tensor) -> Tensor:
    """The Frobenius norm of each row's `jacobian`, without forming it."""
    square = weights.square().sum(-1)
    return torch.sqrt((square - 2 * weights.pow(3).sum(-1) + square.square()).clamp_min(0.0))


def split_heads(X: Tensor, heads: int) -> Tensor:
    """(..., tokens, heads * features) as (..., heads, tokens, features): equal blocks of consecutive columns."""
    return X.view(*X.shape[:-1], heads, X.shape[-1] // heads).transpose(-2, -3)


def join_heads(X: Tensor) -> Tensor:
    """The outputs of the heads side by side: the way back of `split_heads`."""
    return X.transpose(-2, -3).flatten(-2)


# ---- positions


def frequencies(features: int, base: float = BASE, dtype: torch.dtype = torch.float64) -> Tensor:
    """base^(-2j/d) for each pair j of features; of an odd number the last one stands alone."""
    powers = -2.0 * torch.arange((features + 1) // 2, dtype=dtype) / features
    return torch.pow(base, powers)


def sinusoidal(positions: Tensor, features: int, base: float = BASE) -> Tensor:
    """P[t, 2j] = sin(t w_j) and P[t, 2j+1] = cos(t w_j), shape (positions, features)."""
    angles = positions[:, None] * frequencies(features, base, positions.dtype)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)[:, :features]


def shift_matrix(shift: float, features: int, base: float = BASE) -> Tensor:
    """The rotation R of every pair with P[t + shift] = R P[t] for all t."""
    angles = shift * frequencies(features, base)
    turns = ([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]] for a in angles.tolist())
    R = torch.zeros(2 * len(angles), 2 * len(angles), dtype=torch.float64)
    for place, turn in enumerate(turns):
        R[2 * place : 2 * place + 2, 2 * place : 2 * place + 2] = torch.tensor(turn, dtype=torch.float64)
    return R


def turns(positions: Tensor, features: int, base: float = BASE) -> tuple[Tensor, Tensor]:
    """Cosine and sine of position times frequency, each (positions, features / 2)."""
    angles = positions[:, None] * frequencies(features, base, positions.dtype)[: features // 2]
    return angles.cos(), angles.sin()


def rotary(X: Tensor, turn: tuple[Tensor, Tensor], back: bool = False, halves: bool = False) -> Tensor:
    """Every pair (a, b) of features turned by its position: (a cos - b sin, a sin + b cos).

    Args:
        X: (..., positions, features); of an odd number of features the last is left as it is.
        turn: see `turns`.
        back: turned the other way, which is also the way back of gradients.
        halves: pairs are (j, j + d/2) instead of (2j, 2j+1).
    """
    cos, sin = turn
    sin = -sin if back else sin
    if halves:
        a, b = X.chunk(2, -1)
        return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)
    paired = 2 * cos.shape[-1]
    a, b = X[..., 0:paired:2], X[..., 1:paired:2]
    turned = torch.stack([a * cos - b * sin, a * sin + b * cos], -1).flatten(-2)
    return turned if paired == X.shape[-1] else torch.cat([turned, X[..., paired:]], -1)
