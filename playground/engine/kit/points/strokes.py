"""Strokes of the mouse: places along them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import torch
from torch import Tensor

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


def spaced(path: Sequence[float], apart: float, most: int) -> Tensor:
    """Places along a stroke at equal distances, the ends among them, shape (n, 2), float64.

    Args:
        path: x and y of its corners in turn.
        apart: the distance of two places; a stroke that is too long for so many has them further apart.
        most: places at most.

    Raises:
        BadInput: the path is no list of places.
    """
    if len(path) < 2 or len(path) % 2:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs x, y", "path")
    corners = torch.tensor(path, dtype=torch.float64).reshape(-1, 2)
    gaps = (corners[1:] - corners[:-1]).norm(dim=1)
    length = torch.cat([torch.zeros(1, dtype=torch.float64), gaps.cumsum(0)])
    count = max(1, min(math.ceil(float(length[-1]) / apart), most - 1))
    at = torch.linspace(0, float(length[-1]), count + 1, dtype=torch.float64)
    right = torch.searchsorted(length, at).clamp(1, max(1, len(length) - 1))
    if len(corners) == 1:
        return corners
    span = (length[right] - length[right - 1]).clamp_min(1e-12)
    share = ((at - length[right - 1]) / span).clamp(0, 1)[:, None]
    return corners[right - 1] + share * (corners[right] - corners[right - 1])
