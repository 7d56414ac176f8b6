"""What the mouse does: set the start, choose the solution, set a strategy."""

from __future__ import annotations

import torch

from playground.concepts.minimax import MATRIX_GAMES, Params, lockstep
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import game_of
from playground.concepts.minimax.state import State, begin, begin_plane
from playground.concepts.minimax.strategies import shares_at
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

AGAIN = 400
"""Iterations that are computed anew from a start that is dragged."""
_AGAIN_SLOW, _AGAIN_LATTICE = 25, 5
_LEAST = 1e-3


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: this game has no such start.
    """
    values = gesture.values
    if gesture.kind == "set_strategy":
        return _strategy(params, data, str(values["player"]), float(values["x"]), float(values["y"]), ctx)
    if state.plane is None:
        raise BadInput(f"game is {params.game}, allowed are games of two numbers for {gesture.kind}", "game")
    place = torch.tensor([float(values["x"]), float(values["y"])], dtype=torch.float64)
    if gesture.kind == "choose_solution":
        return data._replace(target=place), state
    data = data._replace(start=place)
    plane = begin_plane(params, data)
    most = _AGAIN_LATTICE if params.lattice else AGAIN if game_of(params).scalar else _AGAIN_SLOW
    count = min(state.plane.iteration, most)
    return data, state._replace(plane=lockstep.advance(params, data, plane, count, ctx) if count else plane)


def _strategy(params: Params, data: Data, player: str, x: float, y: float, ctx: Ctx) -> tuple[Data, State]:
    if params.game not in MATRIX_GAMES:
        raise BadInput(f"game is {params.game}, allowed are matrix games for set_strategy", "game")
    if params.game == "pennies":
        if player in ("x", "both"):
            data = data._replace(p=_from_first(x))
        if player in ("y", "both"):
            data = data._replace(q=_from_first(y))
    else:
        # "both" is the player whose triangle the place is in.
        of_x = player == "x" or (player == "both" and y > x)
        shares = shares_at(x, y, 0 if of_x else 1).to(torch.float64).clamp(_LEAST, 1.0)
        shares = shares / shares.sum()
        data = data._replace(p=shares) if of_x else data._replace(q=shares)
    return data, begin(params, data, ctx)


def _from_first(share: float) -> torch.Tensor:
    """Shares of which the first two are in this proportion; the third stays for the game with three moves."""
    first = min(max(share, _LEAST), 1 - _LEAST)
    return torch.tensor([0.9 * first, 0.9 * (1 - first), 0.1], dtype=torch.float64)
