"""How many regions there can be: arrangements of hyperplanes, and bounds for deep nets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod

Plane = tuple[Fraction, ...]  # w_1 ... w_d, b with w.x + b = 0


def arrangement(m: int, d: int) -> int:
    """Regions of m hyperplanes in general position in R^d (Schläfli)."""
    return sum(comb(m, i) for i in range(d + 1))


def bounded(m: int, d: int) -> int:
    """The bounded ones of them."""
    return comb(m - 1, d) if m else 0


def central(m: int, d: int) -> int:
    """Regions of m hyperplanes through the origin, otherwise in general position."""
    return 2 * sum(comb(m - 1, i) for i in range(d)) if m else 1


def montufar(inputs: int, widths: Sequence[int]) -> int:
    """The number of linear regions that some net of this shape has at least (Montufar et al. 2014, Cor. 6)."""
    folds = prod((n // inputs) ** inputs for n in widths[:-1])
    return int(folds) * arrangement(widths[-1], inputs)


def pascanu(inputs: int, widths: Sequence[int]) -> int:
    """The older, weaker bound: folds without the exponent of the input dimension."""
    return prod(n // inputs for n in widths[:-1]) * arrangement(widths[-1], inputs)


def serra(inputs: int, widths: Sequence[int]) -> int:
    """The number of linear regions that no net of this shape exceeds (Serra et al. 2018, Thm 1)."""

    @cache
    def counted(depth: int, dimension: int) -> int:
        if depth == len(widths):
            return 1
        n = widths[depth]
        return sum(comb(n, j) * counted(depth + 1, min(dimension, n - j)) for j in range(min(dimension, n) + 1))

    return counted(0, inputs)


# ---- one layer, exactly


def counted(W: Sequence[Sequence[float]], b: Sequence[float]) -> tuple[int, int, int]:
    """Regions, bounded regions and distinct hyperplanes of one layer on the whole space, in rational arithmetic.

    By Zaslavsky's theorem: |chi(-1)| and |chi(1)| of the characteristic polynomial, found by deletion and restriction.
    """
    d = len(W[0])
    planes = _distinct([tuple(Fraction(v) for v in (*row, bias)) for row, bias in zip(W, b, strict=True)])
    chi = _chi(tuple(planes), d)
    regions = abs(sum(c * (-1) ** k for k, c in enumerate(chi)))
    inside = abs(sum(chi)) if _rank(planes, d) == d else 0
    return regions, inside, len(planes)


def lines_exactly(W: Sequence[Sequence[float]], b: Sequence[float]) -> int:
    """Regions of the whole plane that the lines of one layer of two inputs make, in rational arithmetic.

    One more than there are different lines, and for each crossing one less than the lines through it.
    """
    lines = _distinct([tuple(Fraction(v) for v in (*row, bias)) for row, bias in zip(W, b, strict=True)])
    through: dict[Plane, set[int]] = {}
    for i, (u1, v1, c1) in enumerate(lines):
        for j, (u2, v2, c2) in enumerate(lines[:i]):
            turn = u1 * v2 - u2 * v1
            if turn:
                place = (v1 * c2 - v2 * c1) / turn, (c1 * u2 - c2 * u1) / turn
                through.setdefault(place, set()).update((i, j))
    return 1 + len(lines) + sum(len(met) - 1 for met in through.values())


def _distinct(planes: Sequence[Plane]) -> list[Plane]:
    """The planes that are planes, scaled so that equal ones look equal."""
    found: dict[Plane, None] = {}
    for plane in planes:
        lead = next((v for v in plane[:-1] if v), None)
        if lead is not None:
            found[tuple(v / lead for v in plane)] = None
    return list(found)


def _chi(planes: tuple[Plane, ...], d: int) -> list[int]:
    """Coefficients of the characteristic polynomial, from the constant up."""
    if not planes:
        return [0] * d + [1]
    *rest, last = planes
    without = _chi(tuple(rest), d)
    pivot = next(i for i in range(d) if last[i])
    cut = []
    for plane in rest:
        factor = plane[pivot] / last[pivot]
        cut.append(tuple(v - factor * u for i, (v, u) in enumerate(zip(plane, last, strict=True)) if i != pivot))
    inside = _chi(tuple(_distinct(cut)), d - 1)
    return [a - (inside[k] if k < len(inside) else 0) for k, a in enumerate(without)]


def _rank(planes: Sequence[Plane], d: int) -> int:
    rows = [list(plane[:-1]) for plane in planes]
    rank = 0
    for column in range(d):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            factor = rows[i][column] / rows[rank][column]
            rows[i] = [v - factor * u for v, u in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank
