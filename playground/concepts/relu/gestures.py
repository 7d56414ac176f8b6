"""What the user does to the points, the lines, the weights and the probes."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu import Params
from playground.concepts.relu.data import REACH, Data
from playground.concepts.relu.line import hinge_net
from playground.concepts.relu.net import flat_of, views
from playground.concepts.relu.state import State, form_of, is_broken_line, shown, with_weights
from playground.concepts.relu.training import at_rest
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.dense.layout import parts
from playground.engine.kit.points.edits import KINDS, Edits
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx

MOST_DRAWN = 400  # points, drawn ones with the others
APART = 1e-3  # two nodes of a broken line are never closer than this


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: there is no such point, unit or weight, or the gesture needs another number of inputs.
    """
    values = gesture.values
    if gesture.kind in KINDS:
        return _with_points(params, data, state, gesture)
    match gesture.kind:
        case "move_line":
            return data, _line_moved(params, data, state, values["id"], values["x"], values["y"])
        case "turn_line":
            return data, _line_turned(params, data, state, values["id"], values["x"], values["y"])
        case "choose":
            return data, state._replace(chosen=_weight(state, values["id"]))
        case "set_chosen":
            return data, with_weights(state, shown(params, state), values["value"], state.chosen)
        case "set_weight":
            place = _weight(state, values["id"])
            return data, with_weights(state, shown(params, state), values["value"], place)._replace(chosen=place)
        case "pick":
            return data, state._replace(pick=torch.tensor([values["x"], values["y"]], dtype=torch.float64))
        case "move_end":
            ends = state.ends.clone()
            ends[values["id"]] = torch.tensor([values["x"], values["y"]], dtype=torch.float64)
            return data, state._replace(ends=ends)
        case _:
            return data, _permuted(state, ctx)


# ---- points


def _with_points(params: Params, data: Data, state: State, gesture: Gesture) -> tuple[Data, State]:
    if data.inputs == 1 and gesture.kind == "draw_points":
        raise BadInput("the points of a function have no label, allowed are points in the plane", "path")
    if data.inputs == 1 and gesture.kind == "flip_label":
        raise BadInput("points of a function have no label, allowed are points in the plane", "id")
    changed = _EDITS.apply(data, gesture)
    if not is_broken_line(params, data):
        return changed, state
    if len(changed.y) < 1:
        raise BadInput("a broken line has at least 1 node", "id")
    theta, sizes = flat_of(hinge_net(form_of(params, changed)))
    return changed, state._replace(nets=at_rest(theta[None]), sizes=sizes, chosen=len(theta) - 1)


def _place(data: Data, x: float, y: float, row: int | None) -> dict[str, Any]:
    """A place in the plane; of a function the value, its input kept in the window and off the inputs of the others."""
    if data.inputs == 2:
        return {"X": [x, y]}
    other = data.X[:, 0] if row is None else torch.cat([data.X[:row, 0], data.X[row + 1 :, 0]])
    low, high = data.window[:2].tolist()
    x = min(max(x, low), high)
    while len(other) and float((other - x).abs().min()) < APART:
        x += APART if x < (low + high) / 2 else -APART
    return {"X": [x], "y": y}


_EDITS: Edits[Data] = Edits(table=PointTable(("X", "y")), place=_place, reach=REACH, most=MOST_DRAWN)

# ---- lines of the first layer


def _unit(params: Params, data: Data, state: State, unit: int) -> tuple[Tensor, float]:
    if data.inputs != 2:
        raise BadInput("the net has 1 input, lines need 2", "id")
    if unit >= state.sizes[1]:
        raise BadInput(f"id is {unit}, allowed is a unit from 0 to {state.sizes[1] - 1}", "id")
    W, b = views(state.nets.theta[shown(params, state)][None], state.sizes)[0]
    return W[0, :, unit], float(b[0, 0, unit])


def _placed(params: Params, state: State, unit: int, w: Tensor, bias: float) -> State:
    m = state.sizes[1]
    places = torch.tensor([unit, m + unit, 2 * m + unit])
    return with_weights(state, shown(params, state), torch.cat([w, torch.tensor([bias], dtype=w.dtype)]), places)


def _line_moved(params: Params, data: Data, state: State, unit: int, x: float, y: float) -> State:
    """The line of a first-layer unit, parallel, through a place."""
    w, _ = _unit(params, data, state, unit)
    return _placed(params, state, unit, w, -float(w[0] * x + w[1] * y))


def _line_turned(params: Params, data: Data, state: State, unit: int, x: float, y: float) -> State:
    """The line turned about its handle, so that it passes through a place."""
    w, bias = _unit(params, data, state, unit)
    size = torch.linalg.vector_norm(w)
    middle = (data.window[0::2] + data.window[1::2]) / 2
    foot = middle - (w @ middle + bias) / size.square().clamp(min=1e-12) * w
    along = torch.tensor([x, y], dtype=torch.float64) - foot
    length = torch.linalg.vector_norm(along)
    if float(length) < 1e-6:
        return state
    normal = torch.stack([-along[1], along[0]]) * (size / length)
    if float(normal @ w) < 0:
        normal = -normal
    return _placed(params, state, unit, normal, -float(normal @ foot))


# ---- weights


def _weight(state: State, place: int) -> int:
    most = state.nets.theta.shape[1] - 1
    if place > most:
        raise BadInput(f"id is {place}, allowed is a weight from 0 to {most}", "id")
    return place


def _permuted(state: State, ctx: Ctx) -> State:
    """All hidden layers in a random order; the function is the same."""
    theta, sizes = state.nets.theta, state.sizes
    order = torch.arange(theta.shape[1])
    places = parts(sizes)
    for depth in range(len(sizes) - 2):
        n, m = sizes[depth], sizes[depth + 1]
        new = torch.from_numpy(np.array(ctx.randperm(m).tolist()))
        a, b, c = places[depth]
        order[a:b] = order[a:b].view(n, m)[:, new].reshape(-1)
        order[b:c] = order[b:c][new]
        a, b, _ = places[depth + 1]
        order[a:b] = order[a:b].view(m, sizes[depth + 2])[new].reshape(-1)
    nets = state.nets
    return state._replace(
        nets=nets._replace(
            theta=theta[:, order].contiguous(), m=nets.m[:, order].contiguous(), v=nets.v[:, order].contiguous()
        )
    )
