"""Diffusion as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from playground.concepts.diffusion.data import make_data
from playground.concepts.diffusion.files import load, weights
from playground.concepts.diffusion.gestures import apply
from playground.concepts.diffusion.jobs import JOBS
from playground.concepts.diffusion.picture import observe
from playground.concepts.diffusion.stepping import begin, length, step
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
    weights=weights,
)
