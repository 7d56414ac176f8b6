"""What the mouse does: set the start, choose the solution."""

from __future__ import annotations

import torch

from playground.concepts.minimax import Params, lockstep
from playground.concepts.minimax.data import Data
from playground.concepts.minimax.games import game_of
from playground.concepts.minimax.state import State, begin, no_swarm
from playground.engine.declarations.concept import Gesture
from playground.engine.run.context import Ctx

AGAIN = 400
"""Iterations that are computed anew from a start that is dragged."""
_AGAIN_SLOW, _AGAIN_LATTICE = 25, 5


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture."""
    place = torch.tensor([gesture.values["x"], gesture.values["y"]], dtype=torch.float64)
    if gesture.kind == "choose_solution":
        # How far the lattice was from another point says nothing of this one.
        none = no_swarm(len(state.z))
        return data._replace(target=place), state._replace(swarm=none, swarm_recent=none)
    data = data._replace(start=place)
    most = _AGAIN_LATTICE if params.lattice else AGAIN if game_of(params).scalar else _AGAIN_SLOW
    count = min(state.iteration, most)
    state = begin(params, data)
    return data, lockstep.advance(params, data, state, count, ctx) if count else state
