"""A brush over a grid of cells: which cells a stroke touches, and their outlines. No torch."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array

Corner = tuple[float, float]


def corners(path: Sequence[float]) -> list[Corner]:
    """x, y, x, y, ... as places.

    Raises:
        BadInput: there is half a place too many, or none.
    """
    if len(path) % 2 or not path:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs of x and y", "path")
    return list(zip(path[::2], path[1::2], strict=True))


def outlines(cells: Array, rows: int, columns: int, inset: float = 0.06) -> Array:
    """Squares round cells of a grid, given by their numbers row by row, parted by NaN, (corners, 2)."""
    return squares(*np.divmod(cells, columns), rows, inset)


def squares(row: Array, column: Array, rows: int, inset: float = 0.06) -> Array:
    """Squares round cells at rows from the top and columns, in a grid of so many rows or beside it, (corners, 2)."""
    left, right = column + inset, column + 1 - inset
    low, high = rows - row - 1 + inset, rows - row - inset
    gap = np.full(len(row), np.nan)
    corners = np.stack([left, low, right, low, right, high, left, high, left, low, gap, gap], 1)
    return corners.reshape(-1, 2)[:-1]


def stroke(path: Sequence[Corner], rows: int, columns: int, brush: int) -> list[int]:
    """The cells that a brush of `brush` x `brush` cells touches along a path, each once, in order.

    Args:
        path: places in cells from the top left corner.
        rows: of the grid.
        columns: of the grid.
        brush: its side in cells.
    """
    found: dict[int, None] = {}
    previous = path[0] if path else (0.0, 0.0)
    for place in path:
        steps = max(1, math.ceil(2 * max(abs(place[0] - previous[0]), abs(place[1] - previous[1]))))
        for i in _within(previous, place, steps, rows, columns, brush):
            x = previous[0] + (place[0] - previous[0]) * i / steps
            y = previous[1] + (place[1] - previous[1]) * i / steps
            for cell in _dab(x, y, rows, columns, brush):
                found[cell] = None
        previous = place
    return list(found)


def _within(a: Corner, b: Corner, steps: int, rows: int, columns: int, brush: int) -> range:
    """Which steps from 1 to `steps` on the way from a to b may touch the grid, so that a far stroke costs no more."""
    first, last = 1, steps
    for start, end, size in ((a[0], b[0], columns), (a[1], b[1], rows)):
        low, high = -brush - 1.0, size + brush + 1.0
        if start == end:
            if not low <= start <= high:
                return range(0)
            continue
        ends = sorted((edge - start) / (end - start) * steps for edge in (low, high))
        first, last = max(first, math.floor(ends[0])), min(last, math.ceil(ends[1]))
    return range(first, last + 1)


def _dab(x: float, y: float, rows: int, columns: int, brush: int) -> Iterable[int]:
    left, top = math.floor(x - (brush - 1) / 2), math.floor(y - (brush - 1) / 2)
    for row in range(max(0, top), min(rows, top + brush)):
        for column in range(max(0, left), min(columns, left + brush)):
            yield row * columns + column
