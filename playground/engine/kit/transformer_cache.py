"""A causal transformer token by token: keys and values of what it has read are kept and not computed again."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import attention as at
from playground.engine.kit import transformer as tf
from playground.engine.kit.giving_way import give_way


class Extended(NamedTuple):
    """What some more tokens gave.

    Attributes:
        logits: at the new places, (B, n, outputs).
        weights: of each block's attention, from the new places to all so far, (layers, B, heads, n, all).
        cache: keys and values of all so far, (layers, 2, B, heads, all, key), to be given with the next tokens.
    """

    logits: Tensor
    weights: Tensor
    cache: Tensor


def empty_cache(theta: Tensor, shape: tf.TransformerShape, B: int = 1) -> Tensor:
    """The cache before the first token."""
    return theta.new_zeros(shape.layers, 2, B, shape.heads, 0, shape.width // shape.heads)


def extended(theta: Tensor, shape: tf.TransformerShape, cache: Tensor, tokens: Tensor) -> Extended:
    """More tokens behind those of a cache, whose keys and values are not computed again; of a causal net.

    Args:
        theta: flat weights.
        shape: of the net.
        cache: of the tokens before; it is not written to.
        tokens: (B, n); with those before at most the shape's length.
    """
    W = tf.matrices(theta, shape)
    (B, n), before = tokens.shape, cache.shape[4]
    X = W["E"][tokens]
    if shape.positions == "learnt":
        X = X + W["P"][before : before + n]
    weights, caches = [], []
    for k in range(shape.layers):
        give_way()
        looked = tf.norm(X, W[f"g1{k}"], W[f"b1{k}"])[0]
        Q, *new = tf.turned(tf.parted(looked @ W[f"QKV{k}"], 3, shape.heads), shape, before)
        KV = torch.cat([cache[k], torch.stack(new).view(2, B, shape.heads, n, -1)], 3)
        K, V = KV.flatten(1, 2)
        scores = torch.baddbmm(tf.barred(shape, n, before, X), Q, K.transpose(1, 2), alpha=at.scale_of(Q.shape[-1]))
        weights.append(scores.softmax(-1))
        X = X + tf.joined(torch.bmm(weights[-1], V)[None], shape.heads) @ W[f"O{k}"]
        if shape.inner:
            thought = tf.norm(X, W[f"g2{k}"], W[f"b2{k}"])[0]
            X = X + (thought @ W[f"U{k}"]).clamp_min_(0.0) @ W[f"D{k}"]
        caches.append(KV)
    logits = tf.norm(X, W["g"], W["b"])[0] @ W["R"]
    return Extended(logits, torch.stack(weights).view(shape.layers, B, shape.heads, n, -1), torch.stack(caches))
