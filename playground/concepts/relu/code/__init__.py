"""The piece of the net at a place, one update of its weights, and the bounds of its regions, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.relu import bounds
from playground.concepts.relu.cells import pattern_of
from playground.concepts.relu.net import layers_of
from playground.concepts.relu.net import views as layers_in
from playground.concepts.relu.state import shown
from playground.concepts.relu.stepping import learns
from playground.concepts.relu.training import outputs, updated
from playground.engine.declarations.code import Code, Moment, NoCode


def _place(at: Moment) -> Mapping[str, Any]:
    state = at.state
    layers = layers_of(state.nets.theta[shown(at.params, state)], state.sizes)
    return {"x": state.pick[: state.sizes[0]].numpy(), "W": [W for W, _ in layers], "b": [b for _, b in layers]}


def _piece(at: Moment) -> Mapping[str, Any]:
    told, state, numbers = _place(at), at.state, at.numbers
    row = shown(at.params, state)
    x = torch.from_numpy(told["x"])[None]
    words = " ".join(pattern_of(tuple(zip(told["W"], told["b"], strict=True)), told["x"])[1])
    found: dict[str, Any] = {"f": outputs(state.nets.theta, state.sizes, x)[row, 0], "pattern": words}
    if numbers.get("picked"):
        found |= {"g": numbers["pick_gradient"], "c": numbers["pick_offset"]}
    return found


def _update(at: Moment) -> Mapping[str, Any] | str:
    """What the last update of the step is given."""
    params, data, state = at.params, at.data, at.before
    if not learns(params, data):
        return "There is nothing to learn here."
    if params.rule == "ntk":
        return "The NTK parametrization gives each layer a rate of its own, which this code leaves out."
    n, ctx = len(data.y), at.ctx
    batches = [(data.X, data.y)] * params.updates
    if params.batch < n:
        drawn = torch.randint(n, (params.updates, params.batch), generator=ctx.rng)
        batches = [(data.X[rows], data.y[rows]) for rows in drawn]
    nets, two = state.nets, data.inputs == 2
    nets = updated(nets, state.sizes, batches[:-1], two, params.rate, params.optimiser, None)
    row = shown(params, state)
    W, m, v = (_matrices(part[row : row + 1], state.sizes) for part in nets[:3])
    X, y = batches[-1]
    told = {"W": W, "m": m, "v": v, "X": X.numpy(), "y": y.numpy(), "classes": two}
    return {**told, "rule": params.optimiser, "eta": params.rate, "t": nets.t + 1}


def _matrices(theta: torch.Tensor, sizes: tuple[int, ...]) -> list[Any]:
    return [torch.cat([W[0], b[0]]).numpy().copy() for W, b in layers_in(theta, sizes)]


def _updated(at: Moment) -> Mapping[str, Any]:
    state = at.after
    row = shown(at.params, state)
    return {"W_next": _matrices(state.nets.theta[row : row + 1], state.sizes)}


def _limits(at: Moment) -> Mapping[str, Any]:
    inputs, *widths, _ = at.state.sizes
    return {"inputs": inputs, "widths": list(widths)}


def _bounded(at: Moment) -> Mapping[str, Any]:
    told = _limits(at)
    return {
        name: float(one(told["inputs"], told["widths"]))
        for name, one in (("lower", bounds.montufar), ("upper", bounds.serra))
    }


CODES = (
    Code(
        "piece",
        title="The piece at a place",
        when={"mode": ("regions", "profile")},
        reads=_place,
        gives=_piece,
        marks={"g": "g", "f": "f"},
        step=False,
    ),
    Code("update", title="The last update", when={"mode": ("net",)}, reads=_update, gives=_updated),
    Code(
        "bounds", title="Bounds of the regions", when={"mode": ("counts",)}, reads=_limits, gives=_bounded, step=False
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
