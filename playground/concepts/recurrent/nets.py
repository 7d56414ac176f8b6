"""The three nets: where each lies in the row of weights, how it starts, and what an update needs of it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from playground.concepts.recurrent import NETS, Params
from playground.concepts.recurrent.tokens import ASKED, INPUTS, Sequences, Tokens, one_hot
from playground.engine.kit import recurrent, recurrent_back
from playground.engine.kit.arrays import Reals
from playground.engine.kit.recurrent import CellKind, CellWeights, RecurrentCell, Unrolled
from playground.engine.kit.recurrent_back import SlopesInTime, StateSlope

_KINDS: dict[str, CellKind] = {"tanh": "elman", "linear": "linear", "relu": "relu"}
INPUT_GATE = 2  # of an LSTM
LEAST = -400.0  # the decimal logarithm of nothing


class Part(NamedTuple):
    """Where a net lies in the row of weights.

    Attributes:
        cell: its recurrent layer.
        start: its first weight.
        output: the first weight of its output.
        end: behind its last one.
    """

    cell: RecurrentCell
    start: int
    output: int
    end: int


class Net(NamedTuple):
    """A net as views of its weights, or of their gradient.

    Attributes:
        cell: what it is.
        known: weights of the recurrent layer.
        W: of the output, (units, ASKED).
        b: (ASKED,).
    """

    cell: RecurrentCell
    known: CellWeights
    W: Reals
    b: Reals


class Learnt(NamedTuple):
    """What an update finds of a net.

    Attributes:
        loss: mean cross-entropy of the batch, in nats.
        accuracy: share that is right.
        seen: the pass.
        slopes: the way back.
    """

    loss: float
    accuracy: float
    seen: Unrolled
    slopes: SlopesInTime


@lru_cache(maxsize=64)
def _parts(kind: CellKind, units: int) -> dict[str, Part]:
    found, start = {}, 0
    kinds: dict[str, CellKind] = {"rnn": kind, "lstm": "lstm", "gru": "gru"}
    for name in NETS:
        cell = RecurrentCell(kinds[name], INPUTS, units)
        output = start + recurrent.length(cell)
        end = output + (units + 1) * ASKED
        found[name] = Part(cell, start, output, end)
        start = end
    return found


def parts(params: Params) -> dict[str, Part]:
    """Where each net lies in the row of weights."""
    return _parts(_KINDS[params.activation], params.units)


def length(params: Params) -> int:
    """Weights of all three."""
    return parts(params)["gru"].end


def net(theta: Reals, params: Params, name: str) -> Net:
    """A net as views of the row of weights, (N,)."""
    cell, start, output, end = parts(params)[name]
    known = recurrent.weights(theta[start:output], cell)
    return Net(cell, known, theta[output : end - ASKED].reshape(cell.units, ASKED), theta[end - ASKED : end])


def begin(params: Params, normal: Reals) -> Reals:
    """The start of all three from standard normal numbers, (N,).

    Inputs have weights of the deviation `inputs`, the gates' recurrent weights `gain` / √units; the RNN's have the
    spectral radius.
    """
    theta = normal.copy()
    for name in NETS:
        one = net(theta, params, name)
        one.known.Wx[...] *= params.inputs
        one.known.b[...] = 0.0
        one.W[...] *= 1.0 / math.sqrt(params.units)
        one.b[...] = 0.0
        if name == "rnn":
            one.known.Wh[0] = _of_radius(params, one.known.Wh[0])
        else:
            one.known.Wh[...] *= params.gain / math.sqrt(params.units)
        recurrent.keeping(one.known.b, one.cell)[...] = params.keep
        if name == "lstm" and params.tied:
            one.known.b[INPUT_GATE] = -params.keep
    return theta


def _of_radius(params: Params, draw: Reals) -> Reals:
    """Recurrent weights of the chosen form and spectral radius from random numbers, (units, units)."""
    if params.matrix == "orthogonal":
        turn, upper = np.linalg.qr(draw)
        found: Reals = params.radius * turn * np.sign(np.diag(upper))
    elif params.matrix == "triangular":
        # A chain: every unit keeps a share of itself and feeds the next ones.
        found = params.radius * (np.eye(len(draw)) + np.triu(draw, 1) / math.sqrt(len(draw)))
    else:
        found = draw * (params.radius / np.abs(np.linalg.eigvals(draw)).max())
    return found


def cross_entropy(one: Net, h: Reals, answers: Tokens) -> tuple[Reals, float, float]:
    """Probabilities (B, ASKED), mean loss and accuracy of what is read of states (B, units)."""
    z = h @ one.W + one.b
    z -= z.max(1, keepdims=True)
    p = np.exp(z)
    total = p.sum(1, keepdims=True)
    p /= total
    # The logarithm of the sum, not of a share that may have vanished in the rounding.
    loss = float((np.log(total[:, 0]) - z[np.arange(len(p)), answers]).mean())
    return p, loss, float((p.argmax(1) == answers).mean())


def learnt(theta: Reals, params: Params, name: str, batch: Sequences, gradient: Reals, steps: int | None) -> Learnt:
    """Writes a net's part of the gradient of the mean loss of a batch, and says how it went.

    Args:
        theta: the row of weights.
        params: of the run.
        name: of the net.
        batch: what it is asked.
        gradient: a row as long as that of the weights.
        steps: how far the gradient goes back; None: to the start.
    """
    one, out = net(theta, params, name), net(gradient, params, name)
    x = one_hot(batch.tokens, theta.dtype)
    seen = recurrent.forward(one.cell, one.known.Wh, recurrent.driven(one.known, x))
    h = seen.h[-1]
    p, loss, accuracy = cross_entropy(one, h, batch.answers)
    p[np.arange(len(p)), batch.answers] -= 1.0
    p /= len(p)
    np.matmul(h.T, p, out=out.W)
    p.sum(0, out=out.b)
    slopes = recurrent_back.backward(seen, one.known.Wh, None, StateSlope(p @ one.W.T), steps)
    recurrent_back.recurrent_gradient(seen, slopes.drive, out.known.Wh)
    recurrent_back.driven_back(one.known, x, slopes.drive, out.known)
    return Learnt(loss, accuracy, seen, slopes)


def by_states(seen: Unrolled, slopes: SlopesInTime) -> Reals:
    """The derivative by every state with all that it leads to, (T + 1, B, units): of an LSTM by its cell."""
    if slopes.c is None or seen.inner is None:
        return slopes.h
    found = slopes.c.copy()
    squashed = seen.inner
    found[1:] += slopes.h[1:] * seen.gates[0] * (1.0 - squashed * squashed)
    return found


def profile(seen: Unrolled, slopes: SlopesInTime) -> Reals:
    """Root mean square over the batch of the derivative by each state, over that by the last, (T + 1,)."""
    size = np.sqrt(np.square(by_states(seen, slopes).astype(np.float64)).sum(-1).mean(-1))
    found: Reals = size / size[-1] if size[-1] > 0.0 else np.zeros_like(size)
    return found


def bound(one: Net, seen: Unrolled, slopes: SlopesInTime) -> Reals:
    """What the product of σ(U) and the largest slope of each step allows, as `profile` means over the batch, (T + 1,).

    ‖∂L/∂h_t‖ ≤ ‖∂L/∂h_T‖ Π_s>t σ(U) max φ'(h_s), as decimal logarithms from `LEAST` up: the product passes all numbers.
    """
    sigma = float(np.linalg.norm(one.known.Wh[0].astype(np.float64), 2))
    steepest = recurrent_back.local(seen).gates[0].max(-1).astype(np.float64) * sigma
    last = np.square(slopes.h[-1].astype(np.float64)).sum(-1)
    whole = last.mean()
    if whole == 0.0:
        return np.zeros(len(steepest) + 1)
    with np.errstate(divide="ignore"):
        allowed = np.cumsum(np.log10(steepest[::-1]), axis=0)[::-1]
        allowed = np.concatenate([allowed, np.zeros_like(allowed[:1])])
        top = np.maximum(allowed.max(-1), LEAST)
        shares = (np.square(10.0 ** (allowed - top[:, None])) * last).mean(-1) / whole
        found: Reals = np.maximum(top + 0.5 * np.log10(shares), LEAST)
    return found
