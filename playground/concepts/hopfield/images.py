"""The user's own picture as patterns of +1 (ink) and -1 (paper)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from playground.concepts.hopfield.glyphs import Bits, resized
from playground.engine.errors import BadInput
from playground.engine.reading.picture import read_picture

MOST_SQUARES = 36


def squares(path: Path, rows: int, columns: int) -> list[Bits]:
    """The picture as patterns, each flat of length rows * columns.

    A picture that is k times as wide as the grid's shape is cut into k patterns. Ink is what is darker than the level
    that parts dark from light best (Otsu); transparent pixels are paper.

    Raises:
        BadInput: the file is no picture, is damaged, too large, or of one tone.
    """
    grey = read_picture(path).grey
    height, width = grey.shape
    wide = height * columns / rows
    parts = min(MOST_SQUARES, max(1, round(width / wide)))
    edges = np.linspace(0, width, parts + 1).round().astype(int)
    found = []
    for left, right in pairwise(edges.tolist()):
        cells = resized(grey[:, left:right], rows, columns)
        found.append(np.where(cells < _level(path.name, cells), 1, -1).astype(np.int8).ravel())
    return found


def _level(name: str, cells: Any) -> float:
    """The grey level that parts dark from light with the largest variance between the two (Otsu 1979).

    Raises:
        BadInput: all cells have the same tone.
    """
    values = np.unique(cells)
    if len(values) < 2 or values[-1] - values[0] < 0.02:
        raise BadInput(f"{name} has only one tone at this size, so nothing tells ink from paper", "file")
    levels = (values[:-1] + values[1:]) / 2
    share = np.array([(cells < level).mean() for level in levels])
    dark = np.array([cells[cells < level].mean() for level in levels])
    light = np.array([cells[cells >= level].mean() for level in levels])
    return float(levels[np.argmax(share * (1 - share) * (light - dark) ** 2)])
