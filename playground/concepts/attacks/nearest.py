"""The nearest place of a boundary in any of the three norms: in closed form for a line, on a fine grid for a curve."""

from __future__ import annotations

import numpy as np
import torch

from playground.concepts.attacks.attacking import Net, NormName, affine_distances, size_of
from playground.concepts.attacks.data import REACH
from playground.engine.kit.arrays import Floats
from playground.engine.kit.contours import contours

CELLS = 61  # of the grid, each way
WIDE = 1.2  # of the window, over which the grid reaches


_AXIS = np.linspace(-WIDE * REACH, WIDE * REACH, CELLS)
PLACES = np.stack([one.ravel() for one in np.meshgrid(_AXIS, _AXIS)], axis=1)
"""All places of the grid, (CELLS * CELLS, 2), rows along y from below."""


def boundary(f: Floats) -> Floats:
    """The pieces of the level 0 on the grid, (n, 4)."""
    axis = torch.from_numpy(_AXIS)
    return contours(torch.from_numpy(f), axis, axis, (0.0,)).numpy()


def nearest(pieces: Floats, x: Floats, norm: NormName) -> tuple[float | None, Floats]:
    """The distance of a point to pieces (n, 4), and the change that leads there; none where there are no pieces."""
    if not len(pieces):
        return None, np.zeros(2)
    a, leg = pieces[:, :2] - x, pieces[:, 2:] - pieces[:, :2]
    # Along a piece the norm is convex, and its least value lies at one of these places.
    steep = (leg * leg).sum(1)
    ends = [(0.0 * steep, 1.0 + 0.0 * steep), (-(a * leg).sum(1), steep)]
    tops = [-a[:, 0], -a[:, 1], a[:, 1] - a[:, 0], -a[:, 0] - a[:, 1]]
    bottoms = [leg[:, 0], leg[:, 1], leg[:, 0] - leg[:, 1], leg[:, 0] + leg[:, 1]]
    shares = [
        np.zeros(len(a)),
        *(
            np.divide(top, bottom, out=np.ones(len(a)), where=bottom != 0.0)
            for top, bottom in (*ends, *zip(tops, bottoms, strict=True))
        ),
    ]
    places = a + np.clip(np.stack(shares), 0.0, 1.0)[..., None] * leg
    sizes = size_of(places, norm)
    best = np.unravel_index(int(sizes.argmin()), sizes.shape)
    return float(sizes[best]), places[best]


def smallest(net: Net, pieces: Floats, x: Floats, norm: NormName) -> tuple[float | None, Floats]:
    """The size of the smallest change that reaches the boundary, and the change."""
    if len(net.layers) > 1:
        return nearest(pieces, x, norm)
    own = net.layers[0]
    _, far, which, eta = affine_distances(own.W.T, own.b[0], x, norm)
    return (None, eta) if which is None else (float(far[which]), eta)
