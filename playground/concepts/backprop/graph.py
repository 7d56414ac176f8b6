"""A computational graph in topological order: values node by node forward, deltas node by node backward."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from playground.concepts.backprop.ops import OPS, Floats


@dataclass(frozen=True)
class Node:
    """One node.

    Attributes:
        name: as the picture calls it.
        op: a key of `OPS`, or "leaf".
        args: the rows of its arguments, all before its own.
        constant: of operations with one.
        size: the shape of its value; () for a number.
        words: what it computes, in symbols.
        shown: whether it has a box; weights of single units have none.
        source: of a leaf: "input", "target", "weight" or "number" (its constant).
    """

    name: str
    op: str
    args: tuple[int, ...] = ()
    constant: float = 0.0
    size: tuple[int, ...] = ()
    words: str = ""
    shown: bool = True
    source: str = ""


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes whose arguments stand before them; the last one is the output, a number."""

    nodes: tuple[Node, ...]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The nodes that compute something, in the order of the forward pass."""
        return tuple(k for k, node in enumerate(self.nodes) if node.op != "leaf")

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The others."""
        return tuple(k for k, node in enumerate(self.nodes) if node.op == "leaf")

    @cached_property
    def edges(self) -> tuple[tuple[int, int, int], ...]:
        """(argument, node, which argument of it) for every use of a node."""
        return tuple((arg, k, place) for k in self.order for place, arg in enumerate(self.nodes[k].args))

    @cached_property
    def uses(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each node who uses it: (node, which argument of it)."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.nodes]
        for arg, k, place in self.edges:
            found[arg].append((k, place))
        return tuple(map(tuple, found))

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where each node stands in the flat vector of all values."""
        ends = np.cumsum([0, *(math.prod(node.size) for node in self.nodes)]).tolist()
        return tuple(pairwise(ends))

    @property
    def numbers(self) -> int:
        """How many numbers all values are."""
        return self.spans[-1][1]

    def unpacked(self, flat: Floats) -> list[Floats]:
        """The values of all nodes from the flat vector."""
        return [flat[a:b].reshape(node.size) for (a, b), node in zip(self.spans, self.nodes, strict=True)]

    def packed(self, values: Sequence[Floats]) -> Floats:
        """The flat vector of all values."""
        return np.concatenate([np.asarray(value, dtype=float).reshape(-1) for value in values])

    # ---- one node

    def value(self, k: int, values: Sequence[Floats]) -> Floats:
        """What node k computes from the values of its arguments."""
        node = self.nodes[k]
        with np.errstate(all="ignore"):
            return OPS[node.op].value([values[arg] for arg in node.args], node.constant)

    def pulled(self, k: int, values: Sequence[Floats], delta: Floats) -> list[Floats]:
        """What each argument of node k gets of its delta."""
        node = self.nodes[k]
        with np.errstate(all="ignore"):
            return OPS[node.op].pull([values[arg] for arg in node.args], values[k], delta, node.constant)

    def slopes(self, k: int, values: Sequence[Floats]) -> list[Floats]:
        """The local derivatives of an elementwise node by its arguments; of another node none."""
        node = self.nodes[k]
        found = OPS[node.op].slopes
        with np.errstate(all="ignore"):
            return [] if found is None else found([values[arg] for arg in node.args], values[k], node.constant)

    def jacobian(self, k: int, place: int, values: Sequence[Floats]) -> Floats:
        """The local Jacobian of node k by one of its arguments, entries of the node by entries of the argument."""
        node = self.nodes[k]
        rows = math.prod(node.size)
        deltas = np.eye(rows).reshape((rows, *node.size))
        return np.stack([self.pulled(k, values, delta)[place].reshape(-1) for delta in deltas])

    def work(self, k: int) -> tuple[int, int]:
        """Operations of arithmetic of node k, forward and backward."""
        node = self.nodes[k]
        return OPS[node.op].work([self.nodes[arg].size for arg in node.args], node.size)

    @cached_property
    def total(self) -> tuple[int, int]:
        """Operations of arithmetic of one forward pass and of one backward pass."""
        works = [self.work(k) for k in self.order]
        return sum(forward for forward, _ in works), sum(backward for _, backward in works)

    # ---- whole passes

    def forward(self, leaves: Mapping[int, Floats]) -> list[Floats]:
        """The values of all nodes; leaves may have more axes in front, for many settings at once."""
        values: list[Floats] = [leaves.get(k, np.zeros(node.size)) for k, node in enumerate(self.nodes)]
        for k in self.order:
            values[k] = self.value(k, values)
        return values

    def backward(self, values: Sequence[Floats]) -> list[Floats]:
        """The deltas of all nodes: the derivative of the output by each."""
        found: dict[int, Floats] = {len(self.nodes) - 1: np.ones(())}
        for k in reversed(self.order):
            if k not in found:
                continue
            for arg, part in zip(self.nodes[k].args, self.pulled(k, values, found[k]), strict=True):
                # What arrives first is kept as it is: large matrices are not added to nothing.
                found[arg] = found[arg] + part if arg in found else part
        return [found.get(k, np.zeros(node.size)) for k, node in enumerate(self.nodes)]

    def hand_on(self, k: int, values: Sequence[Floats], deltas: list[Floats]) -> None:
        """One node of the backward pass: its arguments add what they get; the list gets new arrays."""
        for arg, part in zip(self.nodes[k].args, self.pulled(k, values, deltas[k]), strict=True):
            deltas[arg] = deltas[arg] + part

    def output(self, flat: Floats) -> Floats:
        """The output at many settings of the leaves, (settings, numbers) as in the flat vector -> (settings,)."""
        rows = len(flat)
        leaves = {}
        for k in self.leaves:
            a, b = self.spans[k]
            leaves[k] = flat[:, a:b].reshape((rows, *self.nodes[k].size))
        return np.broadcast_to(self.forward(leaves)[-1], (rows,))
