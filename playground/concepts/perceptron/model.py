"""The perceptron as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.perceptron.data import load, make_data
from playground.concepts.perceptron.gestures import apply
from playground.concepts.perceptron.jobs import JOBS
from playground.concepts.perceptron.picture import observe
from playground.concepts.perceptron.state import begin
from playground.concepts.perceptron.stepping import step
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
