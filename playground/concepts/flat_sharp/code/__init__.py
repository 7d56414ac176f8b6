"""One step at the edge, one step on two weights, and the bound, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.flat_sharp import bound, edge, scalar
from playground.concepts.flat_sharp.digits_net import landscape
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.layout import views


def _layers(flat: Floats) -> list[Floats]:
    return [layer.all.copy() for layer in views(flat, edge.SIZES)]


def _edge(at: Moment) -> Mapping[str, Any] | str:
    """What the last iteration of the step is given."""
    params, run = at.params, at.before.edge
    if at.after.edge.lost:
        return "The net has left all bounds and stays where it was."
    land = landscape(at.data.X, at.data.Y, edge.SIZES, params.loss)
    theta, moved = run.theta.numpy(), run.moved.numpy()
    for _ in range(edge.iterations(params) - 1):
        moved = params.momentum * moved - params.rate * land.gradient(theta)[1]
        theta = theta + moved
    return {
        "W": _layers(theta),
        "m": _layers(moved),
        "X": at.data.X.numpy(),
        "Y": at.data.Y.numpy(),
        "eta": params.rate,
        "beta": params.momentum,
    }


def _descended(at: Moment) -> Mapping[str, Any]:
    run = at.after.edge
    return {"W_next": _layers(run.theta.numpy()), "m_next": _layers(run.moved.numpy())}


def _scalar(at: Moment) -> Mapping[str, Any] | str:
    if at.after.scalar.lost:
        return "The weights have left all bounds and stay where they were."
    u, v = at.before.scalar.at.tolist()
    params = at.params
    rho = params.rho if params.method == "sam" else 0.0
    return {"u": u, "v": v, "s": params.target, "eta": params.rate, "rho": rho}


def _moved(at: Moment) -> Mapping[str, Any]:
    before, after = at.before.scalar.at.numpy(), at.after.scalar.at.tolist()
    s = at.params.target
    return {
        "u_next": after[0],
        "v_next": after[1],
        "loss": scalar.loss(before, s),
        "sharpness": scalar.sharpness(before, s),
    }


def _bound(at: Moment) -> Mapping[str, Any]:
    run, params = at.state.bound, at.params
    here = int(np.abs(bound.EXPONENTS - params.exponent).argmin())
    return {
        "emp": float(bound.errors(params, run)[0][here]),
        "w": run.mean.tolist(),
        "w_0": run.first.tolist(),
        "sigma": float(bound.WIDTHS[here]),
        "prior": params.prior,
        "n": len(at.data.X),
        "delta": params.delta,
    }


CODES = (
    Code(
        "edge",
        title="The last iteration",
        when={"mode": ("edge",), "loss": ("squared",)},
        reads=_edge,
        gives=_descended,
        within=1e-7,
    ),
    Code(
        "two_weights",
        title="One step on two weights",
        when={"mode": ("scalar",)},
        reads=_scalar,
        gives=_moved,
        marks={"eps": "ε", "sharpness": "λ"},
        within=1e-9,
    ),
    Code(
        "bound",
        title="The bound",
        when={"mode": ("bound",), "constant": ("standard",)},
        reads=_bound,
        gives=lambda at: {"risk": at.numbers["bound_here"], "kl": at.numbers["kl"]},
        marks={"kl": "KL"},
        step=False,
        within=1e-9,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("edge",), "loss": ("entropy",)},
        because="The code tells the squared loss; the cross-entropy differs in the slope by the outputs alone.",
    ),
    NoCode(
        when={"mode": ("minima",)},
        because="Two nets on batches in random order; the view Two weights has the step of SAM.",
    ),
    NoCode(
        when={"mode": ("bound",), "constant": ("slide", "seeger")},
        because="The code tells McAllester's form; the others differ in its last two lines.",
    ),
)
