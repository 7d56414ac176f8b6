"""Minimax games as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.minimax import Params
from playground.concepts.minimax.angle import angles
from playground.concepts.minimax.basin import basin, map_of_starts
from playground.concepts.minimax.board import board
from playground.concepts.minimax.condition import conditioning
from playground.concepts.minimax.data import Data, make_data
from playground.concepts.minimax.gestures import apply
from playground.concepts.minimax.noise import noise_floors, noisy
from playground.concepts.minimax.numbers import numbers
from playground.concepts.minimax.plane import paths
from playground.concepts.minimax.points import closed_orbits, points
from playground.concepts.minimax.rates import measured_rates, proximal_gaps, rates
from playground.concepts.minimax.state import State, begin
from playground.concepts.minimax.step import one_step
from playground.concepts.minimax.stepping import Info, info_of, step
from playground.concepts.minimax.surface import surface
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """All methods at the start."""
    return begin(params, data)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers that are read."""
    here = board(params, data, state, view)
    match params.mode:
        case "surface":
            drawn = surface(here)
        case "step":
            drawn = one_step(here)
        case "points":
            drawn = points(here, findings["orbits"])
        case "basin":
            drawn = basin(here, findings["basin"])
        case "rates":
            drawn = rates(here, findings["rates"], findings["proximal"], findings["conditioning"])
        case "minty":
            drawn = angles(here)
        case "noise":
            drawn = noisy(here, findings["floors"])
        case _:
            drawn = paths(here)
    first = recorded(info_of(params, data, state)) if info is None else {}
    return Drawn(drawn.figure, {**first, **numbers(here), **drawn.numbers})


JOBS = {
    "orbits": closed_orbits,
    "basin": map_of_starts,
    "rates": measured_rates,
    "conditioning": conditioning,
    "proximal": proximal_gaps,
    "floors": noise_floors,
}
CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, jobs=JOBS)
