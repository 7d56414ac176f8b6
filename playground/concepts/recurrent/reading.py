"""The three nets on the user's sequence: their passes, the gradient from the end, and what they say."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.concepts.recurrent import NETS, Params, nets
from playground.concepts.recurrent.nets import Net
from playground.concepts.recurrent.state import State
from playground.concepts.recurrent.tokens import ASKED, Tokens, one_hot, typed
from playground.engine.kit import recurrent, recurrent_back
from playground.engine.kit.arrays import Reals
from playground.engine.kit.newest import Newest
from playground.engine.kit.recurrent import Unrolled
from playground.engine.kit.recurrent_back import SlopesInTime, StateSlope

_FORCED = 80.0  # what is added to the sum of a gate that is held


class Reading(NamedTuple):
    """A net on one sequence, in double precision.

    Attributes:
        net: which.
        tokens: of the sequence, (T,).
        drive: of all steps, (gates, T, 1, units).
        seen: the pass.
        slopes: the way back from the loss at the end.
        back: the derivative by the state after t tokens, (T + 1, units); of an LSTM by its cell.
        answer: what the loss asks for: the first token, or what the net says where that is a filler.
        shares: probabilities of the four, (ASKED,).
        loss: -log of that of the answer.
    """

    net: Net
    tokens: Tokens
    drive: Reals
    seen: Unrolled
    slopes: SlopesInTime
    back: Reals
    answer: int
    shares: Reals
    loss: float

    @property
    def digits(self) -> Reals:
        """Decimal logarithm of the gradient by each state over that by the last, (T + 1,); NaN where it is 0."""
        size = np.sqrt(np.square(self.back).sum(-1))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log10(size / size[-1])
        return np.where(np.isfinite(found), found, np.nan)


_NEWEST: Newest[Reading] = Newest(9)


def read(params: Params, state: State, name: str) -> Reading:
    """A net on the user's sequence; kept while nothing changes."""
    key = (name, params.activation, params.units, params.sequence, params.truncation)
    return _NEWEST.of((state.theta, state.valves), key, lambda: _made(params, state, name))


def all_read(params: Params, state: State) -> dict[str, Reading]:
    """All three nets on the user's sequence."""
    return {name: read(params, state, name) for name in NETS}


def step_of(params: Params, state: State) -> int:
    """The chosen step of the sequence, from 0."""
    T = len(typed(params.sequence)[1])
    return min(state.chosen, T - 1) if state.chosen >= 0 else T // 2


def _made(params: Params, state: State, name: str) -> Reading:
    one = nets.net(state.theta.numpy().astype(np.float64), params, name)
    tokens = typed(params.sequence)[1]
    drive = recurrent.driven(one.known, one_hot(tokens[:, None], np.float64))
    held = state.valves[: len(tokens)].numpy().astype(np.float64)
    recurrent.keeping(drive[:, :, 0], one.cell)[...] += _FORCED * held[:, None]
    seen = recurrent.forward(one.cell, one.known.Wh, drive)
    z = (seen.h[-1] @ one.W + one.b)[0]
    z -= z.max()
    p = np.exp(z)
    total = p.sum()
    p /= total
    answer = int(tokens[0]) if tokens[0] < ASKED else int(p.argmax())
    slope = one.W @ (p - (np.arange(ASKED) == answer))
    slopes = recurrent_back.backward(seen, one.known.Wh, None, StateSlope(slope[None]), params.truncation or None)
    back = nets.by_states(seen, slopes)[:, 0]
    loss = float(np.log(total) - z[answer])
    return Reading(one, tokens, drive, seen, slopes, back, answer, p, loss)
