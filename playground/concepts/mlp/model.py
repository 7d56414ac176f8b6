"""The MLP playground as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.mlp.data import load, make_data
from playground.concepts.mlp.gestures import apply
from playground.concepts.mlp.jobs import JOBS
from playground.concepts.mlp.picture import observe
from playground.concepts.mlp.state import begin
from playground.concepts.mlp.stepping import step
from playground.engine.declarations.concept import Model

CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, jobs=JOBS)
