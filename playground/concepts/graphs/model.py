"""Message passing as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.graphs.gestures import apply
from playground.concepts.graphs.graphs import make_data
from playground.concepts.graphs.jobs import JOBS
from playground.concepts.graphs.picture import observe
from playground.concepts.graphs.reading import load
from playground.concepts.graphs.state import begin
from playground.concepts.graphs.stepping import length, step
from playground.engine.declarations.concept import Model

CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs=JOBS,
    length=length,
)
