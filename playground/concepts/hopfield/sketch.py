"""Where things stand in the picture: the state's cells are one unit wide, the memories hang to the left of it."""

from __future__ import annotations

from playground.engine.kit.brush import Corner

MOST_SHOWN = 12
A_COLUMN = 6


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
