"""Where the nodes stand: closed forms for regular graphs, stress below 400 nodes, pivots and forces above."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.graphs.algebra import SMALL, Graph, graph_of, hops, neighbours

_ROUNDS = 150
_PIVOTS = 40
_APART = 0.45  # hops between nodes of one component
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def on_circle(n: int, radius: float = 1.0, centre: tuple[float, float] = (0.0, 0.0)) -> Tensor:
    """Nodes on a circle, the first on top, clockwise, shape (n, 2)."""
    turn = 2 * math.pi * torch.arange(n, dtype=torch.float64) / max(n, 1)
    return torch.stack([centre[0] + radius * turn.sin(), centre[1] + radius * turn.cos()], 1)


def fitted(xy: Tensor) -> Tensor:
    """Moved and scaled into the square from -1 to 1."""
    if not len(xy):
        return xy
    low, high = xy.min(0).values, xy.max(0).values
    size = float((high - low).max())
    return ((xy - (low + high) / 2) / (size / 2 if size > 0 else 1.0)).contiguous()


def laid_out(n: int, edges: Tensor) -> Tensor:
    """A layout of any graph in the square from -1 to 1, shape (n, 2); components stand side by side."""
    return _kept(n, tuple(edges.flatten().tolist())).clone()


@lru_cache(maxsize=64)
def _kept(n: int, ends: tuple[int, ...]) -> Tensor:
    edges = torch.tensor(ends, dtype=torch.int64).reshape(-1, 2)
    graph = graph_of(n, edges, spectra=False)
    if n > SMALL:
        return fitted(torch.from_numpy(pivots(graph)))
    placed = torch.zeros((n, 2), dtype=torch.float64)
    left = 0.0
    for k in range(graph.components):
        mine = (graph.component == k).nonzero()[:, 0]
        xy = torch.from_numpy(_stress(graph, mine.tolist()))
        width = float(xy[:, 0].max() - xy[:, 0].min())
        placed[mine] = xy - torch.stack([xy[:, 0].min() - left, xy[:, 1].mean()])
        left += width + 1.0
    return fitted(placed)


def _stress(graph: Graph, nodes: list[int]) -> Floats:
    """Distances in the plane as near to the hops as possible (SMACOF; Gansner, Koren and North 2004), shape (k, 2)."""
    k = len(nodes)
    if k == 1:
        return np.zeros((1, 2))
    near, place = neighbours(graph), {node: i for i, node in enumerate(nodes)}
    inside = [[place[j] for j in near[i]] for i in nodes]
    D = np.array([hops(inside, i) for i in range(k)], dtype=np.float64)
    weight = 1 / np.maximum(D, 1) ** 2
    np.fill_diagonal(weight, 0.0)
    xy = _classical(D)
    # The products below sum to 0, so adding 1 everywhere changes nothing but makes the matrix invertible.
    solver = np.linalg.inv(np.diag(weight.sum(1)) - weight + 1)
    for _ in range(_ROUNDS):
        gap = np.sqrt(((xy[:, None] - xy) ** 2).sum(2))
        B = -weight * D / np.maximum(gap, 1e-9)
        np.fill_diagonal(B, 0.0)
        np.fill_diagonal(B, -B.sum(1))
        xy = solver @ (B @ xy)
    return _parted(xy)


def _parted(xy: Floats) -> Floats:
    """Nodes that nearly coincide are pushed apart."""
    xy = xy.copy()
    for _ in range(30):
        gap = xy[:, None] - xy
        size = np.sqrt((gap**2).sum(2))
        np.fill_diagonal(size, np.inf)
        lack = np.maximum(_APART - size, 0.0) / np.maximum(size, 1e-6)
        if not lack.any():
            break
        xy += (gap * lack[:, :, None]).sum(1) * 0.3
    return xy


def _classical(D: Floats) -> Floats:
    """Classical scaling of a matrix of distances, with a small fixed shift of each node so that none coincide."""
    k = len(D)
    J = np.eye(k) - 1 / k
    values, vectors = np.linalg.eigh(-J @ (D * D) @ J / 2)
    vectors = vectors[:, -2:] * np.sign(vectors[np.abs(vectors[:, -2:]).argmax(0), [-2, -1]])
    xy = vectors[:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    return np.asarray(xy + 0.05 * on_circle(k).numpy())


def pivots(graph: Graph) -> Floats:
    """A first layout of a large graph from the distances to some nodes (Brandes and Pich 2007), shape (n, 2)."""
    near, n = neighbours(graph), graph.n
    found: list[list[int]] = []
    nearest = np.full(n, n)
    pivot = int(graph.degree.argmax())
    for _ in range(min(_PIVOTS, n)):
        row = np.array(hops(near, pivot))
        row[row < 0] = max(2, int(row.max()) + 2)
        found.append(row.tolist())
        nearest = np.minimum(nearest, row)
        pivot = int(nearest.argmax())
    D = np.array(found, dtype=np.float64).T ** 2
    D = D - D.mean(0) - D.mean(1)[:, None] + D.mean()
    _, vectors = np.linalg.eigh(D.T @ D)
    xy = D @ vectors[:, [-1, -2]]
    return np.asarray(xy / max(np.abs(xy).max(), 1e-9) + 0.02 * on_circle(n).numpy())


def forces(n: int, edges: Tensor, xy: Tensor, rounds: int = 200) -> Iterator[Tensor]:
    """A force layout, round by round: edges pull, and nodes push those in their own and the next cells of a grid.

    Fruchterman and Reingold (1991) with their grid, all nodes at once; deterministic.
    """
    at = fitted(xy).numpy().copy()
    a, b = edges[:, 0].numpy(), edges[:, 1].numpy()
    length = 2 / math.sqrt(max(n, 1))
    for k in range(rounds):
        move = np.zeros_like(at)
        gap = at[a] - at[b]
        pull = gap * (np.sqrt((gap**2).sum(1)) / length)[:, None]
        for axis in (0, 1):
            move[:, axis] += np.bincount(b, pull[:, axis], n) - np.bincount(a, pull[:, axis], n)
        move += _pushed(at, length)
        size = np.sqrt((move**2).sum(1))
        most = 0.2 * (1 - k / rounds) ** 1.5 + 0.002
        at += move * (np.minimum(size, most) / np.maximum(size, 1e-12))[:, None]
        yield fitted(torch.from_numpy(at.copy()))


def _pushed(at: Floats, length: float) -> Floats:
    """The push of near nodes by pairs, that of far ones by the cells of a coarse grid."""
    n, side = len(at), 24
    low = at.min(0)
    size = max(float((at.max(0) - low).max()), 1e-9) / side * 1.0001
    cell = ((at - low) / size).astype(np.intp)
    number = cell[:, 0] * side + cell[:, 1]
    count = np.bincount(number, minlength=side * side).astype(np.float64)
    used = np.flatnonzero(count)
    centre = np.stack([np.bincount(number, at[:, axis], side * side)[used] / count[used] for axis in (0, 1)], 1)
    gap = at[:, None] - centre
    square = np.maximum((gap**2).sum(2), (0.3 * length) ** 2)
    push = np.asarray((gap * (length**2 * count[used] / square)[:, :, None]).sum(1))
    # Within a cell the centre says nothing: neighbours in a sorted order push one another apart.
    order = np.lexsort((at[:, 0] + at[:, 1], number))
    for shift in (1, 2, 3):
        i, j = order[:-shift], order[shift:]
        same = number[i] == number[j]
        i, j = i[same], j[same]
        near = at[i] - at[j]
        strength = length**2 / np.maximum((near**2).sum(1), (0.05 * length) ** 2)
        for axis in (0, 1):
            push[:, axis] += np.bincount(i, near[:, axis] * strength, n) - np.bincount(j, near[:, axis] * strength, n)
    return push
