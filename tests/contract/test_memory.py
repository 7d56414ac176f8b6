"""A run that goes on needs no more memory: no state holds those before it."""

from __future__ import annotations

import gc

from torch import Tensor

from playground.engine.declarations.concept import Concept
from playground.engine.run.session import Session

FIRST, STEPS = 16, 64
MOST = 32
"""Tensors that may come in so many steps, as the entries of a trail that grows do."""


def tensors() -> int:
    """How many tensors there are."""
    gc.collect()
    return sum(issubclass(type(one), Tensor) for one in gc.get_objects())  # a lazy module answers isinstance itself


def test_no_state_holds_those_before_it(concept: Concept) -> None:
    default = concept.declaration.params()
    rules = [spec for spec in default.specs().values() if spec.kind == "choice" and "optimiser" in spec.name]
    for params in [default, *(default.changed({spec.name: one}) for spec in rules for one in spec.choices)]:
        session = Session(concept, params, memory=0)
        session.advance(FIRST)
        session.run.checkpoints.shrink(0)
        before = tensors()
        session.advance(STEPS)
        session.run.checkpoints.shrink(0)
        assert tensors() - before <= MOST, params
