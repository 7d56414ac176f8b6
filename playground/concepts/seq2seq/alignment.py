"""Attention between two sequences, as translators had it first: scores, weights, contexts, and the way back.

Queries are states of a decoder (..., M, units), keys the states of an encoder (..., S, features), which are the values,
too: a context is the mean of the keys by the weights. Written in numpy, as the recurrent cells are.

Sources: D. Bahdanau, K. Cho and Y. Bengio (2015) have additive scores, M.-T. Luong, H. Pham and C. Manning (2015)
products.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from playground.engine.kit.arrays import Reals


class Products(NamedTuple):
    """What a score s·A h is made with: A, (units, features); or its gradient."""

    A: Reals


class Additive(NamedTuple):
    """What a score v·tanh(Ws s + We h + b) is made with, or the gradients.

    Attributes:
        Ws: (units, inner).
        We: (features, inner).
        b: (inner,).
        v: (inner,).
    """

    Ws: Reals
    We: Reals
    b: Reals
    v: Reals


Scorer = Products | Additive


class Aligned(NamedTuple):
    """What the decoder looked at.

    Attributes:
        scores: (..., M, S).
        weights: their softmax over the allowed keys, same shape.
        contexts: (..., M, features).
        inner: what the way back needs: queries times A, (..., M, features), or the tanh of additive scores,
            (..., M, S, inner).
    """

    scores: Reals
    weights: Reals
    contexts: Reals
    inner: Reals


def softmax(scores: Reals, allowed: Any = None) -> Reals:
    """Weights over the last axis; the largest score is taken off first, and what is not allowed weighs exactly 0."""
    kept = scores if allowed is None else np.where(allowed, scores, -np.inf)
    grown = np.exp(kept - kept.max(-1, keepdims=True))
    return np.asarray(grown / grown.sum(-1, keepdims=True))


def align(by: Scorer, queries: Reals, keys: Reals, allowed: Any = None) -> Aligned:
    """Scores, weights and contexts of all queries at once."""
    if isinstance(by, Products):
        inner = queries @ by.A
        scores = inner @ keys.swapaxes(-1, -2)
    else:
        inner = np.tanh((queries @ by.Ws)[..., :, None, :] + (keys @ by.We + by.b)[..., None, :, :])
        scores = inner @ by.v
    weights = softmax(scores, allowed)
    return Aligned(scores, weights, weights @ keys, inner)


def align_back(
    by: Scorer, queries: Reals, keys: Reals, done: Aligned, contexts: Reals, out: Scorer
) -> tuple[Reals, Reals]:
    """The way back from the derivative by the contexts, for a batch of sequences (B, M or S, ...).

    The softmax sends back w (d - sum(d w)).

    Args:
        by: the matrices.
        queries: what looked.
        keys: what was looked at.
        done: how.
        contexts: derivative of the loss by the contexts.
        out: where the gradients of the matrices are written.

    Returns:
        The derivatives by the queries and by the keys.
    """
    w = done.weights
    by_weights = contexts @ keys.swapaxes(-1, -2)
    by_scores = w * (by_weights - (by_weights * w).sum(-1, keepdims=True))
    by_keys = w.swapaxes(-1, -2) @ contexts
    if isinstance(by, Products):
        assert isinstance(out, Products)
        by_inner = by_scores @ keys
        by_keys += by_scores.swapaxes(-1, -2) @ done.inner
        np.matmul(_rows(queries).T, _rows(by_inner), out=out.A)
        return by_inner @ by.A.T, by_keys
    assert isinstance(out, Additive)
    np.matmul(by_scores.ravel(), done.inner.reshape(-1, done.inner.shape[-1]), out=out.v)
    by_sum = by_scores[..., None] * by.v
    by_sum *= 1.0 - done.inner * done.inner
    of_queries, of_keys = by_sum.sum(-2), by_sum.sum(-3)
    np.matmul(_rows(queries).T, _rows(of_queries), out=out.Ws)
    np.matmul(_rows(keys).T, _rows(of_keys), out=out.We)
    _rows(of_keys).sum(0, out=out.b)
    return of_queries @ by.Ws.T, by_keys + of_keys @ by.We.T


def _rows(a: Reals) -> Reals:
    return a.reshape(-1, a.shape[-1])


# ---- what a map of weights shows


def entropy(weights: Reals) -> Reals:
    """-sum w log w of each row in nats, where 0 log 0 = 0."""
    logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    return np.asarray(-(weights * logs).sum(-1))


class Mass(NamedTuple):
    """Where the weights of a map (rows: steps that write; columns: places that are read) lie.

    Attributes:
        diagonal, antidiagonal: mean weight there over the rows of a square map; NaN for others.
        uniform: what equal weights would give.
        entropy: mean over the rows, in nats.
        argmax: the column of the largest weight of each row, the first of equals.
    """

    diagonal: float
    antidiagonal: float
    uniform: float
    entropy: float
    argmax: Reals


def mass(weights: Reals) -> Mass:
    """How much of the attention of a map lies on its diagonal and on the other one."""
    square = weights.shape[0] == weights.shape[1]
    straight, back = (float(np.diagonal(w).mean()) if square else math.nan for w in (weights, weights[:, ::-1]))
    return Mass(straight, back, 1.0 / weights.shape[1], float(entropy(weights).mean()), weights.argmax(-1))
