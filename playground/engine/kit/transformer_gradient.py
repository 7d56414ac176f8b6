"""The way back through a small transformer, written by hand, and the loss that it comes from.

The norms and the softmax have their own fused kernels for it; the rest is two matrix products for each of a pass.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import attention as at
from playground.engine.kit import transformer as tf
from playground.engine.kit.giving_way import give_way


class CrossEntropy(NamedTuple):
    """How wrong the answers are.

    Attributes:
        loss: the mean over the places that are asked, in nats.
        each: -log of what was given to the right answer, (B, n).
        by_logits: the derivative of the loss by the logits.
    """

    loss: Tensor
    each: Tensor
    by_logits: Tensor


def cross_entropy(logits: Tensor, answers: Tensor, counted: Tensor | None = None) -> CrossEntropy:
    """The mean of -log p at the places asked.

    Args:
        logits: (B, n, outputs).
        answers: what should come at each place, (B, n).
        counted: which places are asked, (B, n) of 0 and 1; none: all.
    """
    logs = logits.log_softmax(-1)
    at_answers = answers[..., None]
    each = -logs.gather(-1, at_answers)[..., 0]
    by_logits = logs.exp_().scatter_add_(-1, at_answers, logs.new_full((), -1.0).expand(at_answers.shape))
    if counted is None:
        return CrossEntropy(each.mean(), each, by_logits.div_(answers.numel()))
    share = counted / counted.sum().clamp_min(1.0)
    return CrossEntropy((each * share).sum(), each, by_logits.mul_(share[..., None]))


def gradient(
    theta: Tensor,
    shape: tf.TransformerShape,
    tokens: Tensor,
    done: tf.TransformerPass,
    by_logits: Tensor,
    kept: Tensor | None = None,
) -> Tensor:
    """The derivative by all weights, as flat as they are, from that by the logits of a pass with the same arguments."""
    W, grown = tf.matrices(theta, shape), torch.zeros_like(theta)
    G = tf.matrices(grown, shape)
    _by_matrix(G["R"], done.last[0], by_logits)
    back = _norm_back(by_logits @ W["R"].T, done.stream, done.last, W, G, "g", "b")
    for k in range(shape.layers - 1, -1, -1):
        back = _block_back(W, G, shape, k, done.blocks[k], back, None if kept is None else kept[1 + 2 * k : 3 + 2 * k])
    if kept is not None:
        back = back * kept[0]
    if shape.positions == "learnt":
        G["P"][: tokens.shape[1]] = back.sum(0)
    G["E"].index_add_(0, tokens.flatten(), back.flatten(0, 1))
    return grown


def _block_back(
    W: dict[str, Tensor],
    G: dict[str, Tensor],
    shape: tf.TransformerShape,
    k: int,
    block: tf.TransformerBlock,
    back: Tensor,
    kept: Tensor | None,
) -> Tensor:
    """Writes the gradients of a block's matrices; returns the derivative by the stream before it."""
    give_way()
    if block.H is not None and block.A is not None and block.thought is not None:
        half = back if kept is None else back * kept[1]
        _by_matrix(G[f"D{k}"], block.A, half)
        give_way()
        by_H = (half @ W[f"D{k}"].T).mul_(block.A > 0)
        give_way()
        _by_matrix(G[f"U{k}"], block.thought[0], by_H)
        give_way()
        by_looked = by_H @ W[f"U{k}"].T
        back = back + _norm_back(by_looked, block.middle, block.thought, W, G, f"g2{k}", f"b2{k}")
        give_way()
    half = back if kept is None else back * kept[0]
    _by_matrix(G[f"O{k}"], block.found, half)
    give_way()
    by_found = tf.parted(half @ W[f"O{k}"].T, 1, shape.heads)[0]
    by_joined = tf.joined(tf.turned(_attention_back(block, by_found), shape, back=True), shape.heads)
    give_way()
    _by_matrix(G[f"QKV{k}"], block.looked[0], by_joined)
    give_way()
    by_looked = by_joined @ W[f"QKV{k}"].T
    return back + _norm_back(by_looked, block.X, block.looked, W, G, f"g1{k}", f"b1{k}")


def _attention_back(block: tf.TransformerBlock, by_found: Tensor) -> Tensor:
    """The derivative by queries, keys and values, (3, B * heads, n, key)."""
    Q, K, V = block.QKV
    scale = at.scale_of(Q.shape[-1])
    by_weights = torch.bmm(by_found, V.transpose(1, 2))
    by_scores = torch._softmax_backward_data(by_weights, block.weights, -1, Q.dtype)
    give_way()
    back = torch.empty_like(block.QKV)
    torch.bmm(by_scores, K, out=back[0])
    torch.bmm(by_scores.transpose(1, 2), Q, out=back[1])
    torch.bmm(block.weights.transpose(1, 2), by_found, out=back[2])
    back[:2] *= scale
    return back


def _by_matrix(into: Tensor, inputs: Tensor, by_outputs: Tensor) -> None:
    torch.mm(inputs.flatten(0, 1).T, by_outputs.flatten(0, 1), out=into)


def _norm_back(
    by_normed: Tensor,
    X: Tensor,
    normed: tuple[Tensor, Tensor, Tensor],
    W: dict[str, Tensor],
    G: dict[str, Tensor],
    gain: str,
    shift: str,
) -> Tensor:
    """Writes the gradients of a norm's gain and shift; returns the derivative by what came in."""
    _, mean, inverse = normed
    back: Tensor
    back, by_gain, by_shift = torch.ops.aten.native_layer_norm_backward(
        by_normed, X, X.shape[-1:], mean, inverse, W[gain], W[shift], [True, True, True]
    )
    G[gain].copy_(by_gain)
    G[shift].copy_(by_shift)
    return back
