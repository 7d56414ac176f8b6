"""Phase maps: two parameters swept over a grid, each cell a run of its own, coloured by a metric or by its status.

A job that needs only the contract: it is advanced in short slices between the steps of the run that it belongs to.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.engine.declarations.axes import STATUSES, axis_names, colour_names
from playground.engine.declarations.grid import settings, spread
from playground.engine.errors import BadInput, unknown
from playground.engine.frame import Array, PhaseMap
from playground.engine.kit import tree
from playground.engine.run import observing
from playground.engine.run.comparison import beside
from playground.engine.run.session import Session
from playground.engine.run.source import MADE
from playground.engine.run.variants import Sweep, Variant

MOST_CELLS, MOST_STEPS = 64, 100_000
_PIECE = 0.004  # s of a slice
_MEMORY = 4 << 20  # bytes of states that a cell keeps


def check_sweep(session: Session, sweep: Sweep) -> None:
    """Refuses a sweep that makes no map.

    Raises:
        BadInput: a name, the steps or the grid are not allowed.
    """
    specs, axes = session.params.specs(), axis_names(session.concept.declaration)
    for where, name in (("x", sweep.x), ("y", sweep.y)):
        if name not in specs:
            raise unknown("parameter", name, axes)
        if name not in axes:
            raise BadInput(f"{where} is {name}, allowed are {', '.join(axes)}", where)
    if sweep.x == sweep.y:
        raise BadInput(f"y is {sweep.y}, which is x already: a map has two parameters", "y")
    metrics = colour_names(session.concept.declaration)
    if sweep.metric not in metrics:
        raise unknown("metric", sweep.metric, metrics)
    if not 0 <= sweep.steps <= MOST_STEPS:
        raise BadInput(f"steps is {sweep.steps}, allowed is 0 to {MOST_STEPS}", "steps")
    for name, count in (("columns", sweep.columns), ("rows", sweep.rows)):
        if not 2 <= count <= MOST_CELLS:
            raise BadInput(f"{name} is {count}, allowed is 2 to {MOST_CELLS}", name)


def cell(session: Session, changes: dict[str, Any]) -> Session:
    """The run of one cell, at its start: that of the session with two parameters changed from the beginning."""
    return beside(session, Variant(changes), memory=_MEMORY)


def value(session: Session, metric: str) -> float:
    """What colours the cell of a run; NaN where it is undefined."""
    session.guard()
    if metric == "status":
        return float(STATUSES.index(session.status))
    found = observing.values(session, [metric]).get(metric)
    return float(found) if isinstance(found, int | float) else math.nan


def run(session: Session, steps: int) -> Iterator[None]:
    """Takes a run to a step or to its end, in short slices."""
    session.apply_due()
    while session.step < steps:
        size = int(_PIECE / session.seconds_per_step) if session.seconds_per_step > 0 else 1
        taken = session.advance(max(1, min(size, steps - session.step)), time.perf_counter() + _PIECE)
        if not taken and not session.amid_step:
            return
        yield


@dataclass
class Phase:
    """One map under way.

    Attributes:
        key: of everything that it reads.
        map: as far as it has come.
        work: what is left, or None.
    """

    key: str
    map: PhaseMap
    work: Iterator[PhaseMap] | None

    @classmethod
    def begin(cls, session: Session, sweep: Sweep) -> Phase:
        """A map that begins.

        Raises:
            BadInput: the sweep is not allowed.
        """
        check_sweep(session, sweep)
        specs = session.params.specs()
        xs, ys = spread(specs[sweep.x], sweep.columns), spread(specs[sweep.y], sweep.rows)
        z = np.full((len(ys), len(xs)), np.nan)
        ends = np.full((z.size, 3), np.nan)
        first = PhaseMap(
            *(sweep.x, sweep.y, sweep.metric, sweep.steps, tuple(xs), tuple(ys), z, 0, True),
            params=session.run.base.params.changed(session.view_values).plain(),
            seed=session.seed,
            obstacle=obstacle(session, sweep),
            ends=ends,
        )
        return cls(key_of(session, sweep), first, _cells(session.frozen(), first, ends))

    def advance(self, seconds: float) -> bool:
        """Works for about this long; says whether anything is left."""
        end = time.perf_counter() + seconds
        while self.work is not None and time.perf_counter() < end:
            found = next(self.work, None)
            if found is None:
                self.stop()
            else:
                self.map = found
        return self.work is not None

    def stop(self) -> None:
        """Leaves off; what is done stays."""
        if self.work is not None:
            self.work = None
            self.map = self.map.finish()


def obstacle(session: Session, sweep: Sweep) -> str:
    """Why the cells of a map need more than parameters and a seed, as a clause; empty where they do not."""
    if session.source != MADE:
        return "its data are your own" if session.source.kind == "file" else "its data were changed by hand"
    for entry in session.run.log:
        if entry.kind or not {*entry.changes} <= {sweep.x, sweep.y}:
            what = "the run was touched" if entry.kind else f"{', '.join(entry.changes)} changed"
            return f"{what} at step {entry.step:,}"
    return ""


def key_of(session: Session, sweep: Sweep) -> str:
    """Equal for sweeps of the same run by the same values."""
    values = {n: v for n, v in session.run.base.params.plain().items() if n not in (sweep.x, sweep.y)}
    parts = (values, session.seed, session.log, tree.digest(session.run.base.data), sweep)
    return repr(parts)


def _cells(origin: Session, first: PhaseMap, ends: Array) -> Iterator[PhaseMap]:
    """The map after each slice; a cell that is not allowed beside the others stays empty."""
    z: Array = first.z.copy()
    for done, setting in enumerate(settings({first.y: first.ys, first.x: first.xs})):
        try:
            one = cell(origin, setting)
        except BadInput:
            one = None
        if one is not None:
            seconds, begun = 0.0, time.perf_counter()
            for _ in run(one, first.steps):
                seconds += time.perf_counter() - begun
                yield first.after(z, ends, done)
                begun = time.perf_counter()
            z, ends = z.copy(), ends.copy()
            z.flat[done] = value(one, first.metric)
            seconds += time.perf_counter() - begun
            if one.failure is None:
                ends[done] = STATUSES.index(one.status), one.step, seconds
        yield first.after(z, ends, done + 1)
