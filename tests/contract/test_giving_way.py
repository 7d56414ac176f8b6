"""No step and no job holds the engine for long: at the largest settings either gives way amid what it does."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from playground import catalog
from playground.engine.declarations.concept import Concept
from playground.engine.declarations.params import VIEW
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit.giving_way import LongWork, give_way
from playground.engine.run.session import Session

HOLD = 0.016  # s of processor time, on a machine that takes `FIXED` for a fixed piece of work
BUSY = 2.0  # times as long where other programs share the caches
FIXED = 0.0017
ENOUGH = 0.6  # s of a step or a job that are looked at
TRIES = 5
ONE_CALL = {"graphs": 4.0, "samplers": 3.0}  # an order of a million edges, a product; sums over all particles
"""Panels with a single call that holds longer, and how many times as long."""


def at_largest(concept: Concept, values: Mapping[str, Any]) -> Session:
    """A run with every size and count at its highest, as far as they are allowed together."""
    kind, raised, high = concept.declaration.params, dict(values), []
    for name, spec in kind.specs().items():
        counts = spec.kind == "integer" or (spec.kind == "vector" and spec.decimals == 0)
        if spec.effect != VIEW and counts and spec.high is not None:
            high.append(name)
            raised[name] = int(spec.high) if spec.kind == "integer" else [float(spec.high)] * spec.length[1]
    while True:
        try:
            return Session(concept, kind.make(raised))
        except BadInput as error:  # it says which of them is too much beside the others
            name = error.field if error.field in high else high[-1]
            high.remove(name)
            raised[name] = values.get(name, getattr(kind(), name))


def longest(function: Callable[[], object]) -> float:
    """The longest that work holds its thread before it gives way, in seconds of processor time, up to a while."""
    work, found, begun = LongWork(function), 0.0, time.process_time()
    ended = False
    while not ended and time.process_time() - begun < ENOUGH:
        before = time.process_time()
        ended = work.go_on(0.0)
        found = max(found, time.process_time() - before)
    return found


def allowed(concept: Concept) -> float:
    """How long work may hold the engine here and now: longer where other programs share the processor."""
    numbers, found = np.linspace(-3.0, 3.0, 1_000_000), math.inf
    for _ in range(TRIES):
        begun = time.process_time()
        np.tanh(numbers, out=numbers)
        found = min(found, time.process_time() - begun)
    return HOLD * BUSY * max(1.0, found / FIXED) * ONE_CALL.get(concept.id, 1.0)


def least(function: Callable[[], object]) -> float:
    """The shortest of a few measurements of `longest`: what it takes where nothing else disturbs it."""
    found = math.inf
    for _ in range(TRIES):
        found = min(found, longest(function))
        if found <= HOLD:
            break
    return found


def one_of_each(concept_id: str) -> list[str]:
    """The first preset of each mode."""
    found: dict[object, str] = {}
    for name, preset in catalog.presets(concept_id).items():
        found.setdefault(preset["params"].get("mode"), name)
    return list(found.values())


def test_the_largest_step_gives_way(concept: Concept) -> None:
    held, limit = {}, allowed(concept)
    for preset in one_of_each(concept.id):
        session = at_largest(concept, catalog.presets(concept.id)[preset]["params"])
        here = session.params, session.data, session.state
        held[preset] = least(partial(concept.model.step, *here, session.context("step")))
    assert not {preset: f"{1000 * found:.0f} ms" for preset, found in held.items() if found > limit}


def test_every_piece_of_a_job_gives_way(concept: Concept) -> None:
    session, held, limit = Session(concept), {}, allowed(concept)
    here = session.params, session.data, session.state, View()
    for name, work in concept.model.jobs.items():
        held[name] = least(partial(_through, work, *here, session.context(name)))
    assert not {name: f"{1000 * found:.0f} ms" for name, found in held.items() if found > limit}


def _through(work: Callable[..., Iterable[object]], *args: object) -> None:
    """All of a job."""
    for _ in work(*args):
        give_way()
