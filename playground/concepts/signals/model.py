"""Will the signal survive as the functions of the contract, and the numbers that every view reads."""

from __future__ import annotations

from typing import Any

from playground.concepts.signals import Params
from playground.concepts.signals.batches import batches
from playground.concepts.signals.data import load, make_data
from playground.concepts.signals.directions import directions
from playground.concepts.signals.gestures import apply
from playground.concepts.signals.learning import learn
from playground.concepts.signals.rates import rates
from playground.concepts.signals.river import river
from playground.concepts.signals.state import Data, Info, State
from playground.concepts.signals.stepping import begin, info_of, step
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers that are read."""
    match params.mode:
        case "river":
            drawn = river(params, state)
        case "learn":
            drawn = learn(params, data, state)
        case "rates":
            drawn = rates(params, data, state)
        case "batches":
            drawn = batches(params, state)
        case "unit":
            drawn = directions(params, state)
    numbers: dict[str, Any] = recorded(info_of(state))
    return Drawn(drawn.figure, numbers | dict(drawn.numbers))


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load)
