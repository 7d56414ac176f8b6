"""The places over which units and outputs are drawn, and their features, kept from frame to frame."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.features import anywhere, columns
from playground.engine.frame import PlotView
from playground.engine.kit.arrays import Floats

FEWEST, CELLS = 1500, 4500  # of the plane, whatever the net
_CELL = 8  # px^2 of a cell where the net is small enough
_VALUES = 250_000  # of all units in all cells of a frame
ALONG = 256  # places of one input
FINE, COARSE = 32, 16  # cells of a unit's picture each way
_MANY = 14  # units whose pictures are coarse


def tile_side(drawn: int) -> int:
    """Cells each way of the pictures of so many units."""
    return FINE if drawn <= _MANY else COARSE


def visible(plot: PlotView | None) -> tuple[float, float, float, float]:
    """The part of the plane that is on screen, the window at least where nobody looks."""
    if plot is None or not (plot.x[1] > plot.x[0] and plot.y[1] > plot.y[0]):
        return (-REACH, REACH, -REACH, REACH)
    return (*plot.x, *plot.y)


def cell_count(plot: PlotView | None, units: int) -> int:
    """How many cells the plane has: fewer in a small plot, and for a net with many units."""
    most = max(CELLS, _VALUES // max(units, 1))
    return CELLS if plot is None else min(most, max(FEWEST, plot.width * plot.height // _CELL))


@lru_cache(maxsize=8)
def cells(text: str, edges: tuple[float, float, float, float], count: int) -> tuple[Floats, Floats, Floats]:
    """The features of square cells over a part of the plane, rows from the top, and the middles of columns and rows."""
    x0, x1, y0, y1 = edges
    wide, high = x1 - x0, y1 - y0
    columns_, rows = max(8, round((count * wide / high) ** 0.5)), max(8, round((count * high / wide) ** 0.5))
    x = x0 + wide * (np.arange(columns_) + 0.5) / columns_
    y = y1 - high * (np.arange(rows) + 0.5) / rows
    gx, gy = np.meshgrid(x, y)
    found = anywhere(text, np.stack([gx.ravel(), gy.ravel()], axis=1))
    found.flags.writeable = False
    return found, x, y


def features_over(text: str, data: Data, side: int) -> Floats:
    """The features over the window with a column of ones, rows from the top: (side^2, F + 1), or (side, F + 1)."""
    return _features(text, data.dimension, side)


@lru_cache(maxsize=16)
def _features(text: str, dimension: int, side: int) -> Floats:
    found = columns(text, places(dimension, side))
    found.flags.writeable = False
    return found


@lru_cache(maxsize=16)
def places(dimension: int, side: int) -> Floats:
    """The middles of the cells of the window, rows from the top."""
    step = 2 * REACH * (np.arange(side) + 0.5) / side - REACH
    if dimension == 1:
        return step[:, None]
    x, y = np.meshgrid(step, -step)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def middles(side: int) -> Floats:
    """The coordinates of the cells along one axis, ascending."""
    found: Floats = 2 * REACH * (np.arange(side) + 0.5) / side - REACH
    return found
