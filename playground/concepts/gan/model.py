"""A run: pure functions of the contract."""

from __future__ import annotations

import torch

from playground.concepts.gan import Params, training
from playground.concepts.gan.data import load, make_data, with_stroke
from playground.concepts.gan.four import four
from playground.concepts.gan.line import line
from playground.concepts.gan.plane import plane
from playground.concepts.gan.smallest import smallest
from playground.concepts.gan.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Nets that have learned nothing, or (1, 1)."""
    return training.begin(params, data, ctx)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates of both players."""
    after = training.advance(params, data, state, ctx)
    return after, numbers(after)


def numbers(state: State) -> Info:
    """What is recorded of a state."""
    seen = {name: value for name, value in state.seen._asdict().items() if name in Info._fields}
    grew: dict[str, float] = {}
    if not state.teams:
        both = state.ways[-1].norm(dim=1) / 2**0.5
        grew = {"together_grew": float(both[0]), "alternating_grew": float(both[1])}
    return Info("failed" if state.failed else "running", updates=state.updates, **seen, **grew)  # type: ignore[arg-type]


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "plane":
            drawn = plane(params, data, state, view)
        case "line":
            drawn = line(params, data, state)
        case "modes":
            drawn = four(params, data, state)
        case "dirac":
            drawn = smallest(params, state)
    return Drawn(drawn.figure, recorded(info or numbers(state)) | dict(drawn.numbers))


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Data along a stroke, another sample to look at, or a player back at an earlier state.

    Raises:
        BadInput: the stroke cannot be used, or the view has nothing to do it with.
    """
    if params.mode == "dirac" or (params.mode == "modes" and gesture.kind in ("draw", "choose")):
        raise BadInput("this view has nothing that the gesture could change", "mode")
    if gesture.kind == "draw":
        changed = with_stroke(params, data, gesture.values["path"], ctx)
        held = state.past.new_zeros(0, len(state.teams), len(changed.modes.unique()))  # type: ignore[no-untyped-call]
        return changed, training.measured(params, changed, state._replace(past=held))
    if gesture.kind == "choose":
        return data, state._replace(at=torch.tensor([gesture.values["x"], gesture.values["y"]]))
    return data, training.measured(params, data, training.rewound(state, gesture.kind.removeprefix("rewind_")))


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, load=load)
