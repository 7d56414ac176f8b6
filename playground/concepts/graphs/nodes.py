"""The graph as every view shows it: nodes and edges, what the mouse does to them, and what is counted of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Findings
from playground.figures.figure import Mouse, Plot
from playground.figures.layers import Graph, Text

BRIEF = 56  # letters of a remark in the picture
NAMED = 80  # nodes; names of more would only be read once zoomed in


def numbers(data: Data, state: State, findings: Findings) -> dict[str, Any]:
    """What every view says of the graph and its chosen node, and what those jobs found that any view may start."""
    graph, compared = state.graph, ("accuracy_gcn", "accuracy_gat", "accuracy_alone", "accuracy_least")
    return {
        "node_count": graph.n,
        "edge_count": len(data.edges),
        "components": graph.components,
        "isolated": int((graph.degree == 0).sum()),
        "diameter": graph.diameter,
        "chosen_name": data.label(state.focus),
        "chosen_degree": int(graph.degree[state.focus]),
        "rounds_done": state.rounds,
        "remark": data.remark,
        "remark_brief": brief(data.remark),
        **{name: findings["compare"].get(name) for name in compared},
    }


def brief(remark: str) -> str:
    """As many clauses of a remark as fit below a picture; the notes have them all."""
    clauses = remark.split("; ")
    while len("; ".join(clauses)) > BRIEF and clauses:
        clauses.pop()
    kept = "; ".join(clauses)
    if kept == remark:
        return kept
    return f"{kept}; more in the notes" if kept else "what was changed when it was read stands in the notes"


def nodes(params: Params, data: Data, state: State, findings: Findings) -> Graph:
    """The layer of nodes and edges with the chosen node marked; each view adds what the colours show."""
    return Graph(
        name="nodes",
        xy=findings["layout"].get("nodes_xy", data.xy),  # as far as a layout under way has brought them
        pairs=data.edges,
        ids=data.ids,
        sizes=state.graph.degree,
        mark=torch.arange(data.n) == state.focus,
        words=data.labels if params.names and data.n <= NAMED else [],
        linked="nodes",
    )


def widths(data: Data, state: State, along: Tensor) -> Tensor:
    """The larger weight of both directions of each edge, (m,), of the weights along the directed edges."""
    widest = torch.zeros(len(data.edges), dtype=torch.float64)
    return widest.scatter_reduce(0, state.graph.edge, along.abs(), "amax")


def network(params: Params, data: Data, layer: Graph, title: str, unit: str) -> Plot:
    """The plot of the graph, in which it can be edited."""
    remark = Text(name="remark", text="{remark_brief}", anchor="bottom left", show=bool(data.remark))
    return Plot(
        name="graph",
        title=title,
        badge="exact",
        unit=unit,
        main=True,
        plane=True,
        axes=False,
        layers=(layer, remark),
        mouse=_mouse(params.mode, params.ink),
    )


@lru_cache(maxsize=32)
def _mouse(mode: str, ink: float) -> tuple[Mouse, ...]:
    """Moving and choosing everywhere; labels in training, elsewhere values, edges and nodes."""

    def act(on: Any, kind: str, label: str, /, **give: float) -> Mouse:
        return Mouse(on=on, target="nodes", kind=kind, take={"node": "id"}, give=give, label=label)

    common = (
        Mouse(on="drag", target="nodes", kind="move", take={"node": "id", "xy": "xy"}, label="move a node"),
        act("click", "choose", "choose a node"),
    )
    if mode == "training":
        return (
            *common,
            act("shift+click", "label", "label it blue", label=0),
            act("alt+click", "label", "label it orange", label=1),
            act("double-click", "label", "take its label away", label=-1),
        )
    paint = () if mode == "wl" else (act("shift+click", "paint", "set its value", value=ink),)
    return (
        *common,
        *paint,
        act("alt+click", "link", "connect with the chosen node, or cut"),
        act("double-click", "remove", "remove a node"),
        Mouse(on="shift+click", kind="add", take={"xy": "xy"}, label="add a node"),
    )
