"""Conducts a study: hands what its file lacks to an executor, and puts what comes back into the file."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from playground.engine.errors import BadInput
from playground.sweep.executors import Done, Executor
from playground.sweep.store import Store
from playground.sweep.work import LOST, Result, Row, Task

TASK_SECONDS = 1.0  # of computing that a task aims at
MOST_IN_TASK = 1000
ATTEMPTS = 3  # processes that may end on a run before it is given up
_WAIT = 0.2  # seconds between two looks at the clock


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study is.

    Attributes:
        ended: runs that are done.
        total: runs of the study.
        faulty: of those that ended, runs that were refused, failed or lost.
        seconds: since this went on.
        left: seconds left, as far as can be told, or None.
        note: what is waited for, or empty.
    """

    ended: int
    total: int
    faulty: int
    seconds: float
    left: float | None
    note: str = ""


class Conductor:
    """One study on its way."""

    def __init__(self, store: Store, executor: Executor, report: Callable[[Progress], None]) -> None:
        """Takes stock.

        Args:
            store: the file.
            executor: who computes.
            report: told how far it is, several times a second.
        """
        self._store = store
        self._executor = executor
        self._report = report
        ended = store.ended()
        self._ended = sum(ended)
        self._first = self._ended
        self._pending = iter(number for number, done in enumerate(ended) if not done)
        self._again: deque[Task] = deque()
        self._under_way = 0
        self._attempts: dict[int, int] = {}
        self._faulty = 0
        self._computed = 0
        self._busy = 0.0
        self._started = time.monotonic()

    def carry_on(self) -> None:
        """Computes what is left.

        Raises:
            BadInput: the executor or the file cannot go on.
        """
        while True:
            while self._under_way < self._executor.slots and (task := self._next()) is not None:
                self._executor.submit(task)
                self._under_way += 1
            self._report(self.progress())
            if not self._under_way and self._executor.slots:
                break
            for done in self._executor.collect(_WAIT):
                self._under_way -= 1
                self._take(done)
        self._store.commit()

    def progress(self) -> Progress:
        """How far it is."""
        seconds = time.monotonic() - self._started
        new, total = self._ended - self._first, self._store.total
        left = seconds / new * (total - self._ended) if new else None
        return Progress(self._ended, total, self._faulty, seconds, left, self._executor.note)

    def _next(self) -> Task | None:
        if self._again:
            return self._again.popleft()
        runs = [self._store.study.run(number) for number in itertools.islice(self._pending, self._size())]
        return Task(self._store.study.base, tuple(runs)) if runs else None

    def _size(self) -> int:
        """How many runs a task has: about a second of work, less towards the end, so that all end together."""
        if not self._computed:
            return 1
        wanted = int(TASK_SECONDS * self._computed / max(self._busy, 1e-9))
        share = (self._store.total - self._ended) // (4 * self._executor.workers)
        return max(1, min(wanted, share, MOST_IN_TASK))

    def _take(self, done: Done) -> None:
        if done.result is not None:
            if done.result.refusal:
                raise BadInput(done.result.refusal, "workers")
            self._keep(done.result)
        elif not done.fault:
            self._again.append(done.task)
        elif len(done.task.runs) > 1:  # which of them it was is found out one by one
            self._again.extend(Task(done.task.base, (run,)) for run in done.task.runs)
        else:
            self._retry(done)

    def _retry(self, done: Done) -> None:
        (run,) = done.task.runs
        tried = self._attempts[run.number] = self._attempts.get(run.number, 0) + 1
        if tried < ATTEMPTS:
            self._again.append(done.task)
            return
        reason = f"the process that computed it ended {tried} times ({done.fault})"
        nothing = (None,) * len(done.task.base.metrics)
        self._keep(Result((Row(run.number, run.seed, LOST, 0, 0.0, reason, nothing),)))

    def _keep(self, result: Result) -> None:
        self._ended += self._store.add(result)
        self._faulty += sum(1 for row in result.rows if row.reason)
        self._computed += len(result.rows)
        self._busy += sum(row.seconds for row in result.rows)
