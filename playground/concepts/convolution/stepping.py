"""One step: the next window, the next row of windows, the next shift, frequency or copy."""

from __future__ import annotations

from playground.concepts.convolution.layer import outputs
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, Info, State
from playground.engine.run.context import Ctx

FLAT = ("picture", "up", "backward", "pooling")


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """On to the next output; at the last one the run is done."""
    rows, columns = outputs(params, data)
    last = max(0, rows * columns - 1)
    by_rows = params.step_is == "row" and params.mode in FLAT
    at = min(last, state.at + (max(1, columns) if by_rows else 1))
    return State(at), Info("done" if at >= last else "running", at)


def place(params: Params, data: Data, state: State) -> tuple[int, int]:
    """Row and column of the present output; the last one where parameters left fewer of them."""
    rows, columns = outputs(params, data)
    at = min(state.at, max(0, rows * columns - 1))
    return divmod(at, max(1, columns))
