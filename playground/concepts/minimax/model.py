"""Minimax games as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.minimax.data import make_data
from playground.concepts.minimax.gestures import apply
from playground.concepts.minimax.jobs import JOBS
from playground.concepts.minimax.picture import observe
from playground.concepts.minimax.state import begin
from playground.concepts.minimax.stepping import step
from playground.engine.declarations.concept import Model

CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, jobs=JOBS)
