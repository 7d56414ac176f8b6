"""RNN memory and gates as the functions of the contract, and the numbers that every view reads."""

from __future__ import annotations

from typing import Any

from playground.concepts.recurrent import NETS, Params
from playground.concepts.recurrent.gestures import apply
from playground.concepts.recurrent.lag import lag
from playground.concepts.recurrent.layers import layers
from playground.concepts.recurrent.race import race
from playground.concepts.recurrent.river import river
from playground.concepts.recurrent.state import Data, Info, State
from playground.concepts.recurrent.stepping import begin, info_of, make_data, step
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers that are read."""
    match params.mode:
        case "river":
            drawn = river(params, state)
        case "lag":
            drawn = lag(params, state)
        case "race":
            drawn = race(params, state)
        case "layers":
            drawn = layers(params, state)
    return Drawn(drawn.figure, _numbers(state) | dict(drawn.numbers))


def _numbers(state: State) -> dict[str, Any]:
    """What is read of a run in every view."""
    reached = {f"reached.{name}": int(value) or None for name, value in zip(NETS, state.reached, strict=True)}
    return recorded(info_of(state)) | reached


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply)
