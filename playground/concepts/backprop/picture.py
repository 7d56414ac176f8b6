"""What is observed of a run: the drawing with its words, the node that is read, the check, the costs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.backprop import Params, checking
from playground.concepts.backprop.building import graph_of, value_words
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import Floats
from playground.concepts.backprop.picture_node import Passed, node_metrics, size_words
from playground.concepts.backprop.picture_samples import histograms
from playground.concepts.backprop.state import Data, Info, State, first_choice, turn, work_so_far
from playground.engine.frame import Scalar, View
from playground.engine.kit.layered import Layering, layered

Shown = dict[str, Tensor | Scalar]
_LETTER, _ROUND, _HIGH = 7.0, 40.0, 64.0  # px that a box wants: for a letter, round its words, upwards with its arrows
_MARGIN = (0.13, 0.12)  # of the drawing, round the middles of the boxes
_FOOT = 0.08  # more below an upright drawing, so that the hint stands clear of the inputs that it speaks of


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Shown:
    """All arrays and scalars of the mode."""
    if params.mode == "estimators":
        return histograms(params, state)
    graph = graph_of(params)
    passed = Passed(graph, state.values.numpy(), state.deltas.numpy(), state.cursor)
    read = read_node(graph, state)
    shown: Shown = {
        **_progress(params, graph, state, passed),
        **_drawing(graph, passed, read, view),
        **node_metrics(passed, read),
    }
    return {**shown, **_checked(params, graph, state, read, passed)}


def read_node(graph: Graph, state: State) -> int:
    """The node that is read: the chosen one, else the one of the last step; at both ends the one where paths meet."""
    if state.chosen >= 0:
        return state.chosen
    if not 0 < state.cursor < 2 * len(graph.order):
        return first_choice(graph)
    return turn(graph, state.cursor - 1)[0]


def _progress(params: Params, graph: Graph, state: State, passed: Passed) -> Shown:
    count = len(graph.order)
    forward, backward = work_so_far(graph, passed.cursor)
    totals = [sum(graph.work(k)[way] for k in graph.order) for way in (0, 1)]
    entries = len(checking.entries(graph).places)
    output = float(passed.values[-1]) if passed.known(len(graph.nodes) - 1) or state.passes else None
    going = passed.cursor < count
    return {
        "output": output,
        "nodes_done": passed.cursor,
        "nodes_all": 2 * count,
        "forward_work": forward,
        "backward_work": backward,
        "forward_total": totals[0],
        "backward_total": totals[1],
        "work_ratio": totals[1] / totals[0],
        "check_entries": entries,
        "check_work": 2 * entries * totals[0],
        "check_ratio": 2.0 * entries,
        "forward_phase": going,
        "backward_phase": not going,
        "phase": _phase(params, graph, state),
        "passes_done": state.passes,
        "cost_table": "\n".join(
            [
                "pass\toperations\tin forward passes",
                f"forward\t{totals[0]:,}\t1",
                f"backward, all derivatives\t{totals[1]:,}\t{totals[1] / totals[0]:.2f}",
                f"central differences by {entries}\t{2 * entries * totals[0]:,}\t{2 * entries}",
            ]
        ),
    }


def _phase(params: Params, graph: Graph, state: State) -> str:
    """What the next step does."""
    count = len(graph.order)
    if state.cursor == 2 * count:
        return "done: every node has its δ" if state.passes == params.passes - 1 else "next: one step downhill"
    node, back = turn(graph, state.cursor)
    name = graph.nodes[node].name
    return f"next: the δ of {name} goes back" if back else f"next: the value of {name}"


# ---- the drawing


@lru_cache(maxsize=64)
def drawing(graph: Graph) -> tuple[tuple[int, ...], tuple[tuple[int, int, int], ...], Layering]:
    """The nodes with boxes, the edges between them, and where all stand."""
    rows = tuple(k for k, node in enumerate(graph.nodes) if node.shown)
    place = {row: k for k, row in enumerate(rows)}
    edges = tuple(edge for edge in graph.edges if edge[0] in place and edge[1] in place)
    return rows, edges, layered(len(rows), tuple((place[a], place[b]) for a, b, _ in edges))


def _upright(found: Layering, letters: int, view: View) -> bool:
    """Whether boxes have more room when the drawing flows upwards than to the right."""
    seen = view.plot("graph")
    width, height = (seen.width, seen.height) if seen is not None else (640, 480)
    wide = _LETTER * letters + _ROUND
    across = min(width / found.layers / wide, height / found.widest / _HIGH)
    up = min(width / found.widest / wide, height / found.layers / _HIGH)
    return up > 1.1 * across


def _drawing(graph: Graph, passed: Passed, read: int, view: View) -> Shown:
    rows, edges, found = drawing(graph)
    upright = _upright(found, max(len(passed.longest(k)) for k in rows), view)

    def turned(points: Floats) -> Floats:
        # The first node of a layer stands on the left, or on top.
        across, up = points.T
        return np.stack([up, across] if upright else [across, 1.0 - up], 1)

    place = {row: k for k, row in enumerate(rows)}
    gap = np.full((1, 2), np.nan)
    ways = [part for route in found.routes for part in (turned(route), gap)]
    now, back = turn(graph, passed.cursor - 1) if passed.cursor else (-1, False)
    return {
        "nodes_xy": torch.from_numpy(turned(found.xy)),
        "nodes_ids": torch.tensor(rows),
        "nodes_state": torch.tensor([passed.state(k) for k in rows]),
        "nodes_mark": torch.tensor([int(k == read) for k in rows]),
        "edges": torch.tensor([[place[a], place[b]] for a, b, _ in edges]).reshape(-1, 2),
        "edges_flow": torch.tensor([(2 if back else 1) if b == now else 0 for _, b, _ in edges]),
        "edges_xy": torch.from_numpy(np.concatenate(ways) if ways else np.zeros((0, 2))),
        "graph_x": torch.tensor([-_MARGIN[0], 1.0 + _MARGIN[0]], dtype=torch.float64),
        "graph_y": torch.tensor([-_MARGIN[1] - _FOOT * upright, 1.0 + _MARGIN[1]], dtype=torch.float64),
        "upright": upright,
        "crossings": found.crossings,
        "graph_heads": "\n".join(graph.nodes[k].words for k in rows),
        "graph_words": "\n".join(passed.named(k) for k in rows),
        "graph_deltas": "\n".join(passed.delta(k) for k in rows),
        "graph_brief": "\n".join(passed.brief(k) for k in rows),
        "graph_brief_deltas": "\n".join(passed.brief_delta(k) for k in rows),
        "edge_slopes": "\n".join(passed.slope(b, place) for _, b, place in edges),
        "edge_shares": "\n".join(passed.share(b, place) for _, b, place in edges),
    }


# ---- the check


def _checked(params: Params, graph: Graph, state: State, read: int, passed: Passed) -> Shown:
    """Backprop against differences by every entry, whatever the cursor; the table shows what has been reached."""
    leaves = np.concatenate([passed.values[k].reshape(-1) for k in graph.leaves])
    found, whole, gradient, central, errors = _check(graph, leaves.tobytes(), params.h)
    off = checking.relative(central, gradient)
    lines = ["leaf\tbackprop\tdifferences\toff by"]
    for k, place, mine, other, error in zip(*found, gradient.tolist(), central.tolist(), off.tolist(), strict=True):
        got = value_words(mine) if passed.complete(k) else "…"
        lines.append(f"{_entry_name(graph, k, place)}\t{got}\t{value_words(other)}\t{value_words(error)}")
    shown: Shown = {
        "check_error": float(off.max()) if np.isfinite(off).all() else None,
        "check_words": value_words(float(off.max())),
        "check_table": "\n".join(lines),
        "check_ids": torch.tensor(found.nodes),
        "check_mark": torch.tensor([int(k == read) for k in found.nodes]),
        "gradient": torch.from_numpy(gradient),
        "central": torch.from_numpy(central),
        "steps_h": torch.from_numpy(checking.STEPS),
        "central_errors": torch.from_numpy(errors.central),
        "forward_errors": torch.from_numpy(errors.one_sided),
        "rounding": torch.from_numpy(errors.rounding),
        "h_log": float(np.log10(params.h)),
        "h_words": value_words(params.h),
        "central_best": _least(errors.central),
        "forward_best": _least(errors.one_sided),
    }
    return {**shown, **_jacobian(graph, whole, read)}


@lru_cache(maxsize=8)
def _check(
    graph: Graph, leaves: bytes, h: float
) -> tuple[checking.Entries, list[Floats], Floats, Floats, checking.Sweep]:
    """What is checked by what, all values, the gradient, central differences, and errors at every step.

    It depends on the leaves alone, so a run that goes on does not compute it anew.
    """
    found = checking.entries(graph)
    rest, given = np.frombuffer(leaves), {}
    for k in graph.leaves:
        a, b = graph.spans[k]
        given[k], rest = rest[: b - a].reshape(graph.nodes[k].size), rest[b - a :]
    whole = graph.forward(given)
    flat = graph.packed(whole)
    gradient = graph.packed(graph.backward(whole))[list(found.places)]
    central = checking.central(graph, flat, found.places, h)
    return found, whole, gradient, central, checking.sweep(graph, flat, gradient, found.places)


def _least(logs: Floats) -> float | None:
    known = logs[np.isfinite(logs)]
    return float(10 ** known.min()) if len(known) else None


def _entry_name(graph: Graph, k: int, place: int) -> str:
    """What an entry of a leaf is called, such as W¹ 2, 1."""
    node, first = graph.nodes[k], graph.spans[k][0]
    if not node.size:
        return node.name
    return f"{node.name} {', '.join(str(index + 1) for index in np.unravel_index(place - first, node.size))}"


def _jacobian(graph: Graph, values: list[Floats], read: int) -> Shown:
    """The local Jacobian of the node that is read by its first argument; of a leaf that of its first user."""
    user, place = (read, 0) if graph.nodes[read].op != "leaf" else (graph.uses[read] or ((len(graph.nodes) - 1, 0),))[0]
    matrix = graph.jacobian(user, place, values)
    of, by = graph.nodes[user], graph.nodes[graph.nodes[user].args[place]]
    return {
        "jacobian": torch.from_numpy(np.ascontiguousarray(matrix)),
        "jacobian_name": f"∂{of.name} / ∂{by.name}",
        "jacobian_shape": size_words(matrix.shape),
    }
