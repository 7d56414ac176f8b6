"""Minimax games as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from typing import Any

from playground.concepts.minimax import METRICS, Params
from playground.concepts.minimax.angle import angles
from playground.concepts.minimax.basin import basin, map_of_starts
from playground.concepts.minimax.board import board
from playground.concepts.minimax.data import Data, make_data
from playground.concepts.minimax.gestures import apply
from playground.concepts.minimax.names import METHODS
from playground.concepts.minimax.numbers import numbers
from playground.concepts.minimax.plane import paths
from playground.concepts.minimax.points import closed_orbits, points
from playground.concepts.minimax.populations import equilibria, populations
from playground.concepts.minimax.rates import measured_rates, proximal_gaps, rates
from playground.concepts.minimax.state import Plane, State, begin
from playground.concepts.minimax.step import step as one_step
from playground.concepts.minimax.stepping import Info, info_of, step
from playground.concepts.minimax.strategies import strategies
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the game and the view, and the numbers that are read."""
    always: dict[str, Any] = dict.fromkeys(f"{one.name}.{params.method}" for one in METRICS if one.over)
    always |= _recorded(info if info is not None else info_of(params, data, state))
    if state.plane is not None:
        drawn = _in_plane(params, data, state.plane, view, findings)
    elif state.matrix is not None:
        drawn = strategies(params, state.matrix)
    else:
        assert state.box is not None
        drawn = populations(params, state.box, findings["equilibria"])
    return Drawn(drawn.figure, {**always, **drawn.numbers})


def _recorded(info: Info) -> dict[str, Any]:
    """What is recorded of a step, of all methods."""
    found: dict[str, Any] = {"iteration": info.iteration}
    for name in ("distance", "residual"):
        found |= {f"{name}.{method}": getattr(getattr(info, name), method) for method in METHODS}
    return found


def _in_plane(params: Params, data: Data, plane: Plane, view: View, findings: Findings) -> Drawn:
    here = board(params, data, plane, view)
    match params.mode:
        case "step":
            drawn = one_step(here)
        case "points":
            drawn = points(here, findings["orbits"])
        case "basin":
            drawn = basin(here, findings["basin"])
        case "rates":
            drawn = rates(here, findings["rates"], findings["proximal"])
        case "minty":
            drawn = angles(here)
        case _:
            drawn = paths(here)
    return Drawn(drawn.figure, {**numbers(here), **drawn.numbers})


CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    jobs={
        "orbits": closed_orbits,
        "basin": map_of_starts,
        "rates": measured_rates,
        "proximal": proximal_gaps,
        "equilibria": equilibria,
    },
)
