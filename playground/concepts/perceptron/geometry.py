"""Shapes: the version space, its size, and the plane in which many features are shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor

Point = tuple[float, float]
Vector = Sequence[float]


# ---- the version space


def version_share(rows: Sequence[Vector]) -> float:
    """The share of all directions w with w.a > 0 for every row a.

    In the plane it is an angle over 2 pi, in space a solid angle over 4 pi.

    Args:
        rows: signed points of one to three entries.
    """
    if not rows:
        return 1.0
    match len(rows[0]):
        case 1:
            signs = {math.copysign(1.0, row[0]) if row[0] else 0.0 for row in rows}
            return 0.5 if signs in ({1.0}, {-1.0}) else 0.0
        case 2:
            return _arc_share(rows)
        case _:
            return _solid_share(rows)


def _arc_share(rows: Sequence[Vector]) -> float:
    """Half planes meet in an arc of pi less the arc that their normals span."""
    if any(row[0] == 0.0 and row[1] == 0.0 for row in rows):
        return 0.0
    angles = sorted({math.atan2(row[1], row[0]) for row in rows})
    gaps = [b - a for a, b in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True)]
    spanned = 2 * math.pi - max(gaps)
    return max(0.0, math.pi - spanned) / (2 * math.pi)


_OCTANTS = [[(sx, 0.0, 0.0), (0.0, sy, 0.0), (0.0, 0.0, sz)] for sx in (1, -1) for sy in (1, -1) for sz in (1, -1)]


def _solid_share(rows: Sequence[Vector]) -> float:
    """The eight octants are cut by every half space in turn; the solid angles of what is left are summed."""
    lengths = [math.sqrt(sum(entry * entry for entry in row)) for row in rows]
    if min(lengths) == 0.0:
        return 0.0
    normals = {tuple(entry / length for entry in row) for row, length in zip(rows, lengths, strict=True)}
    total = 0.0
    for octant in _OCTANTS:
        cone: list[tuple[float, float, float]] = list(octant)
        for normal in sorted(normals):
            cone = _cut_cone(cone, normal)
            if len(cone) < 3:
                break
        total += _solid_angle(cone) if len(cone) >= 3 else 0.0
    return total / (4 * math.pi)


def _cut_cone(rays: list[tuple[float, float, float]], normal: Vector) -> list[tuple[float, float, float]]:
    """The part of a convex cone, given by its rays in order, on the positive side of a plane through the origin."""
    sides = [r[0] * normal[0] + r[1] * normal[1] + r[2] * normal[2] for r in rays]
    if min(sides) >= 0.0:
        return rays
    kept: list[tuple[float, float, float]] = []
    for i, ray in enumerate(rays):
        j = (i + 1) % len(rays)
        if sides[i] > 0.0:
            kept.append(ray)
        if sides[i] * sides[j] < 0.0:
            t = sides[i] / (sides[i] - sides[j])
            x, y, z = (a + t * (b - a) for a, b in zip(ray, rays[j], strict=True))
            length = math.sqrt(x * x + y * y + z * z)
            kept.append((x / length, y / length, z / length))
        elif sides[i] == 0.0:
            kept.append(ray)
    return kept


def _solid_angle(rays: list[tuple[float, float, float]]) -> float:
    """The solid angle of a convex cone of unit rays, as a fan of triangles (Van Oosterom and Strackee 1983)."""
    total = 0.0
    a = rays[0]
    for b, c in pairwise(rays[1:]):
        cross = (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0])
        triple = abs(_dot(a, cross))
        total += 2 * math.atan2(triple, 1.0 + _dot(a, b) + _dot(b, c) + _dot(c, a))
    return total


def _dot(u: Vector, v: Vector) -> float:
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def clipped(box: tuple[float, float, float, float], planes: Sequence[tuple[float, float, float]]) -> list[Point]:
    """The corners of the part of a box where u x + v y + c > 0 for every (u, v, c); empty if there is none.

    Args:
        box: x0, x1, y0, y1.
        planes: the half planes.
    """
    x0, x1, y0, y1 = box
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    for u, v, c in planes:
        sides = [u * x + v * y + c for x, y in corners]
        if min(sides, default=0.0) >= 0.0:
            continue
        kept: list[Point] = []
        for i, (x, y) in enumerate(corners):
            j = (i + 1) % len(corners)
            if sides[i] >= 0.0:
                kept.append((x, y))
            if sides[i] * sides[j] < 0.0:
                t = sides[i] / (sides[i] - sides[j])
                kept.append((x + t * (corners[j][0] - x), y + t * (corners[j][1] - y)))
        corners = kept
        if len(corners) < 3:
            return []
    return corners


# ---- many features on a plane


def projected(X: Tensor, w: Tensor, b: float) -> Tensor:
    """Points of many features on a plane: distance to the boundary across, main spread along the boundary up.

    Args:
        X: features, shape (n, d).
        w: weights without the bias, shape (d,).
        b: the bias.

    Returns:
        Shape (n, 2): the signed distance (w.x + b) / |w|, and the coordinate along the first principal direction of
        the points within the hyperplanes w.x = const. While w = 0 the first two principal directions take both places.
    """
    if len(X) == 0:
        return torch.zeros((0, 2), dtype=torch.float64)
    centred = X - X.mean(0)
    length = float(torch.linalg.vector_norm(w))
    if length == 0.0:
        return centred @ principal(centred, 2)
    normal = w / length
    distance = X @ normal + b / length
    within = centred - (centred @ normal)[:, None] * normal
    return torch.stack([distance, within @ principal(within, 1)[:, 0]], 1)


def principal(centred: Tensor, count: int) -> Tensor:
    """The first principal directions as columns, shape (d, count); each one's largest entry is positive."""
    vectors = torch.linalg.eigh(centred.T @ centred).eigenvectors.flip(1)[:, :count]
    largest = vectors.abs().argmax(0)
    signed: Tensor = vectors * torch.sign(vectors[largest, torch.arange(count)])
    return signed


# ---- round ranges


def round_up(value: float) -> float:
    """The next of 1, 1.5, 2, 3, 4, 6, 8 times a power of ten."""
    if value <= 0.0:
        return 0.0
    decade = 10.0 ** math.floor(math.log10(value))
    return next(m * decade for m in (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0) if m * decade >= value * (1 - 1e-12))


def ranges(points: Sequence[Point], least: float = 0.0) -> tuple[Point, Point]:
    """Round ranges in x and y that hold the origin and all the points with room; they change only now and then.

    Args:
        points: what must be inside.
        least: the smallest half width.
    """
    largest = max([abs(v) for point in points for v in point] + [least]) or 1.0
    floor = 0.15 * largest

    def side(axis: int, sign: float) -> float:
        reach = max([sign * point[axis] for point in points] + [floor])
        return sign * max(round_up(1.2 * reach), floor)

    return (side(0, -1.0), side(0, 1.0)), (side(1, -1.0), side(1, 1.0))
