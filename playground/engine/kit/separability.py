"""Exact linear separability and the largest margin, by Wolfe's nearest point; no linear programme, no scipy.

A set of signed points a_i = y_i x_i (with 1 appended to x_i where there is a bias) is separable, that is some w has
w.a_i > 0 for all i, exactly if the origin is not in their convex hull. The point of the hull that is nearest to the
origin is then the direction of the largest margin, and its length is that margin.

Source: P. Wolfe, "Finding the nearest point in a polytope", Mathematical Programming 11 (1976).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

Vector = np.ndarray[Any, np.dtype[np.float64]]

_EPS = float(np.finfo(np.float64).eps)
_LARGEST_RATIONAL = 8  # dimensions up to which "not separable" is proved in rational numbers
_MOST_ROUNDS = 2000


class Separation(NamedTuple):
    """What the test found.

    Attributes:
        separable: whether some w has w.a_i > 0 for all i.
        margin: the largest min_i w.a_i over |w| = 1, from below: the margin of `direction`; 0 if there is none.
        gap: the true largest margin is at most `margin` + `gap`.
        direction: the unit vector that attains `margin`, shape (d,); zeros if not separable.
        weights: convex multipliers, shape (n,), whose combination of the points is the nearest point of the hull.
        certain: the verdict is proved, by an error bound on the products or in rational numbers.
    """

    separable: bool
    margin: float
    gap: float
    direction: Vector
    weights: Vector
    certain: bool


def separation(points: Vector) -> Separation:
    """Whether the signed points are separable, and with which margin.

    Args:
        points: signed points a_i, shape (n, d), finite.
    """
    n, d = points.shape
    if n == 0:
        return Separation(True, 0.0, 0.0, np.zeros(d), np.zeros(0), True)
    scale = float(np.abs(points).max())
    if scale == 0.0:
        return Separation(False, 0.0, 0.0, np.zeros(d), np.full(n, 1.0 / n), True)
    scaled = points / 2.0 ** np.floor(np.log2(scale))
    support, weights = nearest_point(scaled)
    multipliers = np.zeros(n)
    multipliers[support] = weights
    nearest = weights @ scaled[support]
    lowest, proved = _lowest_product(scaled, nearest)
    if lowest > 0.0 and (proved or not _is_combination_to_zero(scaled[support])):
        length = float(np.linalg.norm(nearest))
        direction = nearest / length
        margin = float((points @ direction).min())
        upper = float(np.linalg.norm(multipliers @ points))
        return Separation(True, margin, max(0.0, upper - margin), direction, multipliers, proved)
    certain = d <= _LARGEST_RATIONAL and _is_combination_to_zero(scaled[support])
    return Separation(False, 0.0, 0.0, np.zeros(d), multipliers, certain)


def is_separable(points: Vector) -> bool:
    """Whether some w has w.a_i > 0 for all signed points a_i, shape (n, d)."""
    return separation(points).separable


def nearest_point(points: Vector) -> tuple[list[int], Vector]:
    """The rows, and their convex multipliers, that make up the point of the hull nearest to the origin.

    The rows are affinely independent, so there are at most d + 1 of them.
    """
    squared = np.einsum("ij,ij->i", points, points)
    size = float(squared.max())
    support = [int(squared.argmin())]
    weights = np.ones(1)
    for _ in range(_MOST_ROUNDS):
        nearest = weights @ points[support]
        products = points @ nearest
        entering = int(products.argmin())
        slack = float(nearest @ nearest) - float(products[entering])
        if entering in support or slack <= 4 * _EPS * size:
            break
        support.append(entering)
        weights = np.append(weights, 0.0)
        support, weights = _to_inner_minimum(points, support, weights)
    return support, weights


def _to_inner_minimum(points: Vector, support: list[int], weights: Vector) -> tuple[list[int], Vector]:
    """Move to the nearest point of the affine hull of the support, dropping rows whose multiplier reaches zero."""
    while True:
        wanted = _affine_minimum(points[support])
        if (wanted > 0.0).all():
            return support, wanted
        falling = wanted <= 0.0
        room = weights[falling] / np.maximum(weights[falling] - wanted[falling], np.finfo(np.float64).tiny)
        weights = weights + min(1.0, float(room.min())) * (wanted - weights)
        drop = np.flatnonzero(falling)[int(room.argmin())]
        kept = [i for i in range(len(support)) if i != drop and weights[i] > 0.0]
        if not kept:
            return [support[int(drop)]], np.ones(1)
        support = [support[i] for i in kept]
        weights = weights[kept] / weights[kept].sum()


def _affine_minimum(rows: Vector) -> Vector:
    """The affine multipliers of the point of the rows' affine hull that is nearest to the origin."""
    if len(rows) == 1:
        return np.ones(1)
    base, edges = rows[0], (rows[1:] - rows[0]).T
    steps = np.linalg.lstsq(edges, -base, rcond=None)[0]
    return np.concatenate(([1.0 - steps.sum()], steps))


def _lowest_product(points: Vector, direction: Vector) -> tuple[float, bool]:
    """The smallest product of a point with the direction, and whether its sign is certain in spite of rounding."""
    products = points @ direction
    errors = 2 * len(direction) * _EPS * (np.abs(points) @ np.abs(direction))
    return float(products.min()), bool((products > errors).all())


def _is_combination_to_zero(rows: Vector) -> bool:
    """Whether the origin is a convex combination of these affinely independent rows, in exact rational numbers.

    Solves sum_i c_i rows_i = 0, sum_i c_i = 1 by elimination over fractions and looks at the signs.
    """
    count, d = rows.shape
    if d > _LARGEST_RATIONAL:
        return False
    system = [[Fraction(float(rows[i, k])) for i in range(count)] + [Fraction(0)] for k in range(d)]
    system.append([Fraction(1)] * (count + 1))
    pivots: list[int] = []
    for column in range(count):
        at = len(pivots)
        chosen = next((r for r in range(at, d + 1) if system[r][column] != 0), None)
        if chosen is None:
            return False
        system[at], system[chosen] = system[chosen], system[at]
        head = system[at][column]
        system[at] = [entry / head for entry in system[at]]
        for r in range(d + 1):
            factor = system[r][column]
            if r != at and factor != 0:
                system[r] = [a - factor * b for a, b in zip(system[r], system[at], strict=True)]
        pivots.append(column)
    if any(system[r][count] != 0 for r in range(count, d + 1)):
        return False
    return all(system[r][count] >= 0 for r in range(count))
