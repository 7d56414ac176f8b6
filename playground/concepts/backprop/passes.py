"""Both passes over a graph, one node a step, and what is known after some steps."""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.state import State
from playground.concepts.backprop.words import is_written_out, number_words, size_words, value_words


def period(graph: Graph) -> int:
    """The steps of a pass forward, a pass backward, and an update."""
    return 2 * len(graph.order) + 1


def turn(graph: Graph, cursor: int) -> tuple[int, bool]:
    """The node that a step of a pass works on, and whether it goes backward."""
    count = len(graph.order)
    return (graph.order[cursor], False) if cursor < count else (graph.order[2 * count - 1 - cursor], True)


def advance(graph: Graph, flat: Floats, deltas: Floats, cursor: int) -> tuple[Floats, Floats]:
    """Values and deltas after one more node, flat as those before; what changes is new."""
    k, back = turn(graph, cursor)
    values = graph.unpacked(flat)
    if not back:
        values[k] = graph.value(k, values)
        return graph.packed(values), deltas
    sums = graph.unpacked(deltas)
    if k == len(graph.nodes) - 1:
        sums[k] = np.ones(())
    graph.hand_on(k, values, sums)
    return flat, graph.packed(sums)


def replay(graph: Graph, leaves: Tensor, cursor: int) -> tuple[Tensor, Tensor]:
    """Values and deltas at a cursor, flat, computed anew from the leaves in a flat vector."""
    flat = leaves.numpy().copy()
    for k in graph.order:
        a, b = graph.spans[k]
        flat[a:b] = 0.0
    deltas = np.zeros_like(flat)
    for done in range(cursor):
        flat, deltas = advance(graph, flat, deltas, done)
    return torch.from_numpy(flat), torch.from_numpy(deltas)


def work_so_far(graph: Graph, cursor: int) -> tuple[int, int]:
    """Operations of arithmetic up to a cursor, forward and backward."""
    forward = backward = 0
    for done in range(cursor):
        k, back = turn(graph, done)
        cost = graph.work(k)
        forward, backward = (forward, backward + cost[1]) if back else (forward + cost[0], backward)
    return forward, backward


class Passes:
    """A graph with both passes up to a cursor.

    Attributes:
        graph: the graph.
        values, deltas: of all nodes, as far as they are known.
        cursor: how many nodes have been worked on.
    """

    def __init__(self, graph: Graph, state: State) -> None:
        self.graph = graph
        self.values = graph.unpacked(state.values.numpy())
        self.deltas = graph.unpacked(state.deltas.numpy())
        self.cursor = state.cursor

    @cached_property
    def _computed(self) -> frozenset[int]:
        return frozenset((*self.graph.leaves, *self.graph.order[: self.cursor]))

    @cached_property
    def _handed_on(self) -> frozenset[int]:
        """The nodes that have handed their delta on."""
        count = len(self.graph.order)
        return frozenset(self.graph.order[max(0, 2 * count - self.cursor) :]) if self.cursor > count else frozenset()

    def has_value(self, k: int) -> bool:
        """Whether a node has its value."""
        return k in self._computed

    def has_arrived(self, k: int) -> bool:
        """Whether something has arrived at a node."""
        return self.is_complete(k) or any(user in self._handed_on for user, _ in self.graph.uses[k])

    def is_complete(self, k: int) -> bool:
        """Whether all users of a node have handed theirs to it; the output has its 1 from the start of the pass."""
        if k == len(self.graph.nodes) - 1:
            return bool(self._handed_on)
        return bool(self._handed_on) and all(user in self._handed_on for user, _ in self.graph.uses[k])

    def state(self, k: int) -> int:
        """0 without a value, 1 with it, 2 with a delta, too."""
        return 2 if self.has_arrived(k) else int(self.has_value(k))

    def part(self, k: int, place: int) -> Floats | None:
        """What a node has handed to one argument, in the shape of that argument; None before."""
        return self.graph.pulled(k, self.values, self.deltas[k])[place] if k in self._handed_on else None

    # ---- in words

    def value(self, k: int) -> str:
        """The value of a node; empty before it is known."""
        return value_words(self.values[k]) if self.has_value(k) else ""

    def equation(self, k: int) -> str:
        """Name and value of a node; of a constant the value alone."""
        node, words = self.graph.nodes[k], self.value(k)
        if not words or node.source == "number":
            return node.name
        return f"{node.name} {'= ' if is_written_out(self.values[k]) else ''}{words}"

    def delta(self, k: int) -> str:
        """The delta of a node so far; what is still missing is an ellipsis."""
        if not self.has_arrived(k):
            return ""
        return f"{value_words(self.deltas[k])}{'' if self.is_complete(k) else ' + …'}"

    def slope(self, k: int, place: int) -> str:
        """The local derivative of a node by one argument once it is known; between vectors the Jacobian's shape."""
        node = self.graph.nodes[k]
        arg = self.graph.nodes[node.args[place]]
        if node.size or arg.size:
            rows, columns = (math.prod(size) for size in (node.size, arg.size))
            return size_words((rows, columns))
        return number_words(float(self.graph.slopes(k, self.values)[place])) if self.has_value(k) else ""
