"""What the user does: choose a layer, move a point of the batches, turn v."""

from __future__ import annotations

import torch

from playground.concepts.signals import METHODS, Params
from playground.concepts.signals.river import offset
from playground.concepts.signals.state import Data, State
from playground.engine.declarations.concept import Gesture
from playground.engine.run.context import Ctx

SECOND = 100  # what the rows of the second batch are numbered from
_SHORT = 0.05  # v is not made shorter


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The state after a gesture."""
    match gesture.kind:
        case "choose_layer":
            return data, state._replace(chosen=_chosen(params, gesture.values["x"], bool(gesture.values["back"])))
        case "move_point":
            return data, _moved(params, state, int(gesture.values["id"]), *gesture.values["xy"])
        case _:
            v = torch.tensor(gesture.values["xy"], dtype=torch.float64)
            if float(v.norm()) < _SHORT or not len(state.lengths):
                return data, state
            return data, state._replace(path=v[None], lengths=state.lengths[-1:], updates=0)


def _chosen(params: Params, x: float, back: bool) -> int:
    """The step of the walk at a place of a river."""
    L = params.depth
    starts = [offset(L, k) for k in range(len(METHODS))]
    start = min(starts, key=lambda one: max(one - x, x - one - L, 0.0))
    layer = min(max(round(x - start), 0), L)
    return 2 * L - layer if back else layer


def _moved(params: Params, state: State, row: int, x: float, y: float) -> State:
    """A point where it was put; what the second batch is shifted and spread by is taken off again."""
    which, place = divmod(row, SECOND)
    if not len(state.batches) or which > 1 or place >= state.batches.shape[1]:
        return state
    batches = state.batches.clone()
    to = [(x - params.shift) / params.spread, y / params.spread] if which else [x, y]
    batches[which, place, :2] = torch.tensor(to, dtype=torch.float64)
    return state._replace(batches=batches)
