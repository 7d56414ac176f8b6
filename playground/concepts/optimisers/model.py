"""Optimiser race as the functions of the contract."""

from __future__ import annotations

import numpy as np
import torch

from playground.concepts.optimisers import (
    Params,
    cloud,
    conditions,
    estimate,
    matrix,
    norms,
    path,
    race,
    section,
    solid,
    starts,
    sweep,
    update,
)
from playground.concepts.optimisers.gap import gap
from playground.concepts.optimisers.names import SURFACES
from playground.concepts.optimisers.plane import HINT, plane
from playground.concepts.optimisers.standings import standings
from playground.concepts.optimisers.state import Data, Info, Race, State, zeros
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure

AGAIN = 400
"""Steps that are taken anew from a start that is dragged."""
MOST_DROPS = 200
_DIG = "Drag to dig a valley, shift and drag to heap a hill; alt and click starts there"
_DROP = 0.5
_APART = 0.35


def make_data(params: Params, ctx: Ctx) -> Data:
    """The start, and what the problem needs."""
    target = matrix.target(params.size, ctx) if params.problem == "matrix" else zeros(0, 0)
    return Data(torch.tensor(params.start, dtype=torch.float64), zeros(0, 3), target)


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """A run from its start."""
    match params.problem:
        case "matrix":
            return State(matrices=matrix.begin(params))
        case "estimate":
            return State(estimates=estimate.begin(params))
    return State(race=race.begin(params, data))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One step of all methods; some iterations of the estimate."""
    if state.race is not None:
        state = State(race=race.advance(params, data, state.race, ctx))
    elif state.matrices is not None:
        state = State(matrices=matrix.advance(params, data, state.matrices))
    elif state.estimates is not None:
        state = State(estimates=estimate.advance(params, state.estimates, ctx))
    return state, record(params, data, state)


def record(params: Params, data: Data, state: State) -> Info:
    """What is recorded of a state."""
    if state.race is not None:
        return race.record(params, data, state.race)
    if state.matrices is not None:
        return matrix.record(params, data, state.matrices)
    assert state.estimates is not None
    return estimate.record(state.estimates)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the problem on screen, and the numbers that are read."""
    if state.race is not None:
        drawn = _race(race.course(params, data, state.race), view, findings)
    elif state.matrices is not None:
        drawn = matrix.observe(params, data, state.matrices)
    else:
        assert state.estimates is not None
        drawn = estimate.observe(params, state.estimates)
    first = recorded(record(params, data, state)) if info is None else {}
    return Drawn(drawn.figure, {**first, **drawn.numbers})


def _race(course: race.Course, view: View, findings: Findings) -> Drawn:
    """The chosen view of a race."""
    found = path.numbers(course)
    match course.params.mode:
        case "solid":
            drawn = solid.observe(course, found)
        case "update":
            drawn = update.observe(course, view)
        case "section":
            drawn = section.observe(course, view)
        case "norms":
            drawn = norms.observe(course, view)
        case "starts":
            drawn = starts.observe(course, view, findings["starts"])
        case "rates":
            drawn = sweep.observe(course, view, findings["sweep"])
        case "cloud":
            drawn = cloud.observe(course, view, findings["cloud"])
        case "conditions":
            drawn = conditions.observe(course, findings["conditions"])
        case "race":
            hint = _DIG if course.params.problem == "drawn" else HINT
            drawn = Drawn(Figure(plots=(plane(course, view), gap(course), standings(course, found)), hint=hint))
    return Drawn(drawn.figure, {**found, **drawn.numbers})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: the problem has no such thing to change.
    """
    if state.race is None:
        raise BadInput(f"problem is {params.problem}, allowed for {gesture.kind} are {', '.join(SURFACES)}", "problem")
    if gesture.kind == "set_start":
        place = [float(gesture.values["x"]), float(gesture.values["y"])]
        data = data._replace(start=torch.tensor(place, dtype=torch.float64))
    else:
        data = data._replace(drops=_drawn(params, data, gesture))
    return data, State(race=_again(params, data, state.race.taken, ctx))


def _again(params: Params, data: Data, taken: int, ctx: Ctx) -> Race:
    """The race from the start, as far as it was, up to a limit."""
    made = race.begin(params, data)
    for _ in range(min(taken, AGAIN)):
        made = race.advance(params, data, made, ctx)
    return made


def _drawn(params: Params, data: Data, gesture: Gesture) -> torch.Tensor:
    if params.problem != "drawn":
        raise BadInput(f"problem is {params.problem}, allowed for {gesture.kind} is drawn", "problem")
    if gesture.kind == "flatten":
        return zeros(0, 3)
    path = np.array(gesture.values["path"], dtype=np.float64)
    points = path[: len(path) // 2 * 2].reshape(-1, 2)
    if not len(points):
        raise BadInput("path has no point, allowed is at least one", "path")
    kept = [points[0]]
    for point in points[1:]:
        if np.linalg.norm(point - kept[-1]) >= _APART:
            kept.append(point)
    height = -_DROP if gesture.kind == "dig" else _DROP
    rows = torch.tensor([[float(x), float(y), height] for x, y in kept], dtype=torch.float64)
    drops = torch.cat([data.drops, rows])
    if len(drops) > MOST_DROPS:
        raise BadInput(
            f"path makes {len(drops)} bumps and pits in all, allowed are {MOST_DROPS}: flatten first", "path"
        )
    return drops


_JOBS = {"starts": starts.starts, "sweep": sweep.sweep, "conditions": conditions.conditions, "cloud": cloud.cloud}
CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, jobs=_JOBS)
