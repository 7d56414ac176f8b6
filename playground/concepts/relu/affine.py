"""The affine maps of cells, and which neighbouring cells share theirs, decided by the labels of the edges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.concepts.relu.subdivide import Flags, Floats, Ints, Layers, Mesh

CANCELS = 1e-10  # a jump below this share of the sum of the sizes of its terms is a cancellation


class Maps(NamedTuple):
    """What each cell computes: output = gradient . x + offset.

    Attributes:
        gradient: shape (P, d).
        offset: shape (P,).
    """

    gradient: Floats
    offset: Floats


def masks(layers: Layers, bits: Flags) -> list[Floats]:
    """The activations layer by layer, each (P, units), as 0 and 1."""
    found, start = [], 0
    for _, b in layers[:-1]:
        found.append(bits[start : start + len(b)].T.astype(np.float64))
        start += len(b)
    return found


def maps(layers: Layers, bits: Flags) -> Maps:
    """The affine map of the output in cells with these activations (units, P): products with the masks only."""
    J, c = _forward(layers, masks(layers, bits))
    return Maps(np.ascontiguousarray(J[-1][:, :, 0]), c[-1][:, 0])


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


def joined(layers: Layers, mesh: Mesh) -> Ints:
    """The linear region of each cell: its number 0, 1, ..., shape (P,). See `unchanged`."""
    a, b = neighbours(mesh)
    same = unchanged(layers, mesh.bits, a, b)
    return components(mesh.regions, a[same], b[same])


def neighbours(mesh: Mesh) -> tuple[Ints, Ints]:
    """The cells on both sides of every edge inside the window."""
    inner = mesh.cells[mesh.cells[:, 1] >= 0]
    return inner[:, 0], inner[:, 1]


def unchanged(layers: Layers, bits: Flags, a: Ints, b: Ints) -> Flags:
    """For neighbouring cells a and b: whether the output's affine map is the same in both, by the labels.

    The maps differ by exactly the sum over the units i whose activation differs of (a_i - b_i) c_i g_i, where c_i =
    d output / d h_i with a's activations above, and g_i = d z_i / d x with b's below. So an edge joins its cells if
    that sum vanishes: mostly because c_i does, as no active path leads on to the output.
    """
    on = masks(layers, bits)
    J, _ = _forward(layers, on)
    jump = np.zeros((len(a), layers[0][0].shape[1]))
    size = np.zeros(len(a))
    P = bits.shape[1]
    W = layers[-1][0][0]
    up, up_size = np.broadcast_to(W, (P, len(W))), np.broadcast_to(np.abs(W), (P, len(W)))
    start = len(bits)
    for depth in range(len(on) - 1, -1, -1):
        n = on[depth].shape[1]
        start -= n
        rows = bits[start : start + n]
        unit, edge = np.nonzero(rows[:, a] != rows[:, b])
        sign = np.where(rows[unit, a[edge]], 1.0, -1.0)
        slope = J[depth][b[edge], :, unit]
        terms = (sign * up[a[edge], unit])[:, None] * slope
        for axis in range(jump.shape[1]):
            jump[:, axis] += np.bincount(edge, weights=terms[:, axis], minlength=len(a))
        size += np.bincount(edge, weights=up_size[a[edge], unit] * np.abs(slope).max(1), minlength=len(a))
        if depth:
            W = layers[depth][0]
            up, up_size = (on[depth] * up) @ W, (on[depth] * up_size) @ np.abs(W)
    same: Flags = np.abs(jump).max(1) <= CANCELS * size
    return same


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
