"""What each unit gives over the window: a framed fold for each, the layers below one another."""

from __future__ import annotations

import math

import numpy as np

from playground.concepts.relu.look import Look
from playground.concepts.relu.subdivide import Floats, Layers
from playground.figures.figure import Plot
from playground.figures.layers import Tiles

RASTER = 24  # cells of a unit's picture, each way
MOST_PICTURES = 16  # units of a layer that are pictured
MOST_ACROSS = 8  # in a row
WIDE = 1.5  # how much wider than high the room is
_APART = 0.35  # between two layers
_LIGHT = 1.6  # times the largest output, which keeps the folds light enough for their edges to be seen


def units(look: Look) -> Plot:
    """The pictures of all units."""
    pictures, places, words = folds(look.known.layers, look.window)
    return Plot(
        name="units",
        title="What each unit gives",
        unit="layer by layer, white where it is off",
        axes=False,
        plane=True,
        badge="exact",
        layers=(
            Tiles(
                name="units",
                outcome=True,
                z=pictures,
                xy=places,
                size=np.array([0.88, 0.88]),
                color_map="sequential",
                levels=(0.0, _LIGHT),
                words=words,
            ),
        ),
    )


def _across(units: list[int]) -> int:
    """How many tiles stand in a row: as many as make them the largest."""
    return min(range(1, MOST_ACROSS + 1), key=lambda n: max(n, WIDE * sum(math.ceil(m / n) for m in units)))


def folds(layers: Layers, window: tuple[float, float, float, float]) -> tuple[Floats, Floats, list[str]]:
    """The output of each unit over the window as a share of its largest there, (n, RASTER, RASTER).

    Returns:
        The pictures, the middles of their tiles, (n, 2), and a line for each.
    """
    x0, x1, y0, y1 = window
    step = (np.arange(RASTER) + 0.5) / RASTER
    if layers[0][0].shape[1] == 2:
        gx, gy = np.meshgrid(x0 + step * (x1 - x0), y1 - step * (y1 - y0))
        h = np.stack([gx.ravel(), gy.ravel()], 1)
    else:
        h = np.repeat((x0 + step * (x1 - x0))[None, :], RASTER, 0).reshape(-1, 1)
    pictures: list[Floats] = []
    places: list[Floats] = []
    words: list[str] = []
    across, top = _across([min(MOST_PICTURES, len(b)) for _, b in layers[:-1]]), 0.0
    for depth, (W, b) in enumerate(layers[:-1]):
        h = np.maximum(h @ W.T + b, 0.0)
        shown = min(MOST_PICTURES, h.shape[1])
        largest = h[:, :shown].max(0)
        pictures.append((h[:, :shown] / np.where(largest > 0.0, largest, 1.0)).T.reshape(-1, RASTER, RASTER))
        k = np.arange(shown)
        places.append(np.stack([k % across, -top - k // across], 1).astype(np.float64))
        on = (100 * (h[:, :shown] > 0.0).mean(0)).tolist()
        words += [f"unit {i + 1} of layer {depth + 1}, on in {share:.0f} %" for i, share in enumerate(on)]
        top += math.ceil(shown / across) + _APART
    return np.concatenate(pictures), np.concatenate(places), words
