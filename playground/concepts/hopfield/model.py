"""The Hopfield network as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.hopfield.gestures import apply
from playground.concepts.hopfield.jobs import JOBS
from playground.concepts.hopfield.memories import load, make_data
from playground.concepts.hopfield.picture import observe
from playground.concepts.hopfield.state import begin
from playground.concepts.hopfield.stepping import step
from playground.engine.declarations.concept import Model

CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs=JOBS,
)
