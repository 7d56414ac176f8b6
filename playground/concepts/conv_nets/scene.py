"""Where things stand in the picture of the net: the paper on the left, a block of maps for each layer to its right.

One unit of the picture is a pixel of the drawing; y goes up, as plots have it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from playground.concepts.conv_nets.shape import SIDES, Field
from playground.engine.kit.arrays import Floats
from playground.engine.kit.conv_nets import Shape, sides

GAP = 0.17  # between blocks, as a share of the paper's side
_TILE = 0.9  # of the room of a map
Box = tuple[float, float, float, float]
"""Left, right, bottom and top."""


class Block(NamedTuple):
    """The maps of a layer.

    Attributes:
        left: its left edge.
        across, down: maps beside one another and below one another.
        room: from one map to the next.
        tile: side of a map.
        side: units along a map.
        height: of the paper.
    """

    left: float
    across: int
    down: int
    room: float
    tile: float
    side: int
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.across * self.room

    def middles(self, n: int) -> Floats:
        """The middles of the first n maps, (n, 2)."""
        row, column = np.divmod(np.arange(n), self.across)
        return np.stack([self.left + (column + 0.5) * self.room, self.height - (row + 0.5) * self.room], 1)

    def cell(self, channel: int, row: float, column: float, rows: float = 1.0, columns: float = 1.0) -> Box:
        """Where units of a map stand, from the top left."""
        x, y = self.middles(channel + 1)[channel]
        unit = self.tile / self.side
        left, top = x - self.tile / 2 + column * unit, y + self.tile / 2 - row * unit
        return left, left + columns * unit, top - rows * unit, top

    def unit_at(self, channel: int, x: float, y: float) -> tuple[int, int]:
        """Row and column of the unit of a map at a place."""
        middle = self.middles(channel + 1)[channel]
        unit = self.tile / self.side
        row = math.floor((middle[1] + self.tile / 2 - y) / unit)
        column = math.floor((x - middle[0] + self.tile / 2) / unit)
        return min(max(row, 0), self.side - 1), min(max(column, 0), self.side - 1)


def blocks(shape: Shape) -> list[Block]:
    """The blocks of all layers, from left to right."""
    height, left = float(shape.side), shape.side * (1 + GAP)
    found = []
    for layer, (side, _) in zip(shape.layers, sides(shape), strict=True):
        down = math.ceil(math.sqrt(layer.channels))
        across = math.ceil(layer.channels / down)
        room = height / down
        found.append(Block(left, across, down, room, _TILE * room, side, height))
        left += across * room + GAP * height
    return found


def paper(params_digits: str) -> Floats:
    """The extent of the paper, (4,)."""
    side = float(SIDES[params_digits])
    return np.array([0.0, side, 0.0, side])


def seen_box(field: Field, row: int, column: int, side: int) -> Box:
    """What a unit sees of the paper, padding not cut off."""
    (top, bottom), (left, right) = field.span(row), field.span(column)
    return float(left), float(right), float(side - bottom), float(side - top)


def clipped(box: Box, side: int) -> Box:
    """The part of a box that lies on the paper."""
    a, b, c, d = (min(max(edge, 0.0), float(side)) for edge in box)
    return a, b, c, d


def outline(*boxes: Box) -> Floats:
    """The corners round boxes, closed, parted by NaN."""
    rows = [
        corner
        for x0, x1, y0, y1 in boxes
        for corner in ((x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0), (math.nan, math.nan))
    ]
    return np.array(rows[:-1], dtype=np.float64).reshape(-1, 2)


def funnel(box: Box, cell: Box) -> Floats:
    """Lines from the right corners of a box to the left corners of a cell, (2, 4)."""
    return np.array([[box[1], box[3], cell[0], cell[3]], [box[1], box[2], cell[0], cell[2]]])
