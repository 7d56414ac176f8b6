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
        drive: derivative by the drive, (..., gates, T, B, units).
        h: by every state with all that later losses ask of it, (..., T + 1, B, units).
        c: by every cell of an LSTM; else None.
    """

    drive: Reals
    h: Reals
    c: Reals | None


class LocalSlopes(NamedTuple):
    """The derivatives within each step, for all times at once.

    Attributes:
        gates: of what a gate acts on by the gate's sum, (..., gates, T, B, units): of an LSTM that of h by the output
            gate's sum and of c by the others', else that of h.
        cell: of h by c, of an LSTM, (..., T, B, units); else None.
    """

    gates: Reals
    cell: Reals | None


def local(seen: Unrolled) -> LocalSlopes:
    """The derivatives within each step of a whole pass."""
    a, before = seen.gates, seen.h[..., :-1, :, :]
    if seen.kind not in ("gru", "lstm"):
        if seen.kind == "elman":
            return LocalSlopes(1.0 - a * a, None)
        return LocalSlopes((a > 0.0).astype(a.dtype) if seen.kind == "relu" else np.ones_like(a), None)
    slope = np.subtract(1.0, a)
    if seen.kind == "gru":
        s, r, n = (slope[..., k, :, :, :] for k in range(3))
        candidate = a[..., 2, :, :, :]
        np.multiply(s, 1.0 - candidate * candidate, out=n)
        slope[..., :2, :, :, :] *= a[..., :2, :, :, :]
        s *= before - candidate
        r *= before
        return LocalSlopes(slope, None)
    assert seen.c is not None
    assert seen.inner is not None
    o, f, i, g = (slope[..., k, :, :, :] for k in range(4))
    candidate = a[..., 3, :, :, :]
    slope[..., :3, :, :, :] *= a[..., :3, :, :, :]
    o *= seen.inner
    f *= seen.c[..., :-1, :, :]
    i *= candidate
    np.multiply(a[..., 2, :, :, :], 1.0 - candidate * candidate, out=g)
    return LocalSlopes(slope, a[..., 0, :, :, :] * (1.0 - seen.inner * seen.inner))


def transposed(Wh: Reals) -> Reals:
    """The recurrent weights as the way back needs them, (..., gates, units, units), each matrix in one piece."""
    return np.ascontiguousarray(Wh.swapaxes(-1, -2))


def retreat(seen: Unrolled, within: LocalSlopes, WhT: Reals, after: StateSlope, t: int, drive: Reals) -> StateSlope:
    """One step back: the derivative by the state before step t, from that by the state behind it.

    Args:
        seen: the pass.
        within: see `local`.
        WhT: see `transposed`.
        after: derivative by the state behind the step, with all that asks of it.
        t: the step, from 0.
        drive: where the derivative by this step's drive is written, (..., gates, B, units).
    """
    here, h = within.gates[..., t, :, :], after.h
    by_c: Reals | None = None
    if seen.kind == "lstm":
        assert within.cell is not None
        by_c = h * within.cell[..., t, :, :]
        if after.c is not None:
            by_c += after.c
        np.multiply(h, here[..., 0, :, :], out=drive[..., 0, :, :])
        np.multiply(by_c[..., None, :, :], here[..., 1:, :, :], out=drive[..., 1:, :, :])
        _asleep(seen, t, drive)
        by_h = (drive @ WhT).sum(-3)
        by_c *= seen.gates[..., 1, t, :, :]
    elif seen.kind == "gru":
        np.multiply(h, here[..., 0, :, :], out=drive[..., 0, :, :])
        np.multiply(h, here[..., 2, :, :], out=drive[..., 2, :, :])
        by_kept = drive[..., 2, :, :] @ WhT[..., 2, :, :]
        np.multiply(by_kept, here[..., 1, :, :], out=drive[..., 1, :, :])
        _asleep(seen, t, drive)
        by_h = (drive[..., :2, :, :] @ WhT[..., :2, :, :]).sum(-3)
        by_h += h * seen.gates[..., 0, t, :, :]
        by_kept *= seen.gates[..., 1, t, :, :]
        by_h += by_kept
    else:
        np.multiply(h, here[..., 0, :, :], out=drive[..., 0, :, :])
        _asleep(seen, t, drive)
        by_h = drive[..., 0, :, :] @ WhT[..., 0, :, :]
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
    # The derivatives by the drive are written where those within each step stood: memory costs more than sums here.
    within, WhT = local(seen), transposed(Wh)
    drive = within.gates
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
        after = retreat(seen, within, WhT, after, t, drive[..., t, :, :])
    by_h[..., stop, :, :] = after.h
    if by_c is not None and after.c is not None:
        by_c[..., stop, :, :] = after.c
    return SlopesInTime(drive, by_h, by_c)


def recurrent_gradient(seen: Unrolled, drive: Reals, out: Reals) -> None:
    """Writes the gradient of Wh, (..., gates, units, units).

    Args:
        seen: the pass.
        drive: derivative by the drive.
        out: where it is written.
    """
    before, rows = _rows(seen.h[..., :-1, :, :]).swapaxes(-1, -2)[..., None, :, :], _rows(drive)
    if seen.kind == "gru":
        assert seen.inner is not None
        np.matmul(before, rows[..., :2, :, :], out=out[..., :2, :, :])
        np.matmul(_rows(seen.inner).swapaxes(-1, -2), rows[..., 2, :, :], out=out[..., 2, :, :])
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
    np.matmul(_rows(x).swapaxes(-1, -2)[..., None, :, :], rows, out=gradient.Wx)
    rows.sum(-2, keepdims=True, out=gradient.b)
    below: Reals = (rows @ known.Wx.swapaxes(-1, -2)).sum(-3)
    return below.reshape(*below.shape[:-2], *drive.shape[-3:-1], below.shape[-1])


def _rows(a: Reals) -> Reals:
    """Times and sequences as one axis."""
    return a.reshape(*a.shape[:-3], a.shape[-3] * a.shape[-2], a.shape[-1])
