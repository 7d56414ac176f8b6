"""What the user does: to the data, to the schedule, to what is looked at."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from playground.concepts.diffusion import Params, chains, learning, moving
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import packed
from playground.concepts.diffusion.state import State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

MOST = 400
"""Components of the data at most."""
_APART = 0.12
_PEN = 0.09
_HALVES = 4
_LEAST = 1e-3  # distance of the two ends of a border


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: there is no such component, particle or net, too many components, or a line without a direction.
    """
    values = gesture.values
    match gesture.kind:
        case "draw":
            return _drawn(params, data, values["path"]), state
        case "add_centre":
            return _with(data, _place(data, values["x"], values["y"]), _usual(data)), state
        case "move_centre":
            return _moved(data, _row(data, values["id"]), _place(data, values["x"], values["y"])[0]), state
        case "delete_centre":
            return _without(data, _row(data, values["id"])), state
        case "drag_node":
            curve = data.curve.clone()
            curve[values["id"]] = min(max(values["y"], 0.001), 1.0) ** 2
            return data._replace(curve=curve), state
        case "move_border" | "swap_halves":
            return _bounded(data, values), state
        case "start_at":
            changed = data._replace(start=_place(data, values["x"], values["y"])[0])
            return changed, chains.started(params, changed, state, ctx)
        case "follow":
            return data, _followed(params, data, state, values["id"], ctx)
        case "hide_pixel":
            hidden = data.hidden.clone()
            hidden[8 * values["row"] + values["column"]] = values["hide"] == "yes"
            return data._replace(hidden=hidden), state
        case "other_half":
            return data._replace(hidden=_other_half(data.hidden)), state
        case "keep_net":
            return _kept(params, data, state), state
        case _:
            return _looked(params, data, state, values["x"], values["y"])


# ---- components


def _place(data: Data, x: float, y: float) -> Tensor:
    """A place in the data's dimension, (1, d)."""
    return torch.tensor([[x, y][: data.d]], dtype=torch.float64)


def _row(data: Data, number: int) -> int:
    found = (data.ids == number).nonzero()
    if len(found) == 0:
        raise BadInput(f"id is {number}, there is no such component", "id")
    return int(found[0, 0])


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
    return data._replace(
        masses=torch.cat([data.masses, float(data.masses.mean()) * one]),
        means=torch.cat([data.means, means]),
        variances=torch.cat([data.variances, variance * one]),
        modes=torch.cat([data.modes, torch.full((m,), new)]),
        labels=torch.cat([data.labels, torch.full((m,), new % 2)]),
        ids=torch.cat([data.ids, torch.arange(data.next_id, data.next_id + m)]),
        next_id=data.next_id + m,
    )


def _moved(data: Data, row: int, place: Tensor) -> Data:
    means = data.means.clone()
    means[row] = place
    return data._replace(means=means)


def _without(data: Data, row: int) -> Data:
    if len(data.masses) == 1:
        raise BadInput("id names the last component, at least 1 must stay", "id")
    keep = torch.arange(len(data.masses)) != row
    modes = torch.unique(data.modes[keep], return_inverse=True)[1]
    return data._replace(
        masses=data.masses[keep],
        means=data.means[keep].contiguous(),
        variances=data.variances[keep],
        modes=modes.contiguous(),
        labels=data.labels[keep],
        ids=data.ids[keep],
    )


def _drawn(params: Params, data: Data, path: list[float]) -> Data:
    """Small components along a stroke; the first stroke on the empty sheet replaces what stands for it."""
    if len(path) < 2 or len(path) % 2:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs x, y", "path")
    places = _spaced(torch.tensor(path, dtype=torch.float64).reshape(-1, 2))[:, : data.d].contiguous()
    if params.data == "blank" and data.strokes == 0:
        sheet = data._replace(modes=data.modes * 0 - 1)
        fresh = _with(sheet, places, _PEN**2, mode=0)
        keep = fresh.modes >= 0
        names = ("masses", "means", "variances", "modes", "labels", "ids")
        fresh = fresh._replace(**{name: getattr(fresh, name)[keep].contiguous() for name in names})
    else:
        fresh = _with(data, places, _PEN**2)
    return fresh._replace(strokes=data.strokes + 1)


def _spaced(points: Tensor) -> Tensor:
    """Points along a stroke at equal distances.

    Raises:
        BadInput: they would be more than the data may have, which is known before they are made.
    """
    gaps = (points[1:] - points[:-1]).norm(dim=1)
    length = torch.cat([torch.zeros(1, dtype=torch.float64), gaps.cumsum(0)])
    count = max(1, math.ceil(float(length[-1]) / _APART))
    if count >= MOST:
        raise BadInput(f"path needs {count + 1} components, allowed are {MOST}", "path")
    at = torch.linspace(0, float(length[-1]), count + 1, dtype=torch.float64)
    right = torch.searchsorted(length, at).clamp(1, max(1, len(length) - 1))
    if len(points) == 1:
        return points
    span = (length[right] - length[right - 1]).clamp_min(1e-12)
    share = ((at - length[right - 1]) / span).clamp(0, 1)[:, None]
    return points[right - 1] + share * (points[right] - points[right - 1])


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
    return changed, state._replace(denoising=moving.probed_again(params, changed, state.denoising))


def _followed(params: Params, data: Data, state: State, number: int, ctx: Ctx) -> State:
    """The particle followed from the start on, or no longer."""
    clouds = state.clouds
    if clouds is None or number >= clouds.x.shape[1]:
        raise BadInput(f"id is {number}, there is no such particle", "id")
    rows = clouds.followed
    gone = rows != number
    rows = rows[gone] if not bool(gone.all()) else torch.cat([rows, torch.tensor([number])])
    return state._replace(clouds=moving.retraced(params, data, clouds, rows.contiguous(), ctx))


def _other_half(hidden: Tensor) -> Tensor:
    """The next of: lower, right, upper, left half."""
    rows, columns = torch.meshgrid(torch.arange(8), torch.arange(8), indexing="ij")
    halves = [rows >= 4, columns >= 4, rows < 4, columns < 4]
    flat = [half.reshape(64).contiguous() for half in halves]
    here = next((i for i, half in enumerate(flat) if torch.equal(half, hidden)), _HALVES - 1)
    return flat[(here + 1) % _HALVES]


def _kept(params: Params, data: Data, state: State) -> Data:
    """The net in training becomes part of the data, so that samplers can use it and the scene keeps it."""
    if state.learning is None:
        raise BadInput("there is no net in training, allowed in the view of learning only", "keep_net")
    part = state.learning.training
    words = f"{learning.WORDS[params.loss_kind]}, {part.adam.taken:,} updates"
    return data._replace(net=packed(part.best), net_words=words)
