"""The graph as boxes and arrows, which stands in every view of it: where they go, and the words in them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.passes import Passes, turn
from playground.concepts.backprop.words import number_words, size_words, value_words
from playground.engine.frame import View
from playground.engine.kit.layered import Layering, layered
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Diagram
from playground.figures.values import Range

_LETTER, _ROUND, _HIGH = 7.0, 40.0, 64.0  # px that a box wants: for a letter, round its words, upwards with its arrows
_MARGIN = (0.13, 0.12)  # of the drawing, round the middles of the boxes
_FOOT = 0.08  # more below an upright drawing, so that the hint stands clear of the inputs that it speaks of
_MOUSE = (
    Mouse(on="click", target="graph", kind="choose", take={"id": "id"}, label="read a node"),
    Mouse(on="drag", target="graph", kind="drag_value", take={"id": "id", "path": "path"}, label="change an input"),
)


@lru_cache(maxsize=64)
def layout(graph: Graph) -> tuple[tuple[int, ...], tuple[tuple[int, int, int], ...], Layering]:
    """The nodes with boxes, the edges between them, and where all stand."""
    rows = tuple(k for k, node in enumerate(graph.nodes) if node.shown)
    place = {row: k for k, row in enumerate(rows)}
    edges = tuple(edge for edge in graph.edges if edge[0] in place and edge[1] in place)
    return rows, edges, layered(len(rows), tuple((place[a], place[b]) for a, b, _ in edges))


def _is_upright(found: Layering, letters: int, view: View) -> bool:
    """Whether boxes have more room when the drawing flows upwards than to the right."""
    seen = view.plot("graph")
    width, height = (seen.width, seen.height) if seen is not None else (640, 480)
    wide = _LETTER * letters + _ROUND
    across = min(width / found.layers / wide, height / found.widest / _HIGH)
    up = min(width / found.widest / wide, height / found.layers / _HIGH)
    return up > 1.1 * across


def diagram(passes: Passes, read: int, view: View) -> tuple[Plot, dict[str, Any]]:
    """All nodes with what they compute, their values and their deltas; the one that is read has a ring.

    Returns:
        The plot, how many pairs of arrows cross in it, and whether it flows upwards.
    """
    graph, now = passes.graph, passes.cursor - 1
    rows, edges, found = layout(graph)
    place = {row: k for k, row in enumerate(rows)}
    node, back = turn(graph, now) if now >= 0 else (-1, False)
    # The words of a vector are as long before it is known.
    letters = max(len(f"{graph.nodes[k].name} = {value_words(passes.values[k])}") for k in rows)
    upright = _is_upright(found, letters, view)

    def position(points: Floats) -> Floats:
        # The first node of a layer stands on the left, or on top.
        across, up = points.T
        return np.stack([up, across] if upright else [across, 1.0 - up], 1)

    gap = np.full((1, 2), np.nan)
    ways = [part for route in found.routes for part in (position(route), gap)]
    boxes = Diagram(
        name="graph",
        xy=torch.from_numpy(position(found.xy)),
        pairs=torch.tensor([[place[a], place[b]] for a, b, _ in edges]).reshape(-1, 2),
        routes=torch.from_numpy(np.concatenate(ways) if ways else np.zeros((0, 2))),
        heads=[graph.nodes[k].words for k in rows],
        words=[passes.equation(k) for k in rows],
        more=[f"δ {words}" if (words := passes.delta(k)) else "" for k in rows],
        brief=[_brief(passes, k) for k in rows],
        brief_more=[_brief_delta(passes, k) for k in rows],
        edge_words=[passes.slope(k, arg) for _, k, arg in edges],
        edge_more=[_share(passes, k, arg) for _, k, arg in edges],
        shares=np.array([_size(passes.part(k, arg)) for _, k, arg in edges]),
        states=torch.tensor([passes.state(k) for k in rows]),
        flows=torch.tensor([(2 if back else 1) if k == node else 0 for _, k, _ in edges]),
        mark=torch.tensor([k == read for k in rows]),
        ids=torch.tensor(rows),
        upright="upright",
        draws="boxes",
        symbol="v L",
    )
    key = "arrow as wide as the share that it hands back; bar: their sum, hollow below 0"
    deltas = replace(boxes, name="deltas", draws="more", outcome=True, symbol="δ", key=key)
    plot = Plot(
        name="graph",
        title="Values forward, deltas back",
        unit="{phase}",
        main=True,
        badge="exact",
        x=Axis(range=Range(-_MARGIN[0], 1.0 + _MARGIN[0]), ticks=False),
        y=Axis(range=Range(-_MARGIN[1] - _FOOT * upright, 1.0 + _MARGIN[1]), ticks=False),
        layers=(boxes, deltas),
        mouse=_MOUSE,
    )
    return plot, {"crossings": found.crossings, "upright": upright}


def _brief(passes: Passes, k: int) -> str:
    """The value of a number, the name and the shape of a vector."""
    node = passes.graph.nodes[k]
    return f"{node.name} {size_words(node.size)}" if node.size else passes.value(k) or node.name


def _brief_delta(passes: Passes, k: int) -> str:
    """The delta of a number, the shape of a vector's."""
    size = passes.graph.nodes[k].size
    if not passes.has_arrived(k):
        return ""
    return f"δ {size_words(size)}" if size else passes.delta(k).replace(" + …", " …")


def _size(part: Floats | None) -> float:
    """A number as it is, the length of a vector or matrix; NaN while there is nothing."""
    if part is None:
        return float("nan")
    return float(part.reshape(())) if part.size == 1 else float(np.linalg.norm(part))


def _share(passes: Passes, k: int, place: int) -> str:
    """What a node has handed to one argument where that is a number."""
    part = passes.part(k, place)
    return "" if part is None or part.size != 1 else number_words(float(part.reshape(())))
