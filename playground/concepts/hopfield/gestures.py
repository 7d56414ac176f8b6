"""What the user does: recall a memory, paint on the state and on memories, store, forget, stand elsewhere."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.landscape import MOST_NEURONS, state_of
from playground.concepts.hopfield.memories import Data, with_memory, without_memory
from playground.concepts.hopfield.sketch import Bank
from playground.concepts.hopfield.state import State, damaged, relearned, restarted, standing
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.brush import Corner, corners, stroke
from playground.engine.run.context import Ctx


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Memories and state after a gesture.

    Raises:
        BadInput: there is no such memory or state, or the stroke touches nothing.
    """
    values = gesture.values
    match gesture.kind:
        case "recall":
            k = _memory(data, values["memory"])
            return data, restarted(state, damaged(params, data, k, ctx), k)
        case "paint":
            cells = [(x, data.rows - y) for x, y in corners(values["path"])]
            touched = stroke(cells, data.rows, data.columns, values["size"])
            if not touched:
                raise BadInput("path touches no cell of the state", "path")
            s = inked(state.s, touched, values["ink"])
            recent = torch.tensor(touched)
            return data, standing(state._replace(prior=None, cycling=False, recent=recent), s)
        case "paint_memory":
            k = _memory(data, values["memory"])
            changed = _painted(data, k, corners(values["path"]), values["ink"], values["size"])
            return changed, relearned(params, changed, state)
        case "store":
            changed = with_memory(data, state.s)
            return changed, relearned(params, changed, state._replace(target=len(data.X)))
        case "forget":
            k = _memory(data, values["memory"])
            changed = without_memory(data, k)
            target = -1 if state.target == k else state.target - (state.target > k)
            return changed, relearned(params, changed, state._replace(target=target))
        case "stand":
            d = len(state.s)
            if d > MOST_NEURONS or values["state"] >= 2**d:
                raise BadInput(
                    f"state is {values['state']}, allowed are nets of at most {MOST_NEURONS} neurons and their states",
                    "state",
                )
            return data, restarted(state, state_of(values["state"], d), state.target)
        case "invert":
            return data, restarted(state, -state.s, state.target)
        case _:
            return data, restarted(state, torch.full_like(state.s, -1), state.target)


def _memory(data: Data, k: int) -> int:
    if k >= len(data.X):
        raise BadInput(f"memory is {k}, there are {len(data.X)} memories, counted from 0", "memory")
    return k


def inked(s: Tensor, cells: list[int], ink: str) -> Tensor:
    """A state with some cells black (+1), white (-1) or inverted."""
    s = s.clone()
    s[cells] = -s[cells] if ink == "invert" else torch.tensor(1 if ink == "black" else -1, dtype=s.dtype)
    return s


def _painted(data: Data, k: int, path: list[Corner], ink: str, size: int) -> Data:
    """The data with the part of a stroke that lies on memory k painted into it."""
    bank = Bank(len(data.X), data.rows, data.columns)
    touched = stroke([bank.cell(k, x, y) for x, y in path], data.rows, data.columns, size)
    X = data.X.clone()
    X[k] = inked(X[k], touched, ink)
    return data._replace(X=X)
