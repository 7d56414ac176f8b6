"""Everything that is known of a net in its window: cells, maps, regions; kept for the newest nets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from torch import Tensor

from playground.concepts.relu.affine import Maps, joined
from playground.concepts.relu.bounds import lines_exactly
from playground.concepts.relu.line import Pieces, pieces, within
from playground.concepts.relu.net import layers_of
from playground.concepts.relu.subdivide import Flags, Floats, Ints, Layers, Mesh, areas, polygons, subdivide
from playground.engine.kit.dense.layout import Sizes

FAR = 1e5  # half the side of the square that stands for the whole plane
MOST = 5000  # cells that are drawn while a net learns
MOST_PLANE = 16  # units of a net whose cells are counted on the whole plane in every frame
MOST_EXACT = 10  # units of one layer whose lines are counted in rational numbers
_KEPT = 6


class Cells(NamedTuple):
    """A net of two inputs in the window.

    Attributes:
        mesh: the cells.
        maps: their affine maps.
        region: the linear region of each, shape (P,).
        corners, starts: their polygons, as `subdivide.polygons` gives them.
        area: their areas, shape (P,).
    """

    mesh: Mesh
    maps: Maps
    region: Ints
    corners: Floats
    starts: Ints
    area: Floats


class Known(NamedTuple):
    """What is known of a net: cells of a net of two inputs, or pieces of one of one input; and its layers.

    Attributes:
        layers: the net.
        cells: None for one input.
        pieces: None for two inputs.
        cut: activation regions in the window as far as it was cut.
        joined: linear regions among these.
        complete: false if there are more than the budget; the window was then cut by some units only.
    """

    layers: Layers
    cells: Cells | None
    pieces: Pieces | None
    cut: int
    joined: int
    complete: bool

    @property
    def activation(self) -> int | None:
        """Activation regions in the window; None where there are too many."""
        return self.cut if self.complete else None

    @property
    def linear(self) -> int | None:
        """Linear regions in the window; None where there are too many."""
        return self.joined if self.complete else None


_newest: OrderedDict[tuple[int, int, tuple[float, ...]], tuple[Tensor, Known]] = OrderedDict()


def known(theta: Tensor, shown: int, sizes: Sizes, window: tuple[float, ...]) -> Known:
    """Net number `shown` of the flat vectors (S, N) in the window x0, x1, y0, y1; the newest answers are kept."""
    key = (id(theta), shown, window)
    kept = _newest.get(key)
    if kept is not None and kept[0] is theta:
        return kept[1]
    found = examined(layers_of(theta[shown], sizes), window)
    _newest[key] = (theta, found)
    while len(_newest) > _KEPT:
        _newest.popitem(last=False)
    return found


def examined(layers: Layers, window: tuple[float, ...], most: int = MOST) -> Known:
    """All cells of a net in a window, or its pieces."""
    x0, x1, y0, y1 = window
    if layers[0][0].shape[1] == 1:
        found = pieces(layers)
        activation, linear = within(found, x0, x1)
        return Known(layers, None, found, activation, linear, True)
    cells = cells_of(layers, subdivide(layers, (x0, x1, y0, y1), most))
    return Known(layers, cells, None, cells.mesh.regions, int(cells.region.max()) + 1, cells.mesh.finished)


def cells_of(layers: Layers, mesh: Mesh) -> Cells:
    """The cells of a mesh with their maps, polygons and areas."""
    local, region = joined(layers, mesh)
    corners, starts = polygons(mesh)
    return Cells(mesh, local, region, corners, starts, areas(corners, starts))


def beyond(layers: Layers, window: tuple[float, ...], visible: tuple[float, ...], most: int = MOST) -> Cells | None:
    """The cells in what is visible on all sides of a window; None where nothing is, or too much."""
    (x0, x1, y0, y1), (left, right, low, high) = window, visible
    a, b = min(max(left, x0), x1), max(min(right, x1), x0)
    bands = [(left, x0, low, high), (x1, right, low, high), (a, b, low, y0), (a, b, y1, high)]
    meshes = [subdivide(layers, band, most) for band in bands if band[0] < band[1] and band[2] < band[3]]
    if not meshes or not all(mesh.finished for mesh in meshes):
        return None
    return cells_of(layers, together(meshes))


def together(meshes: Sequence[Mesh]) -> Mesh:
    """Meshes that do not touch, as one."""
    v = np.cumsum([0, *(len(mesh.xy) for mesh in meshes)])
    p = np.cumsum([0, *(mesh.regions for mesh in meshes)])
    return Mesh(
        np.concatenate([mesh.xy for mesh in meshes]),
        np.concatenate([mesh.ends + shift for mesh, shift in zip(meshes, v, strict=False)]),
        np.concatenate([np.where(mesh.cells < 0, -1, mesh.cells + s) for mesh, s in zip(meshes, p, strict=False)]),
        np.concatenate([mesh.bits for mesh in meshes], axis=1),
        min(mesh.cut for mesh in meshes),
        all(mesh.finished for mesh in meshes),
    )


def both(cells: Cells, more: Cells) -> Cells:
    """The cells of two meshes that do not touch; the linear regions of the second are counted on."""
    return Cells(
        together([cells.mesh, more.mesh]),
        Maps(
            np.concatenate([cells.maps.gradient, more.maps.gradient]),
            np.concatenate([cells.maps.offset, more.maps.offset]),
        ),
        np.concatenate([cells.region, more.region + int(cells.region.max()) + 1]),
        np.concatenate([cells.corners, more.corners]),
        np.concatenate([cells.starts, more.starts[1:] + cells.starts[-1]]),
        np.concatenate([cells.area, more.area]),
    )


def on_plane(layers: Layers) -> int | None:
    """Activation regions on the whole plane, or line: of a small layer exactly, else as two far squares agree.

    None if they differ: some cell lies further out than the smaller square.
    """
    if layers[0][0].shape[1] == 1:
        return len(pieces(layers).breaks) + 1
    if len(layers) == 2 and len(layers[0][1]) <= MOST_EXACT:
        return lines_exactly(*(part.tolist() for part in layers[0]))
    near, far = (subdivide(layers, (-r, r, -r, r)).regions for r in (FAR / 100, FAR))
    return far if near == far else None


def pattern_of(layers: Layers, x: Floats) -> tuple[Flags, list[str]]:
    """The activations at a point by the strict rule, all in one vector and as one word a layer."""
    h, bits = x, []
    for W, b in layers[:-1]:
        z = W @ h + b
        bits.append(z > 0.0)
        h = np.maximum(z, 0.0)
    return np.concatenate(bits), ["".join("01"[bit] for bit in part.tolist()) for part in bits]


def cell_at(cells: Cells, layers: Layers, x: Floats) -> int | None:
    """The cell with the pattern of a point; None on a border where no cell has it."""
    bits = pattern_of(layers, x)[0]
    found = np.flatnonzero((cells.mesh.bits == bits[:, None]).all(0))
    return int(found[0]) if len(found) else None


def dead(layers: Layers, found: Known, window: tuple[float, ...]) -> int:
    """Hidden units that are off in the whole window."""
    if found.cells is not None:
        return int((~found.cells.mesh.bits.any(1)).sum())
    assert found.pieces is not None
    edges = np.concatenate([[-np.inf], found.pieces.breaks, [np.inf]])
    inside = (edges[1:] > window[0]) & (edges[:-1] < window[1])
    return int((~found.pieces.bits[:, inside].any(1)).sum())
