"""How far the passes are, in words: values, deltas, slopes and shares, and everything about the node that is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from torch import Tensor

from playground.concepts.backprop.building import said, value_words
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats
from playground.engine.frame import Scalar

_LINE = 40  # letters
_FEW = 3  # entries of a vector that are written out

Shown = dict[str, Tensor | Scalar]


def size_words(size: Sequence[int]) -> str:
    """A shape: 3 × 2; a vector is a column, 3 × 1; of a number 1."""
    return " × ".join(map(str, (*size, 1) if len(size) == 1 else size)) or "1"


def _written(value: Floats) -> str:
    """A number, a short vector, or the shape of anything larger."""
    if value.size == 1:
        return value_words(float(value.reshape(())))
    if _told(value):
        return "(" + ", ".join(f"{entry:.2f}".replace("-", "−") for entry in value.tolist()) + ")"
    return size_words(value.shape)


def _told(value: Floats) -> bool:
    """Whether a value is written out, not only its shape."""
    return value.size == 1 or (value.ndim == 1 and value.size <= _FEW)


class Passed:
    """A graph with both passes up to a cursor.

    Attributes:
        graph: the graph.
        values, deltas: of all nodes, as far as they are known.
        cursor: how many nodes have been worked on.
    """

    def __init__(self, graph: Graph, values: Floats, deltas: Floats, cursor: int) -> None:
        self.graph = graph
        self.values = graph.unpacked(values)
        self.deltas = graph.unpacked(deltas)
        self.cursor = cursor

    @cached_property
    def _computed(self) -> frozenset[int]:
        return frozenset((*self.graph.leaves, *self.graph.order[: self.cursor]))

    @cached_property
    def _handed(self) -> frozenset[int]:
        """The nodes that have handed their delta on."""
        count = len(self.graph.order)
        return frozenset(self.graph.order[max(0, 2 * count - self.cursor) :]) if self.cursor > count else frozenset()

    def known(self, k: int) -> bool:
        """Whether a node has its value."""
        return k in self._computed

    def handed(self, k: int) -> bool:
        """Whether a node has handed its delta on."""
        return k in self._handed

    def complete(self, k: int) -> bool:
        """Whether all users of a node have handed theirs to it; the output has its 1 from the start of the pass."""
        if k == len(self.graph.nodes) - 1:
            return bool(self._handed)
        return bool(self._handed) and all(user in self._handed for user, _ in self.graph.uses[k])

    def arrived(self, k: int) -> bool:
        """Whether something has arrived at a node."""
        return self.complete(k) or any(user in self._handed for user, _ in self.graph.uses[k])

    def state(self, k: int) -> int:
        """0 without a value, 1 with it, 2 with a delta, too."""
        return 2 if self.arrived(k) else int(self.known(k))

    def words(self, k: int) -> str:
        """The value of a node."""
        return _written(self.values[k]) if self.known(k) else ""

    def named(self, k: int) -> str:
        """Name and value of a node; of a constant the value alone."""
        node, words = self.graph.nodes[k], self.words(k)
        if not words or node.source == "number":
            return node.name
        return f"{node.name} {'= ' if _told(self.values[k]) else ''}{words}"

    def longest(self, k: int) -> str:
        """The longest words that a node will have: those of a vector are as long before it is known."""
        node = self.graph.nodes[k]
        return f"{node.name} = {_written(self.values[k])}"

    def brief(self, k: int) -> str:
        """The value of a number, the name and the shape of a vector."""
        node = self.graph.nodes[k]
        if node.size:
            return f"{node.name} {size_words(node.size)}"
        return self.words(k) or node.name

    def brief_delta(self, k: int) -> str:
        """A delta as briefly; what is still missing is told by an ellipsis."""
        if not self.arrived(k):
            return ""
        if self.graph.nodes[k].size:
            return f"δ {size_words(self.graph.nodes[k].size)}"
        return f"{value_words(float(self.deltas[k]))}{'' if self.complete(k) else ' …'}"

    def delta(self, k: int) -> str:
        """The delta of a node so far."""
        if not self.arrived(k):
            return ""
        return f"δ {_written(self.deltas[k])}{'' if self.complete(k) else ' + …'}"

    def slope(self, k: int, place: int) -> str:
        """The local derivative of a node by one argument once it is known; between vectors the Jacobian's shape."""
        node = self.graph.nodes[k]
        arg = self.graph.nodes[node.args[place]]
        if node.size or arg.size:
            rows, columns = (int(np.prod(size, dtype=int)) for size in (node.size, arg.size))
            return size_words((rows, columns))
        if not self.known(k):
            return ""
        return value_words(float(self.graph.slopes(k, self.values)[place]))

    def part(self, k: int, place: int) -> Floats | None:
        """What a node has handed to one argument."""
        return self.graph.pulled(k, self.values, self.deltas[k])[place] if self.handed(k) else None

    def share(self, k: int, place: int) -> str:
        """The same in words."""
        part = self.part(k, place)
        return "" if part is None or part.size != 1 else value_words(float(part.reshape(())))


def delta_words(passed: Passed, k: int) -> str:
    """A delta without its sign of name."""
    return passed.delta(k).removeprefix("δ ")


def node_metrics(passed: Passed, k: int) -> Shown:
    """Everything about the node that is read."""
    graph, node = passed.graph, passed.graph.nodes[k]
    single = not node.size
    return {
        "paths": len(graph.uses[k]),
        "shared": len(graph.uses[k]) > 1,
        "node_name": node.name,
        "node_rule": f"{node.name} = {node.words}" if node.words else f"{node.name}, {_kind(node.source)}",
        "node_numbers": numbers(passed, k),
        "node_value": float(passed.values[k]) if single and passed.known(k) else None,
        "node_delta": float(passed.deltas[k]) if single and passed.arrived(k) else None,
        "node_table": "\n".join(_table(passed, k)),
    }


def _kind(source: str) -> str:
    return {"input": "an input", "target": "the target", "weight": "a weight", "number": "a number"}[source]


def numbers(passed: Passed, k: int) -> str:
    """What a node computes with the numbers in it, such as v₁ = 2 · (−3) = −6."""
    graph, node = passed.graph, passed.graph.nodes[k]
    if node.op == "leaf":
        return passed.named(k)
    if not all(passed.known(arg) for arg in node.args):
        return f"{node.name} = {node.words}"
    args = [_written(passed.values[arg]) for arg in node.args]
    value = f" = {passed.words(k)}" if passed.known(k) else ""
    if node.op == "dot":
        pairs = [f"{a} · {_bracketed(b)}" for a, b in zip(args[0:-1:2], args[1:-1:2], strict=True)]
        return f"{node.name} = {' + '.join([*pairs, args[-1]])}{value}".replace("+ −", "− ")
    if node.op == "halves":
        n = len(args) // 2
        squares = [f"({o} − {_bracketed(y)})²" for o, y in zip(args[:n], args[n:], strict=True)]
        return f"{node.name} = ½ ({' + '.join(squares)}){value}"
    if node.size or any(graph.nodes[arg].size for arg in node.args):
        return f"{node.name} = {node.words}{value}"
    return f"{node.name} = {said(node, args)}{value}"


def _bracketed(words: str) -> str:
    return f"({words})" if words.startswith("−") else words


def _wrapped(words: str) -> list[str]:
    """A formula on lines that have room in a small table, broken at spaces."""
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= _LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines


def _table(passed: Passed, k: int) -> list[str]:
    """The formula, then a row for each path into the delta, and their sum."""
    graph = passed.graph
    lines = ["back from\tits δ\t× slope\t= share", *_wrapped(numbers(passed, k))]
    if k == len(graph.nodes) - 1:
        return [*lines, f"the output\t\t\t{delta_words(passed, k) or '1 when all is computed'}"]
    for user, place in graph.uses[k]:
        there = graph.nodes[user]
        part = passed.part(user, place)
        delta = delta_words(passed, user) if passed.complete(user) else "…"
        share = "…" if part is None else _written(part)
        lines.append(f"{there.name}\t{delta}\t{passed.slope(user, place) or '…'}\t{share}")
    if not graph.uses[k]:
        return [*lines, "no node uses it\t\t\t0"]
    if len(graph.uses[k]) > 1:
        lines.append(f"sum of {len(graph.uses[k])} paths\t\t\t{delta_words(passed, k) or '…'}")
    return lines
