"""Gaussian processes as pure functions of the contract."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.climbing import climb, evidence_at, knobs_of, pair
from playground.concepts.gaussian_processes.declared import MOST
from playground.concepts.gaussian_processes.evidence_view import evidence_view
from playground.concepts.gaussian_processes.functions import functions
from playground.concepts.gaussian_processes.kernels import Covariance, covariance_of
from playground.concepts.gaussian_processes.regression import factor
from playground.concepts.gaussian_processes.search import QUESTIONS, drawn_over, nearest, next_question, regret, search
from playground.concepts.gaussian_processes.slice import MOST_SAMPLES, sampled, slice_view
from playground.concepts.gaussian_processes.state import DRAWS, GRID, Data, Info, State, no_samples
from playground.concepts.gaussian_processes.widths import more_nets, no_nets, widths
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit.newest import Newest
from playground.engine.kit.points.edits import Edits
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

_TURN = 0.06  # of the draws in a step, radians
_NONE = torch.zeros(0, dtype=torch.float64)


def make_data(params: Params, ctx: Ctx) -> Data:
    """Noisy values of a function, and another one whose top is looked for."""
    prior = Covariance("rbf", length=0.6)
    L = factor(prior(GRID, GRID))
    drawn, hidden = ctx.randn(len(GRID)).double(), ctx.randn(len(GRID)).double()
    truth = {
        "wave": 1.2 * torch.sin(2.0 * GRID),
        "draw": L @ drawn,
        "season": 0.45 * GRID + 0.7 * torch.sin(math.pi * GRID),
        "line": 0.5 * GRID - 0.2,
        "none": GRID * math.nan,
    }[params.data]
    n = 0 if params.data == "none" else params.points
    x = 6.0 * (torch.arange(n, dtype=torch.float64) + ctx.rand(n).double()) / max(n, 1) - 3.0
    y = at(truth, x) + params.spread * ctx.randn(n).double()
    return Data(x, y, torch.arange(n), n, truth, L @ hidden)


def at(values: Tensor, x: Tensor) -> Tensor:
    """A function on the grid at places (n,), straight between its samples."""
    place = ((x - GRID[0]) / (GRID[1] - GRID[0])).clamp(0.0, len(GRID) - 1.001)
    row = place.long()
    share = place - row
    return values[row] * (1 - share) + values[row + 1] * share


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Draws at their beginning, and two questions that both players begin with."""
    z = ctx.randn(2, DRAWS, len(GRID)).double()
    first = (30 + 10 * torch.randperm(10, generator=ctx.rng)[:2]).tolist()
    return State(z, no_samples(), no_nets(), _NONE.reshape(0, 2), asked=tuple(first), own=tuple(first))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """The draws wander on; the climb rises; the machine asks."""
    match params.mode:
        case "evidence":
            state = climb(params, data, state)
        case "search":
            state = _asked(params, data, state, ctx)
        case "slice":
            state = state._replace(samples=sampled(params, state, ctx))
        case "widths":
            state = state._replace(nets=more_nets(params, state.nets, ctx))
        case _:
            state = state._replace(turn=(state.turn + _TURN) % (2 * math.pi))
    return state, info_of(params, data, state)


def _asked(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    if len(state.asked) >= QUESTIONS:
        return state
    return state._replace(asked=(*state.asked, next_question(params, data, state.asked, ctx)))


def info_of(params: Params, data: Data, state: State) -> Info:
    """What is recorded."""
    if params.mode == "search":
        own = regret(data, state.own)
        return Info("done" if len(state.asked) >= QUESTIONS else "running", None, regret(data, state.asked), own)
    if params.mode == "slice":
        return Info("running" if state.samples.n < MOST_SAMPLES else "done", samples=state.samples.n)
    if params.mode == "widths":
        return Info("running", nets=state.nets.n)
    told = None
    if len(data.y):
        knobs = knobs_of(params, state) if params.mode == "evidence" else _own_knobs(params)
        key = (covariance_of(params), knobs)
        told = _KNOWN.of((data.x, data.y), key, lambda: _told(params, data, knobs))
    return Info("converged" if state.settled and params.mode == "evidence" else "running", told)


_KNOWN: Newest[float] = Newest(4)


def _own_knobs(params: Params) -> tuple[float, float]:
    return math.log10(params.length), math.log10(params.noise)


def _told(params: Params, data: Data, knobs: tuple[float, float]) -> float:
    one = [torch.tensor([value], dtype=torch.float64) for value in knobs]
    return float(evidence_at(params, data, one[0], one[1]).total[0, 0])


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the view with their data, and the numbers that are read."""
    match params.mode:
        case "evidence":
            return evidence_view(params, data, state)
        case "search":
            return search(params, data, state)
        case "slice":
            return slice_view(params, data, state)
        case "widths":
            return widths(params, data, state)
        case _:
            return functions(params, data, state, view)


def _put(data: Data, x: float, y: float, row: int | None) -> dict[str, Any]:
    return {"x": x, "y": y}


_EDITS: Edits[Any] = Edits(table=PointTable(("x", "y")), place=_put, label=lambda data, label: 0.0)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Points, knobs and questions after a gesture.

    Raises:
        BadInput: there is no such point, or no room for another.
    """
    values = gesture.values
    match gesture.kind:
        case "set_knobs":
            knobs = (min(max(values["x"], -1.3), 1.3), min(max(values["y"], -2.6), 0.3))
            told = (params.length, params.noise)
            return data, state._replace(knobs=knobs, told=told, path=pair(knobs), settled=False)
        case "set_line":
            x, y = values["x"], values["y"]
            return data, state._replace(line=(math.atan2(y, x), min(math.hypot(x, y), 3.0)))
        case "ask":
            if len(state.own) >= QUESTIONS:
                return data, state
            state = state._replace(own=(*state.own, nearest(values["x"])))
            return data, _asked(params, data, state, ctx)
        case "draw_function":
            return data._replace(hidden=drawn_over(data.hidden, values["path"])), state._replace(
                asked=state.asked[:2], own=state.own[:2]
            )
        case "add_point":
            if len(data.y) >= MOST:
                raise BadInput(f"there are {len(data.y)} points, allowed are at most {MOST}", "x")
            new = {"x": values["x"], "y": values["y"]}
            return _EDITS.table.extended(data, new), state._replace(settled=False)
        case "clear":
            return data._replace(x=_NONE, y=_NONE, ids=data.ids[:0]), state._replace(settled=False)
    changed: Data = _EDITS.apply(data, gesture)
    return changed, state._replace(settled=False)


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply)
