"""What each unit gives over the window, a row of pictures a layer."""

from __future__ import annotations

import numpy as np

from playground.concepts.relu.look import Look
from playground.concepts.relu.subdivide import Floats, Layers
from playground.figures.figure import Plot
from playground.figures.layers import Image

RASTER = 16  # cells of a unit's picture, each way
MOST_PICTURES = 16  # units of a layer that are pictured


def units(look: Look) -> Plot:
    """The pictures of all units."""
    image = Image(
        name="units", outcome=True, z=thumbnails(look.known.layers, look.window), levels=(0.0, 1.0), frame=False
    )
    return Plot(
        name="units", title="What each unit gives", unit="a row a layer", axes=False, plane=True, layers=(image,)
    )


def thumbnails(layers: Layers, window: tuple[float, float, float, float]) -> Floats:
    """Each unit's output scaled to its largest value, NaN between the pictures."""
    x0, x1, y0, y1 = window
    step = (np.arange(RASTER) + 0.5) / RASTER
    if layers[0][0].shape[1] == 2:
        gx, gy = np.meshgrid(x0 + step * (x1 - x0), y1 - step * (y1 - y0))
        points = np.stack([gx.ravel(), gy.ravel()], 1)
    else:
        points = np.repeat((x0 + step * (x1 - x0))[None, :], RASTER, 0).reshape(-1, 1)
    most = min(MOST_PICTURES, max(len(b) for _, b in layers[:-1]))
    cell = RASTER + 2
    image = np.full((cell * (len(layers) - 1) - 2, cell * most - 2), np.nan)
    h = points
    for row, (W, b) in enumerate(layers[:-1]):
        h = np.maximum(h @ W.T + b, 0.0)
        for column in range(min(most, h.shape[1])):
            picture = h[:, column].reshape(RASTER, RASTER)
            top = float(picture.max())
            y, x = cell * row, cell * column
            image[y : y + RASTER, x : x + RASTER] = picture / top if top > 0.0 else picture
    return image
