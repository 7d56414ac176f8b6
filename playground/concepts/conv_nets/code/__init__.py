"""Each view as one plain function: a layer, a unit's field, three answers to why, and what a net costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.conv_nets import architectures, counted, unit, why
from playground.concepts.conv_nets.architectures import Spec, total
from playground.concepts.conv_nets.shape import field_of, shape_of, windows
from playground.concepts.conv_nets.state import maps_of, place_of, said, spoken
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import conv_nets

_NEAR = 1e-4  # the run computes in float32


def _net(at: Moment, upto: int) -> list[tuple[Any, ...]]:
    """Each of the first layers with its weights, its numbers, and which of its channels speak."""
    shape = shape_of(at.params)
    known, alive = conv_nets.weights(at.state.theta, shape), spoken(shape, at.state.alive)
    found = zip(known.kernels[:upto], known.biases, shape.layers, alive, strict=False)
    return [(w, b, one.stride, one.padding, one.dilation, one.pool, on) for w, b, one, on in found]


# ---- a layer


def _reads_layer(at: Moment) -> Mapping[str, Any]:
    shape, found, k, c = shape_of(at.params), maps_of(at.params, at.state), at.state.layer, at.state.channel
    known, layer = conv_nets.weights(at.state.theta, shape), shape.layers[k]
    i, j = place_of(at.params, at.state)
    x = found.pooled[k - 1][0] if k else at.state.drawing[None]
    return {
        "x": x.double().numpy(),
        "w": known.kernels[k][c].double().numpy(),
        "b": float(known.biases[k][c]),
        "s": layer.stride,
        "p": layer.padding,
        "d": layer.dilation,
        "q": layer.pool,
        "speaks": int(spoken(shape, at.state.alive)[k][c]),
        "i": i,
        "j": j,
    }


def _gives_layer(at: Moment) -> Mapping[str, Any]:
    found, k, c = maps_of(at.params, at.state), at.state.layer, at.state.channel
    i, j = place_of(at.params, at.state)
    return {"u": found.raw[k][0, c, i, j], "a": found.maps[k][0, c], "pooled": found.pooled[k][0, c]}


# ---- a unit


def _reads_gradient(at: Moment) -> Mapping[str, Any]:
    i, j = place_of(at.params, at.state)
    return {"x": at.state.drawing, "net": _net(at, at.state.layer + 1), "c": at.state.channel, "i": i, "j": j}


def _gives_gradient(at: Moment) -> Mapping[str, Any]:
    i, j = place_of(at.params, at.state)
    field = field_of(shape_of(at.params), at.state.layer)
    return {
        "r": field.size,
        "top": field.span(i)[0],
        "left": field.span(j)[0],
        "u": maps_of(at.params, at.state).raw[at.state.layer][0, at.state.channel, i, j],
        "heat": unit.heat_of(at.params, at.data, at.state, i, j),
    }


def _reads_paths(at: Moment) -> Mapping[str, Any]:
    shape, (i, j) = shape_of(at.params), place_of(at.params, at.state)
    return {"n": shape.side, "windows": windows(shape.layers[: at.state.layer + 1], pooled=False), "i": i, "j": j}


def _gives_paths(at: Moment) -> Mapping[str, Any]:
    i, j = place_of(at.params, at.state)
    heat = unit.heat_of(at.params, at.data, at.state, i, j)
    return {"r": field_of(shape_of(at.params), at.state.layer).size, "heat": heat}


# ---- why


def _reads_answers(at: Moment) -> Mapping[str, Any]:
    shape, k = shape_of(at.params), said(at.params, at.state)
    known = conv_nets.weights(at.state.theta, shape)
    patch = min(at.params.patch, shape.side)
    return {
        "x": at.state.drawing,
        "net": _net(at, len(shape.layers)),
        "W_k": known.W[k],
        "b_k": float(known.b[k]),
        "mean": shape.head == "mean",
        "patch": patch,
        "starts": why.starts(shape.side, patch),
    }


def _gives_answers(at: Moment) -> Mapping[str, Any]:
    found, k = why.answers(at.params, at.state), said(at.params, at.state)
    return {
        "z": maps_of(at.params, at.state).logits[0, k],
        "evidence": found.evidence,
        "gradient": found.gradient,
        "occlusion": found.occlusion,
    }


# ---- what it costs


def _reads_count(at: Moment) -> Mapping[str, Any]:
    (channels, rows, columns), layers = counted.chosen(at.params)
    return {"channels": channels, "rows": rows, "columns": columns, "layers": [_told(one) for one in layers]}


def _told(spec: Spec) -> Spec:
    """A layer with all its numbers."""
    match spec[0]:
        case "conv":
            return (*spec, *(1, 1)[len(spec) - 6 :])
        case "maxpool" | "avgpool":
            return ("pool", *spec[1:3], *(spec[3:] or (0,)))
        case "adaptive_avg":
            return ("mean", spec[1])
    return spec


def _gives_count(at: Moment) -> Mapping[str, Any]:
    (channels, rows, columns), layers = counted.chosen(at.params)
    found = architectures.counted((channels, rows, columns), layers)
    last = found[-1]
    return {
        "weights": total(found, "weights"),
        "work": total(found, "work"),
        "left": last.channels * last.rows * last.columns,
    }


CODES = (
    Code(
        "layer",
        title="One map of a layer",
        when={"mode": ("maps",)},
        reads=_reads_layer,
        gives=_gives_layer,
        marks={"u": "u", "a": "a"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "paths",
        title="Ways to a unit",
        when={"mode": ("unit",), "heat": ("paths",)},
        reads=_reads_paths,
        gives=_gives_paths,
        marks={"r": "r", "heat": "∂u"},
        step=False,
    ),
    Code(
        "gradient",
        title="What a unit sees",
        when={"mode": ("unit",), "heat": ("one",)},
        reads=_reads_gradient,
        gives=_gives_gradient,
        marks={"x": "x", "r": "r", "heat": "∂u"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "answers",
        title="Three answers to why",
        when={"mode": ("why",)},
        reads=_reads_answers,
        gives=_gives_answers,
        marks={"x": "x", "gradient": "S", "occlusion": "O", "evidence": "a"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "count",
        title="What a net costs",
        when={"mode": ("shapes",)},
        reads=_reads_count,
        gives=_gives_count,
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("unit",), "heat": ("mean",)},
        because="The mean over 40 digits is that of the code for one drawing; choose the gradient of this drawing to "
        "see it.",
    ),
)
