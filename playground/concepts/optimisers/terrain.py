"""The ground under the paths: heights as a shade and as level sets, at the resolution of the plot on screen."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from torch import Tensor, from_numpy

from playground.concepts.optimisers.state import zeros
from playground.concepts.optimisers.surfaces import Surface
from playground.engine.frame import View
from playground.engine.kit.arrays import Reals
from playground.engine.kit.contours import contours
from playground.figures.layers import Image, Lines

Window = tuple[float, float, float, float]
_SIDE = 72  # of the level sets
_LEVELS = 14
_MOST = 260  # cells of the shade along a side
_USUAL = 240  # the same while nobody looks
_TOP = 0.97  # share of the window below the height that counts as its top
_BEND = 0.7  # power of the heights that are shaded
_REACH = 3.2  # times the top: the end of the map, so that paths stay visible on the highest ground


def shade(ground: Surface, seen: Window, view: View, name: str) -> Image:
    """How high the ground is, a cell for two pixels of the plot."""
    plot = view.plot(name)
    size = (plot.width, plot.height) if plot is not None else (2 * _USUAL, 2 * _USUAL)
    columns, rows = (min(_MOST, max(2, side // 2)) for side in size)
    z, extent = _heights(ground, seen, columns, rows)
    return Image(
        name="height", z=z, extent=extent, levels=(0.0, _REACH), frame=False, relief=True, key="shade: height of f"
    )


@lru_cache(maxsize=8)
def _heights(ground: Surface, seen: Window, columns: int, rows: int) -> tuple[Reals, Reals]:
    """Heights over the lowest of the window as a bent share of its top, first row on top, and where they lie."""
    x0, x1, y0, y1 = seen
    if not (x1 > x0 and y1 > y0):
        return np.zeros((0, 0), np.float32), np.zeros(0)
    wide, high = (x1 - x0) / columns, (y1 - y0) / rows
    x = np.linspace(x0 + wide / 2, x1 - wide / 2, columns)
    y = np.linspace(y1 - high / 2, y0 + high / 2, rows)
    with np.errstate(all="ignore"):
        values = np.asarray(ground.value(np.stack(np.meshgrid(x, y, indexing="xy"), -1)))
    span = _span(values)
    if span is None:
        return np.zeros((0, 0), np.float32), np.zeros(0)
    shares = np.clip((values - span[0]) / (span[1] - span[0]), 0.0, _REACH**2) ** _BEND
    return shares.astype(np.float32), np.array([x0, x1, y0, y1])


def level_sets(ground: Surface, seen: Window, shown: bool, name: str = "levels") -> Lines:
    """Lines of equal height."""
    return Lines(
        name=name, role="grid", xy=levels(ground, seen) if shown else zeros(0, 4), symbol="f", key="lines: equal f"
    )


@lru_cache(maxsize=16)
def levels(ground: Surface, seen: Window) -> Tensor:
    """Level sets, closer together where it is low: at equal steps of the root of the height, (pieces, 4)."""
    x0, x1, y0, y1 = seen
    if not (x1 > x0 and y1 > y0):
        return zeros(0, 4)
    x, y = np.linspace(x0, x1, _SIDE), np.linspace(y0, y1, _SIDE)
    with np.errstate(all="ignore"):
        values = np.asarray(ground.value(np.stack(np.meshgrid(x, y, indexing="xy"), -1)))
    span = _span(values)
    if span is None:
        return zeros(0, 4)
    low, high = span
    steps = ((np.arange(_LEVELS) + 0.5) / _LEVELS) ** 2
    heights = sorted({low + (high - low) * float(share) for share in steps})
    return contours(from_numpy(values), from_numpy(x), from_numpy(y), heights)


def _span(values: Reals) -> tuple[float, float] | None:
    """The lowest height and nearly the highest; None where there is no difference."""
    known = values[np.isfinite(values)]
    if not known.size or float(known.max()) <= float(known.min()):
        return None
    low, high = float(known.min()), float(np.quantile(known, _TOP))
    return (low, high) if high > low else (low, float(known.max()))
