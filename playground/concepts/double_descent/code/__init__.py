"""The fit at the cursor, where gradient descent ends, and a gradient of the followed net, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.double_descent import learning
from playground.concepts.double_descent.problem import fit_at, labels, true_function
from playground.concepts.double_descent.state import NETS
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.flat_weights import matrices_of

_WIDTHS = {"mode": ("sweep", "gradient")}


def _problem(at: Moment) -> dict[str, Any]:
    params, data = at.params, at.data
    N = at.state.N
    return {
        "X": data.X.numpy(),
        "y": labels(params, data).numpy(),
        "W": data.W.numpy(),
        "c": data.c.numpy(),
        "N": min(N, len(data.X)) if params.solution == "few" else N,
        "phi": params.features,
        "X_unseen": data.unseen.numpy(),
        "y_unseen": true_function(params.target, data.unseen).numpy(),
    }


def _fit(at: Moment) -> Mapping[str, Any]:
    return _problem(at) | {"ridge": at.params.ridge}


def _descent(at: Moment) -> Mapping[str, Any]:
    return _problem(at) | {"theta_0": (at.params.start * at.data.start).numpy()}


def _found(at: Moment) -> Mapping[str, Any]:
    fit = fit_at(at.params, at.data, at.state.N)
    # At N = n the smallest singular value decides, and rounding with it.
    return {"norm": fit.norm} if len(at.data.X) == at.state.N else {"norm": fit.norm, "test_error": fit.test}


def _net(at: Moment) -> Mapping[str, Any]:
    params, state = at.params, at.state
    place, known = NETS.index(params.net), learning.lesson(params, at.data)
    parts = matrices_of(state.theta[place], learning.layout(params.hidden))
    seen = slice(0, 20)
    found = {name: part.double().numpy() for name, part in parts.items()}
    return found | {"x": known.x[place, seen].double().numpy(), "y": known.y[place, seen].numpy()}


def _gradient(at: Moment) -> Mapping[str, Any]:
    params, state = at.params, at.state
    place, known = NETS.index(params.net), learning.lesson(params, at.data)
    theta = state.theta[place : place + 1].double()
    slope = learning.gradient(theta, params.hidden, known.x[place, None, :20].double(), known.y[place, None, :20])
    parts = matrices_of(slope[0], learning.layout(params.hidden))
    return {"grad_V": parts["V"], "grad_W": parts["W"]}


CODES = (
    Code(
        "gradient",
        title="A gradient by hand",
        when={"mode": ("labels",)},
        reads=_net,
        gives=_gradient,
        within=1e-6,
        step=False,
    ),
    Code(
        "descent",
        title="Where descent ends",
        when={**_WIDTHS, "solution": ("started",), "ridge": (0.0,)},
        reads=_descent,
        gives=_found,
        marks={"N": "N"},
        within=1e-4,
        step=False,
    ),
    Code(
        "fit",
        title="The fit at the cursor",
        when=_WIDTHS,
        reads=_fit,
        gives=_found,
        marks={"N": "N"},
        within=1e-4,
        step=False,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
