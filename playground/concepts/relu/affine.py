"""The affine maps of cells, and which neighbouring cells share theirs, decided by the labels of the edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from playground.concepts.relu.subdivide import Flags, Floats, Ints, Layers, Mesh

CHUNK = 400  # cells worked through at once: what they need fits in the cache
CANCELS = 1e-12  # a jump below this share of the largest of its terms is a cancellation


class Maps(NamedTuple):
    """What each cell computes: output = gradient . x + offset.

    Attributes:
        gradient: shape (P, d).
        offset: shape (P,).
    """

    gradient: Floats
    offset: Floats


def maps(layers: Layers, bits: Flags) -> Maps:
    """The affine map of the output in cells with these activations (units, P): products with the masks only."""
    J, c = _forward(layers, masks(layers, bits))
    return Maps(np.ascontiguousarray(J[-1][:, :, 0]), c[-1][:, 0])


def masks(layers: Layers, bits: Flags) -> list[Floats]:
    """The activations layer by layer, each (P, units), as 0 and 1."""
    found, start = [], 0
    for _, b in layers[:-1]:
        found.append(bits[start : start + len(b)].T.astype(np.float64))
        start += len(b)
    return found


def _forward(layers: Layers, on: list[Floats]) -> tuple[list[Floats], list[Floats]]:
    """Gradients (P, d, units) and offsets (P, units) of every layer's pre-activations."""
    W, b = layers[0]
    P, d = len(on[0]), W.shape[1]
    J: list[Floats] = [np.broadcast_to(W.T, (P, *W.T.shape))]
    c: list[Floats] = [np.broadcast_to(b, (P, len(b)))]
    for mask, (W, b) in zip(on, layers[1:], strict=True):
        J.append(((mask[:, None, :] * J[-1]).reshape(P * d, -1) @ W.T).reshape(P, d, len(b)))
        c.append((mask * c[-1]) @ W.T + b)
    return J, c


def _backward(layers: Layers, on: list[Floats]) -> tuple[list[Floats], list[Floats]]:
    """The output's slope by every hidden layer, (P, units), and the size of the terms in it, for each cell (P, 1)."""
    P, W = len(on[0]), layers[-1][0][0]
    up: list[Floats] = [np.broadcast_to(W, (P, len(W)))]
    size: list[Floats] = [np.full((P, 1), np.abs(W).max())]
    for mask, (W, _) in zip(on[:0:-1], layers[-2:0:-1], strict=True):
        active = mask * up[-1]
        up.append(active @ W)
        size.append(np.abs(active).max(1, keepdims=True) * np.abs(W).max())
    return up[::-1], size[::-1]


class Compared(NamedTuple):
    """All cells' maps, and which pairs of neighbours share theirs.

    Attributes:
        maps: the affine maps.
        same: for each pair of neighbours whether their maps are equal.
        done: how many cells were worked through.
    """

    maps: Maps
    same: Flags
    done: int


def joined(layers: Layers, mesh: Mesh) -> tuple[Maps, Ints]:
    """The map of each cell, and its linear region, numbered 0, 1, ..., shape (P,). See `comparing`."""
    a, b = neighbours(mesh)
    *_, found = comparing(layers, mesh.bits, a, b)
    return found.maps, components(mesh.regions, a[found.same], b[found.same])


def neighbours(mesh: Mesh) -> tuple[Ints, Ints]:
    """The cells on both sides of every edge inside the window."""
    inner = mesh.cells[mesh.cells[:, 1] >= 0]
    return inner[:, 0], inner[:, 1]


def comparing(layers: Layers, bits: Flags, a: Ints, b: Ints, chunk: int = CHUNK) -> Iterator[Compared]:
    """For neighbouring cells a and b: whether the output's affine map is the same in both, by the labels.

    The maps differ by exactly the sum over the units i whose activation differs of (a_i - b_i) c_i g_i, where c_i =
    d output / d h_i with a's activations above, and g_i = d z_i / d x with b's below. So an edge joins its cells if
    that sum vanishes: mostly because c_i does, as no active path leads on to the output.

    Yields:
        What is known after every `chunk` cells; `same` is right at the end only.
    """
    P, d = bits.shape[1], layers[0][0].shape[1]
    found, same = Maps(np.zeros((P, d)), np.zeros(P)), np.zeros(len(a), np.bool_)
    units, edges = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for start in range(0, len(a), 4 * chunk):
        part = slice(start, start + 4 * chunk)
        differing, at_edge = np.nonzero(bits[:, a[part]] != bits[:, b[part]])
        units.append(differing)
        edges.append(at_edge + start)
        if start + 4 * chunk < len(a):
            yield Compared(found, same, 0)
    unit, edge = np.concatenate(units), np.concatenate(edges)
    yield Compared(found, same, 0)
    layer_of = np.repeat(np.arange(len(layers) - 1), [len(bias) for _, bias in layers[:-1]])
    sign = np.where(bits[unit, a[edge]], 1.0, -1.0)
    above = np.argsort(a[edge], kind="stable")
    yield Compared(found, same, 0)
    below = np.argsort(b[edge], kind="stable")
    yield Compared(found, same, 0)
    in_a, in_b = a[edge[above]], b[edge[below]]
    up, size, slope = np.zeros(len(edge)), np.zeros(len(edge)), np.zeros((len(edge), d))
    for start in range(0, P, chunk):
        stop = min(P, start + chunk)
        on = masks(layers, bits[:, start:stop])
        J, c = _forward(layers, on)
        found.gradient[start:stop], found.offset[start:stop] = J[-1][:, :, 0], c[-1][:, 0]
        ups, sizes = _backward(layers, on)
        mine = above[np.searchsorted(in_a, start) : np.searchsorted(in_a, stop)]
        at = a[edge[mine]] - start, unit[mine]
        up[mine] = np.concatenate(ups, 1)[at]
        size[mine] = np.concatenate(sizes, 1)[at[0], layer_of[at[1]]]
        mine = below[np.searchsorted(in_b, start) : np.searchsorted(in_b, stop)]
        slope[mine] = np.concatenate(J[:-1], 2)[b[edge[mine]] - start, :, unit[mine]]
        if stop < P:
            yield Compared(found, same, stop)
    terms = (sign * up)[:, None] * slope
    jump = [np.bincount(edge, weights=terms[:, axis], minlength=len(a)) for axis in range(d)]
    whole = np.bincount(edge, weights=size * np.abs(slope).max(1, initial=0.0), minlength=len(a))
    same = np.abs(np.stack(jump)).max(0) <= CANCELS * whole
    yield Compared(found, same, P)


def components(n: int, a: Ints, b: Ints) -> Ints:
    """The component of each of n things joined in pairs, numbered 0, 1, ...: the smallest labels spread."""
    label = np.arange(n)
    while True:
        low = np.minimum(label[a], label[b])
        before = label.copy()
        np.minimum.at(label, label[a], low)
        np.minimum.at(label, label[b], low)
        label = label[label]
        if np.array_equal(label, before):
            break
    return np.unique(label, return_inverse=True)[1].astype(np.int64)


def distinct(found: Maps, region: Ints) -> int:
    """How many different maps there are; regions that do not touch may share one."""
    first = np.unique(region, return_index=True)[1]
    table = np.concatenate([found.gradient[first], found.offset[first, None]], 1)
    scale = np.abs(table).max(initial=1.0)
    return len(np.unique(np.round(table / scale, 9) + 0.0, axis=0))
