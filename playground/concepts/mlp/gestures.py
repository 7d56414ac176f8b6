"""What the user does to the points, the units and the weights."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.evaluating import passed, targets_of
from playground.concepts.mlp.features import inputs_of
from playground.concepts.mlp.moving import rearranged
from playground.concepts.mlp.state import State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.dense.layout import length, parts, permuted, views
from playground.engine.kit.linear_models import pseudo_solve
from playground.engine.kit.strokes import along
from playground.engine.run.context import Ctx

SPACING = 0.25  # of drawn points
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
    values = gesture.values
    match gesture.kind:
        case "add_point":
            return _added(data, [(values["x"], values["y"])], _label(data, values["label"]))
        case "draw_points":
            return _drawn(data, values["path"], _label(data, values["label"]))
        case "move_point":
            return _moved(data, _row(data, values["id"]), values["x"], values["y"])
        case "delete_point":
            keep = torch.arange(len(data.y)) != _row(data, values["id"])
            return _kept(data, keep)
        case "next_label":
            if not data.classes:
                raise BadInput("points with values have no class, allowed are points of classes", "id")
            labels = data.y.clone()
            row = _row(data, values["id"])
            labels[row] = (labels[row] + 1) % data.classes
            return data._replace(y=labels)
    return _kept(data, torch.zeros(len(data.y), dtype=torch.bool))


def _label(data: Data, label: int) -> float:
    """The class number of a label from 1."""
    if data.classes and label > data.classes:
        raise BadInput(f"label is {label}, allowed is a class from 1 to {data.classes}", "label")
    return float(label - 1)


def _row(data: Data, point: int) -> int:
    found = (data.ids == point).nonzero()
    if len(found) == 0:
        raise BadInput(f"id is {point}, there is no such point", "id")
    return int(found[0, 0])


def _kept(data: Data, keep: Tensor) -> Data:
    return data._replace(X=data.X[keep], y=data.y[keep], held=data.held[keep], ids=data.ids[keep])


def _inside(value: float) -> float:
    return min(max(value, -REACH), REACH)


def _added(data: Data, places: list[tuple[float, float]], label: float) -> Data:
    """The points with more of them: of one input (x, value), of two inputs of a class, or with the value of a sign.

    In a plane of values class 1 stands for the value 1 and every other for -1.
    """
    n = len(places)
    if not n:
        return data
    if len(data.y) + n > MOST_DRAWN:
        raise BadInput(f"there are {len(data.y)} points, allowed are {MOST_DRAWN} with drawn ones", "x")
    if data.dimension == 1:
        X = torch.tensor([[_inside(x)] for x, _ in places], dtype=torch.float64)
        y = torch.tensor([value for _, value in places], dtype=torch.float64)
    else:
        X = torch.tensor([[_inside(x), _inside(up)] for x, up in places], dtype=torch.float64)
        value = label if data.classes else (1.0 if label == 0 else -1.0)
        y = torch.full((n,), value, dtype=torch.float64)
    return data._replace(
        X=torch.cat([data.X, X]),
        y=torch.cat([data.y, y]),
        held=torch.cat([data.held, torch.zeros(n, dtype=torch.bool)]),
        ids=torch.cat([data.ids, data.next_id + torch.arange(n)]),
        next_id=data.next_id + n,
    )


def _drawn(data: Data, path: list[float], label: float) -> Data:
    """The points of a stroke; a stroke of a curve replaces what lay over the same inputs.

    Each event of a stroke brings all of it so far, so what it has drawn already is left as it is.
    """
    places = along(path, (SPACING if data.dimension == 2 else FINE) / 2)
    if data.dimension == 1:
        return _curve(data, places)
    y = label if data.classes else (1.0 if label == 0 else -1.0)
    for x, up in places:
        if abs(x) > REACH or abs(up) > REACH or len(data.y) >= MOST_DRAWN:
            continue
        near = data.X[data.y == y] - torch.tensor([x, up], dtype=torch.float64)
        if not len(near) or float(near.square().sum(1).min()) >= (SPACING - 1e-9) ** 2:
            data = _added(data, [(x, up)], label)
    return data


def _curve(data: Data, places: list[tuple[float, float]]) -> Data:
    """The points of a curve with a new piece of it, one place every `FINE`."""
    columns: dict[int, float] = {}
    for across, value in places:
        if abs(across) <= REACH:
            columns[round(across / FINE)] = value
    if not columns:
        return data
    low, high = (min(columns) - 0.5) * FINE, (max(columns) + 0.5) * FINE
    x = data.X[:, 0]
    kept = _kept(data, (x < low) | (x > high))
    return _added(kept, [(column * FINE, columns[column]) for column in sorted(columns)], 0.0)


def _moved(data: Data, row: int, x: float, y: float) -> Data:
    X, targets = data.X.clone(), data.y.clone()
    X[row, 0] = _inside(x)
    if data.dimension == 1:
        targets[row] = y
    else:
        X[row, 1] = _inside(y)
    return data._replace(X=X, y=targets)


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
    _, seen = passed(params, state, state.Z.numpy()[learns])
    wanted = targets_of(data)[learns]
    if data.classes > 2:
        wanted = 2.0 * (wanted[:, None] == np.arange(data.classes)) - 1.0
    found, _ = pseudo_solve(seen.inputs[-1], wanted.reshape(len(wanted), -1))
    theta = state.theta.clone()
    views(theta[state.shown].numpy(), state.sizes, params.norm != "none")[-1].all[...] = found
    return state._replace(theta=theta)


def weight_place(state: State, unit: int) -> list[int]:
    """The places of the weights into a unit, in the order of its inputs, and of its bias."""
    at = unit
    for depth, (a, b, _) in enumerate(parts(state.sizes)):
        n, m = state.sizes[depth], state.sizes[depth + 1]
        if at < m:
            return [a + k * m + at for k in range(n)] + [b + at]
        at -= m
    raise IndexError(unit)
