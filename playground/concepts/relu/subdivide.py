"""Exact subdivision of a window by a ReLU net: every cell with one activation pattern, as a planar mesh.

The net is continuous, so a unit has one value at each vertex of the mesh, whichever cell it is seen from. Inside a cell
of the layers below a unit is affine, so where its sign changes along an edge a new vertex stands at the linear
interpolation, and a cell with both signs is cut by one new edge between two vertices. Nothing is sampled. A value
within rounding of 0 counts as 0: the line then passes through the vertex, so that duplicate units share their edges.

Source of the idea: A. I. Humayun et al., SplineCam (2023); the mesh with shared vertices is our own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Layer = tuple[Floats, Floats]  # W (units, inputs) and b (units,)
Layers = tuple[Layer, ...]  # ReLU after each but the last

Rows = TypeVar("Rows", Floats, Ints)

ROUNDING = 1e-11  # relative to the largest value of a unit in the window
PIECE = 2048  # vertices, edges or cells that are worked through at once: they fit in the cache and take some ms


class Mesh(NamedTuple):
    """A window cut into cells.

    Attributes:
        xy: vertices, shape (V, 2).
        ends: the two vertices of each edge, shape (E, 2).
        cells: the cells on its two sides, -1 for outside of the window, shape (E, 2).
        bits: activation of each hidden unit (layers in order) in each cell, shape (units, P).
        cut: how many units have cut it so far.
        finished: false if the budget of cells ended the work early; the cells are then those of the first units.
    """

    xy: Floats
    ends: Ints
    cells: Ints
    bits: Flags
    cut: int
    finished: bool = True

    @property
    def regions(self) -> int:
        """The number of cells."""
        return int(self.bits.shape[1])


class _Growing:
    """The arrays of a mesh in buffers that double."""

    def __init__(self, corners: Floats, units: int) -> None:
        n = len(corners)
        self.v, self.e, self.p = n, n, 1
        self.xy = _room(corners, 256)
        self.ends = _room(np.stack([np.arange(n), (np.arange(n) + 1) % n], 1), 256)
        outside: Ints = np.stack([np.zeros(n, np.int64), np.full(n, -1)], 1)
        self.cells = _room(outside, 256)
        self.bits = np.zeros((units, 256), dtype=np.bool_)
        self.z = np.zeros((0, 256))

    def mesh(self, cut: int, finished: bool = True) -> Mesh:
        xy, ends, cells, bits = self.xy[: self.v], self.ends[: self.e], self.cells[: self.e], self.bits[:, : self.p]
        return Mesh(xy, ends, cells, bits, cut, finished)

    def reserve(self, v: int, e: int, p: int) -> None:
        """Room for so many more vertices, edges and cells."""
        if self.v + v > len(self.xy):
            self.xy = _room(self.xy[: self.v], 2 * (self.v + v))
            wider = np.zeros((len(self.z), len(self.xy)))
            wider[:, : self.v] = self.z[:, : self.v]
            self.z = wider
        if self.e + e > len(self.ends):
            self.ends = _room(self.ends[: self.e], 2 * (self.e + e))
            self.cells = _room(self.cells[: self.e], 2 * (self.e + e))
        if self.p + p > self.bits.shape[1]:
            wide = np.zeros((len(self.bits), 2 * (self.p + p)), dtype=np.bool_)
            wide[:, : self.p] = self.bits[:, : self.p]
            self.bits = wide


def _room(values: Rows, size: int) -> Rows:
    """The rows at the beginning of a buffer."""
    buffer = np.zeros((max(size, len(values)), *values.shape[1:]), dtype=values.dtype)
    buffer[: len(values)] = values
    return buffer


def subdivide(layers: Layers, window: tuple[float, float, float, float], most: int = 1_000_000) -> Mesh:
    """The window x0, x1, y0, y1 cut by all hidden units; at most about `most` cells."""
    *_, mesh = subdividing(layers, window, most)
    return mesh


def subdividing(layers: Layers, window: tuple[float, float, float, float], most: int = 1_000_000) -> Iterator[Mesh]:
    """The same in slices: the mesh, again and again (a view into buffers that go on changing)."""
    x0, x1, y0, y1 = window
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64)
    hidden = layers[:-1]
    grown = _Growing(corners, sum(len(b) for _, b in hidden))
    unit = 0
    for depth in range(len(hidden)):
        for _ in _beginning(grown, hidden[: depth + 1]):
            yield grown.mesh(unit)
        for row in range(len(grown.z)):
            _cut(grown, unit, row)
            unit += 1
            if grown.p > most:
                yield grown.mesh(unit, finished=False)
                return
            yield grown.mesh(unit)
    yield grown.mesh(unit)


def _beginning(g: _Growing, layers: Layers) -> Iterator[None]:
    """The values of a new layer's units at all vertices, in slices: fresh memory takes a while to be touched."""
    g.z = np.zeros((0, g.v))
    g.reserve(g.v // 2, g.e // 2, g.p // 2)
    g.z = np.empty((len(layers[-1][1]), len(g.xy)))
    for rows in pieces_of(len(g.z), max(1, 1_000_000 // len(g.xy))):
        g.z[rows] = 0.0
        yield
    for part in pieces_of(g.v):
        g.z[:, part] = preactivations(layers, g.xy[part]).T
        yield


def pieces_of(n: int, size: int = PIECE) -> Iterator[slice]:
    """The range from 0 to n in pieces, at least one."""
    yield from (slice(start, min(start + size, n)) for start in range(0, max(n, 1), size))


def preactivations(layers: Layers, points: Floats) -> Floats:
    """What enters the last of these layers' units at points (n, d): shape (n, units)."""
    h = points
    for W, b in layers[:-1]:
        h = np.maximum(h @ W.T + b, 0.0)
    W, b = layers[-1]
    return h @ W.T + b


def _cut(g: _Growing, unit: int, row: int) -> None:
    """Cut all cells by one unit of the present layer, and note its activation in each."""
    z = g.z[row, : g.v]
    largest = max(float(z.max()), -float(z.min()))
    near = ROUNDING * max(largest, 1.0) if largest > ROUNDING else ROUNDING
    sign = (z > near).astype(np.int8) - (z < -near).astype(np.int8)
    if not sign.any() or sign.min() >= 0 or sign.max() <= 0:
        g.bits[unit, : g.p] = sign.max() > 0
        if sign.any() and sign.max() > 0 and sign.min() == 0:
            g.bits[unit, : g.p] = _touched(g, sign, 1)
        return
    sign = _split_edges(g, row, sign)
    ends, cells = g.ends[: g.e], g.cells[: g.e]
    side = sign[ends[:, 0]] + sign[ends[:, 1]]
    on, off = np.zeros(g.p + 1, np.bool_), np.zeros(g.p + 1, np.bool_)  # the last entry stands for outside
    above, below = np.flatnonzero(side > 0), np.flatnonzero(side < 0)
    on[cells[above]] = True
    off[cells[below]] = True
    g.bits[unit, : g.p] = on[:-1]
    both = on & off
    both[-1] = False
    if both.any():
        _split_cells(g, unit, sign, above, both)


def _touched(g: _Growing, sign: NDArray[np.int8], wanted: int) -> Flags:
    """Which cells have a vertex with this sign."""
    found = np.zeros(g.p + 1, np.bool_)
    ends, cells = g.ends[: g.e], g.cells[: g.e]
    found[cells[(sign[ends[:, 0]] == wanted) | (sign[ends[:, 1]] == wanted)]] = True
    return found[:-1]


def _split_edges(g: _Growing, row: int, sign: NDArray[np.int8]) -> NDArray[np.int8]:
    """A new vertex on every edge that the unit's line crosses; the signs with those of the new vertices, 0."""
    ends = g.ends[: g.e]
    crossed = np.flatnonzero(sign[ends[:, 0]] * sign[ends[:, 1]] < 0)
    k = len(crossed)
    if k == 0:
        return sign
    a, b = ends[crossed, 0], ends[crossed, 1]
    za, zb = g.z[row, a], g.z[row, b]
    share = za / (za - zb)
    g.reserve(k, k, 0)
    new = np.arange(g.v, g.v + k)
    g.xy[new] = g.xy[a] + share[:, None] * (g.xy[b] - g.xy[a])
    left = g.z[row + 1 :]
    left[:, g.v : g.v + k] = left[:, a] + share * (left[:, b] - left[:, a])
    g.ends[crossed, 1] = new
    g.ends[g.e : g.e + k, 0] = new
    g.ends[g.e : g.e + k, 1] = b
    g.cells[g.e : g.e + k] = g.cells[crossed]
    g.v += k
    g.e += k
    return np.concatenate([sign, np.zeros(k, np.int8)])


def _split_cells(g: _Growing, unit: int, sign: NDArray[np.int8], above: Ints, both: Flags) -> None:
    """Cut the cells in `both`: the part where the unit is on becomes a new cell behind one new edge."""
    ends, cells = g.ends[: g.e], g.cells[: g.e]
    touching = above[(sign[ends[above, 0]] == 0) | (sign[ends[above, 1]] == 0)]
    corner = np.where(sign[ends[touching, 0]] == 0, ends[touching, 0], ends[touching, 1])
    cell = cells[touching].T.ravel()
    corner = np.concatenate([corner, corner])
    inside = both[cell]
    cell, corner = cell[inside], corner[inside]
    order = np.argsort(cell, kind="stable")
    cell, corner = cell[order], corner[order]
    counts = np.bincount(cell, minlength=len(both))
    sound = counts == 2  # rounding can bend a sliver; it is then left whole
    if not bool(sound[both].all()):
        keep = sound[cell]
        cell, corner = cell[keep], corner[keep]
    parents = cell[::2]
    k = len(parents)
    g.reserve(0, k, k)
    heir = np.full(g.p + 1, -1)
    heir[:-1] = np.arange(g.p)
    heir[parents] = np.arange(g.p, g.p + k)
    g.cells[above] = heir[g.cells[above]]
    g.ends[g.e : g.e + k] = corner.reshape(-1, 2)
    g.cells[g.e : g.e + k, 0] = parents
    g.cells[g.e : g.e + k, 1] = np.arange(g.p, g.p + k)
    g.bits[:unit, g.p : g.p + k] = g.bits[:unit, parents]
    g.bits[unit, g.p : g.p + k] = True
    g.bits[unit, parents] = False
    g.e += k
    g.p += k


# ---- polygons


def polygons(mesh: Mesh) -> tuple[Floats, Ints]:
    """The corners of all cells in turn, counter-clockwise, shape (n, 2), and where each cell begins, shape (P + 1,)."""
    *_, found = going_round(mesh)
    return found


def going_round(mesh: Mesh) -> Iterator[tuple[Floats, Ints]]:
    """`polygons` in slices; only the last yield has all corners."""
    inner = np.flatnonzero(mesh.cells[:, 1] >= 0)
    edge = np.concatenate([np.arange(len(mesh.ends)), inner])
    cell = np.concatenate([mesh.cells[:, 0], mesh.cells[inner, 1]])
    starts = np.concatenate([[0], np.cumsum(np.bincount(cell, minlength=mesh.regions))])
    corners = np.zeros((len(edge), 2))
    yield corners, starts
    edge = edge[np.argsort(cell, kind="stable")]
    yield corners, starts
    middles = centres(mesh)
    yield corners, starts
    for part in pieces_of(mesh.regions):
        own = slice(starts[part.start], starts[part.stop])
        number = np.repeat(np.arange(part.start, part.stop), np.diff(starts[part.start : part.stop + 1]))
        ends = mesh.ends[edge[own]]
        a, b = mesh.xy[ends[:, 0]] - middles[number], mesh.xy[ends[:, 1]] - middles[number]
        clockwise = a[:, 0] * b[:, 1] < a[:, 1] * b[:, 0]
        angle = np.arctan2(a[:, 1] + b[:, 1], a[:, 0] + b[:, 0])
        first = np.where(clockwise, ends[:, 1], ends[:, 0])
        corners[own] = mesh.xy[first[np.argsort(8.0 * number + angle, kind="stable")]]
        yield corners, starts


def centres(mesh: Mesh) -> Floats:
    """The mean of the ends of each cell's edges: a point inside, shape (P, 2)."""
    inner = np.flatnonzero(mesh.cells[:, 1] >= 0)
    cell = np.concatenate([mesh.cells[:, 0], mesh.cells[inner, 1]])
    mean = (mesh.xy[mesh.ends[:, 0]] + mesh.xy[mesh.ends[:, 1]]) / 2
    mean = np.concatenate([mean, mean[inner]])
    counts = np.bincount(cell, minlength=mesh.regions)
    total = [np.bincount(cell, weights=mean[:, i], minlength=mesh.regions) for i in range(2)]
    return np.stack(total, 1) / counts[:, None]


def areas(corners: Floats, starts: Ints) -> Floats:
    """The area of each polygon, shape (P,)."""
    following = np.arange(1, len(corners) + 1)
    following[starts[1:] - 1] = starts[:-1]
    after = corners[following]
    # relative to a corner of the polygon, so that far away ones keep their digits
    origin = np.repeat(corners[starts[:-1]], np.diff(starts), axis=0)
    p, q = corners - origin, after - origin
    return np.add.reduceat(p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0], starts[:-1]) / 2
