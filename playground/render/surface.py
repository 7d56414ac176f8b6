"""Heights over a plane seen from the side: what is seen of them, without a graphics card and without loops.

The plane is -1 to 1 both ways, heights are 0 to 1. The projection is parallel, so front to back along a column of the
picture the surface is seen where it rises above all that is nearer: a running maximum finds it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from playground.engine.kit.arrays import Floats

Indices = np.ndarray[Any, np.dtype[np.intp]]

TALL = 0.95  # height of the block, of half its side
FAR = math.sqrt(2.0)  # of a corner from the middle
MOST_STEPS = 320  # from front to back
_DIM = 1.5  # raster cells by which a mark may lie under what is before it and still be seen


@dataclass(frozen=True, slots=True)
class Eye:
    """From where the surface is seen, and how large.

    Attributes:
        azimuth: turn round the upright axis, radians.
        elevation: above the plane, radians; 0 is from the side.
        x, y: the middle of the block in px.
        scale: px of one unit of the plane.
        tall: the height of the block in such units.
    """

    azimuth: float
    elevation: float
    x: float
    y: float
    scale: float
    tall: float = TALL

    def project(self, uvh: Floats) -> Floats:
        """Places (n, 3) in the block as x, y in px and their depth, away from the viewer, (n, 3)."""
        c, s = math.cos(self.azimuth), math.sin(self.azimuth)
        across, depth = uvh[:, 0] * c - uvh[:, 1] * s, uvh[:, 0] * s + uvh[:, 1] * c
        up = depth * math.sin(self.elevation) + (uvh[:, 2] - 0.5) * self.tall * math.cos(self.elevation)
        return np.stack([self.x + self.scale * across, self.y - self.scale * up, depth], axis=1)


class _Ground(NamedTuple):
    """Where each column of the raster looks: as many steps in each from the front edge of the plane to the back edge.

    Attributes:
        columns: those that look at the plane at all.
        near: the nearest sample (steps, columns).
        up: how much higher each place is seen than the middle, raster cells (steps, columns).
        enter, leave: the depths of both edges, by column.
        side: the edge in front: 1 along the first axis, 2 along the second.
    """

    columns: slice
    near: Indices
    up: np.ndarray[Any, np.dtype[np.float32]]
    enter: Floats
    leave: Floats
    side: np.ndarray[Any, np.dtype[np.uint8]]


@lru_cache(maxsize=12)
def _ground(eye: Eye, cell: float, columns: int, shape: tuple[int, int]) -> _Ground:
    rows, wide = shape
    c, s = math.cos(eye.azimuth), math.sin(eye.azimuth)
    x = np.asarray(((np.arange(columns) + 0.5) * cell - eye.x) / eye.scale, np.float64)
    # A place is (x c + d s, d c - x s) at the depth d: where each of the two is -1 and 1.
    first, second = _between(x * c, s), _between(-x * s, c)
    enter, leave = np.maximum(first[0], second[0]), np.minimum(first[1], second[1])
    seen = np.flatnonzero(leave - enter > 1e-9)
    chosen = slice(int(seen[0]), int(seen[-1]) + 1) if len(seen) else slice(0, 0)
    side = np.where(second[0] > first[0], 1, 2).astype(np.uint8)[chosen]
    enter, leave, x = enter[chosen], leave[chosen], x[chosen]
    steps = min(MOST_STEPS, max(2, math.ceil(2 * FAR * eye.scale / cell)))
    depth = enter + (leave - enter) * np.linspace(0.0, 1.0, steps)[:, None]
    column = np.clip((x * c + depth * s + 1) / 2, 0, 1) * (wide - 1)
    row = np.clip((1 + x * s - depth * c) / 2, 0, 1) * (rows - 1)
    near = np.rint(row).astype(np.intp) * wide + np.rint(column).astype(np.intp)
    up = (depth * (math.sin(eye.elevation) * eye.scale / cell)).astype(np.float32)
    return _Ground(chosen, near, up, enter, leave, side)


def _between(offset: Floats, rate: float) -> tuple[Floats, Floats]:
    """Between which depths `offset` + depth * `rate` is from -1 to 1."""
    if abs(rate) < 1e-9:
        inside = np.abs(offset) <= 1
        return np.where(inside, -np.inf, np.inf), np.where(inside, np.inf, -np.inf)
    ends = (-1 - offset) / rate, (1 - offset) / rate
    return np.minimum(*ends), np.maximum(*ends)


@dataclass(frozen=True, slots=True)
class Sighting:
    """What is seen of a surface on a raster.

    Attributes:
        place: the nearest sample under each cell (rows, columns), -1 where there is none of the surface.
        wall: the cells of the cut sides of the block: 1 along the first axis, 2 along the second, 0 elsewhere.
        share: how much of a cell the surface covers, 0 to 1, (rows, columns): less than all at its skyline.
        skyline: the highest raster row seen up to each step from front to back (steps, columns).
        columns: which columns of the raster these are.
        enter, leave: the depths of the first and of the last step, by column.
        cell: px of a raster cell.
    """

    place: Indices
    wall: np.ndarray[Any, np.dtype[np.uint8]]
    share: np.ndarray[Any, np.dtype[np.float32]]
    skyline: np.ndarray[Any, np.dtype[np.float32]]
    columns: slice
    enter: Floats
    leave: Floats
    cell: float


def see(heights: Floats, eye: Eye, size: tuple[float, float], cell: float) -> Sighting:
    """What is seen of heights (n, m) from 0 to 1, the first row the farthest up the second axis.

    Args:
        heights: at least two rows and columns.
        eye: from where.
        size: width and height of the picture in px.
        cell: px of a raster cell.
    """
    wide, rows = max(1, math.ceil(size[0] / cell)), max(1, math.ceil(size[1] / cell))
    ground = _ground(eye, cell, wide, heights.shape)
    steps, count = ground.near.shape
    unit = TALL * math.cos(eye.elevation) * eye.scale / cell
    skyline = ((0.5 - heights.ravel()) * unit + eye.y / cell).astype(np.float32)[ground.near]
    skyline -= ground.up
    front = skyline[0].copy()
    np.minimum.accumulate(skyline, axis=0, out=skyline)
    edge = np.clip(skyline + np.float32(0.5), 0, rows).astype(np.int32)
    edge *= count
    edge += np.arange(count, dtype=np.int32)
    counts = np.bincount(edge.ravel(), minlength=(rows + 1) * count)
    # How many steps are seen above a cell: the next one is what is seen in it.
    step = counts.reshape(rows + 1, count)[::-1].cumsum(axis=0)[::-1][1:]
    hit = step < steps
    middle = (np.arange(rows) + 0.5)[:, None]
    base = eye.y / cell - ground.up[0] + 0.5 * unit
    below = middle > front
    place = ground.near.ravel()[np.minimum(step, steps - 1) * count + np.arange(count)]
    share = np.clip(middle + 0.5 - skyline[-1], 0.0, 1.0).astype(np.float32)
    columns = ground.columns
    made = np.full((rows, wide), -1, np.intp)
    made[:, columns] = np.where((hit | (share > 0)) & ~below, place, -1)
    wall, cover = np.zeros((rows, wide), np.uint8), np.zeros((rows, wide), np.float32)
    wall[:, columns] = np.where(below & (middle <= base), ground.side, 0)
    cover[:, columns] = share
    return Sighting(made, wall, cover, skyline, columns, ground.enter, ground.leave, cell)


def visible(seen: Sighting, px: Floats) -> Any:
    """Which marks (n, 3) of x, y in px and depth are not behind the surface, flags (n,)."""
    steps, count = seen.skyline.shape
    if not count:
        return np.ones(len(px), bool)
    column = np.clip((px[:, 0] / seen.cell).astype(int) - seen.columns.start, 0, count - 1)
    # What lies a little before the mark: the surface does not hide what stands on it.
    along = (px[:, 2] - seen.enter[column]) / np.maximum(seen.leave[column] - seen.enter[column], 1e-9)
    step = np.floor(along * (steps - 1)).astype(int) - 2
    before = seen.skyline[np.clip(step, 0, steps - 1), column]
    return (step < 0) | (px[:, 1] / seen.cell <= before + _DIM)


def lit(heights: Any, eye: Eye, shades: int) -> Any:
    """How heights (n, m) are lit from the left of the viewer and from above, 0 to `shades` - 1, in their shape."""
    heights = heights.astype(np.float32)
    across, up = np.zeros_like(heights), np.zeros_like(heights)
    across[:, 1:-1] = (heights[:, 2:] - heights[:, :-2]) * ((heights.shape[1] - 1) / 4)
    across[:, 0], across[:, -1] = across[:, 1], across[:, -2]
    up[1:-1] = (heights[:-2] - heights[2:]) * ((heights.shape[0] - 1) / 4)
    up[0], up[-1] = up[1], up[-2]
    c, s = math.cos(eye.azimuth), math.sin(eye.azimuth)
    slope = across * (c + 0.55 * s) + up * (0.55 * c - s)
    share = slope / np.sqrt(0.5 + slope * slope)
    return np.rint((share + 1) * ((shades - 1) / 2)).astype(np.intp)


def heights_at(heights: Floats, uv: Floats) -> Floats:
    """The height (n,) of places (n, 2) of the plane, between the samples."""
    rows, columns = heights.shape
    column = np.clip((uv[:, 0] + 1) / 2 * (columns - 1), 0, columns - 1)
    row = np.clip((1 - uv[:, 1]) / 2 * (rows - 1), 0, rows - 1)
    column, row = np.nan_to_num(column), np.nan_to_num(row)
    left, top = np.minimum(column.astype(int), columns - 2), np.minimum(row.astype(int), rows - 2)
    across, down = column - left, row - top
    upper = heights[top, left] * (1 - across) + heights[top, left + 1] * across
    lower = heights[top + 1, left] * (1 - across) + heights[top + 1, left + 1] * across
    return np.asarray(upper + (lower - upper) * down)
