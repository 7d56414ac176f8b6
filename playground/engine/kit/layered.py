"""Drawings of directed graphs in layers (Sugiyama, Tagawa and Toda 1981): few crossings, straight long edges. No torch.

A node stands one layer behind the last of its sources. An edge over several layers goes through a helper in each of
them, so that it keeps its own way between the nodes. Layers are ordered by the means of their neighbours and by swaps,
and the best order that was met is kept; places follow from least squares with the order held.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from playground.engine.kit.arrays import Floats

Pairs = tuple[tuple[int, int], ...]

_SWEEPS = 12
_HELPER = 0.5  # room of a helper, of a node's
_DENSE = 0.25  # of a layer's distance for each edge above one a node
_SPREAD = 0.5  # of the sheet, at most, between two neighbours of a layer


@dataclass(frozen=True, eq=False)
class Layering:
    """A drawing.

    Attributes:
        xy: (n, 2) the layer, from 0 to 1, and the place in it, from 0 to 1.
        routes: for each edge its points, both ends included, (points, 2).
        layers: how many layers there are.
        widest: the most room that a layer needs, in nodes.
        crossings: how many pairs of edges cross.
    """

    xy: Floats
    routes: tuple[Floats, ...]
    layers: int
    widest: float
    crossings: int


@lru_cache(maxsize=64)
def layered(n: int, pairs: Pairs) -> Layering:
    """A drawing of an acyclic graph whose edges go from lower to higher rows.

    Args:
        n: how many nodes there are.
        pairs: (source, target) with source < target; an edge that is there twice is drawn twice.
    """
    ranks = _ranks(n, pairs)
    owners, chains = [*ranks], []
    for source, target in pairs:
        helpers = list(range(len(owners), len(owners) + ranks[target] - ranks[source] - 1))
        owners += [ranks[source] + 1 + k for k in range(len(helpers))]
        chains.append([source, *helpers, target])
    links = sorted({link for chain in chains for link in pairwise(chain)})
    order = _ordered(owners, links)
    places = _placed(order, links, n)
    count = len(order)
    xy = np.stack([_depths(order, owners, links)[owners], places], 1)
    room = [sum(1.0 if k < n else _HELPER for k in layer) for layer in order]
    return Layering(xy[:n], tuple(xy[chain] for chain in chains), count, max(room), _crossings(order, links))


def _depths(order: list[list[int]], owners: list[int], links: list[tuple[int, int]]) -> Floats:
    """Where the layers stand, from 0 to 1: wider apart where many edges have to be told from one another."""
    if len(order) < 2:
        return np.full(1, 0.5)
    between = Counter(owners[source] for source, _ in links)
    room = [
        1.0 + min(1.0, _DENSE * max(0, between[k] - max(len(a), len(b)))) for k, (a, b) in enumerate(pairwise(order))
    ]
    return np.concatenate([[0.0], np.cumsum(room)]) / sum(room)


def _ranks(n: int, pairs: Pairs) -> list[int]:
    """The layer of each node: as early as its sources allow; one without sources as late as its targets allow."""
    ranks = [0] * n
    for source, target in sorted(pairs, key=lambda pair: pair[1]):
        ranks[target] = max(ranks[target], ranks[source] + 1)
    fed = {target for _, target in pairs}
    for k in range(n):
        after = [ranks[target] for source, target in pairs if source == k]
        if k not in fed and after:
            ranks[k] = min(after) - 1
    return ranks


def _ordered(owners: list[int], links: list[tuple[int, int]]) -> list[list[int]]:
    """The nodes of each layer from one side to the other, with few crossings."""
    order: list[list[int]] = [[] for _ in range(max(owners, default=0) + 1)]
    for node, rank in enumerate(owners):
        order[rank].append(node)
    before: dict[int, list[int]] = {k: [] for k in range(len(owners))}
    after: dict[int, list[int]] = {k: [] for k in range(len(owners))}
    for source, target in links:
        before[target].append(source)
        after[source].append(target)
    best, fewest = [list(layer) for layer in order], _crossings(order, links)
    for sweep in range(_SWEEPS):
        neighbours = after if sweep % 2 else before
        for rank in range(len(order))[:: -1 if sweep % 2 else 1]:
            _by_means(order, rank, neighbours)
        _swap(order, links)
        crossings = _crossings(order, links)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in order], crossings
    return best


def _by_means(order: list[list[int]], rank: int, neighbours: dict[int, list[int]]) -> None:
    """Sorts a layer by the mean place of its neighbours on one side; who has none keeps its place."""
    place = {node: k for layer in order for k, node in enumerate(layer)}
    size = {node: len(layer) for layer in order for node in layer}

    def mean(node: int) -> float:
        near = neighbours[node] or [node]
        return sum((place[other] + 0.5) / size[other] for other in near) / len(near)

    order[rank].sort(key=mean)


def _swap(order: list[list[int]], links: list[tuple[int, int]]) -> None:
    """Swaps neighbours while that undoes crossings."""
    best, better = _crossings(order, links), True
    while better:
        better = False
        for layer in order:
            for k in range(len(layer) - 1):
                layer[k], layer[k + 1] = layer[k + 1], layer[k]
                crossings = _crossings(order, links)
                if crossings < best:
                    best, better = crossings, True
                else:
                    layer[k], layer[k + 1] = layer[k + 1], layer[k]


def _crossings(order: list[list[int]], links: list[tuple[int, int]]) -> int:
    """How many pairs of links cross."""
    place = {node: k for layer in order for k, node in enumerate(layer)}
    rank = {node: k for k, layer in enumerate(order) for node in layer}
    if not links:
        return 0
    a = np.array([place[source] for source, _ in links])
    b = np.array([place[target] for _, target in links])
    level = np.array([rank[source] for source, _ in links])
    across = (a[:, None] - a) * (b[:, None] - b) < 0
    return int((across & (level[:, None] == level)).sum()) // 2


def _placed(order: list[list[int]], links: list[tuple[int, int]], n: int) -> Floats:
    """The place of each node in its layer, from 0 to 1."""
    total = sum(map(len, order))
    near: dict[int, list[tuple[int, float]]] = {k: [] for k in range(total)}
    leaving, coming = Counter(source for source, _ in links), Counter(target for _, target in links)
    for source, target in links:
        # Long edges that are straight in their middle, and chains that stand in a line, are read most easily.
        weight = 1.0 + 3.0 * ((source >= n) + (target >= n)) + 7.0 * (leaving[source] == coming[target] == 1)
        near[source].append((target, weight))
        near[target].append((source, weight))
    place = np.zeros(total)
    gaps = [[(_room(a, n) + _room(b, n)) / 2 for a, b in pairwise(layer)] for layer in order]
    for layer, gap in zip(order, gaps, strict=True):
        place[layer] = np.concatenate([[0.0], np.cumsum(gap)]) - sum(gap) / 2
    for sweep in range(2 * _SWEEPS):
        for k in range(len(order))[:: -1 if sweep % 2 else 1]:
            layer = order[k]
            wanted = [
                sum(weight * place[other] for other, weight in near[node]) / sum(weight for _, weight in near[node])
                if near[node]
                else place[node]
                for node in layer
            ]
            place[layer] = _spaced(wanted, gaps[k])
    low, high = float(place.min()), float(place.max())
    scale = min(1.0 / (high - low), _SPREAD) if high - low > 1e-9 else 0.0
    return np.asarray(0.5 + (place - (low + high) / 2) * scale)


def _room(node: int, n: int) -> float:
    return 1.0 if node < n else _HELPER


def _spaced(wanted: list[float], gaps: list[float]) -> Floats:
    """The places nearest to the wanted ones, in least squares, with the order and the gaps held (pooled violators)."""
    offset = np.concatenate([[0.0], np.cumsum(gaps)])
    pools: list[list[float]] = []
    for value in (np.array(wanted) - offset).tolist():
        pools.append([value, 1.0])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            mean, count = pools.pop()
            pools[-1] = [(pools[-1][0] * pools[-1][1] + mean * count) / (pools[-1][1] + count), pools[-1][1] + count]
    means = np.array([mean for mean, _ in pools])
    return np.asarray(np.repeat(means, [int(count) for _, count in pools]) + offset)
