"""Linear recurrence and scan: a run as pure functions of the contract."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.linear_recurrence import Params, learning, race, scans
from playground.concepts.linear_recurrence.disc import disc
from playground.concepts.linear_recurrence.echo import echo
from playground.concepts.linear_recurrence.modes import modes
from playground.concepts.linear_recurrence.names import PerForm
from playground.concepts.linear_recurrence.sound import PARTS, sound
from playground.concepts.linear_recurrence.state import Data, Info, State, begin, eigen_of, load, make_data, redraw
from playground.concepts.linear_recurrence.tree import clicked, tree
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import Status, View
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn

MOST = 32
"""Eigenvalues."""


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """A step of the impulse, a hundredth of the signal, a power, a round, or some updates."""
    if state.learnt is not None:
        learnt = state.learnt
        for _ in range(params.updates):
            learnt = learning.update(learnt, params.delay, params.rate)
        state = state._replace(learnt=learnt)
    after = state._replace(t=state.t + 1, node=(-1, -1))
    return after, info_of(params, data, after)


def info_of(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state."""
    status: Status = "running"
    if params.mode == "disc" and bool((eigen_of(params, data).log_modulus > 0).any()):
        status = "diverging"
    if params.mode == "scan":
        ways = scans.rounds(params.length, params.scan)
        done = min(state.t, len(ways))
        status = "done" if done == len(ways) else status
        return Info(status, rounds_done=done, combined=sum(len(one.later) for one in ways[:done]))
    if state.learnt is None:
        return Info(status)
    largest = state.learnt.trail[-1].norm(dim=1).amax(1).tolist()
    losses = learning.losses(state.learnt, params.delay)
    return Info(status, PerForm(*losses), PerForm(*largest), state.learnt.memory.taken)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "disc":
            drawn = disc(params, data, state)
        case "scan":
            drawn = tree(params, data, state, findings["race"])
        case "filter":
            drawn = sound(params, data, state)
        case "matrix":
            drawn = modes(params, state)
        case "learn":
            assert state.learnt is not None
            drawn = echo(params, data, state.learnt)
    known = recorded(info if info is not None else info_of(params, data, state))
    return Drawn(drawn.figure, {**known, **drawn.numbers})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """What the mouse does.

    Raises:
        BadInput: there is no such eigenvalue, or no room for another.
    """
    values = gesture.values
    match gesture.kind:
        case "node":
            return data, state._replace(node=clicked(params, state, values["x"], values["y"]))
        case "set_input":
            inputs = data.inputs.clone()
            inputs[min(max(round(values["x"]), 0), params.length - 1)] = values["y"]
            return data._replace(inputs=inputs), state
        case "seek":
            return data, state._replace(t=round(PARTS * values["x"] / len(data.signal)))
        case "look_at":
            return data, state._replace(focus=_row(data.places, values["id"]))
    places, focus = _moved(data.places, gesture)
    data = data._replace(places=places)
    if params.mode == "learn":
        return data, begin(params, data, ctx)._replace(focus=focus)
    return data, state._replace(focus=focus)


def _moved(places: Tensor, gesture: Gesture) -> tuple[Tensor, int]:
    """The eigenvalues after a gesture, and the one in focus."""
    values = gesture.values
    if gesture.kind == "remove":
        row = _row(places, values["id"])
        if len(places) == 1:
            raise BadInput("one eigenvalue is left, which stays", "id")
        return torch.cat([places[:row], places[row + 1 :]]), min(row, len(places) - 2)
    # An eigenvalue below the real axis is the conjugate of one above.
    place = torch.tensor([values["x"], abs(values["y"])], dtype=torch.float64)
    if gesture.kind == "add":
        if len(places) == MOST:
            raise BadInput(f"there are {MOST} eigenvalues, which are the most", "x")
        return torch.cat([places, place[None]]), len(places)
    row = _row(places, values["id"])
    places = places.clone()
    places[row] = place
    return places, row


def _row(places: Tensor, row: int) -> int:
    if row >= len(places):
        raise BadInput(f"id is {row}, allowed is 0 to {len(places) - 1}", "id")
    return row


CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs={"race": race.race},
    length=lambda params: (
        len(scans.rounds(params.length, params.scan))
        if params.mode == "scan"
        else PARTS
        if params.mode == "filter"
        else None
    ),
    redraw=redraw,
)
