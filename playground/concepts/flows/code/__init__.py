"""The log density at the point that is followed, and the density on the line, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.flows import coupling, maps
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.flat_weights import matrices_of

__all__ = ["CODES", "WITHOUT"]


def _common(at: Moment) -> dict[str, Any]:
    flow = at.state.flow
    return {
        "x": at.state.at,
        "keeps": [coupling.kept_of(flow.kind, layer) for layer in range(flow.layers)],
        "m": coupling.APART if flow.base == "two" else 0.0,
    }


def _nets(at: Moment) -> Mapping[str, Any]:
    flow = at.state.flow
    parts = matrices_of(flow.theta, coupling.layout_of(flow.layers, flow.hidden, flow.kind))
    return {**_common(at), **parts, "clamp": 0.0 if flow.kind == "additive" else coupling.CLAMP}


def _lines(at: Moment) -> Mapping[str, Any]:
    flow = at.state.flow
    parts = matrices_of(flow.theta, coupling.layout_of(flow.layers, flow.hidden, flow.kind))
    slope, offset = parts["slope"], parts["offset"]
    # Copies lie in one piece, as they do in a script: a sum over a stride rounds otherwise.
    return {**_common(at), "m_l": slope[:, 1].clone(), "s": offset[:, 0].clone(), "t": offset[:, 1].clone()}


def _log_p(at: Moment) -> Mapping[str, Any]:
    return {"log_p": at.numbers["log_p"], "log_det": at.numbers["log_det"]}


def _density(at: Moment) -> Mapping[str, Any] | str:
    params = at.params
    if at.numbers["density"] is None:
        return "At a fold the slope is 0 and the density has no value."
    return {
        "z": params.z,
        "a": params.a,
        "b": params.b,
        "g": params.map,
        "leak": maps.LEAKY,
        "both": params.both,
    }


CODES = (
    Code(
        "coupling",
        title="The log density at the point",
        when={"mode": ("plane",), "flow": ("coupling", "one_side", "additive")},
        reads=_nets,
        gives=_log_p,
        marks={"z": "z", "log_p": "@log_p"},
        within=2e-4,
        step=False,
    ),
    Code(
        "lines",
        title="The log density at the point",
        when={"mode": ("plane",), "flow": ("affine",)},
        reads=_lines,
        gives=_log_p,
        marks={"z": "z", "log_p": "@log_p"},
        within=2e-4,
        step=False,
    ),
    Code(
        "change_of_variables",
        title="The density of x",
        when={"mode": ("line",)},
        reads=_density,
        gives=lambda at: {"x": at.numbers["place"], "density": at.numbers["density"]},
        marks={"density": "p"},
        within=1e-9,
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
