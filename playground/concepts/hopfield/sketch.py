"""Where things stand in the picture: the state's cells are one unit wide, the memories hang to the left of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from playground.engine.frame import Array

MOST_SHOWN = 12
A_COLUMN = 6

Corner = tuple[float, float]


class Bank:
    """The small pictures of the memories, up to six below one another, in one or two columns.

    Attributes:
        shown: how many memories are pictured.
        gap: cells of the small pictures between two of them.
        scale: the width of a small cell in cells of the state.
        height, width: of the whole bank in small cells.
        left: its left edge.
    """

    def __init__(self, n: int, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.shown = min(n, MOST_SHOWN)
        self.gap = max(1, round(0.16 * rows))
        self.height = A_COLUMN * rows + (A_COLUMN - 1) * self.gap
        self.scale = rows / self.height
        across = 2 if self.shown > A_COLUMN else 1
        self.width = across * columns + (across - 1) * self.gap
        self.left = -0.07 * columns - self.width * self.scale

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """x0, x1, y0, y1 of the bank."""
        return self.left, self.left + self.width * self.scale, 0.0, float(self.rows)

    def place(self, k: int) -> tuple[int, int]:
        """Row and column of memory k's first cell, in small cells."""
        column, row = divmod(k, A_COLUMN)
        return row * (self.rows + self.gap), column * (self.columns + self.gap)

    def frame(self, k: int, room: float = 0.0) -> list[Corner]:
        """The corners round memory k, `room` small cells away, closed."""
        row, column = self.place(k)
        x0, x1 = column - room, column + self.columns + room
        y0, y1 = row - room, row + self.rows + room
        return [self._at(x, y) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0))]

    def _at(self, x: float, y: float) -> Corner:
        return self.left + x * self.scale, self.rows - y * self.scale

    def cell(self, k: int, x: float, y: float) -> Corner:
        """A place in cells of memory k, from its top left corner."""
        row, column = self.place(k)
        return (x - self.left) / self.scale - column, (self.rows - y) / self.scale - row


def outlines(cells: Array, rows: int, columns: int, inset: float = 0.06) -> Array:
    """Squares round cells of the state, parted by NaN, shape (corners, 2)."""
    row, column = np.divmod(cells, columns)
    left, right = column + inset, column + 1 - inset
    low, high = rows - row - 1 + inset, rows - row - inset
    gap = np.full(len(cells), np.nan)
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
