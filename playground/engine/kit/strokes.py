"""Strokes of the mouse: places along them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from playground.engine.errors import BadInput

MOST_PLACES = 2000  # of a stroke


def along(path: Sequence[float], spacing: float) -> list[tuple[float, float]]:
    """Places along a stroke, at most so far apart, its own corners among them.

    Args:
        path: x and y of its corners in turn.
        spacing: the largest distance of two places.

    Raises:
        BadInput: the path is no list of places, or has too many.
    """
    if len(path) < 2 or len(path) % 2:
        raise BadInput(f"path has {len(path)} entries, allowed is x and y of each place", "path")
    if len(path) > 2 * MOST_PLACES:
        raise BadInput(f"path has {len(path) // 2} places, allowed are {MOST_PLACES}", "path")
    corners = list(zip(path[0::2], path[1::2], strict=True))
    found = [corners[0]]
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        n = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / spacing))
        found += [(x0 + k / n * (x1 - x0), y0 + k / n * (y1 - y0)) for k in range(1, n + 1)]
    return found
