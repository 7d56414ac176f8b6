"""One step of the run, and how it goes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.data import Data, solution
from playground.concepts.minimax.games import Game, game_of
from playground.concepts.minimax.linear import STATIONARY, radius
from playground.concepts.minimax.names import PerMethod, running
from playground.concepts.minimax.state import State
from playground.engine.frame import Status
from playground.engine.run.context import Ctx

OUT = 100.0
"""A method this many half windows away is diverging."""
_GROWS = 1e-9


class Info(NamedTuple):
    """What the audience should see about the last step; the parts are metrics over the methods.

    Attributes:
        status: converged when all methods are at a stationary point.
        iteration: iterations since the start.
        distance: to the chosen solution.
        residual: |V|.
    """

    status: Status
    iteration: int
    distance: PerMethod
    residual: PerMethod


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """The chosen number of iterations of all methods."""
    state = lockstep.advance(params, data, state, params.iterations, ctx)
    return state, info_of(params, data, state)


def info_of(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state."""
    status = _together(statuses(params, data, state))
    residual = per(running(params), state.residual.tolist())
    return Info(status, state.iteration, distances(params, data, state), residual)


def per(names: tuple[str, ...], values: list[float]) -> PerMethod:
    """Numbers of the running methods by their names."""
    return PerMethod(**dict(zip(names, values, strict=True)))


def distances(params: Params, data: Data, state: State) -> PerMethod:
    """|z - z*| of every running method; None where there is no solution."""
    found = solution(game_of(params), data)
    if found is None:
        return PerMethod()
    points = torch.view_as_complex(state.z)[:, 0].tolist()
    return per(running(params), [abs(z - found.z) for z in points])


# ---- how it goes


def statuses(params: Params, data: Data, state: State) -> list[str]:
    """running, converged, cycling, diverging or diverged, for each running method."""
    game, names = game_of(params), running(params)
    found = solution(game, data)
    points = torch.view_as_complex(state.z)[:, 0].tolist()
    ended, converged, cycle = state.ended.tolist(), state.converged.tolist(), state.cycle[:, 0].tolist()
    words = []
    for i, name in enumerate(names):
        if ended[i] >= 0:
            words.append("diverged")
        elif converged[i]:
            words.append("converged")
        elif cycle[i] > 0:
            words.append("cycling")
        elif abs(points[i]) > OUT * game.half or (found is not None and grows(params, game, name, found.z)):
            words.append("diverging")
        else:
            words.append("running")
    return words


def grows(params: Params, game: Game, name: str, z: complex) -> bool:
    """Whether a linear game makes this method grow: its spectral radius is above 1."""
    if not game.linear or not lockstep.steady(params) or name not in STATIONARY:
        return False
    return rate_at(game, name, z, params.eta, lockstep.look_ahead(params, game)) > 1 + _GROWS


@lru_cache(maxsize=512)
def rate_at(game: Game, name: str, z: complex, eta: float, gamma: float) -> float:
    """The spectral radius of a method's iteration at a stationary point; kept, for every step asks for it."""
    return radius(name, game.matrix(z), eta, gamma)


def _together(each: list[str]) -> Status:
    if each and all(word == "converged" for word in each):
        return "converged"
    left = {word for word in each if word != "converged"}
    if left and left <= {"diverged", "diverging"}:
        return "diverging"
    return "cycling" if left and left <= {"cycling", "diverged", "diverging"} and "cycling" in left else "running"
