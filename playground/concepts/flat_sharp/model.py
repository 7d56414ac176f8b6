"""The four views as the functions of the contract."""

from __future__ import annotations

import numpy as np

from playground.concepts.flat_sharp import Params, bound, edge, minima, scalar
from playground.concepts.flat_sharp.digits_net import some_digits
from playground.concepts.flat_sharp.state import Data, Info, State, zeros
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn


def make_data(params: Params, ctx: Ctx) -> Data:
    """Digits, or points in the plane; two weights need none."""
    match params.mode:
        case "edge":
            return some_digits(params.samples, 0, ctx)
        case "minima":
            return some_digits(minima.COUNT, minima.NEW, ctx)
        case "bound":
            return bound.make_data(params, ctx)
        case "scalar":
            return Data(zeros(0, 1), zeros(0, 1), zeros(0, 1), zeros(0, 1), zeros(0, 2))


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """The start of the chosen view."""
    match params.mode:
        case "edge":
            return State(edge=edge.begin(params, data, ctx))
        case "minima":
            return State(minima=minima.begin(params, data, ctx))
        case "bound":
            return State(bound=bound.begin(params, data, ctx))
        case "scalar":
            return State(scalar=scalar.begin(params))


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """Some iterations, or another draw."""
    if state.edge is not None:
        found = edge.advance(params, data, state.edge)
        return State(edge=found), edge.record(found)
    if state.scalar is not None:
        moved = scalar.advance(params, state.scalar)
        return State(scalar=moved), scalar.record(params, moved)
    if state.minima is not None:
        both = minima.advance(params, data, state.minima, ctx)
        return State(minima=both), minima.record(both)
    assert state.bound is not None
    drawn = bound.advance(params, data, state.bound, ctx)
    return State(bound=drawn), bound.record(drawn)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    if state.edge is not None:
        return edge.observe(params, state.edge)
    if state.scalar is not None:
        return scalar.observe(params, state.scalar, view)
    if state.minima is not None:
        return minima.observe(params, state.minima)
    assert state.bound is not None
    return bound.observe(params, data, state.bound)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Another place for the two weights.

    Raises:
        BadInput: the view has no two weights.
    """
    run = state.scalar
    if run is None:
        raise BadInput(f"{gesture.kind} acts on two weights, and this view has none", "mode")
    u, v = run.at.tolist()
    match gesture.kind:
        case "stand":
            u, v = gesture.values["x"], gesture.values["y"]
        case "rescale":
            u, v = 2.0 * u, v / 2.0
        case _:
            u, v = u / 2.0, 2.0 * v
    return data, State(scalar=scalar.stand(run, np.array([u, v])))


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply)
