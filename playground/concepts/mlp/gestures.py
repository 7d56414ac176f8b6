"""What the user does to the points, the units and the weights."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.evaluating import evaluate, targets_of
from playground.concepts.mlp.features import inputs_of
from playground.concepts.mlp.moving import rearranged
from playground.concepts.mlp.state import State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.dense.layout import length, permuted, views
from playground.engine.kit.linear_models import pseudo_solve
from playground.engine.kit.points.edits import Edits
from playground.engine.kit.points.strokes import along
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx

FINE = 0.1  # of the points of a drawn curve
MOST_DRAWN = 600  # points, drawn ones with the others


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: there is no such point, unit, weight or net.
    """
    values = gesture.values
    match gesture.kind:
        case "choose":
            return data, state._replace(chosen=_unit(state, values["id"]))
        case "silence":
            return data, _silenced(state, values["id"])
        case "set_weight":
            return data, _set(params, state, values["id"], values["value"])
        case "choose_net":
            if values["id"] >= len(state.theta):
                raise BadInput(f"id is {values['id']}, allowed is a net from 0 to {len(state.theta) - 1}", "id")
            return data, state._replace(shown=values["id"])
        case "permute":
            return data, _permuted(params, state, ctx)
        case "fit_output":
            return data, _fitted(params, data, state)
    changed = _with_points(data, gesture)
    return changed, state._replace(Z=inputs_of(params.features, changed))


# ---- points


def _with_points(data: Data, gesture: Gesture) -> Data:
    match gesture.kind:
        case "add_point":
            _check_room(data, 1)
        case "draw_points" if data.dimension == 1:
            return _curve(data, along(gesture.values["path"], FINE / 2))
        case "next_label" if not data.classes:
            raise BadInput("points with values have no class, allowed are points of classes", "id")
    return _EDITS.apply(data, gesture)


def _label(data: Data, label: int) -> float:
    """The class number of a label from 1; in a plane of values 1 stands for the value 1 and every other for -1."""
    if not data.classes:
        return 1.0 if label == 1 else -1.0
    if label > data.classes:
        raise BadInput(f"label is {label}, allowed is a class from 1 to {data.classes}", "label")
    return float(label - 1)


def _next_label(data: Data, label: float) -> float:
    return (label + 1) % data.classes


def _inside(value: float) -> float:
    return min(max(value, -REACH), REACH)


def _place(data: Data, x: float, y: float, row: int | None) -> dict[str, Any]:
    """A place in the window; of one input x and the value."""
    return {"X": [_inside(x)], "y": y} if data.dimension == 1 else {"X": [_inside(x), _inside(y)]}


_TABLE: PointTable[Data] = PointTable(("X", "y", "held"))
_EDITS: Edits[Data] = Edits(
    table=_TABLE, place=_place, label=_label, relabel=_next_label, fresh={"held": False}, reach=REACH, most=MOST_DRAWN
)


def _check_room(data: Data, n: int) -> None:
    if len(data.y) + n > MOST_DRAWN:
        raise BadInput(f"there are {len(data.y)} points, allowed are {MOST_DRAWN} with drawn ones", "x")


def _curve(data: Data, places: list[tuple[float, float]]) -> Data:
    """The points of a curve with a new piece of it, one place every `FINE`, in the place of what lay there."""
    columns: dict[int, float] = {}
    for across, value in places:
        if abs(across) <= REACH:
            columns[round(across / FINE)] = value
    if not columns:
        return data
    low, high = (min(columns) - 0.5) * FINE, (max(columns) + 0.5) * FINE
    x = data.X[:, 0]
    data = _TABLE.kept(data, (x < low) | (x > high))
    _check_room(data, len(columns))
    y = torch.tensor([columns[column] for column in sorted(columns)], dtype=torch.float64)
    X = torch.tensor([[_inside(column * FINE)] for column in sorted(columns)], dtype=torch.float64)
    return _TABLE.extended(data, {"X": X, "y": y, "held": torch.zeros(len(y), dtype=torch.bool)}, len(y))


# ---- units and weights


def _unit(state: State, unit: int) -> int:
    most = state.hidden + state.sizes[-1] - 1
    if not 0 <= unit <= most:
        raise BadInput(f"id is {unit}, allowed is a unit from 0 to {most}", "id")
    return unit


def _silenced(state: State, unit: int) -> State:
    if not 0 <= unit < state.hidden:
        raise BadInput(f"id is {unit}, allowed is a hidden unit from 0 to {state.hidden - 1}", "id")
    alive = state.alive.clone()
    alive[unit] = 1.0 - alive[unit]
    return state._replace(alive=alive, chosen=unit)


def _set(params: Params, state: State, place: int, value: float) -> State:
    most = length(state.sizes) - 1
    if place > most:
        raise BadInput(f"id is {place}, allowed is a weight or bias from 0 to {most}", "id")
    theta = state.theta.clone()
    theta[state.shown, place] = value
    return state._replace(theta=theta)


def _permuted(params: Params, state: State, ctx: Ctx) -> State:
    """All hidden layers in a random order, with what the optimiser and the normalisation remember."""
    sizes, normalised = state.sizes, params.norm != "none"
    orders = [ctx.randperm(m).numpy() for m in sizes[1:-1]]
    starts = np.cumsum([0, *sizes[1:-1]])
    units = np.concatenate([[], *(start + order for start, order in zip(starts, orders, strict=False))]).astype(int)
    where = torch.from_numpy(units)

    def moved(flat: Tensor) -> Tensor:
        return torch.from_numpy(permuted(flat.numpy(), sizes, orders, normalised))

    chosen = state.chosen
    if chosen < state.hidden:
        chosen = int(np.flatnonzero(units == chosen)[0])
    return state._replace(
        theta=moved(state.theta),
        memory=rearranged(state.memory, moved),
        means=state.means[:, where].contiguous(),
        variances=state.variances[:, where].contiguous(),
        alive=state.alive[where].contiguous(),
        chosen=chosen,
    )


def _fitted(params: Params, data: Data, state: State) -> State:
    """The net on screen with the output layer that fits the learnt points best in squared error."""
    learns = ~data.held.numpy()
    if not learns.any():
        raise BadInput("there are no points to fit, allowed is a fit to one or more", "points")
    _, seen = evaluate(params, state, state.Z.numpy()[learns])
    wanted = targets_of(data)[learns]
    if data.classes > 2:
        wanted = 2.0 * (wanted[:, None] == np.arange(data.classes)) - 1.0
    found, _ = pseudo_solve(seen.inputs[-1], wanted.reshape(len(wanted), -1))
    theta = state.theta.clone()
    views(theta[state.shown].numpy(), state.sizes, params.norm != "none")[-1].all[...] = found
    return state._replace(theta=theta)
