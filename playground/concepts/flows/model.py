"""A run: a flow in training, or draws sent through a map of the line; pure functions of the contract."""

from __future__ import annotations

import torch

from playground.concepts.flows import Params, coupling, line, training
from playground.concepts.flows.data import load, make_data, with_stroke
from playground.concepts.flows.plane import plane
from playground.concepts.flows.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """A flow that changes nothing, or no draw yet."""
    if params.mode == "plane":
        return training.begin(params, data, ctx)
    return State(None, None, None, torch.tensor(training.START), torch.zeros(0, dtype=torch.float64))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some updates of the flow, or some draws."""
    after = line.advance(params, state, ctx) if state.flow is None else training.advance(params, data, state, ctx)
    return after, numbers(params, after)


def numbers(params: Params, state: State) -> Info:
    """What is recorded of a state."""
    if state.measured is None or state.adam is None:
        return Info("running", drawn=len(state.z), distance=line.distance(params, state.z))
    seen = state.measured
    return Info("failed" if state.failed else "running", state.adam.taken, seen.heldout, seen.train, seen.round_trip)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    drawn = line.line(params, state) if state.flow is None else plane(params, data, state, view, findings["audit"])
    return Drawn(drawn.figure, recorded(info or numbers(params, state)) | dict(drawn.numbers))


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another point to follow, or data along a stroke; a flow that has not learned yet begins anew with them.

    Raises:
        BadInput: the stroke cannot be used, the level is above the last, or the view has no plane.
    """
    flow = state.flow
    if flow is None:
        raise BadInput("points are followed and data drawn in the plane, and this view has none", "mode")
    values = gesture.values
    if gesture.kind == "draw":
        changed = with_stroke(params, data, values["path"], ctx)
        return changed, state if state.move else training.begin(params, changed, ctx)._replace(at=state.at)
    if values["level"] > flow.layers:
        raise BadInput(f"level is {values['level']}, allowed is 0 to {flow.layers}, the layers of this flow", "level")
    place = torch.tensor([[values["x"], values["y"]]])
    at = coupling.pushed(flow, place, first=values["level"])[0][0]
    if not bool(torch.isfinite(at).all()):
        raise BadInput(f"x, y are {values['x']:g}, {values['y']:g}, which the layers send beyond all numbers", "x")
    return data, state._replace(at=at.contiguous())


CONCEPT = Model(
    make_data=make_data,
    init=init,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs={"audit": training.audit},
)
