"""The places over which units and outputs are drawn, and their features, kept from frame to frame."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.features import columns
from playground.engine.kit.dense.layout import Floats

SIDE = 64  # cells of the plane each way
TILE = 16  # cells of a unit's picture each way
ALONG = 256  # places of one input


def side_of(data: Data) -> int:
    """Cells each way of the plane, or places of one input."""
    return SIDE if data.dimension == 2 else ALONG


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
