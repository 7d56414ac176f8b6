"""Cycles of an iteration, found by two tests and never by counting.

Repetition: the last iterate equals an earlier one to rounding, with other iterates in between: the period is a whole
number. Section: the path crosses the half line to the right of the solution again and again; the distances at which it
does are interpolated by a cubic through four iterates. Where their differences shrink geometrically to a limit above 0
(Aitken's extrapolation), or are below the error of the interpolation, the path is on a closed curve.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Floats = np.ndarray[Any, np.dtype[Any]]
"""Real or complex numbers, or places."""

LONGEST = 24
_SAME, _MOVED = 1e-10, 1e-6
_RETURNS = 4
# Places of the iterates of which a polynomial goes through, and what makes its coefficients of them.
_PLACES = tuple(
    (places, np.linalg.inv(np.vander(np.array(places, dtype=float), increasing=True)))
    for places in ((-2, -1, 0, 1, 2, 3), (-1, 0, 1, 2))
)
_CLOSE = 1e-3
_SMALLEST = 1e-6


class Cycle(NamedTuple):
    """A closed path.

    Attributes:
        period: in iterations.
        radius: mean distance from the solution over one period.
    """

    period: float
    radius: float


def find(trail: Floats, centre: complex) -> Cycle | None:
    """The cycle that the end of a path is on, or None.

    Args:
        trail: complex iterates, the oldest first, (n,).
        centre: the solution.
    """
    return _repeating(trail, centre) or _crossing(trail, centre)


def _repeating(trail: Floats, centre: complex) -> Cycle | None:
    """The smallest whole period, seen twice."""
    if len(trail) < 3 * LONGEST:
        return None
    end = trail[-3 * LONGEST :]
    size = max(1.0, float(np.abs(end).max()))
    for period in range(2, LONGEST + 1):
        if np.abs(end[-2 * period :] - end[-3 * period : -period]).max() <= _SAME * size:
            moved = np.abs(np.diff(end[-period - 1 :])).max()
            return Cycle(float(period), float(np.abs(end[-period:] - centre).mean())) if moved > _MOVED * size else None
    return None


def _crossing(trail: Floats, centre: complex) -> Cycle | None:
    rel = trail - centre
    here, there = rel[2:-3], rel[3:-2]
    up = (here.imag < 0) & (there.imag >= 0)
    down = (here.imag > 0) & (there.imag <= 0)
    right = (here.real > 0) & (there.real > 0)
    # Paths turn one way round: the side that is crossed more often is the side of the turn.
    ups, downs = (up & right).nonzero()[0], (down & right).nonzero()[0]
    at = (ups if len(ups) >= len(downs) else downs) + 2
    if len(at) < _RETURNS:
        return None
    at = at[-_RETURNS:]
    time, distance, error = _interpolated(rel, at)
    if distance[-1] < _SMALLEST or not _settled(distance, float(error.max())):
        return None
    period = float(time[-1] - time[-2])
    last = np.abs(rel[at[-2] + 1 : at[-1] + 1])
    return Cycle(period, float(last.mean()))


def _interpolated(rel: Floats, at: Floats) -> tuple[Floats, Floats, Floats]:
    """When and at which distance the path crosses the axis between iterates `at` and the next, and the error."""
    fine, coarse = (_crossed(np.stack([rel[at + k] for k in places]), weights) for places, weights in _PLACES)
    return at + fine[0], fine[1], np.abs(fine[1] - coarse[1])


def _crossed(values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The share of the step at which the polynomial through the iterates meets the axis, and where; by Newton."""
    series = weights @ values
    share = np.full(values.shape[1], 0.5)
    for _ in range(8):
        at, slope = _horner(series.imag, share)
        share = np.clip(share - at / np.where(slope == 0, 1.0, slope), 0.0, 1.0)
    return share, _horner(series.real, share)[0]


def _horner(series: Floats, s: Floats) -> tuple[Floats, Floats]:
    """A polynomial and its slope at s, from its coefficients, the constant one first."""
    value, slope = series[-1], np.zeros_like(s)
    for coefficient in series[-2::-1]:
        value, slope = value * s + coefficient, slope * s + value
    return value, slope


def _settled(distance: Floats, error: float) -> bool:
    """Whether the distances of the last returns have a limit above 0 that they are close to."""
    change = np.diff(distance)
    size = abs(float(distance[-1]))
    if np.abs(change).max() <= 4 * error + 1e-9 * size:
        return True
    before, last = float(change[-2]), float(change[-1])
    shrink = last / before if before else 0.0
    if not 0 < shrink < 0.9 or not 0 < before / float(change[-3] or before) < 0.95:
        return False
    return abs(last * shrink / (1 - shrink)) <= _CLOSE * size
