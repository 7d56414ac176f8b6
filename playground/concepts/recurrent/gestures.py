"""What the user does: choose a step, and hold the gate that keeps the state shut or open there."""

from __future__ import annotations

import torch

from playground.concepts.recurrent import Params
from playground.concepts.recurrent.state import Data, State
from playground.concepts.recurrent.tokens import typed
from playground.engine.declarations.concept import Gesture
from playground.engine.run.context import Ctx

_NEXT = {0: -1, -1: 1, 1: 0}


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The state after a gesture."""
    if gesture.kind == "free":
        return data, state._replace(valves=torch.zeros_like(state.valves))
    last = len(typed(params.sequence)[1]) - 1
    t = min(max(round(gesture.values["x"]), 0), last)
    if gesture.kind == "turn_valve":
        valves = state.valves.clone()
        valves[t] = _NEXT[int(valves[t])]
        return data, state._replace(valves=valves, chosen=t)
    return data, state._replace(chosen=t)
