"""What the user does: to the data, to the schedule, to what is looked at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.diffusion import Params, denoising, moving
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.state import State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.diffusion.thinning import with_room
from playground.engine.kit.points.strokes import spaced
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx

_TABLE: PointTable[Data] = PointTable(("masses", "means", "variances", "modes", "labels"), noun="component")
MOST = 400
"""Components of the data at most."""
_APART = 0.12
_PEN = 0.09
_LEAST = 1e-3  # distance of the two ends of a border


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: there is no such component or particle, too many components, or a line without a direction.
    """
    values = gesture.values
    match gesture.kind:
        case "draw":
            return _drawn(params, data, values["path"]), state
        case "add_centre":
            return _with(data, _place(data, values["x"], values["y"]), _usual(data)), state
        case "move_centre":
            row = _TABLE.row(data, values["id"])
            return _TABLE.changed(data, row, {"means": _place(data, values["x"], values["y"])[0]}), state
        case "delete_centre":
            return _without(data, _TABLE.row(data, values["id"])), state
        case "drag_node":
            curve = data.curve.clone()
            curve[values["id"]] = min(max(values["y"], 0.001), 1.0) ** 2
            return data._replace(curve=curve), state
        case "move_border" | "swap_halves":
            return _bounded(data, values), state
        case "follow":
            return data, _followed(params, data, state, values["id"], ctx)
        case _:
            return _looked(params, data, state, values["x"], values["y"])


# ---- components


def _place(data: Data, x: float, y: float) -> Tensor:
    """A place in the data's dimension, (1, d)."""
    return torch.tensor([[x, y][: data.d]], dtype=torch.float64)


def _usual(data: Data) -> float:
    """The variance of a new component: the middle one of those that are there."""
    return float(data.variances.median())


def _with(data: Data, means: Tensor, variance: float, mode: int | None = None) -> Data:
    """The data with more components, each as heavy as the mean one; of a mode of their own, all together."""
    m = len(means)
    if len(data.masses) + m > MOST:
        raise BadInput(f"{len(data.masses) + m} components are too many, allowed are {MOST}", "path")
    new = int(data.modes.max()) + 1 if mode is None else mode
    one = torch.ones(m, dtype=torch.float64)
    columns = {
        "masses": float(data.masses.mean()) * one,
        "means": means,
        "variances": variance * one,
        "modes": torch.full((m,), new),
        "labels": torch.full((m,), new % 2),
    }
    return _TABLE.extended(data, columns, m)


def _without(data: Data, row: int) -> Data:
    if len(data.masses) == 1:
        raise BadInput("id names the last component, at least 1 must stay", "id")
    left = _TABLE.without(data, row)
    return left._replace(modes=torch.unique(left.modes, return_inverse=True)[1].contiguous())


def _drawn(params: Params, data: Data, path: list[float]) -> Data:
    """Small components along a stroke; the first stroke on the empty sheet replaces what stands for it.

    What is drawn already is thinned where there is no room for the stroke.
    """
    blank = params.data == "blank" and data.strokes == 0
    room = len(spaced(path, _APART, MOST // 2))
    if not blank and len(data.masses) + room > MOST:
        left = with_room(data.masses, data.modes, MOST - room)
        data = _TABLE.kept(data, left.rows)._replace(masses=left.masses.contiguous())
    places = spaced(path, _APART, MOST - len(data.masses))[:, : data.d].contiguous()
    if blank:
        fresh = _with(data._replace(modes=data.modes * 0 - 1), places, _PEN**2, mode=0)
        fresh = _TABLE.kept(fresh, fresh.modes >= 0)
    else:
        fresh = _with(data, places, _PEN**2)
    return fresh._replace(strokes=data.strokes + 1)


def _bounded(data: Data, values: Mapping[str, Any]) -> Data:
    """The line with one end moved, or turned round where no end is named."""
    if not values:
        return data._replace(border=data.border.flip(0).contiguous())
    border, x, y = data.border.clone(), values["x"], values["y"]
    border[values["id"]] = torch.tensor([x, y], dtype=torch.float64)
    if float((border[1] - border[0]).norm()) < _LEAST:
        raise BadInput(f"x, y are {x:g}, {y:g}, where the other end of the line is; allowed is any other place", "x")
    return data._replace(border=border)


# ---- what is looked at


def _looked(params: Params, data: Data, state: State, x: float, y: float) -> tuple[Data, State]:
    changed = data._replace(probe=_place(data, x, y)[0])
    if state.denoising is None:
        return changed, state
    return changed, state._replace(denoising=denoising.probed_again(params, changed, state.denoising))


def _followed(params: Params, data: Data, state: State, number: int, ctx: Ctx) -> State:
    """The particle followed from the start on, or no longer."""
    clouds = state.clouds
    if clouds is None or number >= clouds.x.shape[1]:
        raise BadInput(f"id is {number}, there is no such particle", "id")
    rows = clouds.followed
    gone = rows != number
    rows = rows[gone] if not bool(gone.all()) else torch.cat([rows, torch.tensor([number])])
    return state._replace(clouds=moving.retraced(params, data, clouds, rows.contiguous(), ctx))
