"""Whether some weights make no mistake where a score of exactly 0 is right for some points."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from playground.engine.kit.separability import separation

Rows = np.ndarray[Any, np.dtype[np.float64]]
MOST_WEIGHTS = 8  # up to which ties are looked into, since sums are exact there
_WHOLE = 2.0**52


class Ties(NamedTuple):
    """What the test found.

    Attributes:
        right: whether some weights make no mistake.
        direction: such weights of length 1, shape (D,); zeros where w = 0 alone makes none, or no weights do.
    """

    right: bool
    direction: Rows


def with_ties(signed: Rows, zero_is_wrong: np.ndarray[Any, np.dtype[np.bool_]]) -> Ties:
    """Whether some w has w.a >= 0 for every signed point, and w.a > 0 for those whose score must not be 0.

    Where the origin is a mixture of some signed points, w.a = 0 holds for all of them, whatever the w: it lies in the
    space at right angles to them. There the same question is asked of the points that are left, with fewer weights.

    Args:
        signed: signed points that are not separable without ties, shape (n, D).
        zero_is_wrong: for each whether a score of 0 is a mistake, shape (n,).
    """
    width = signed.shape[1]
    none = Ties(False, np.zeros(width))
    if width > MOST_WEIGHTS:
        return none
    basis = np.eye(width)
    rows, strict = signed, zero_is_wrong
    while True:
        flat = ~rows.any(1)
        if strict[flat].any():
            return none
        rows, strict = rows[~flat], strict[~flat]
        if not len(rows) or not basis.shape[1]:
            return Ties(True, _unit(basis.sum(1)))
        found = separation(rows)
        if found.separable:
            return Ties(True, _unit(basis @ found.direction))
        mixed = found.weights > 0.0
        if not found.certain or strict[mixed].any():
            return none
        left = _at_right_angles(rows[mixed])
        if left is None:
            return none
        rows, basis = rows @ left, basis @ left


def _unit(w: Rows) -> Rows:
    length = float(np.linalg.norm(w))
    return w / length if length > 0.0 else w


def _at_right_angles(rows: Rows) -> Rows | None:
    """A basis of what is at right angles to rows (k, D), as columns (D, r) of whole numbers, by elimination.

    Returns:
        None where the numbers are too large to be exact.
    """
    table = [[Fraction(float(v)) for v in row] for row in rows]
    width = rows.shape[1]
    pivots: list[int] = []
    for column in range(width):
        at = len(pivots)
        chosen = next((r for r in range(at, len(table)) if table[r][column]), None)
        if chosen is None:
            continue
        table[at], table[chosen] = table[chosen], table[at]
        table[at] = [v / table[at][column] for v in table[at]]
        for r in range(len(table)):
            if r != at and table[r][column]:
                table[r] = [v - table[r][column] * u for v, u in zip(table[r], table[at], strict=True)]
        pivots.append(column)
    columns = []
    for free in (column for column in range(width) if column not in pivots):
        entries = [Fraction(0)] * width
        entries[free] = Fraction(1)
        for at, pivot in enumerate(pivots):
            entries[pivot] = -table[at][free]
        common = math.lcm(*(v.denominator for v in entries))
        columns.append([float(v * common) for v in entries])
    found = np.array(columns).reshape(-1, width).T
    return found if np.abs(found).max(initial=0.0) < _WHOLE / max(1.0, float(np.abs(rows).max())) else None
