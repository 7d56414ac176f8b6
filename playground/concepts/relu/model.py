"""ReLU linear regions as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playground.concepts.relu import Params
from playground.concepts.relu.counts import counts
from playground.concepts.relu.data import Data, make_data
from playground.concepts.relu.diagram import diagram
from playground.concepts.relu.files import load, weights
from playground.concepts.relu.gestures import apply
from playground.concepts.relu.jobs import JOBS
from playground.concepts.relu.look import Look, look_at
from playground.concepts.relu.numbers import numbers
from playground.concepts.relu.profile import profile
from playground.concepts.relu.regions import regions
from playground.concepts.relu.state import State, begin
from playground.concepts.relu.stepping import Info, step
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn

VIEWS: dict[str, Callable[[Look], Drawn]] = {"regions": regions, "net": diagram, "profile": profile, "counts": counts}


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    look = look_at(params, data, state, view, findings)
    drawn = VIEWS[params.mode](look)
    return replace(drawn, numbers={**numbers(look), **drawn.numbers})


CONCEPT = Model(
    make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, jobs=JOBS, weights=weights
)
