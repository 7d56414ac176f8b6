"""What the mouse does: read a node, give a leaf another value."""

from __future__ import annotations

import torch

from playground.concepts.backprop import Params
from playground.concepts.backprop.building import graph_of
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.passes import replay
from playground.concepts.backprop.state import Data, State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

UNITS = 6.0  # of a value over the height of the drawing
_MOST = 1000.0


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Data and state after a gesture.

    Raises:
        BadInput: there is no such node, or it is no leaf.
    """
    if params.mode == "estimators":
        raise BadInput(f"{gesture.kind} needs a graph, the panel shows the estimators", gesture.kind)
    graph = graph_of(params)
    node = gesture.values["id"]
    if node >= len(graph.nodes):
        raise BadInput(f"id is {node}, allowed is a node from 0 to {len(graph.nodes) - 1}", "id")
    if gesture.kind == "choose":
        return data, state._replace(chosen=-1 if state.chosen == node else node)
    if graph.nodes[node].op != "leaf" or graph.nodes[node].source == "number":
        raise BadInput(f"id is {node}, the node {graph.nodes[node].name}, allowed is an input or a weight", "id")
    if gesture.kind == "set_value":
        return _set(params, graph, data, state, node, gesture.values["entry"], gesture.values["value"])
    return _drag(params, graph, data, state, node, gesture.values["path"])


def _set(
    params: Params, graph: Graph, data: Data, state: State, node: int, entry: int, value: float
) -> tuple[Data, State]:
    """A leaf with another value, and all that was computed computed anew up to the same node."""
    first, last = graph.spans[node]
    if entry >= last - first:
        raise BadInput(f"entry is {entry}, allowed is 0 to {last - first - 1} of {graph.nodes[node].name}", "entry")
    leaves = state.values.clone()
    leaves[first + entry] = value
    source = graph.nodes[node].source
    if source != "weight":
        # The user's own numbers are data, so that no knob that is turned deletes them.
        name = "values" if params.mode == "expression" else "target" if source == "target" else "sample"
        changed = getattr(data, name).clone()
        changed[_place_in_data(graph, node) + entry] = value
        data = data._replace(**{name: changed})
    values, deltas = replay(graph, leaves, state.cursor)
    return data, state._replace(values=values, deltas=deltas)


def _place_in_data(graph: Graph, leaf: int) -> int:
    """Which number of its data a leaf of one number shows."""
    source = graph.nodes[leaf].source
    return sum(
        graph.spans[k][1] - graph.spans[k][0] for k in graph.leaves if k < leaf and graph.nodes[k].source == source
    )


def _drag(params: Params, graph: Graph, data: Data, state: State, node: int, path: list[float]) -> tuple[Data, State]:
    """A leaf of one number moved by the height of the stroke; a stroke goes on from the value that it began with."""
    first, last = graph.spans[node]
    if last - first != 1:
        raise BadInput(f"id is {node}, allowed is a leaf that is one number, and {graph.nodes[node].name} is not", "id")
    if len(path) < 2 or len(path) % 2:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs of x and y", "path")
    grip = torch.tensor([float(node), path[0], path[1]], dtype=torch.float64)
    if len(path) == 2 or not torch.equal(state.grip[:3], grip):
        grip = torch.cat([grip, state.values[first : first + 1]])
    else:
        grip = state.grip
    value = float(grip[3]) + UNITS * (path[-1] - path[1])
    # Steps of 0.05 keep the numbers readable.
    value = max(-_MOST, min(_MOST, round(value * 20) / 20)) if len(path) > 2 else float(grip[3])
    data, state = _set(params, graph, data, state, node, 0, value)
    return data, state._replace(grip=grip.contiguous())
