"""The view of one node: what it computes, the paths into its delta, its local Jacobian, and the output pass by pass."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

import numpy as np

from playground.concepts.backprop.building import rule
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.passes import Passes, turn
from playground.concepts.backprop.state import State
from playground.concepts.backprop.words import size_words, value_words
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Image, Table, Trace
from playground.figures.values import Rows
from playground.texts.sums import products

_WRITTEN_OUT = 6  # paths
_LINE = 40  # letters
_KINDS = {"input": "an input", "target": "the target", "weight": "a weight", "number": "a number"}


def read_node(graph: Graph, state: State) -> int:
    """The node that is read: the chosen one, else the one of the last step; at both ends the one where paths meet."""
    if state.chosen >= 0:
        return state.chosen
    if 0 < state.cursor < 2 * len(graph.order):
        return turn(graph, state.cursor - 1)[0]
    inputs = [k for k in graph.leaves if graph.nodes[k].shown and graph.nodes[k].source == "input"]
    return max(inputs, key=lambda k: len(graph.uses[k]))


def node_numbers(passes: Passes, k: int) -> dict[str, Any]:
    """Everything about the node that is read."""
    graph, node = passes.graph, passes.graph.nodes[k]
    single = not node.size
    return {
        "paths": len(graph.uses[k]),
        "node_name": node.name,
        "node_rule": f"{node.name} = {node.words}" if node.words else f"{node.name}, {_KINDS[node.source]}",
        "node_numbers": _with_numbers(passes, k),
        "node_value": float(passes.values[k]) if single and passes.has_value(k) else None,
        "node_delta": float(passes.deltas[k]) if single and passes.has_arrived(k) else None,
        "node_table": _paths(passes, k),
        "delta_sum": _delta_sum(passes, k),
    }


def _delta_sum(passes: Passes, k: int) -> str:
    """The delta of a node by the deltas of its users, in digits; empty before they are there, and between vectors."""
    graph, uses = passes.graph, passes.graph.uses[k]
    if not uses or len(uses) > _WRITTEN_OUT or not passes.is_complete(k):
        return ""
    if graph.nodes[k].size or any(graph.nodes[user].size for user, _ in uses):
        return ""
    slopes = [float(graph.slopes(user, passes.values)[place]) for user, place in uses]
    return products([float(passes.deltas[user]) for user, _ in uses], slopes, 3)


def _with_numbers(passes: Passes, k: int) -> str:
    """What a node computes with the numbers in it, such as v₁ = 2 · (−3) = −6."""
    graph, node = passes.graph, passes.graph.nodes[k]
    if node.op == "leaf":
        return passes.equation(k)
    if not all(passes.has_value(arg) for arg in node.args):
        return f"{node.name} = {node.words}"
    args = [value_words(passes.values[arg]) for arg in node.args]
    value = f" = {passes.value(k)}" if passes.has_value(k) else ""
    if node.op == "dot":
        pairs = [f"{a} · {_bracket(b)}" for a, b in zip(args[0:-1:2], args[1:-1:2], strict=True)]
        return f"{node.name} = {' + '.join([*pairs, args[-1]])}{value}".replace("+ −", "− ")
    if node.op == "halves":
        n = len(args) // 2
        squares = [f"({o} − {_bracket(y)})²" for o, y in zip(args[:n], args[n:], strict=True)]
        return f"{node.name} = ½ ({' + '.join(squares)}){value}"
    if node.size or any(graph.nodes[arg].size for arg in node.args):
        return f"{node.name} = {node.words}{value}"
    return f"{node.name} = {rule(node, args)}{value}"


def _bracket(words: str) -> str:
    return f"({words})" if words.startswith("−") else words


def _paths(passes: Passes, k: int) -> Rows:
    """The formula of a node, a row for each path into its delta, and their sum."""
    graph, delta = passes.graph, passes.delta(k)
    cells = [[line] for line in wrap(_with_numbers(passes, k), _LINE, break_long_words=False, break_on_hyphens=False)]
    for user, place in graph.uses[k]:
        part = passes.part(user, place)
        there = passes.delta(user) if passes.is_complete(user) else "…"
        share = "…" if part is None else value_words(part)
        cells.append([graph.nodes[user].name, there, passes.slope(user, place) or "…", share])
    if k == len(graph.nodes) - 1:
        cells.append(["the output", "", "", delta or "1 when all is computed"])
    elif not graph.uses[k]:
        cells.append(["no node uses it", "", "", "0"])
    elif len(graph.uses[k]) > 1:
        cells.append([f"sum of {len(graph.uses[k])} paths", "", "", delta or "…"])
    return Rows.of(["user", "delta", "slope", "share"], cells)


def paths_plot() -> Plot:
    """The table of the node that is read."""
    table = Table(name="paths", outcome=True, rows="node_table", symbol="∂")
    return Plot(name="node", title="Node {node_name}", unit="{node_rule}", axes=False, badge="exact", layers=(table,))


def descent_plot() -> Plot:
    """The output against the steps of all passes."""
    return Plot(
        name="descent",
        title="The output, pass by pass",
        unit="after {passes_done} steps downhill",
        badge="exact",
        x=Axis(label="step", whole=True),
        layers=(Trace(name="output", role="hero", outcome=True, series="output", stairs=True),),
    )


def jacobian_plot(graph: Graph, values: list[Floats], read: int) -> tuple[Plot, dict[str, Any]]:
    """The local Jacobian of the node that is read by its first argument, of a leaf that of its first user.

    Args:
        graph: of a net by layers.
        values: of all its nodes, each computed whatever the passes reached.
        read: the node.

    Returns:
        The plot, and the numbers in its title.
    """
    user, place = (read, 0) if graph.nodes[read].op != "leaf" else (graph.uses[read] or ((len(graph.nodes) - 1, 0),))[0]
    matrix = np.ascontiguousarray(graph.jacobian(user, place, values))
    of, by = graph.nodes[user], graph.nodes[graph.nodes[user].args[place]]
    image = Image(name="jacobian", z=matrix, color_map="diverging", gaps=True, bar="derivative")
    unit = "{jacobian_shape}, rows are outputs"
    plot = Plot(name="jacobian", title="{jacobian_name}", unit=unit, axes=False, badge="exact", layers=(image,))
    return plot, {"jacobian_name": f"∂{of.name} / ∂{by.name}", "jacobian_shape": size_words(matrix.shape)}
