"""The cells of a window as polygons with values, and the line where the output is 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from playground.concepts.relu import Params
from playground.concepts.relu.cells import Cells
from playground.concepts.relu.data import Data
from playground.concepts.relu.subdivide import Floats, Ints, Layers, Mesh, centres, pieces_of, preactivations

MOST_WORDS = 800  # cells that are described in words under the cursor
LIGHT = np.array([-0.48, 0.64, 0.6])  # where the light comes from
STEEP = 0.7  # of a surface of mean slope
_GAP = np.full((1, 2), np.nan)


class Picture(NamedTuple):
    """Cells as they are drawn.

    Attributes:
        xy: their polygons, parted by rows of NaN, shape (n, 2).
        values: what colours each, shape (P,).
        boundary: the segments on which the output is 0, shape (k, 4).
        words: a line for each; none of very many.
        light: how much each faces the light, from -1 to 1; none where the colouring needs all of the colour.
    """

    xy: Floats
    values: Floats | Ints
    boundary: Floats
    words: list[str]
    light: Floats


def picture(params: Params, data: Data, layers: Layers, cells: Cells, inside: int) -> Picture:
    """The picture of cells, of which the first `inside` are those of the window."""
    *_, found = drawing(params, data, layers, cells, inside)
    return found


def drawing(params: Params, data: Data, layers: Layers, cells: Cells, inside: int) -> Iterator[Picture]:
    """`picture` in slices; only the last yield has it all."""
    seen = Picture(parted(cells.corners, cells.starts), np.zeros(0), np.zeros((0, 4)), [], np.zeros(0))
    yield seen
    depths = np.zeros(0)
    if params.color == "kink":
        for found in deepening(layers, cells.mesh):
            depths = found
            yield seen
    light = facets(cells, inside) if params.color == "output" else np.zeros(0)
    seen = seen._replace(values=values(params, data, layers, cells, depths), light=light)
    yield seen
    out = np.zeros(len(cells.mesh.xy))
    for part in pieces_of(len(out)):
        out[part] = preactivations(layers, cells.mesh.xy[part])[:, 0]
        yield seen
    described = params.mode == "regions" and cells.mesh.regions <= MOST_WORDS
    yield seen._replace(boundary=zero_line(out, cells.mesh), words=words(layers, cells, inside) if described else [])


def parted(corners: Floats, starts: Ints) -> Floats:
    """Polygons parted by rows of NaN, shape (n + P - 1, 2)."""
    cell = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    rows = np.full((len(corners) + len(starts) - 2, 2), np.nan)
    rows[np.arange(len(corners)) + cell] = corners
    return rows


def values(params: Params, data: Data, layers: Layers, cells: Cells, depths: Floats) -> Floats | Ints:
    """What colours the cells: -1 (blue) to 1 (orange) for the output at their middle, 0 to 1 for slope and kink.

    `depths` are the last kinks, needed for that colouring only.
    """
    mesh = cells.mesh
    match params.color:
        case "slope":
            steep = np.hypot(*cells.maps.gradient.T)
            return np.asarray(steep / max(float(steep.max()), 1e-12))
        case "kink":
            return depths / (len(layers) - 1)
        case "linear":
            return _scattered(cells.region)
        case "random":
            return _scattered(np.arange(mesh.regions))
        case _:
            middle = (cells.maps.gradient * centres(mesh)).sum(1) + cells.maps.offset
            if len(data.y) == 0:
                middle = 2 * (middle - np.median(middle)) / max(float(np.abs(middle - np.median(middle)).max()), 1e-12)
            return np.asarray(-np.tanh(middle / 2))


def facets(cells: Cells, inside: int) -> Floats:
    """How much each piece of the output's surface faces the light, from -1 (away) to 1, as the facets of a cut gem.

    The light comes from the top left. Heights are scaled so that the mean slope in the window is steep enough to see,
    and 0 is the mean over the window.
    """
    g = cells.maps.gradient
    share = cells.area[:inside] / cells.area[:inside].sum()
    g = g * (STEEP / max(float(np.hypot(*g[:inside].T) @ share), 1e-12))
    facing = (LIGHT[2] - g @ LIGHT[:2]) / np.sqrt(1.0 + (g * g).sum(1))
    found: Floats = ((facing - facing[:inside] @ share) / LIGHT[2]).clip(-1.0, 1.0)
    return found


def _scattered(number: Ints) -> Ints:
    """Numbers 0 to 7 that seldom agree for neighbours."""
    mixed = (number.astype(np.uint64) * np.uint64(2654435761)) >> np.uint64(13)
    return (mixed % np.uint64(8)).astype(np.int32)


def last_kink(layers: Layers, mesh: Mesh) -> Floats:
    """The deepest hidden layer that cuts a border of each cell, 0 for a cell that none does."""
    *_, found = deepening(layers, mesh)
    return found


def deepening(layers: Layers, mesh: Mesh) -> Iterator[Floats]:
    """`last_kink` in slices of edges; only the last yield counts them all."""
    depth_of = np.concatenate([np.full(len(b), k + 1, np.int8) for k, (_, b) in enumerate(layers[:-1])])
    inner = mesh.cells[mesh.cells[:, 1] >= 0]
    found = np.zeros(mesh.regions)
    for part in pieces_of(len(inner)):
        a, b = inner[part].T
        deepest = ((mesh.bits[:, a] != mesh.bits[:, b]) * depth_of[:, None]).max(0, initial=0)
        np.maximum.at(found, a, deepest)
        np.maximum.at(found, b, deepest)
        yield found


def zero_line(out: Floats, mesh: Mesh) -> Floats:
    """The segments on which the output is exactly 0, shape (k, 4): one in each cell that it crosses.

    `out` is the output at the vertices, shape (V,).
    """
    high = out > 0.0
    crossed = np.flatnonzero(high[mesh.ends[:, 0]] != high[mesh.ends[:, 1]])
    a, b = mesh.ends[crossed, 0], mesh.ends[crossed, 1]
    share = out[a] / (out[a] - out[b])
    at = mesh.xy[a] + share[:, None] * (mesh.xy[b] - mesh.xy[a])
    cell = mesh.cells[crossed].T.ravel()
    where = np.concatenate([np.arange(len(crossed))] * 2)
    inside = cell >= 0
    cell, where = cell[inside], where[inside]
    order = np.argsort(cell, kind="stable")
    cell, where = cell[order], where[order]
    two = np.flatnonzero(cell[1:] == cell[:-1])
    return np.concatenate([at[where[two]], at[where[two + 1]]], 1)


def words(layers: Layers, cells: Cells, inside: int) -> list[str]:
    """A line for each cell: its pattern, its affine map and its share of the window, where it lies in that."""
    pattern = patterns(layers, cells.mesh)
    share = (100 * cells.area / cells.area[:inside].sum()).tolist()
    parts = [f"{part:.2f} %" if k < inside else "outside of the window" for k, part in enumerate(share)]
    rows = zip(pattern, cells.maps.gradient.tolist(), cells.maps.offset.tolist(), parts, strict=True)
    return [f"{bits}  f = {affine(g, c)}  {part}" for bits, g, c, part in rows]


def affine(gradient: list[float], offset: float) -> str:
    """An affine map as words: "1.20 x₁ − 0.31 x₂ + 0.05"."""
    # Written out, for there are hundreds of cells in each frame.
    first, c = gradient[0], f"{'−' if offset < 0 else '+'} {abs(offset):.2f}"
    a = f"{'−' if first < 0 else ''}{abs(first):.2f}"
    if len(gradient) == 1:
        return f"{a} x {c}"
    second = gradient[1]
    return f"{a} x₁ {'−' if second < 0 else '+'} {abs(second):.2f} x₂ {c}"


def patterns(layers: Layers, mesh: Mesh) -> list[str]:
    """The activations of each cell, layers parted by a space; only the first of a wide layer."""
    columns: list[list[str]] = []
    start = 0
    for _, b in layers[:-1]:
        part = mesh.bits[start : start + len(b)][:16].T
        shown = np.where(part, b"1", b"0")
        columns.append([row.tobytes().decode() + ("…" if len(b) > 16 else "") for row in shown])
        start += len(b)
    return [" ".join(parts) for parts in zip(*columns, strict=True)]


def outline(cells: Cells, cell: int) -> Floats:
    """The closed border of a cell, shape (n + 1, 2)."""
    corners = cells.corners[cells.starts[cell] : cells.starts[cell + 1]]
    return np.concatenate([corners, corners[:1]])
