"""Rows that need no window: steps, observations, and what a session adds to the bare loop of a model."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from playground import catalog
from playground.commands.bench.rows import HEAVY_STEP, LONG_STEP, OVERHEAD, SESSION_SHARE, STEP, Row, best
from playground.engine.declarations.concept import Concept
from playground.engine.frame import STOPPED, View
from playground.engine.process.measure import bare_loop
from playground.engine.run.session import Session
from playground.engine.run.starting import begin

SECONDS = 1.0
TURNS = 3
_CHUNK = 64
_ENOUGH = 2000


def rows() -> Iterator[Row]:
    """The rows of every concept in the catalog."""
    for name in catalog.ids():
        yield from concept_rows(catalog.load(name))


def concept_rows(concept: Concept) -> Iterator[Row]:
    """The rows of one concept of the catalog."""
    yield from speed_rows(concept)
    preset = endless_preset(concept)
    if preset:
        yield session_row(concept, catalog.presets(concept.id)[preset])


def speed_rows(concept: Concept) -> Iterator[Row]:
    """A step and an observation at the card's default size."""
    budget = HEAVY_STEP if concept.declaration.card.heavy else STEP
    yield Row(f"step of {concept.id}", 1000 * best(lambda: _one_step(concept)), "ms", 1000 * budget)
    yield Row(f"observation of {concept.id}", 1000 * best(lambda: _one_observation(concept)), "ms", 1000 * budget)


def endless_preset(concept: Concept) -> str:
    """The first preset whose run does not stop by itself within many steps; empty if all do."""
    for name in catalog.presets(concept.id):
        session = begin(concept, catalog.presets(concept.id)[name])
        if session.advance(_ENOUGH) == _ENOUGH and session.status not in STOPPED:
            return name
    return ""


def session_row(concept: Concept, preset: Mapping[str, Any]) -> Row:
    """The session's share of the bare loop's steps a second; what it adds to a step where steps are short.

    Both are measured in turn, so that a machine that slows down slows both.
    """
    bare, whole = [], []
    for _ in range(TURNS):
        bare.append(1 / bare_loop(concept, preset["params"], SECONDS))
        whole.append(_session_loop(concept, preset))
    if min(bare) >= LONG_STEP:
        return Row(f"session over bare loop of {concept.id}", min(bare) / min(whole), "", SESSION_SHARE, "at least")
    added = 1e6 * (min(whole) - min(bare))
    return Row(f"added to a step of {concept.id} by the session", added, "us", 1e6 * OVERHEAD)


def _session_loop(concept: Concept, preset: Mapping[str, Any]) -> float:
    """Seconds a step in a session; a run that comes to its end begins again, off the clock."""
    session, steps, spent = begin(concept, preset), 0, 0.0
    while spent < SECONDS:
        began = time.perf_counter()
        steps += session.advance(_CHUNK)
        spent += time.perf_counter() - began
        if session.status in STOPPED:
            session.reset()
    return spent / steps


def _one_step(concept: Concept) -> float:
    """The typical time of one step at the card's default size."""
    session = Session(concept)
    began = time.perf_counter()
    taken = session.advance(20)
    return (time.perf_counter() - began) / max(taken, 1)


def _one_observation(concept: Concept) -> float:
    session = Session(concept)
    session.advance(1)
    begin = time.perf_counter()
    session.frame(View())
    return time.perf_counter() - begin
