"""The graphs: made by rule, taken from known networks, or the user's own."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.layouts import fitted, laid_out, on_circle
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

Pairs = list[tuple[int, int]]


class Data(NamedTuple):
    """A graph and what its nodes carry.

    Attributes:
        xy: where the nodes stand, shape (n, 2).
        edges: the undirected edges, each once and with its lower end first, shape (m, 2), int64.
        ids: what gestures call the nodes, shape (n,), int64.
        names: one line a node; empty: the numbers.
        classes: the true class of each node, -1 where it is not known, shape (n,), int64.
        given: the class that the training is told, -1 for none, shape (n,), int64.
        signal: the first values, shape (n,).
        side: 1 for the nodes of the second of two graphs, shape (n,), int64.
        remark: what had to be changed in a file, in words.
    """

    xy: Tensor
    edges: Tensor
    ids: Tensor
    names: str
    classes: Tensor
    given: Tensor
    signal: Tensor
    side: Tensor
    remark: str

    @property
    def n(self) -> int:
        """The number of nodes."""
        return len(self.xy)

    @property
    def labels(self) -> list[str]:
        """The names of the nodes."""
        return self.names.split("\n") if self.names else [str(k) for k in self.ids.tolist()]

    def label(self, row: int) -> str:
        """The name of one node."""
        return self.names.split("\n")[row] if self.names else str(int(self.ids[row]))


class Plan(NamedTuple):
    """A graph before it is laid out: its size, edges, and what is known of its nodes."""

    n: int
    edges: Pairs
    xy: Tensor | None = None
    names: str = ""
    classes: list[int] | None = None
    side: list[int] | None = None
    remark: str = ""


def make_data(params: Params, ctx: Ctx) -> Data:
    """The chosen graph with its first values."""
    return finished(plan(params, ctx), params.start, params.labels, ctx)


def finished(made: Plan, start: str, labels: str, ctx: Ctx | None) -> Data:
    """A plan laid out, labelled and given first values."""
    n = made.n
    edges = torch.tensor(made.edges, dtype=torch.int64).reshape(-1, 2)
    classes = torch.tensor(made.classes, dtype=torch.int64) if made.classes else torch.full((n,), -1)
    xy = laid_out(n, edges) if made.xy is None else fitted(made.xy)
    degree = torch.bincount(edges.flatten(), minlength=n).to(torch.float64)
    return Data(
        xy=xy,
        edges=edges,
        ids=torch.arange(n),
        names=made.names,
        classes=classes,
        given=labelled(classes, labels),
        signal=first_values(start, degree, ctx),
        side=torch.tensor(made.side, dtype=torch.int64) if made.side else torch.zeros(n, dtype=torch.int64),
        remark=made.remark,
    )


def labelled(classes: Tensor, labels: str) -> Tensor:
    """What the training is told: one node of each class, or every other node of known class, (n,)."""
    if labels == "half" and bool((classes >= 0).any()):
        return torch.where(torch.arange(len(classes)) % 2 == 0, classes, -1)
    return first_labels(classes)


def first_labels(classes: Tensor) -> Tensor:
    """The label of one node of each class: the first of class 0, the last of the others; or of the two end nodes."""
    given = torch.full_like(classes, -1)
    if bool((classes < 0).all()):
        given[0], given[-1] = 0, 1
        return given
    for k in range(int(classes.max()) + 1):
        members = (classes == k).nonzero()[:, 0]
        if len(members):
            given[members[0 if k == 0 else -1]] = k
    return given


def first_values(start: str, degree: Tensor, ctx: Ctx | None) -> Tensor:
    """The chosen first values, shape (n,)."""
    n = len(degree)
    values = torch.zeros(n, dtype=torch.float64)
    match start:
        case "random" if ctx is not None:
            return ctx.randn(n).to(torch.float64)
        case "one":
            values[0] = 1.0
        case "degree":
            return degree
        case "constant":
            return torch.ones(n, dtype=torch.float64)
        case _:
            values[-1], values[0] = 1.0, -1.0
    return values


def plan(params: Params, ctx: Ctx) -> Plan:
    """The nodes and edges of the chosen graph."""
    n = params.nodes
    match params.graph:
        case "karate" | "miserables" | "florentine":
            return _known(params.graph)
        case "path":
            return Plan(n, _path(range(n)), torch.stack([torch.arange(n), torch.zeros(n)], 1).to(torch.float64))
        case "cycle":
            return Plan(max(3, n), _ring(range(max(3, n))), on_circle(max(3, n)))
        case "grid":
            return _grid(max(2, round(math.sqrt(n))))
        case "star":
            return Plan(n, [(0, k) for k in range(1, n)], _spokes(n))
        case "barbell":
            return _barbell(max(3, (n - params.bridge) // 2), params.bridge)
        case "tree":
            return _tree(max(2, round(math.log2(n + 1))))
        case "blocks":
            return blocks(n, params.friends, params.noise, ctx)
        case "regular":
            return Plan(n, _regular(n, params.friends, ctx))
        case "own":
            return Plan(3, [(0, 1), (1, 2), (0, 2)], on_circle(3))
    return _pair(params.graph)


# ---- by rule


def _path(nodes: range) -> Pairs:
    return [(k, k + 1) for k in nodes[:-1]]


def _ring(nodes: range) -> Pairs:
    return [*_path(nodes), (nodes[0], nodes[-1])]


def _clique(nodes: range) -> Pairs:
    return [(i, j) for i in nodes for j in nodes if i < j]


def _spokes(n: int) -> Tensor:
    return torch.cat([torch.zeros((1, 2), dtype=torch.float64), on_circle(n - 1)])[:n]


def _grid(side: int) -> Plan:
    cells = [(row, column) for row in range(side) for column in range(side)]
    right = [(side * r + c, side * r + c + 1) for r, c in cells if c + 1 < side]
    down = [(side * r + c, side * (r + 1) + c) for r, c in cells if r + 1 < side]
    return Plan(side * side, [*right, *down], torch.tensor([(c, -r) for r, c in cells], dtype=torch.float64))


def _barbell(size: int, bridge: int) -> Plan:
    """Two cliques; their nodes nearest to the bridge come last in the first and first in the second."""
    n = 2 * size + bridge
    left, right = range(size), range(size + bridge, n)
    edges = [*_clique(left), *_path(range(size - 1, size + bridge + 1)), *_clique(right)]
    # Each circle is turned so that the node that holds the bridge faces it.
    turn = 2 * math.pi * torch.arange(size, dtype=torch.float64) / size
    circle = torch.stack([-turn.cos(), turn.sin()], 1)
    gap = 0.45 * (bridge + 1)
    middle = torch.stack([torch.linspace(1, 1 + gap, bridge + 2)[1:-1], torch.zeros(bridge)], 1).to(torch.float64)
    offset = torch.tensor([2 + gap, 0.0], dtype=torch.float64)
    xy = torch.cat([-circle.roll(-1, 0).flip(0), middle, circle + offset])
    xy[:size] = torch.stack([-circle[:, 0], circle[:, 1]], 1).roll(-1, 0)
    return Plan(n, edges, xy, classes=[0] * (size + bridge // 2) + [1] * (n - size - bridge // 2))


def _tree(levels: int) -> Plan:
    """A binary tree, its root in the middle of the top."""
    n = 2**levels - 1
    xy = [
        ((k + 1 - 2**level + 0.5) / 2**level, -level * 0.16)
        for level in range(levels)
        for k in range(2**level - 1, 2 ** (level + 1) - 1)
    ]
    return Plan(n, [((k - 1) // 2, k) for k in range(1, n)], torch.tensor(xy, dtype=torch.float64))


def blocks(n: int, friends: int, noise: float, ctx: Ctx) -> Plan:
    """Two equal blocks; each edge leads out of its block with the probability `noise`."""
    half, wanted = n - n // 2, n * friends // 2
    found: dict[tuple[int, int], None] = {}
    for _ in range(8):
        draws = ctx.rand(2 * wanted + 8, 3).to(torch.float64)
        first = (draws[:, 0] * n).long()
        block = (first >= half) ^ (draws[:, 2] < noise)
        size = torch.where(block, n - half, half)
        second = (draws[:, 1] * size).long() + torch.where(block, half, 0)
        for i, j in zip(first.tolist(), second.tolist(), strict=True):
            if i != j and len(found) < wanted:
                found[min(i, j), max(i, j)] = None
    return Plan(n, list(found), classes=[0] * half + [1] * (n - half))


def _regular(n: int, friends: int, ctx: Ctx) -> Pairs:
    """A circulant graph whose edges are swapped in pairs at random, which keeps every degree."""
    degree = min(friends, n - 1)
    degree -= n * degree % 2
    edges = [(i, (i + skip) % n) for skip in range(1, degree // 2 + 1) for i in range(n)]
    if degree % 2:
        edges += [(i, i + n // 2) for i in range(n // 2)]
    there = {(min(e), max(e)) for e in edges}
    edges = sorted(there)
    if len(edges) < 2:
        return edges
    for a, b, turn in (ctx.rand(6 * len(edges), 3).to(torch.float64)).tolist():
        i, j = int(a * len(edges)), int(b * len(edges))
        (u, v), (x, y) = edges[i], edges[j] if turn < 0.5 else edges[j][::-1]
        new = [(min(u, x), max(u, x)), (min(v, y), max(v, y))]
        if len({u, v, x, y}) == 4 and not there & set(new):
            there -= {edges[i], edges[j]}
            there |= set(new)
            edges[i], edges[j] = new
    return sorted(edges)


# ---- two graphs


def _pair(kind: str) -> Plan:
    """Two graphs side by side, for the test of Weisfeiler and Leman."""
    match kind:
        case "hexagon":
            two = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)]
            one = Plan(6, _ring(range(6)), on_circle(6))
            triangles = torch.cat([on_circle(3, 0.6, (-0.85, 0.0)), on_circle(3, 0.6, (0.85, 0.0))])
            return beside(one, Plan(6, two, triangles))
        case "skips":
            return beside(_skips(11, 2), _skips(11, 3))
        case "stars":
            return beside(Plan(3, [(0, 1), (0, 2)], _spokes(3)), Plan(4, [(0, 1), (0, 2), (0, 3)], _spokes(4)))
    spine = _path(range(6))
    line = torch.tensor([(k, 0.0) for k in range(6)], dtype=torch.float64)
    twigs = [
        Plan(7, [*spine, (at, 6)], torch.cat([line, line[at : at + 1] + torch.tensor([[0.0, 1.0]])])) for at in (1, 2)
    ]
    return beside(twigs[0], twigs[1])


def _skips(n: int, skip: int) -> Plan:
    """A cycle with a chord from each node to the one `skip` further on."""
    chords = [(min(k, (k + skip) % n), max(k, (k + skip) % n)) for k in range(n)]
    return Plan(n, [*_ring(range(n)), *chords], on_circle(n))


def beside(one: Plan, two: Plan) -> Plan:
    """Both graphs in one plan, the second on the right.

    Raises:
        ValueError: a plan has no layout.
    """
    if one.xy is None or two.xy is None:
        raise ValueError("both graphs need a layout")
    left, right = fitted(one.xy), fitted(two.xy)
    right = right + torch.tensor([float(left[:, 0].max() - right[:, 0].min()) + 0.8, 0.0], dtype=torch.float64)
    moved = [(i + one.n, j + one.n) for i, j in two.edges]
    side = [0] * one.n + [1] * two.n
    return Plan(one.n + two.n, [*one.edges, *moved], torch.cat([left, right]), side=side, classes=side)


# ---- known networks


@lru_cache(maxsize=8)
def _known(name: str) -> Plan:
    """Zachary's karate club, the meetings in Les Misérables, or the marriages of Florentine families."""
    # networkx takes a while to load, so only graphs that come from it load it.
    import networkx as nx

    made = {
        "karate": nx.karate_club_graph,
        "miserables": nx.les_miserables_graph,
        "florentine": nx.florentine_families_graph,
    }[name]()
    nodes = list(made.nodes)
    place = {node: k for k, node in enumerate(nodes)}
    edges = sorted((min(place[a], place[b]), max(place[a], place[b])) for a, b in made.edges)
    if name == "karate":
        classes = [int(made.nodes[node]["club"] != "Mr. Hi") for node in nodes]
        return Plan(len(nodes), edges, classes=classes)
    return Plan(len(nodes), edges, names="\n".join(map(str, nodes)))


# ---- edits


def node_of(data: Data, node: int) -> int:
    """The row of a node.

    Raises:
        BadInput: there is no such node.
    """
    found = (data.ids == node).nonzero()
    if not len(found):
        raise BadInput(f"node is {node}, there is no such node", "node")
    return int(found[0, 0])


def with_node(data: Data, x: float, y: float, value: float, most: int) -> Data:
    """A new node without edges.

    Raises:
        BadInput: there are too many.
    """
    if data.n >= most:
        raise BadInput(f"xy would be node {most + 1:,}; graphs can be edited up to {most:,} nodes", "xy")
    number = int(data.ids.max()) + 1 if data.n else 0

    def longer(column: Tensor, entry: float) -> Tensor:
        return torch.cat([column, torch.tensor([entry], dtype=column.dtype)])

    side = int(data.side[int(((data.xy - torch.tensor([x, y])) ** 2).sum(1).argmin())]) if data.n else 0
    return data._replace(
        xy=torch.cat([data.xy, torch.tensor([[x, y]], dtype=torch.float64)]),
        ids=longer(data.ids, number),
        names=f"{data.names}\n{number}" if data.names else "",
        classes=longer(data.classes, -1),
        given=longer(data.given, -1),
        signal=longer(data.signal, value),
        side=longer(data.side, side),
    )


def without_node(data: Data, row: int) -> Data:
    """The graph without a node and its edges.

    Raises:
        BadInput: it is the last one.
    """
    if data.n <= 2:
        raise BadInput("node is one of the last two, which cannot be removed", "node")
    keep = torch.arange(data.n) != row
    edges = data.edges[(data.edges != row).all(1)]
    edges = (edges - (edges > row).long()).contiguous()
    names = [name for k, name in enumerate(data.labels) if k != row]
    changed = {name: getattr(data, name)[keep] for name in ("xy", "ids", "classes", "given", "signal", "side")}
    return data._replace(edges=edges, names="\n".join(names) if data.names else "", **changed)


def toggled(data: Data, i: int, j: int) -> Data:
    """The graph with the edge between two nodes added, or removed if it is there.

    Raises:
        BadInput: both are the same node.
    """
    if i == j:
        raise BadInput("node is the chosen node itself, and self loops belong to the layers", "node")
    pair = torch.tensor([[min(i, j), max(i, j)]])
    same = (data.edges == pair).all(1)
    return data._replace(edges=data.edges[~same] if bool(same.any()) else torch.cat([data.edges, pair]))
