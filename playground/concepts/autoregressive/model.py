"""One pixel at a time as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from math import log
from typing import Any

from torch import Tensor

from playground.concepts.autoregressive import Params, made
from playground.concepts.autoregressive.blind import blind
from playground.concepts.autoregressive.canvas import canvas, independent
from playground.concepts.autoregressive.data import PIXELS, Data, load, make_data
from playground.concepts.autoregressive.gestures import apply
from playground.concepts.autoregressive.state import Info, State, begin, order_of, shape_of
from playground.concepts.autoregressive.stepping import step
from playground.concepts.autoregressive.triangles import kept, triangles
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "fill" | "complete":
            drawn = canvas(params, data, state, info)
        case "masks":
            drawn = triangles(params, data, state)
        case "kernels":
            drawn = blind(params, state)
    return Drawn(drawn.figure, {**_numbers(params, data, state, info), **drawn.numbers})


def _numbers(params: Params, data: Data, state: State, info: Info | None) -> dict[str, Any]:
    """What is read of a run in every view."""
    nats, mixture = state.held.double().mean(1).tolist()
    alone = independent(data)
    several = params.order == "several"
    loss = info.loss if info is not None else None
    return {
        "nats": nats,
        "bits": nats / log(2) / PIXELS,
        "loss": loss,
        "overfit": nats - loss if loss is not None else None,
        "updates": state.updates,
        "weights": kept(params, order_of(params, data, state)),
        "independent": alone,
        "gained": alone - nats,
        "mixture": mixture if several else None,
        "mixture_gain": nats - mixture if several else None,
        "finished": state.finished,
        "trained": state.updates > 0,
    }


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The weights of the net by name, masked by the order on screen."""
    found = made.views(state.theta, shape_of(params))
    names = [f"hidden{k + 1}" for k in range(params.layers)] + ["output"]
    return {
        **{f"{name}.weight": W.clone() for name, W in zip(names, found.W, strict=True)},
        **{f"{name}.bias": b.clone() for name, b in zip(names, found.b, strict=True)},
    }


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, weights=weights)
