"""Two encoders with decoders, side by side: one has a single vector of what it read, the other looks back at all of it.

Both are rows of the same arrays, so that they learn in lockstep: net 0 is given the encoder's last states at every
step, net 1 the mean of all its states by the weights of attention. Everything else is the same, and the way back is
written by hand. Times come first: tokens are (T, B), states (nets, T, B, units).

Sources: K. Cho et al. (2014), I. Sutskever, O. Vinyals and Q. Le (2014), D. Bahdanau, K. Cho and Y. Bengio (2015).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from playground.concepts.seq2seq import alignment
from playground.concepts.seq2seq.alignment import Additive, Aligned, Products, Scorer
from playground.engine.kit import recurrent, recurrent_back
from playground.engine.kit.arrays import Reals
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.recurrent import CellWeights, RecurrentCell, Unrolled
from playground.engine.kit.recurrent_back import StateSlope

NETS = 2
FIXED, ATTENDS = 0, 1
Tokens = np.ndarray[Any, np.dtype[np.int64]]


class Shape(NamedTuple):
    """What both nets look like.

    Attributes:
        inputs: tokens that may be read.
        outputs: tokens that may be said; one more may enter the decoder, the one that starts it.
        units: of each cell.
        both: whether one encoder reads from the front and one from the end.
        score: how a query meets a key.
    """

    inputs: int
    outputs: int
    units: int
    both: bool
    score: Literal["product", "additive"]

    @property
    def ways(self) -> int:
        """Directions in which the encoder reads."""
        return 2 if self.both else 1

    @property
    def features(self) -> int:
        """Features of what the encoder says of a place."""
        return self.units * self.ways

    @property
    def encoder(self) -> RecurrentCell:
        """The cell of one direction."""
        return RecurrentCell("gru", self.inputs, self.units)

    @property
    def decoder(self) -> RecurrentCell:
        """The cell that writes."""
        return RecurrentCell("gru", self.outputs + 1, self.units)


@lru_cache(maxsize=64)
def parts(shape: Shape) -> dict[str, tuple[int, int, tuple[int, ...]]]:
    """Where each part lies in the row of a net's weights, and its shape."""
    units, features, said = shape.units, shape.features, shape.outputs
    sizes: dict[str, tuple[int, ...]] = {
        "encoder": (shape.ways, recurrent.length(shape.encoder)),
        "decoder": (recurrent.length(shape.decoder),),
        "bridge": (features, units),
        "W": (units, said),
        "C": (features, said),
        "c": (1, said),
    }
    if shape.score == "product":
        sizes["A"] = (units, features)
    else:
        sizes |= {"Ws": (units, units), "We": (features, units), "b": (units,), "v": (units,)}
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + math.prod(size), size)
        start += math.prod(size)
    return found


def length(shape: Shape) -> int:
    """How many weights each of the nets has; of net 0 those that make scores are not used."""
    return max(end for _, end, _ in parts(shape).values())


class Weights(NamedTuple):
    """The weights of both nets, or their gradients, as views of rows (nets, N).

    Attributes:
        encoder: (nets, ways, ...) each.
        decoder: (nets, ...) each.
        bridge: (nets, features, units), from what was read to the decoder's first state.
        W, C: (nets, units, outputs) and (nets, features, outputs), from the state and from the context to the logits.
        c: (nets, 1, outputs).
        scores: those of net 1 alone.
    """

    encoder: CellWeights
    decoder: CellWeights
    bridge: Reals
    W: Reals
    C: Reals
    c: Reals
    scores: Scorer


def weights(theta: Reals, shape: Shape) -> Weights:
    """Rows of weights as what they stand for."""
    of = {name: theta[:, a:b].reshape(NETS, *size) for name, (a, b, size) in parts(shape).items()}
    kind = Products if shape.score == "product" else Additive
    return Weights(
        recurrent.weights(of["encoder"], shape.encoder),
        recurrent.weights(of["decoder"], shape.decoder),
        of["bridge"],
        of["W"],
        of["C"],
        of["c"],
        kind(*(of[name][ATTENDS] for name in kind._fields)),
    )


def begin(shape: Shape, normal: Reals) -> Reals:
    """First weights, the same for both nets, (nets, N).

    Args:
        shape: of the nets.
        normal: standard normal numbers, (N,).
    """
    one = normal.copy()
    for name, (a, b, size) in parts(shape).items():
        if name in ("encoder", "decoder"):
            cell = shape.encoder if name == "encoder" else shape.decoder
            drawn = recurrent.begin(cell, one[a:b].reshape(size))
            # A token is one row of Wx, not a sum of many.
            recurrent.weights(drawn, cell).Wx[...] *= 0.5 * math.sqrt(cell.inputs)
            one[a:b] = drawn.ravel()
        else:
            one[a:b] *= 0.0 if name in ("c", "b") else 1.0 / math.sqrt(size[0])
    return np.stack([one] * NETS)


# ---- what enters, and what was read


class Batch(NamedTuple):
    """Sequences of one length.

    Attributes:
        source: what is read, (S, B).
        answers: what should be said, (M, B).
    """

    source: Tokens
    answers: Tokens


class Read(NamedTuple):
    """What the encoders made of a batch.

    Attributes:
        seen: their passes, (nets, ways, S, B, ...); the second way's times run from the end.
        last: their last states side by side, (nets, B, features): the single vector.
        first: the decoder's first state, (nets, B, units).
        keys: what net 1 may look at, (B, S, features).
    """

    seen: Unrolled
    last: Reals
    first: Reals
    keys: Reals


def read(known: Weights, shape: Shape, source: Tokens) -> Read:
    """The encoders over all tokens."""
    ways = np.stack([source, source[::-1]][: shape.ways])
    drive = np.stack([known.encoder.Wx[:, k][:, :, ways[k]] for k in range(shape.ways)], 1)
    drive += known.encoder.b[:, :, :, None]
    seen = recurrent.forward(shape.encoder, known.encoder.Wh, drive)
    last = _side_by_side(seen.states[..., -1, :, :])
    states = seen.states[ATTENDS]
    keys = np.concatenate([states[0], states[1, ::-1]], -1) if shape.both else states[0]
    return Read(seen, last, np.tanh(last @ known.bridge), np.ascontiguousarray(keys.swapaxes(0, 1)))


def _side_by_side(states: Reals) -> Reals:
    """Of (nets, ways, B, units) the ways in one row, (nets, B, features)."""
    return np.concatenate(list(states.swapaxes(0, 1)), -1)


# ---- forced: all steps with the true token before each


class Pass(NamedTuple):
    """A way through both nets.

    Attributes:
        read: what the encoders did.
        entered: the token that entered the decoder at each step, (nets, M, B).
        seen: the decoders' passes, (nets, M, B, ...).
        queries: the states of net 1, (B, M, units).
        aligned: where it looked.
        logits: (nets, M, B, outputs).
    """

    read: Read
    entered: Tokens
    seen: Unrolled
    queries: Reals
    aligned: Aligned
    logits: Reals


def _picked(known: CellWeights, tokens: Tokens) -> Reals:
    """The rows of Wx of tokens (nets, ...), gates first: (nets, gates, ..., units)."""
    return np.stack([rows[:, own] for rows, own in zip(known.Wx, tokens, strict=True)])


def shifted(answers: Tokens, start: int) -> Tokens:
    """What enters the decoders when the true tokens are fed: the answers one step later, (nets, M, B)."""
    before = np.concatenate([np.full_like(answers[:1], start), answers[:-1]])
    return np.broadcast_to(before, (NETS, *before.shape))


def run(known: Weights, shape: Shape, done: Read, entered: Tokens) -> Pass:
    """The decoders over all steps, with what enters them given."""
    drive = _picked(known.decoder, entered) + known.decoder.b[:, :, None]
    seen = recurrent.forward(shape.decoder, known.decoder.Wh, drive, done.first)
    states = seen.states
    queries = np.ascontiguousarray(states[ATTENDS].swapaxes(0, 1))
    give_way()
    aligned = alignment.align(known.scores, queries, done.keys)
    logits = _rows(states) @ known.W + known.c
    logits = logits.reshape(*states.shape[:-1], shape.outputs)
    logits[FIXED] += done.last[FIXED] @ known.C[FIXED]
    logits[ATTENDS] += (aligned.contexts @ known.C[ATTENDS]).swapaxes(0, 1)
    return Pass(done, entered, seen, queries, aligned, logits)


class Judged(NamedTuple):
    """What the answers of both nets are worth.

    Attributes:
        loss: mean cross-entropy in nats, (nets,).
        accuracy: share of the tokens that are right, (nets,).
        logits: derivative of each net's loss by its logits, (nets, M, B, outputs).
    """

    loss: Reals
    accuracy: Reals
    logits: Reals


def judged(logits: Reals, answers: Tokens) -> Judged:
    """Loss, accuracy, and where the way back begins."""
    shifted = logits - logits.max(-1, keepdims=True)
    slope = np.exp(shifted)
    total = slope.sum(-1, keepdims=True)
    picked = np.broadcast_to(answers[None, ..., None], (NETS, *answers.shape, 1))
    loss = np.log(total[..., 0]) - np.take_along_axis(shifted, picked, -1)[..., 0]
    right = logits.argmax(-1) == answers
    slope /= total
    np.put_along_axis(slope, picked, np.take_along_axis(slope, picked, -1) - 1.0, -1)
    slope /= answers.size
    return Judged(loss.mean((1, 2)), right.mean((1, 2)), slope)


def gradient(theta: Reals, shape: Shape, source: Tokens, done: Pass, logits: Reals) -> Reals:
    """The derivative of each net's loss by its weights, (nets, N).

    Args:
        theta: weights.
        shape: of the nets.
        source: what was read, (S, B).
        done: the way there.
        logits: derivative by the logits.
    """
    known, grown = weights(theta, shape), np.zeros_like(theta)
    out, was, states = weights(grown, shape), done.read, done.seen.states
    # From the logits to the states, the contexts and the single vector.
    flat = _rows(logits)
    np.matmul(_rows(states).swapaxes(-1, -2), flat, out=out.W)
    np.sum(flat, -2, keepdims=True, out=out.c)
    asked = (flat @ known.W.swapaxes(-1, -2)).reshape(states.shape)
    pooled = logits[FIXED].sum(0)
    np.matmul(was.last[FIXED].T, pooled, out=out.C[FIXED])
    by_logits = np.ascontiguousarray(logits[ATTENDS].swapaxes(0, 1))
    contexts = done.aligned.contexts
    rows = by_logits.reshape(-1, by_logits.shape[-1])
    np.matmul(contexts.reshape(-1, contexts.shape[-1]).T, rows, out=out.C[ATTENDS])
    by_contexts = by_logits @ known.C[ATTENDS].T
    give_way()
    by_queries, by_keys = alignment.align_back(
        known.scores, done.queries, was.keys, done.aligned, by_contexts, out.scores
    )
    asked[ATTENDS] += by_queries.swapaxes(0, 1)
    # Through the decoders, the bridge, and the encoders.
    found = recurrent_back.backward(done.seen, known.decoder.Wh, asked)
    recurrent_back.recurrent_gradient(done.seen, found.drive, out.decoder.Wh)
    _rows_back(out.decoder, done.entered, found.drive)
    by_first = found.h[..., 0, :, :] * (1.0 - was.first * was.first)
    np.matmul(was.last.swapaxes(-1, -2), by_first, out=out.bridge)
    by_last = by_first @ known.bridge.swapaxes(-1, -2)
    by_last[FIXED] += pooled @ known.C[FIXED].T
    _encoder_back(known, out, shape, source, was, by_keys.swapaxes(0, 1), by_last)
    return grown


def _encoder_back(
    known: Weights, out: Weights, shape: Shape, source: Tokens, was: Read, by_keys: Reals, by_last: Reals
) -> None:
    units = shape.units
    asked = np.zeros_like(was.seen.states)
    asked[ATTENDS, 0] = by_keys[..., :units]
    if shape.both:
        asked[ATTENDS, 1] = by_keys[::-1, :, units:]
    last = np.stack([by_last[..., k * units : (k + 1) * units] for k in range(shape.ways)], 1)
    found = recurrent_back.backward(was.seen, known.encoder.Wh, asked, StateSlope(last))
    recurrent_back.recurrent_gradient(was.seen, found.drive, out.encoder.Wh)
    ways = np.stack([source, source[::-1]][: shape.ways])
    _rows_back(out.encoder, np.broadcast_to(ways, (NETS, *ways.shape)), found.drive)


def _rows_back(out: CellWeights, tokens: Tokens, drive: Reals) -> None:
    """Writes the gradients of rows of Wx that were picked, and of b."""
    flat = _rows(drive)
    flat.sum(-2, keepdims=True, out=out.b)
    hot = np.arange(out.Wx.shape[-2]) == tokens.reshape(*tokens.shape[:-2], 1, -1, 1)
    np.matmul(hot.astype(drive.dtype).swapaxes(-1, -2), flat, out=out.Wx)


def _rows(a: Reals) -> Reals:
    """Times and sequences as one axis."""
    return a.reshape(*a.shape[:-3], a.shape[-3] * a.shape[-2], a.shape[-1])


# ---- free: each step with what was said before


def unroll(steps: int, first: Any, step: Callable[[int, Any], Any], true: Any = None, forced: Any = None) -> list[Any]:
    """What comes out of each step, given the true value before or what came out itself.

    Args:
        steps: how many.
        first: what enters the first one.
        step: (t, what enters) -> what comes out.
        true: the true values by step; None: it is never forced.
        forced: by step whether the true value goes on; flags like the values, or one for all.
    """
    out, enters = [], first
    for t in range(steps):
        said = step(t, enters)
        out.append(said)
        enters = said if true is None else np.where(forced[t], true[t], said)
    return out


class Spoken(NamedTuple):
    """What the nets say when they hear themselves.

    Attributes:
        said: (nets, M, B).
        entered: what entered each step, (nets, M, B).
        queries: the states of net 1, (B, M, units).
        scores: of net 1, (B, M, S).
        weights: where it looked, (B, M, S).
        contexts: what it found there, (B, M, features).
    """

    said: Tokens
    entered: Tokens
    queries: Reals
    scores: Reals
    weights: Reals
    contexts: Reals


def speak(
    known: Weights,
    shape: Shape,
    done: Read,
    steps: int,
    true: Any = None,
    forced: Any = None,
    look: dict[int, int] | None = None,
) -> Spoken:
    """The decoders step by step, each given the likeliest token of the step before.

    Args:
        known: the weights.
        shape: of the nets.
        done: what was read.
        steps: how many tokens are to be said.
        true: right tokens, (M, B), for the steps that are forced.
        forced: (M, B) whether the true token enters the next step.
        look: by step the only place at which net 1 may look.
    """
    many = done.first.shape[1]
    cell = shape.decoder
    seen = recurrent.blank(cell, np.empty((NETS, cell.gates, steps, many, cell.units), done.first.dtype), done.first)
    fixed = done.last[FIXED] @ known.C[FIXED]
    entered, looked = list[Any](), list[Aligned]()

    def step(t: int, before: Any) -> Any:
        if t % 4 == 0:
            give_way()
        entered.append(before)
        recurrent.advance(seen, known.decoder.Wh, _picked(known.decoder, before) + known.decoder.b, t)
        state = seen.h[:, t + 1]
        only = None if look is None or t not in look else np.arange(done.keys.shape[1]) == look[t]
        aligned = alignment.align(known.scores, state[ATTENDS][:, None], done.keys, only)
        looked.append(aligned)
        logits = state @ known.W + known.c
        logits[FIXED] += fixed
        logits[ATTENDS] += aligned.contexts[:, 0] @ known.C[ATTENDS]
        return logits.argmax(-1)

    said = unroll(steps, np.full((NETS, many), shape.outputs), step, true, forced)
    scores, weights, contexts = (
        np.concatenate([getattr(one, name) for one in looked], 1) for name in ("scores", "weights", "contexts")
    )
    queries = seen.states[ATTENDS].swapaxes(0, 1)
    return Spoken(np.stack(said, 1), np.stack(entered, 1), queries, scores, weights, contexts)
