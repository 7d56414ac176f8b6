"""What is shown of a state: the graph always, and the numbers and pictures of the chosen view."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from playground.concepts.graphs import Params
from playground.concepts.graphs.algebra import decay, dirichlet, stationary
from playground.concepts.graphs.graphs import Data
from playground.concepts.graphs.passing import matrix
from playground.concepts.graphs.spectra import spectral
from playground.concepts.graphs.state import State
from playground.concepts.graphs.stepping import Info, values_now
from playground.concepts.graphs.training import accuracy
from playground.concepts.graphs.wl import centre_gap, differ
from playground.engine.frame import Scalar, View

Shown = dict[str, Tensor | Scalar]

_NAMED = 80  # nodes; names of more would only be read once zoomed in
_SHADES = 8
_CELLS = 80  # of the matrix of a large graph
_TINY = 1e-300


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """The graph and its numbers, and the arrays of the view."""
    shown = _graph(params, data, state)
    match params.mode:
        case "training":
            shown |= _training(params, data, state)
        case "wl":
            shown |= _colours(data, state)
        case "spectral":
            shown |= spectral(params, data, state)
        case "crowd":
            pass  # the job brings its own pictures
        case "squashing":
            shown |= _messages(params, data, state) | _squashing(data, state)
        case _:
            shown |= _messages(params, data, state)
    return shown


# ---- the graph


def _graph(params: Params, data: Data, state: State) -> Shown:
    graph = state.graph
    on_focus = (data.edges == state.focus).any(1)
    chosen = torch.zeros(graph.n, dtype=torch.bool)
    chosen[state.focus] = True
    labels = data.labels if params.names and graph.n <= _NAMED else []
    degree = int(graph.degree[state.focus])
    own_layer = {f"is_{layer}": params.layer == layer and params.mode not in ("wl", "spectral")
                 for layer in ("gcn", "mean", "sage", "sage_max", "gat", "gin", "alone")}  # fmt: skip
    return {
        "nodes_xy": data.xy,
        "nodes_ids": data.ids,
        "edges": data.edges.to(torch.int32),
        "edge_strong": on_focus,
        "node_chosen": chosen,
        "node_sizes": graph.degree,
        "node_names": "\n".join(labels),
        "node_count": graph.n,
        "edge_count": len(data.edges),
        "components": graph.components,
        "isolated": int((graph.degree == 0).sum()),
        "has_isolated": bool((graph.degree == 0).any()),
        "several": graph.components > 1,
        "diameter": graph.diameter,
        "chosen_name": data.label(state.focus),
        "chosen_degree": degree,
        "rounds_done": state.rounds,
        "remark": data.remark,
        "dirichlet_energy": None,
        "distance_to_limit": None,
        "loss": None,
        "accuracy": None,
        "has_remark": bool(data.remark),
        "in_messages": params.mode in ("messages", "squashing"),
        "in_squashing": params.mode == "squashing",
        "in_training": params.mode == "training",
        "in_wl": params.mode == "wl",
        "in_spectral": params.mode == "spectral",
        **own_layer,
    }


# ---- messages


def _messages(params: Params, data: Data, state: State) -> Shown:
    graph, x = state.graph, values_now(state)
    energy, square = dirichlet(graph, x), float((x * x).sum())
    i = state.focus
    coming = graph.target == i
    shown: Shown = {
        "node_values": x[:, 0].contiguous(),
        "edge_width": _both_ways(data, state.coupling.along, state),
        "dirichlet_energy": energy,
        "energy_share": energy / square if square > 0 else None,
        "distance_to_limit": float((x - stationary(graph, x)).norm()),
        "relative_distance": _relative(x, stationary(graph, x)),
        "decay_factor": decay(graph),
        "decay_squared": None if decay(graph) is None else (decay(graph) or 0.0) ** 2,
        "value_spread": float(x[:, 0].max() - x[:, 0].min()),
        "chosen_value": float(x[i, 0]),
        "own_weight": float(state.coupling.own[i]),
        "message_weights": state.coupling.along[coming].contiguous(),
        "message_values": state.first[graph.source[coming], 0].contiguous()
        if state.rounds == state.base
        else state.x[graph.source[coming], 0].contiguous(),
        "weights_sum": float(state.coupling.own[i] + state.coupling.along[coming].sum()),
        "has_matrix": state.power is not None,
        "one_node": params.update == "one" and state.position > 0,
    }
    return shown | _reach(data, state) | _theory(params, state)


def _relative(x: Tensor, limit: Tensor) -> float | None:
    size = float(x.norm())
    return float((x - limit).norm()) / size if size > 0 else None


def _both_ways(data: Data, along: Tensor, state: State) -> Tensor:
    """The larger weight of both directions of each edge, shape (m,)."""
    widest = torch.zeros(len(data.edges), dtype=torch.float64)
    return widest.scatter_reduce(0, state.graph.edge, along.abs(), "amax")


def _reach(data: Data, state: State) -> Shown:
    """Who reaches whom after these rounds, and whether anybody did too early."""
    power, distance = state.power, state.graph.distance
    if power is None or distance is None:
        return {"reach": _thumbnail(data), "row_mark": torch.full((1, 2), math.nan), "leak": None, "reached": None,
                "matrix_words": "edges in blocks of nodes"}  # fmt: skip
    k = state.rounds - state.base
    beyond = (distance > k) | (distance < 0)
    n, i = state.graph.n, state.focus
    y0, y1 = n - i - 1.0, float(n - i)
    reached = int(((distance[i] >= 0) & (distance[i] <= k)).sum())
    box = [[0.0, y0], [float(n), y0], [float(n), y1], [0.0, y1], [0.0, y0]]
    return {
        "reach": power if k else matrix(state.graph, state.coupling),
        "row_mark": torch.tensor(box, dtype=torch.float64),
        "matrix_words": f"who reaches whom; node {data.label(i)} hears {reached}",
        "leak": float((power.abs() * beyond).max()),
        "reached": reached,
    }


def _thumbnail(data: Data) -> Tensor:
    """log(1 + edges) between blocks of nodes, for graphs that are too large for their matrix."""
    cell = data.edges * _CELLS // data.n
    counts = torch.bincount(cell[:, 0] * _CELLS + cell[:, 1], minlength=_CELLS**2).reshape(_CELLS, _CELLS)
    return (counts + counts.T).to(torch.float64).log1p()


def _theory(params: Params, state: State) -> Shown:
    """The energy of the slowest mode, (1 - mu) c^2 mu^(2k), as log10 against the round."""
    graph = state.graph
    fits = params.layer == "gcn" and params.remedy == "nothing" and params.weights == "fixed"
    none: Shown = {"has_theory": False, "theory_x": torch.zeros(0), "theory_y": torch.zeros(0)}
    if not fits or graph.rates is None or graph.modes is None or graph.n <= graph.components:
        return none
    rates, modes = graph.rates[: -graph.components], graph.modes[:, : -graph.components]
    slowest = float(rates.abs().max())
    same = (rates.abs() - slowest).abs() < 1e-9
    size = (((modes.T @ state.first) ** 2).sum(1) * (1 - rates))[same].sum()
    if float(size) < 1e-20 or slowest < 1e-9:
        return none
    k = torch.arange(state.base, max(params.rounds, state.base + 1) + 1, dtype=torch.float64)
    return {
        "has_theory": True,
        "theory_x": k,
        "theory_y": torch.log10(size) + 2 * (k - state.base) * math.log10(slowest),
    }


def _squashing(data: Data, state: State) -> Shown:
    """How far the chosen node hears each other node: the entries of its row."""
    power, distance, i = state.power, state.graph.distance, state.focus
    if power is None or distance is None:
        nothing = torch.zeros(0, dtype=torch.float64)
        return {"heard": torch.zeros(data.n), "heard_hops": nothing, "heard_mean": nothing, "sensitivity": None,
                "sensitivity_hops": None, "far_name": "none"}  # fmt: skip
    row = power[i].abs()
    far = int((distance[i] + torch.arange(data.n) / (2 * data.n)).argmax())
    reach = distance[i].clamp(min=0)
    counts = torch.bincount(reach, minlength=1).to(torch.float64)
    per_hop = torch.bincount(reach, weights=row) / counts.clamp(min=1)
    logs = torch.where(row > 0, row.clamp(min=_TINY).log10(), math.nan)
    low = float(torch.nan_to_num(logs, nan=0.0).min())
    return {
        "heard": torch.where(row > 0, logs, low - 1.0),
        "heard_hops": torch.arange(len(per_hop), dtype=torch.float64),
        "heard_mean": torch.where(per_hop > 0, per_hop.clamp(min=_TINY).log10(), math.nan),
        "sensitivity": float(row[far]),
        "sensitivity_hops": int(distance[i, far]),
        "far_name": data.label(far),
    }


# ---- training


def _training(params: Params, data: Data, state: State) -> Shown:
    net = state.net
    assert net is not None
    chance = torch.softmax(net.logits, 1)
    known = data.classes >= 0
    right = accuracy(net.logits, data.classes)
    told = data.given >= 0
    return {
        "node_values": (chance[:, 1] - chance[:, 0]).contiguous(),
        "node_labels": net.logits.argmax(1),
        "node_told": told,
        "edge_width": _both_ways(data, net.weight_of_edge, state),
        "plane": net.plane,
        "plane_labels": torch.where(known, data.classes, net.logits.argmax(1)),
        "plane_told": net.plane[told] if bool(told.any()) else torch.full((1, 2), math.nan, dtype=torch.float64),
        "loss": net.loss,
        "accuracy": right,
        "right": None if right is None else round(right * int(known.sum())),
        "known": int(known.sum()),
        "told": int(told.sum()),
        "knows": right is not None,
        # Until the seeds have been compared, which a job does.
        "accuracy_gcn": None,
        "accuracy_gat": None,
        "accuracy_alone": None,
    }


# ---- colour refinement


def _colours(data: Data, state: State) -> Shown:
    side, colours = data.side, state.colours
    pair = bool((side == 1).any())
    kinds = int(colours.max()) + 1 if len(colours) else 1
    left = torch.bincount(colours[side == 0], minlength=kinds)
    right = torch.bincount(colours[side == 1], minlength=kinds)
    apart = pair and differ(colours.tolist(), side.tolist())
    gaps = [centre_gap(state.graph, side, name, 1) if pair else None for name in ("sum", "mean", "max")]
    words = (
        ("told apart" if apart else "cannot tell" if state.stable else "not yet told apart") if pair else "one graph"
    )
    return {
        "node_labels": colours % _SHADES,
        "colour_left": left,
        "colour_right": right if pair else right[:0],
        "colour_slots": torch.arange(kinds) % _SHADES,
        "centre_gaps": torch.tensor([gap or 0.0 for gap in gaps], dtype=torch.float64),
        "wl_rounds": state.rounds,
        "wl_classes": kinds,
        "wl_stable": state.stable,
        "wl_distinguishes": (True if apart else False if state.stable else None) if pair else None,
        "wl_told": apart,
        "wl_words": words,
        "wl_pair": pair,
        "wl_blind": pair and state.stable and not apart,
        "gap_sum": gaps[0],
        "gap_mean": gaps[1],
        "gap_max": gaps[2],
    }
