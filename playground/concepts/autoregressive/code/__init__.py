"""Each view as one plain function: drawing pixel by pixel, the masks, the Jacobian, and masked kernels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.autoregressive import made, triangles
from playground.concepts.autoregressive.blind import seen
from playground.concepts.autoregressive.canvas import costs
from playground.concepts.autoregressive.declared import GRID
from playground.concepts.autoregressive.state import given_of, masks_of, order_of, shape_of
from playground.engine.declarations.code import Code, Moment

_NEAR = 2e-3  # the run computes in float32, and sums up 64 pixels


def _net(at: Moment) -> dict[str, Any]:
    order = order_of(at.params, at.data, at.state)
    found = made.views(at.state.theta, shape_of(at.params))
    masks = [mask.float() for mask in masks_of(at.params, order)]
    return {"W": list(found.W), "b": list(found.b), "M": masks, "order": order}


def _reads_sample(at: Moment) -> Mapping[str, Any]:
    return {
        **_net(at),
        "given": given_of(at.params, at.data, at.state),
        "values": at.state.drawing if at.params.mode == "complete" else at.state.picture,
        "u": at.state.noise[at.state.chosen],
        "tau": at.params.temperature,
    }


def _gives_sample(at: Moment) -> Mapping[str, Any]:
    found, chosen = costs(at.params, at.data, at.state), at.state.chosen
    return {
        "x": found.x[chosen],
        "nats": found.nats[chosen],
        "spent": at.numbers["spent"],
        "total": at.numbers["total"],
    }


def _reads_triangle(at: Moment) -> Mapping[str, Any]:
    order = order_of(at.params, at.data, at.state)
    return {"order": order, "units": at.params.units, "layers": at.params.layers}


def _gives_triangle(at: Moment) -> Mapping[str, Any]:
    order = order_of(at.params, at.data, at.state)
    return {"P": triangles.paths_of(at.params, order), "wrong": at.numbers["wrong_paths"]}


def _reads_jacobian(at: Moment) -> Mapping[str, Any]:
    return {**_net(at), "x": at.state.drawing}


def _gives_jacobian(at: Moment) -> Mapping[str, Any]:
    return {"J": triangles.slopes_of(at.params, at.data, at.state), "leak": at.numbers["leak"]}


def _reads_kernels(at: Moment) -> Mapping[str, Any]:
    row, column = divmod(at.state.cell, GRID)
    return {"k": int(at.params.kernel), "n": GRID, "row": row, "column": column, "depth": at.params.depth}


def _gives_kernels(at: Moment) -> Mapping[str, Any]:
    found = seen(int(at.params.kernel), at.state.cell, at.params.depth)
    return {"reached": found.reached, "blind": found.blind}


CODES = (
    Code(
        "sample",
        title="Pixel by pixel",
        when={"mode": ("fill", "complete")},
        reads=_reads_sample,
        gives=_gives_sample,
        marks={"x": "x", "nats": "n"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "triangle",
        title="The masks",
        when={"mode": ("masks",), "heat": ("paths",), "masked": (True,)},
        reads=_reads_triangle,
        gives=_gives_triangle,
        marks={"P": "P"},
        step=False,
    ),
    Code(
        "jacobian",
        title="The Jacobian",
        when={"mode": ("masks",)},
        reads=_reads_jacobian,
        gives=_gives_jacobian,
        marks={"J": "P"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "kernels",
        title="Masked kernels",
        when={"mode": ("kernels",)},
        reads=_reads_kernels,
        gives=_gives_kernels,
        marks={"reached": "R"},
        step=False,
    ),
)
WITHOUT = ()
