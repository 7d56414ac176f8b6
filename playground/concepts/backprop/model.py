"""The backprop graph as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.backprop.gestures import apply
from playground.concepts.backprop.jobs import JOBS
from playground.concepts.backprop.picture import observe
from playground.concepts.backprop.state import init, length, make_data, step
from playground.engine.declarations.concept import Model

CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, jobs=JOBS, length=length)
