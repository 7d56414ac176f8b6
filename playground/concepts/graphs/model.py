"""Message passing as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from playground.concepts.graphs import Params
from playground.concepts.graphs.crowd import crowd
from playground.concepts.graphs.gestures import apply
from playground.concepts.graphs.graphs import Data, make_data
from playground.concepts.graphs.jobs import JOBS
from playground.concepts.graphs.learning import learning
from playground.concepts.graphs.messages import messages
from playground.concepts.graphs.nodes import numbers
from playground.concepts.graphs.reading import load, redraw
from playground.concepts.graphs.renumbering import renumbering
from playground.concepts.graphs.spectral import spectral
from playground.concepts.graphs.squashing import squashing
from playground.concepts.graphs.starting import begin
from playground.concepts.graphs.state import State
from playground.concepts.graphs.stepping import Info, length, step
from playground.concepts.graphs.wl import wl
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.figures.drawn import Drawn

VIEWS: dict[str, Callable[[Params, Data, State, Findings], Drawn]] = {
    "messages": messages,
    "squashing": squashing,
    "training": learning,
    "renumber": renumbering,
    "wl": wl,
    "spectral": spectral,
    "crowd": crowd,
}


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    drawn = VIEWS[params.mode](params, data, state, findings)
    return replace(drawn, numbers={**numbers(data, state, findings), **drawn.numbers})


CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    redraw=redraw,
    jobs=JOBS,
    length=length,
)
