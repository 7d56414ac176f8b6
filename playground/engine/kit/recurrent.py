"""Elman, LSTM and GRU cells unrolled in time, and backpropagation through time written out by hand.

What enters is first taken through its matrix for all times at once (`driven`, or rows of an embedding): the drive of a
cell is Wx x + b. Only the recurrence itself, Wh h, is a loop. The way back gives the derivative by the drive and by
Wh, from which those of Wx, b and x follow, again for all times at once (`recurrent_back`).

Arrays are (..., T, B, features): leading axes for nets (seeds, settings) if there are any, then times, sequences and
features; what has no axis of nets is shared by them. The gates of a cell have an axis of their own before the times:
drives are (..., gates, T, B, units), matrices (..., gates, features in, units), biases (..., gates, 1, units), so that
each gate lies in one piece. The gates of an LSTM are output, forget, input and candidate; those of a GRU keep, reset
and candidate. Numbers have the precision of the weights. All in numpy: at this size a call costs more than its
arithmetic, and numpy's calls are the cheap ones.

Sources: J. Elman, Finding structure in time (1990); S. Hochreiter and J. Schmidhuber, Long short-term memory (1997);
Gers, Schmidhuber and Cummins, Learning to forget (2000); K. Cho et al., Learning phrase representations (2014).
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np

from playground.engine.kit.arrays import Reals
from playground.engine.kit.giving_way import give_way

CellKind = Literal["linear", "relu", "elman", "gru", "lstm"]
GATES: dict[str, int] = {"linear": 1, "relu": 1, "elman": 1, "gru": 3, "lstm": 4}
"""How many sums each unit of a cell forms."""
_EVERY = 8  # steps in time between two places where long work may be left


class RecurrentCell(NamedTuple):
    """A recurrent layer.

    Attributes:
        kind: elman: h' = tanh(Wh h + d), with d the drive; linear and relu: the same with another function;
            gru: s, r = sigmoid(Wh h + d), n = tanh(Wh (r h) + d), h' = s h + (1 - s) n;
            lstm: o, f, i = sigmoid(Wh h + d), g = tanh(Wh h + d), c' = f c + i g, h' = o tanh(c').
        inputs: features that enter.
        units: features of the state.
    """

    kind: CellKind
    inputs: int
    units: int

    @property
    def gates(self) -> int:
        """Sums that each unit forms."""
        return GATES[self.kind]


class CellWeights(NamedTuple):
    """Weights of a cell, or their gradient, as views of a flat row.

    Attributes:
        Wx: (..., gates, inputs, units).
        Wh: (..., gates, units, units).
        b: (..., gates, 1, units).
    """

    Wx: Reals
    Wh: Reals
    b: Reals


class Unrolled(NamedTuple):
    """All that a cell computed over T steps; what is to come is not yet written.

    Attributes:
        kind: of the cell.
        gates: behind their functions, (..., gates, T, B, units).
        h: states from the first one on, (..., T + 1, B, units).
        c: cells of an LSTM, (..., T + 1, B, units); else None.
        inner: what the way back needs beside them, (..., T, B, units): tanh(c) of an LSTM, r h of a GRU; else None.
        alive: 1 where a sequence has a token, 0 where it is padded and its state stays, (T, B, 1); None: all are.
    """

    kind: CellKind
    gates: Reals
    h: Reals
    c: Reals | None
    inner: Reals | None
    alive: Reals | None

    @property
    def states(self) -> Reals:
        """The states after each input, (..., T, B, units)."""
        return self.h[..., 1:, :, :]


# ---- weights


def length(cell: RecurrentCell) -> int:
    """How many weights and biases a cell has."""
    return cell.gates * cell.units * (cell.inputs + cell.units + 1)


def weights(theta: Reals, cell: RecurrentCell) -> CellWeights:
    """The first numbers of a row (..., N) as what they stand for: views, so that what is written stands in the row."""
    rows = theta[..., : length(cell)].reshape(*theta.shape[:-1], cell.gates, cell.inputs + cell.units + 1, cell.units)
    return CellWeights(rows[..., : cell.inputs, :], rows[..., cell.inputs : -1, :], rows[..., -1:, :])


def begin(cell: RecurrentCell, normal: Reals, keep: float = 0.0) -> Reals:
    """A start: weights of variance 1 / (numbers that enter), biases 0.

    Args:
        cell: of the layer.
        normal: standard normal numbers, (..., length(cell)).
        keep: bias of the gate that keeps the state: forget of an LSTM, keep of a GRU.
    """
    theta = normal.copy()
    known = weights(theta, cell)
    known.Wx[...] *= 1.0 / math.sqrt(max(1, cell.inputs))
    known.Wh[...] *= 1.0 / math.sqrt(cell.units)
    known.b[...] = 0.0
    keeping(known.b, cell)[...] = keep
    return theta


def keeping(b: Reals, cell: RecurrentCell) -> Reals:
    """The biases of the gate that keeps the state, a view: forget of an LSTM, keep of a GRU, else nothing."""
    start = 1 if cell.kind == "lstm" else 0
    return b[..., start : start + (1 if cell.gates > 1 else 0), :, :]


# ---- forward


def driven(known: CellWeights, x: Reals) -> Reals:
    """The drive of vectors (..., T, B, inputs): Wx x + b, (..., gates, T, B, units)."""
    T, B, n = x.shape[-3:]
    drive: Reals = x.reshape(*x.shape[:-3], 1, T * B, n) @ known.Wx
    drive += known.b
    return drive.reshape(*drive.shape[:-2], T, B, drive.shape[-1])


def blank(
    cell: RecurrentCell, drive: Reals, h: Reals | None = None, c: Reals | None = None, alive: Reals | None = None
) -> Unrolled:
    """Memory for T steps with the first state written.

    Args:
        cell: of the layer.
        drive: an array of the shape that the drive has or will have, (..., gates, T, B, units).
        h: first state, broadcast to (..., B, units); None: 0.
        c: first cell of an LSTM, likewise.
        alive: see `Unrolled`.
    """
    lead, (T, B), m = drive.shape[:-4], drive.shape[-3:-1], cell.units
    new, has_cells = np.empty, cell.kind == "lstm"
    states = new((*lead, T + 1, B, m), drive.dtype)
    states[..., 0, :, :] = 0.0 if h is None else h
    cells = new((*lead, T + 1, B, m), drive.dtype) if has_cells else None
    if cells is not None:
        cells[..., 0, :, :] = 0.0 if c is None else c
    inner = new((*lead, T, B, m), drive.dtype) if has_cells or cell.kind == "gru" else None
    return Unrolled(cell.kind, new(drive.shape, drive.dtype), states, cells, inner, alive)


def forward(cell: RecurrentCell, Wh: Reals, drive: Reals, h: Reals | None = None, c: Reals | None = None) -> Unrolled:
    """All steps; the arguments are those of `blank`."""
    return forward_alive(cell, Wh, drive, None, h, c)


def forward_alive(
    cell: RecurrentCell, Wh: Reals, drive: Reals, alive: Reals | None, h: Reals | None = None, c: Reals | None = None
) -> Unrolled:
    """All steps of sequences of several lengths; the arguments are those of `blank`."""
    seen = blank(cell, drive, h, c, alive)
    for t in range(drive.shape[-3]):
        if t % _EVERY == 0:
            give_way()
        advance(seen, Wh, drive[..., t, :, :], t)
    return seen


def advance(seen: Unrolled, Wh: Reals, drive: Reals, t: int) -> None:
    """One step: writes gates and state of time t, from 0.

    Args:
        seen: what there is so far.
        Wh: recurrent weights.
        drive: of this time, (..., gates, B, units).
        t: the step.
    """
    a, h, new = seen.gates[..., t, :, :], seen.h[..., t, :, :], seen.h[..., t + 1, :, :]
    if seen.kind == "lstm":
        assert seen.c is not None
        assert seen.inner is not None
        z = h[..., None, :, :] @ Wh
        z += drive
        _sigmoid(z[..., :3, :, :], a[..., :3, :, :])
        g, c, squashed = a[..., 3, :, :], seen.c[..., t + 1, :, :], seen.inner[..., t, :, :]
        np.tanh(z[..., 3, :, :], out=g)
        np.multiply(a[..., 2, :, :], g, out=c)
        c += a[..., 1, :, :] * seen.c[..., t, :, :]
        np.tanh(c, out=squashed)
        np.multiply(a[..., 0, :, :], squashed, out=new)
    elif seen.kind == "gru":
        assert seen.inner is not None
        n, kept = a[..., 2, :, :], seen.inner[..., t, :, :]
        z = h[..., None, :, :] @ Wh[..., :2, :, :]
        z += drive[..., :2, :, :]
        _sigmoid(z, a[..., :2, :, :])
        np.multiply(a[..., 1, :, :], h, out=kept)
        np.matmul(kept, Wh[..., 2, :, :], out=n)
        n += drive[..., 2, :, :]
        np.tanh(n, out=n)
        np.subtract(h, n, out=new)
        new *= a[..., 0, :, :]
        new += n
    else:
        np.matmul(h[..., None, :, :], Wh, out=a)
        a += drive
        if seen.kind == "elman":
            np.tanh(a, out=a)
        elif seen.kind == "relu":
            np.maximum(a, 0.0, out=a)
        new[...] = a[..., 0, :, :]
    if seen.alive is not None:
        _stay(new, h, seen.alive[t])
        if seen.c is not None:
            _stay(seen.c[..., t + 1, :, :], seen.c[..., t, :, :], seen.alive[t])


def _stay(new: Reals, old: Reals, alive: Reals) -> None:
    """Puts the old state where a sequence has no token."""
    np.copyto(new, old, where=alive == 0.0)


def _sigmoid(z: Reals, out: Reals) -> None:
    """The logistic function, by tanh(z / 2), which never overflows; z is overwritten."""
    z *= 0.5
    np.tanh(z, out=z)
    z *= 0.5
    np.add(z, 0.5, out=out)
