"""Rows that need no window: steps, observations, and what a session adds to the bare loop of a model."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from playground import catalog
from playground.commands.bench.presets import playing_preset
from playground.commands.bench.rows import Row, best, share_row
from playground.engine.declarations.concept import Concept
from playground.engine.frame import STOPPED, View
from playground.engine.process.measure import bare_loop
from playground.engine.run.session import Session
from playground.engine.run.starting import begin

SECONDS = 0.25
TURNS = 3
_CHUNK = 64


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """The rows of some panels of the catalog."""
    for name in panels:
        concept, preset = catalog.load(name), playing_preset(name)
        yield from speed_rows(concept)
        yield session_row(concept, catalog.presets(name)[preset], preset)


def speed_rows(concept: Concept) -> Iterator[Row]:
    """A step and an observation at the card's default size, in processor time."""
    yield Row.of("step", concept.id, 1000 * best(lambda: _one_step(concept)))
    yield Row.of("observation", concept.id, 1000 * best(lambda: _one_observation(concept)))


def session_row(concept: Concept, preset: Mapping[str, Any], note: str = "") -> Row:
    """The session against the bare loop, measured in turn, so that a machine that slows down slows both."""
    bare, whole = [], []
    for _ in range(TURNS):
        bare.append(1 / bare_loop(concept, preset["params"], SECONDS, time.process_time))
        whole.append(_session_loop(concept, preset))
    return share_row("session", concept.id, min(bare), min(whole), note)


def _session_loop(concept: Concept, preset: Mapping[str, Any]) -> float:
    """Seconds a step in a session; a run that comes to its end begins again, off the clock."""
    session, steps, spent = begin(concept, preset), 0, 0.0
    while spent < SECONDS:
        began = time.process_time()
        steps += session.advance(_CHUNK)
        spent += time.process_time() - began
        if session.status in STOPPED:
            session.reset()
    return spent / steps


def _one_step(concept: Concept) -> float:
    """The typical time of one step at the card's default size."""
    session = Session(concept)
    began = time.process_time()
    taken = session.advance(20)
    return (time.process_time() - began) / max(taken, 1)


def _one_observation(concept: Concept) -> float:
    session = Session(concept)
    session.advance(1)
    begin = time.process_time()
    session.frame(View())
    return time.process_time() - begin
