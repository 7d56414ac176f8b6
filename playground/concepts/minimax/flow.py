"""The flow z' = -V(z) to high accuracy, its return map to a half line, and the closed orbits that it has.

Integration is by extrapolation of the modified midpoint rule (Gragg, Bulirsch and Stoer), of order 12 in a fixed step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.polynomial import chebyshev
from torch import Tensor

from playground.concepts.minimax.games import Game, Z
from playground.concepts.minimax.stationary import lipschitz

STEP = 0.1
_LONGEST_STEP = 0.25
_COUNTS = (2, 4, 6, 8, 10, 12)
_QUICK = 4  # rows of the table for return maps: order 8 is enough there
_NODES = 10
_NEUTRAL = 1e-8
LONGEST_TURN = 15.0
_OUT = 1e3


def advanced(game: Game, z: Z, h: float | Tensor, rows: int = len(_COUNTS)) -> Z:
    """Points after the time h (one number, or one for each; below 0 is back), to the order 2 rows."""
    table: list[Z] = []
    for i, count in enumerate(_COUNTS[:rows]):
        dt = h / count
        before, now = z, z - dt * game.V(z)
        for _ in range(count - 1):
            before, now = now, before - 2 * dt * game.V(now)
        row = [0.5 * (now + before - dt * game.V(now))]
        for j in range(1, i + 1):
            ratio = (_COUNTS[i] / _COUNTS[i - j]) ** 2
            row.append(row[-1] + (row[-1] - table[j - 1]) / (ratio - 1))
        table = row
    return table[-1]


def after(game: Game, z: complex, time: float) -> complex:
    """Where the flow from one point is after a time."""
    steps = max(1, round(abs(time) / STEP))
    point = _point(game, z)
    for _ in range(steps):
        point = advanced(game, point, time / steps)
    return complex(point)


def _point(game: Game, z: complex) -> Z:
    """The point as a number where the game takes numbers, which is much faster for one."""
    return z if game.scalar else torch.tensor(z, dtype=torch.complex128)


class Returns(NamedTuple):
    """First returns to the half line to the right of a centre.

    Attributes:
        r: distance from the centre at the return, (n,); NaN where the flow does not come back.
        time: how long it took, (n,).
    """

    r: Tensor
    time: Tensor


def returns(game: Game, centre: complex, r: Tensor, way: float = 1.0) -> Iterator[Returns | None]:
    """First returns from the points centre + r; yields None while it works, the result last.

    Args:
        game: the game.
        centre: the point to whose right the half line begins.
        r: distances, (n,).
        way: 1 forward in time, -1 back.
    """
    z = centre + torch.complex(r, torch.zeros_like(r))
    step = min(max(STEP, 1.2 / lipschitz(game)), _LONGEST_STEP)
    turned, time = torch.zeros_like(r), 0.0
    found_r, found_time = torch.full_like(r, torch.nan), torch.full_like(r, torch.nan)
    open_ = torch.arange(len(r))
    while len(open_) and time < LONGEST_TURN:
        new = advanced(game, z, way * step, _QUICK)
        angle = ((new - centre) * (z - centre).conj()).angle()
        turned, before = turned + angle, turned
        home = turned.abs() >= 2 * torch.pi
        gone = ~torch.isfinite(torch.view_as_real(new)).all(-1) | (new.abs() > _OUT)
        if bool(home.any()):
            crossing, share = _landed(game, z[home], centre, way * step)
            found_r[open_[home]], found_time[open_[home]] = (crossing - centre).real, time + share
        keep = ~(home | gone)
        open_, z, turned, before = open_[keep], new[keep], turned[keep], before[keep]
        time += step
        yield None
    yield Returns(found_r, found_time)


def _landed(game: Game, z: Tensor, centre: complex, step: float) -> tuple[Tensor, Tensor]:
    """From points one step or less before the half line: where they meet it, and after how long; by Newton."""
    time = torch.full_like(z.real, step / 2)
    for _ in range(6):
        point = advanced(game, z, time, _QUICK)
        time = time + (point - centre).imag / game.V(point).imag
    return advanced(game, z, time, _QUICK), time.abs()


class Orbit(NamedTuple):
    """A closed orbit of the flow.

    Attributes:
        r: where it meets the half line.
        period: in time.
        attracting: whether near orbits come closer.
    """

    r: float
    period: float
    attracting: bool


def orbits(game: Game, centre: complex, r: Tensor) -> Iterator[list[Orbit] | None]:
    """The closed orbits that meet the half line between the given distances, the innermost first.

    Those that attract are found forward in time, those that repel back in time, where they attract: so the starts on
    both sides of an orbit do come back. Yields None while it works, the result last.
    """
    found: list[Orbit] = []
    for way in (1.0, -1.0):
        for part in _attracting(game, centre, r, way):
            if part is None:
                yield None
            else:
                found += part
    yield sorted(found, key=lambda orbit: orbit.r)


def _attracting(game: Game, centre: complex, r: Tensor, way: float) -> Iterator[list[Orbit] | None]:
    """Zeros of the return map minus the identity at which it falls.

    They are bracketed on the grid r; in each bracket the map, which is analytic, is replaced by its Chebyshev
    interpolant, and one secant step removes what is left.
    """
    gap: Returns | None = None
    for part in _gaps(game, centre, r, way):
        gap = part
        yield None
    assert gap is not None
    # Where all orbits are closed, as round a centre, the differences are rounding, and none of them is a crossing.
    rows = ((gap.r[:-1] > _NEUTRAL) & (gap.r[1:] <= _NEUTRAL)).nonzero().ravel()
    low, high = r[rows], r[rows + 1]
    nodes = torch.from_numpy(chebyshev.chebpts1(_NODES))
    fine = (low + high)[:, None] / 2 + (high - low)[:, None] / 2 * nodes
    inner: Returns | None = None
    for part in _gaps(game, centre, fine.ravel(), way):
        inner = part
        yield None
    assert inner is not None
    guess = [_zero(values.numpy()) for values in inner.r.reshape(-1, _NODES)]
    usable = [i for i, zero in enumerate(guess) if zero is not None]
    place = torch.tensor([guess[i] for i in usable], dtype=torch.float64)
    at = (low[usable] + high[usable]) / 2 + (high[usable] - low[usable]) / 2 * place
    final: Returns | None = None
    for part in _gaps(game, centre, at, way):
        final = part
        yield None
    assert final is not None
    slope = (gap.r[rows + 1] - gap.r[rows])[usable] / (high - low)[usable]
    yield [Orbit(float(at[i] - final.r[i] / slope[i]), float(final.time[i]), way > 0) for i in range(len(usable))]


def _gaps(game: Game, centre: complex, r: Tensor, way: float) -> Iterator[Returns | None]:
    """The return map minus the identity."""
    for found in returns(game, centre, r, way):
        yield None if found is None else Returns(found.r - r, found.time)


def _zero(values: np.ndarray[Any, np.dtype[np.float64]]) -> float | None:
    """The zero in [-1, 1] of the interpolant of values at the Chebyshev nodes; None if there is none."""
    if not np.isfinite(values).all():
        return None
    series = chebyshev.chebfit(chebyshev.chebpts1(_NODES), values, _NODES - 1)
    zeros = chebyshev.chebroots(series)
    inside = zeros[(np.abs(zeros.imag) < 1e-9) & (np.abs(zeros.real) <= 1)].real
    return float(inside[0]) if len(inside) else None


def points(game: Game, start: complex, period: float, count: int) -> Iterator[complex]:
    """`count` + 1 points of an orbit one by one, equally far in time; the last is the first again."""
    z = _point(game, start)
    yield start
    for _ in range(count):
        z = advanced(game, z, period / count, _QUICK)
        yield complex(z)
