"""A change you cannot see as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from playground.concepts.attacks import Params, picture
from playground.concepts.attacks.data import Data, load, make_data
from playground.concepts.attacks.gestures import apply
from playground.concepts.attacks.state import Info, State, begin, in_plane
from playground.concepts.attacks.stepping import step
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    drawn = picture.observe(params, state)
    return Drawn(drawn.figure, {**_numbers(params, state), **drawn.numbers})


def _numbers(params: Params, state: State) -> dict[str, Any]:
    """What is read of a run in every view."""
    found = state.right if in_plane(params) else state.held.mean(0)
    names = ("standard_clean", "standard_attacked", "robust_clean", "robust_attacked")
    learner = state.divider if in_plane(params) else state.reader
    return {
        **dict(zip(names, found.tolist(), strict=True)),
        "updates": learner.updates,
        "trained": learner.updates > 0,
        "guard": params.guard,
    }


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load)
