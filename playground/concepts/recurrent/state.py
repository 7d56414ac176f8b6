"""The state of a run: three nets in one row of weights, what Adam remembers, and how far their gradients reached."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.recurrent import NETS
from playground.engine.frame import Status
from playground.engine.kit.optimisers import Memory
from playground.figures.layers import Role

RECENT = 8  # batches over which the recall is told
REACHED = 0.99
NAMES = {"rnn": "RNN", "lstm": "LSTM", "gru": "GRU"}
ROLES: dict[str, Role] = {"rnn": "slot2", "lstm": "slot1", "gru": "slot3"}


class Data(NamedTuple):
    """There is none: sequences are drawn for every update."""


class State(NamedTuple):
    """A run.

    Attributes:
        theta: flat weights of RNN, LSTM and GRU one after another, (N,), float32; see `nets.parts`.
        memory: what the optimiser remembers.
        recent: share that was right in the last batches, the newest last, (3, RECENT); -1 where there was none yet.
        reached: updates until the recall was `REACHED`, (3,); 0: it was not yet.
        losses: of the last batch, (3,); of the first state: of a batch that is not learnt from.
        norms: length of each net's gradient before it is clipped, (3,).
        profile: root mean square over the batch of the loss's derivative by the state after t tokens, over that by the
            last state, (3, length + 1); of the LSTM by its cell.
        bound: the decimal logarithm of what the product bound allows the RNN, (length + 1,).
        updates: so far.
        chosen: the step of the user's sequence that is asked about; -1: the middle.
        valves: of each step 0 where the net decides, -1 where the gate that keeps the state is shut, 1 where it is
            open, (MOST,), int8.
        normal: standard normal numbers that the stack of layers starts from.
    """

    theta: Tensor
    memory: Memory[Tensor]
    recent: Tensor
    reached: Tensor
    losses: Tensor
    norms: Tensor
    profile: Tensor
    bound: Tensor
    updates: int
    chosen: int
    valves: Tensor
    normal: Tensor


class Each(NamedTuple):
    """A number of each net."""

    rnn: float | None
    lstm: float | None
    gru: float | None


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    updates: int
    accuracy: Each
    loss: Each
    norm: Each
    digits: Each


def recall(state: State) -> Each:
    """Share that was right in the last batches."""
    rows = [row[row >= 0.0] for row in state.recent.numpy()]
    return Each(*(float(row.mean()) if len(row) else None for row in rows))


def each(values: Tensor) -> Each:
    """Three numbers by name."""
    return Each(*map(float, values.tolist()))


def at(name: str) -> int:
    """The place of a net among the three."""
    return NETS.index(name)
