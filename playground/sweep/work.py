"""What travels between a study and those who compute it: tasks there, results back."""

from __future__ import annotations

import hashlib
import math
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from playground import catalog
from playground.engine.errors import BadInput, DeviceLost
from playground.engine.files import read_bytes
from playground.sweep import identity
from playground.sweep.study import Base, Planned

REFUSED = "refused"  # the status of a run that could not begin
LOST = "lost"  # the status of a run whose process ended each time
CHUNK = 4096  # steps at once
MOST_BYTES = 100_000_000  # of a data file
_MEMORY = 4 << 20  # bytes of states that a run keeps

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Some runs of a study, computed one after the other in one process.

    Attributes:
        base: what they share.
        runs: the runs.
        versions: of the program that asks, which must be that of the worker.
    """

    base: Base
    runs: tuple[Planned, ...]
    versions: Mapping[str, str] = field(default_factory=identity.versions)


@dataclass(frozen=True, slots=True)
class Row:
    """How a run came out.

    Attributes:
        number: of the run.
        seed: of its random numbers.
        status: that of the panel at the last step, or `REFUSED` or `LOST`.
        step: the step that it reached.
        seconds: how long it took.
        reason: why it stopped before its time, or empty.
        values: the metrics at the end, None where undefined.
        along: (step, metrics) at the steps between.
    """

    number: int
    seed: int
    status: str
    step: int
    seconds: float
    reason: str
    values: Values
    along: tuple[tuple[int, Values], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What a worker sends back.

    Attributes:
        rows: one for each run of the task.
        machine: where they were computed.
        refusal: why the worker computes nothing for this study, in a sentence; empty otherwise.
    """

    rows: tuple[Row, ...]
    machine: Mapping[str, Any] = field(default_factory=dict)
    refusal: str = ""


_one_at_a_time = threading.Lock()  # of a worker with several threads: torch and numpy are told to use one


def compute(task: Task, where: str = "") -> Result:
    """Computes a task in this process.

    Args:
        task: what is asked.
        where: what the sentence of a refusal calls this process.
    """
    other = identity.difference(task.versions)
    if other:
        return Result((), refusal=f"{where or 'a worker'} is of another version: {other}")
    with _one_at_a_time:
        try:
            _check_files(task.base.files)
        except BadInput as error:
            return Result((), refusal=f"{where or 'a worker'} cannot compute this study: {error}")
        rows = tuple(_row(task.base, run) for run in task.runs)
        return Result(rows, _machine())


def _row(base: Base, run: Planned) -> Row:
    from playground.engine import device

    try:
        return _run(base, run)
    except DeviceLost as lost:
        device.give_up(str(lost))
        _machine.cache_clear()
        return _run(base, run)


def _run(base: Base, run: Planned) -> Row:
    """One run, as `playground run` does it."""
    from playground.engine.run.session import Session
    from playground.engine.run.starting import begin

    started = time.perf_counter()

    def row(status: str, step: int, reason: str, values: Values = (), along: Any = ()) -> Row:
        filled = values or (None,) * len(base.metrics)
        seconds = time.perf_counter() - started
        return Row(run.number, run.seed, status, step, seconds, reason, filled, tuple(along))

    session: Session | None = None
    try:
        changes = {**base.fixed, **run.values}
        session = begin(
            catalog.load(base.concept), base.start(), lambda begun: begun.changed(changes), run.seed, memory=_MEMORY
        )
        if base.files:
            session.load(*(path for path, _ in base.files))
        along = list(_play(session, base))
        values, status, reason = _seen(session, base.metrics)
    except BadInput as error:
        return row(REFUSED, 0, str(error))
    except Exception as error:
        return row("failed", session.step if session is not None else 0, f"{type(error).__name__}: {error}")
    return row(status, session.step, reason, values, along)


def _play(session: Any, base: Base) -> Iterator[tuple[int, Values]]:
    """Takes a run to its end; yields the metrics along the way."""
    from playground.engine.frame import STOPPED

    stride = base.every or CHUNK
    while True:
        if base.every and session.step % base.every == 0 and session.step < base.steps:
            yield session.step, _metrics(session, base.metrics)
        if session.step >= base.steps or session.status in STOPPED or session.failure is not None:
            return
        if session.advance(min(stride, base.steps - session.step)) == 0:
            return


def _metrics(session: Any, names: tuple[str, ...]) -> Values:
    from playground.engine.run import observing

    found = observing.values(session, names)
    return tuple(_number(found.get(name)) for name in names)


def _seen(session: Any, names: tuple[str, ...]) -> tuple[Values, str, str]:
    """Metrics, status and reason at the end, as `playground run` prints them."""
    from playground.engine.run.series import recorded

    known = recorded(session.info) if session.info is not None else {}
    session.guard()
    if session.failure is None and all(name in known for name in names):
        return _metrics(session, names), session.status, ""
    frame = session.frame()
    reason = frame.failure.sentence if frame.failure is not None else ""
    return tuple(_number(frame.metrics.get(name)) for name in names), frame.status, reason


def _number(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


@cache
def _machine() -> Mapping[str, Any]:
    return identity.machine()


@cache
def _check_files(files: tuple[tuple[str, str], ...]) -> None:
    """Raises BadInput where a data file is missing here or holds something else."""
    for path, hashed in files:
        found = hashlib.sha256(read_bytes(path, MOST_BYTES, path)).hexdigest()
        if found != hashed:
            raise BadInput(f"{path} holds something else here than where the study began", path)
