"""A phase map of the window as a study: the same runs in a file, with what has ended. No torch, no Qt."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from playground.engine.declarations.axes import STATUSES
from playground.engine.declarations.grid import settings
from playground.engine.errors import BadInput
from playground.engine.files import replacing
from playground.engine.frame import PhaseMap
from playground.sweep import identity
from playground.sweep.store import Store
from playground.sweep.study import Base, Study
from playground.sweep.vary import Setting
from playground.sweep.work import Result, Row


def study_of(concept: str, phase: PhaseMap) -> Study:
    """The study whose runs are the cells of a map, row by row.

    Raises:
        BadInput: its runs need more than parameters and a seed.
    """
    if phase.obstacle:
        raise BadInput(f"This map is no study: {phase.obstacle}. Start anew, then compute it again", "map")
    plain = Base(concept).params()
    own = plain.changed(phase.params)
    fixed = {name: getattr(own, name) for name in plain.diff(own) if name not in (phase.x, phase.y)}
    metrics = () if phase.metric == "status" else (phase.metric,)
    cells = [Setting(values) for values in settings({phase.y: phase.ys, phase.x: phase.xs})]
    return Study(Base(concept, fixed=fixed, steps=phase.steps, metrics=metrics), (phase.y, phase.x), cells, phase.seed)


def keep(path: str | Path, concept: str, phase: PhaseMap) -> int:
    """Writes a map as a study, in place of the file that is there; returns how many runs it holds.

    Raises:
        BadInput: its runs need more than parameters and a seed, or the file cannot be written.
    """
    study, rows = study_of(concept, phase), tuple(_rows(phase))
    with replacing(path) as temporary, Store.open(temporary, study) as store:
        store.add(Result(rows, identity.program()))
    return len(rows)


def _rows(phase: PhaseMap) -> Iterator[Row]:
    """The cells that have come to their end; the others, and those that failed, are left for the study to compute."""
    assert phase.ends is not None
    for number, ((status, step, seconds), value) in enumerate(zip(phase.ends.tolist(), phase.z.flat, strict=True)):
        if math.isfinite(status):
            values = () if phase.metric == "status" else (None if math.isnan(value) else float(value),)
            yield Row(number, phase.seed, STATUSES[int(status)], int(step), seconds, "", values)
