"""A round of each layer, a refinement, and a term of a filter, as plain code."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from playground.concepts.graphs.algebra import neighbours
from playground.concepts.graphs.spectral import HEAT_STEP, coefficient
from playground.concepts.graphs.wl import refined
from playground.engine.declarations.code import Code, Moment, NoCode

_LAYERS = {"gcn": "GCN", "mean": "means", "sage": "GraphSAGE", "sage_max": "GraphSAGE, max", "gat": "GAT", "gin": "GIN"}
_MOST = 1000  # nodes of a matrix


def _round(name: str) -> Callable[[Moment], Mapping[str, Any] | str]:
    def reads(at: Moment) -> Mapping[str, Any] | str:
        state, params = at.before, at.params
        if state.graph.n > _MOST:
            return f"The matrix of {state.graph.n:,} nodes is too large to be written out; choose a smaller graph."
        own = {"gcn": {"c": params.self_weight}, "gat": {"a": params.sharpness}}.get(name, {})
        return {
            "X": state.x,
            "edges": at.data.edges,
            **own,
            "W": state.W if len(state.W) else None,
            "first": state.first,
            "remedy": params.remedy,
        }

    return reads


def _net(at: Moment) -> Mapping[str, Any] | str:
    state, params = at.state, at.params
    if state.net is None:
        return "There is no net here."
    if state.graph.n > _MOST:
        return f"The matrix of {state.graph.n:,} nodes is too large to be written out; choose a smaller graph."
    *layers, U, b = state.net.weights
    half = len(layers) // 2
    return {
        "X": state.net.X,
        "edges": at.data.edges,
        "W_1": list(layers[:half]),
        "W_2": list(layers[half:]),
        "U": U,
        "b": b,
        "layer": params.layer,
        "c": params.self_weight,
        "given": at.data.given,
    }


def _said(at: Moment) -> Mapping[str, Any]:
    net = at.state.net
    return {"plane": net.plane, "logits": net.logits, "loss": net.loss}


def _colours(at: Moment) -> Mapping[str, Any]:
    return {"colours": at.before.colours.tolist(), "near": neighbours(at.before.graph)}


def _refined(at: Moment) -> Mapping[str, Any]:
    if at.after.stable:
        return {"new": refined(at.before.colours.tolist(), neighbours(at.before.graph))}
    return {"new": at.after.colours, "classes": len(set(at.after.colours.tolist()))}


def _term(at: Moment) -> Mapping[str, Any]:
    state, params = at.before, at.params
    k = state.rounds + 1
    base = state.total if state.rounds else coefficient(params, 0, state.top) * state.first[:, 0]
    c = coefficient(params, k, state.top)
    told = {"before": state.before, "term": state.term, "total": base, "edges": at.data.edges}
    return {**told, "c": c, "k": k, "top": state.top}


def _while(at: Moment) -> Mapping[str, Any]:
    parts = max(1, math.ceil(HEAT_STEP * at.before.top))
    return {"x": at.before.total, "edges": at.data.edges, "h": HEAT_STEP / parts, "parts": parts}


CODES = (
    *(
        Code(
            name,
            title=f"One round: {words}",
            when={"mode": ("messages", "squashing"), "layer": (name,)},
            reads=_round(name),
            gives=lambda at: {"h": at.after.ahead},
            marks={"h": "h"},
        )
        for name, words in _LAYERS.items()
    ),
    Code(
        "classify",
        title="What the net says",
        when={"mode": ("training",), "layer": tuple(_LAYERS)},
        reads=_net,
        gives=_said,
        marks={"logits": "h"},
        step=False,
    ),
    Code("wl", title="One refinement", when={"mode": ("wl",)}, reads=_colours, gives=_refined, marks={"new": "c"}),
    Code(
        "chebyshev",
        title="One order of Chebyshev",
        when={"mode": ("spectral",), "process": ("chebyshev",)},
        reads=_term,
        gives=lambda at: {"new": at.after.term, "total": at.after.total},
        marks={"total": "x"},
    ),
    Code(
        "heat",
        title="A while of heat",
        when={"mode": ("spectral",), "process": ("heat",)},
        reads=_while,
        gives=lambda at: {"x": at.after.total},
        marks={"x": "x"},
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("messages", "squashing", "training"), "layer": ("alone",)},
        because="This layer sends no messages: every node keeps its value.",
    ),
    NoCode(
        when={"mode": ("renumber",)},
        because="Other numbers change no code: the view Messages has that of a round.",
    ),
    NoCode(
        when={"mode": ("crowd",)},
        because="A round of 100,000 nodes is that of the view Messages, with sums along edges instead of a matrix.",
    ),
)
