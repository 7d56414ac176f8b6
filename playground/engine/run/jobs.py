"""Work longer than 10 ms: generators of partial results, advanced in slices between steps."""

from __future__ import annotations

import math
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

from playground.engine import device as devices
from playground.engine.declarations.concept import JobDecl, Partial
from playground.engine.frame import JobState
from playground.engine.kit.giving_way import LongWork
from playground.engine.run.overflow import without_warnings

_CACHED = 16


class JobKey(NamedTuple):
    """What a job read, as hashes.

    Attributes:
        settings: what must be the same for its result to be shown.
        passing: of a job that reads the state, that state and what only the picture shows.
    """

    settings: str
    passing: str


@dataclass
class Job:
    """One job that was started.

    Attributes:
        declaration: its declaration.
        key: what it read.
        step: the step of the state that it read.
        work: the generator, None once it ended.
        latest: the newest partial result.
        error: why it failed, or empty.
        shipped: its result came with the program and was not computed here.
    """

    declaration: JobDecl
    key: JobKey
    step: int
    work: Iterator[Partial] | None
    latest: Partial = field(default_factory=lambda: Partial({}, 0.0))
    error: str = ""
    report: str = ""
    shipped: bool = False
    piece: LongWork[Partial | None] | None = None  # that is under way

    @property
    def running(self) -> bool:
        """Whether there is work left."""
        return self.work is not None

    def state(self) -> JobState:
        """How far it is, for the frame."""
        return JobState(self.latest.progress, self.step, self.running, self.latest.text, self.error, self.shipped)


class Jobs:
    """All jobs of a session, with the finished ones cached by what they read."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._done: OrderedDict[tuple[str, JobKey], Job] = OrderedDict()

    def start(self, declared: JobDecl, key: JobKey, step: int, begin: Callable[[], Iterator[Partial]]) -> None:
        """Start a job, or take its finished result from the cache."""
        current = self._jobs.get(declared.name)
        if current is not None and current.key == key and (current.running or current.latest.progress >= 1.0):
            return
        self.stop(declared.name)
        cached = self._done.get((declared.name, key))
        if cached is not None:
            self._done.move_to_end((declared.name, key))
            self._jobs[declared.name] = cached
            return
        job = self._jobs[declared.name] = Job(declared, key, step, begin())
        if current is not None and current.key.settings == key.settings:
            # One that follows the run keeps its last result on screen until it has a new one.
            job.latest = Partial(current.latest.found, 0.0)

    def know(self, declared: JobDecl, key: JobKey, step: int, result: Partial) -> None:
        """Take a result over that ships with the program, for whoever starts the job with the same key."""
        self._done[declared.name, key] = Job(declared, key, step, None, result, shipped=True)

    def stop(self, name: str) -> None:
        """Cancel a job; what it gave so far stays until it is started again."""
        job = self._jobs.get(name)
        if job is not None and job.work is not None:
            job.piece = None
            close = getattr(job.work, "close", None)
            if close is not None:
                close()
            job.work = None

    def collect(self) -> list[Job]:
        """The jobs that came to their end and gave a result."""
        return [job for job in self._jobs.values() if not job.running and not job.error and job.latest.progress >= 1.0]

    def forget(self, name: str) -> None:
        """Drop a job; what it gave stays in the cache."""
        self._jobs.pop(name, None)

    def get(self, name: str) -> Job | None:
        """The job of a name, if it was ever started."""
        return self._jobs.get(name)

    def all(self) -> list[Job]:
        """Every job that was started."""
        return list(self._jobs.values())

    def running(self) -> bool:
        """Whether any job has work left."""
        return any(job.running for job in self._jobs.values())

    def advance(self, seconds: float, *, gives_way: bool = False) -> bool:
        """Advance the jobs in turn for about this long; returns whether work is left.

        Args:
            seconds: how long.
            gives_way: a long piece of a job may be left amid it when the time is up; the next call goes on with it.
        """
        deadline = time.perf_counter() + seconds
        while True:
            left = [job for job in self._jobs.values() if job.running]
            for job in left:
                self._advance_one(job, deadline if gives_way else None)
                if time.perf_counter() >= deadline:
                    return self.running()
            if not left:
                return False

    def _advance_one(self, job: Job, deadline: float | None = None) -> None:
        assert job.work is not None
        try:
            if deadline is None and job.piece is None:
                new = _next_piece(job.work)
            else:
                piece = job.piece = job.piece or LongWork(partial(_next_piece, job.work))
                if not piece.go_on(math.inf if deadline is None else deadline):
                    return
                job.piece = None
                new = piece.result
        except Exception as error:
            devices.pass_on(error)
            job.work = job.piece = None
            job.error = f"{type(error).__name__}: {error}"
            job.report = traceback.format_exc()
            return
        if new is not None:
            job.latest = new if new.found else new._replace(found=job.latest.found)
            return
        job.work = None
        job.latest = job.latest._replace(progress=1.0)
        self._done[job.declaration.name, job.key] = job
        while len(self._done) > _CACHED:
            self._done.popitem(last=False)


def _next_piece(work: Iterator[Partial]) -> Partial | None:
    """The next result of a job; None where it has come to its end."""
    with without_warnings():
        return next(work, None)


def key_of(parts: Any) -> str:
    """A hash of what a job reads."""
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()
