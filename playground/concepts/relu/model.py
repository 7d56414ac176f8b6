"""ReLU linear regions as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.relu.data import make_data
from playground.concepts.relu.files import load, weights
from playground.concepts.relu.gestures import apply
from playground.concepts.relu.jobs import JOBS
from playground.concepts.relu.picture import observe
from playground.concepts.relu.state import begin
from playground.concepts.relu.stepping import step
from playground.engine.declarations.concept import Model

CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs=JOBS,
    weights=weights,
)
