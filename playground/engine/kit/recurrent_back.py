"""The way back through an unrolled cell, written out by hand: see `recurrent` for the arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.engine.kit.arrays import Reals
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.recurrent import CellWeights, Unrolled

_EVERY = 8  # steps in time between two places where long work may be left


class StateSlope(NamedTuple):
    """The derivative of a loss by a state: by h and, of an LSTM, by c, (..., B, units) each."""

    h: Reals
    c: Reals | None = None


class SlopesInTime(NamedTuple):
    """What backpropagation through time finds.

    Attributes:
        drive: derivative by the drive, (..., T, B, gates * units).
        h: by every state with all that later losses ask of it, (..., T + 1, B, units).
        c: by every cell of an LSTM; else None.
    """

    drive: Reals
    h: Reals
    c: Reals | None


class Local(NamedTuple):
    """The derivatives within each step, for all times at once.

    Attributes:
        gates: of what a gate acts on by the gate's sum, (..., T, B, gates * units): of an LSTM that of h by the output
            gate's sum and of c by the others', else that of h.
        cell: of h by c, of an LSTM, (..., T, B, units); else None.
    """

    gates: Reals
    cell: Reals | None


def local(seen: Unrolled) -> Local:
    """The derivatives within each step of a whole pass."""
    a, before = seen.gates, seen.h[..., :-1, :, :]
    m = before.shape[-1]
    if seen.kind == "lstm":
        assert seen.c is not None
        assert seen.inner is not None
        o, i, g = (a[..., k * m : (k + 1) * m] for k in (0, 2, 3))
        slope = np.subtract(1.0, a)
        slope *= a
        slope[..., :m] *= seen.inner
        slope[..., m : 2 * m] *= seen.c[..., :-1, :, :]
        slope[..., 2 * m : 3 * m] *= g
        np.multiply(i, 1.0 - g * g, out=slope[..., 3 * m :])
        return Local(slope, o * (1.0 - seen.inner * seen.inner))
    if seen.kind == "gru":
        n = a[..., 2 * m :]
        slope = np.subtract(1.0, a)
        slope[..., 2 * m :] = slope[..., :m] * (1.0 - n * n)
        slope[..., : 2 * m] *= a[..., : 2 * m]
        slope[..., :m] *= before - n
        slope[..., m : 2 * m] *= before
        return Local(slope, None)
    if seen.kind == "elman":
        return Local(1.0 - a * a, None)
    return Local((a > 0.0).astype(a.dtype) if seen.kind == "relu" else np.ones_like(a), None)


def retreat(seen: Unrolled, within: Local, Wh: Reals, after: StateSlope, t: int, drive: Reals) -> StateSlope:
    """One step back: the derivative by the state before step t, from that by the state behind it.

    Args:
        seen: the pass.
        within: see `local`.
        Wh: recurrent weights.
        after: derivative by the state behind the step, with all that asks of it.
        t: the step, from 0.
        drive: where the derivative by this step's drive is written, (..., B, gates * units).
    """
    here, h = within.gates[..., t, :, :], after.h
    m = h.shape[-1]
    by_c: Reals | None = None
    if seen.kind == "lstm":
        assert within.cell is not None
        by_c = h * within.cell[..., t, :, :]
        if after.c is not None:
            by_c += after.c
        np.multiply(h, here[..., :m], out=drive[..., :m])
        for k in (1, 2, 3):
            np.multiply(by_c, here[..., k * m : (k + 1) * m], out=drive[..., k * m : (k + 1) * m])
        _asleep(seen, t, drive)
        by_h = drive @ Wh.swapaxes(-1, -2)
        by_c *= seen.gates[..., t, :, m : 2 * m]
    elif seen.kind == "gru":
        np.multiply(h, here[..., :m], out=drive[..., :m])
        np.multiply(h, here[..., 2 * m :], out=drive[..., 2 * m :])
        by_kept = drive[..., 2 * m :] @ Wh[..., 2 * m :].swapaxes(-1, -2)
        np.multiply(by_kept, here[..., m : 2 * m], out=drive[..., m : 2 * m])
        _asleep(seen, t, drive)
        by_h = drive[..., : 2 * m] @ Wh[..., : 2 * m].swapaxes(-1, -2)
        by_h += h * seen.gates[..., t, :, :m]
        by_kept *= seen.gates[..., t, :, m : 2 * m]
        by_h += by_kept
    else:
        np.multiply(h, here, out=drive)
        _asleep(seen, t, drive)
        by_h = drive @ Wh.swapaxes(-1, -2)
    if seen.alive is not None:
        np.copyto(by_h, h, where=seen.alive[t] == 0.0)
        if by_c is not None:
            np.copyto(by_c, 0.0 if after.c is None else after.c, where=seen.alive[t] == 0.0)
    return StateSlope(by_h, by_c)


def _asleep(seen: Unrolled, t: int, drive: Reals) -> None:
    """What is padded asks nothing of the drive."""
    if seen.alive is not None:
        drive *= seen.alive[t]


def backward(
    seen: Unrolled, Wh: Reals, asked: Reals | None, last: StateSlope | None = None, steps: int | None = None
) -> SlopesInTime:
    """Backpropagation through time.

    Args:
        seen: the pass.
        Wh: recurrent weights.
        asked: derivative of the loss by the states after each input, where it reads them itself, (..., T, B, units).
        last: derivative by the last state, on top of that.
        steps: how many steps are gone back from the end, where the way is truncated; what lies before gets 0.
    """
    T = seen.gates.shape[-3]
    stop = 0 if steps is None else max(0, T - steps)
    within, drive = local(seen), np.empty_like(seen.gates)
    by_h = np.zeros_like(seen.h)
    by_c = None if seen.c is None else np.zeros_like(seen.c)
    drive[..., :stop, :, :] = 0.0
    after = StateSlope(np.zeros_like(seen.h[..., 0, :, :])) if last is None else last
    for t in range(T - 1, stop - 1, -1):
        if t % _EVERY == 0:
            give_way()
        if asked is not None:
            after = StateSlope(after.h + asked[..., t, :, :], after.c)
        by_h[..., t + 1, :, :] = after.h
        if by_c is not None and after.c is not None:
            by_c[..., t + 1, :, :] = after.c
        after = retreat(seen, within, Wh, after, t, drive[..., t, :, :])
    by_h[..., stop, :, :] = after.h
    if by_c is not None and after.c is not None:
        by_c[..., stop, :, :] = after.c
    return SlopesInTime(drive, by_h, by_c)


def recurrent_gradient(seen: Unrolled, drive: Reals, out: Reals) -> None:
    """Writes the gradient of Wh, (..., units, gates * units).

    Args:
        seen: the pass.
        drive: derivative by the drive.
        out: where it is written.
    """
    before, m = _rows(seen.h[..., :-1, :, :]).swapaxes(-1, -2), seen.h.shape[-1]
    rows = _rows(drive)
    if seen.kind == "gru":
        assert seen.inner is not None
        out[..., : 2 * m] = before @ rows[..., : 2 * m]
        out[..., 2 * m :] = _rows(seen.inner).swapaxes(-1, -2) @ rows[..., 2 * m :]
    else:
        np.matmul(before, rows, out=out)


def driven_back(known: CellWeights, x: Reals, drive: Reals, gradient: CellWeights) -> Reals:
    """Writes the gradient of Wx and b, and returns the derivative by the vectors, (..., T, B, inputs).

    Args:
        known: the weights.
        x: what entered.
        drive: derivative by the drive.
        gradient: into which is written.
    """
    rows = _rows(drive)
    np.matmul(_rows(x).swapaxes(-1, -2), rows, out=gradient.Wx)
    rows.sum(-2, keepdims=True, out=gradient.b)
    below: Reals = rows @ known.Wx.swapaxes(-1, -2)
    return below.reshape(*below.shape[:-2], *drive.shape[-3:-1], below.shape[-1])


def _rows(a: Reals) -> Reals:
    """Times and sequences as one axis."""
    return a.reshape(*a.shape[:-3], a.shape[-3] * a.shape[-2], a.shape[-1])
