"""Processes on the cores of this machine. They end with the program that started them, however it ends."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from playground.engine.errors import BadInput
from playground.sweep.executors import Done
from playground.sweep.work import Task

AHEAD = 2  # tasks that a process has, so that it need not wait for the next
_ORPHANED = 3  # exit status when the program has gone
_MOST_STARTS = 3  # processes in a row that end before their first result


def cores() -> int:
    """How many cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


@dataclass
class _Worker:
    process: SpawnProcess
    pipe: Connection
    tasks: deque[Task] = field(default_factory=deque)


class Processes:
    """One process a core, each with a task in hand and one ahead."""

    note = ""

    def __init__(self, count: int) -> None:
        """Starts nothing yet: a process starts with the first task that it gets.

        Args:
            count: how many processes at most.
        """
        self.workers = count
        self._workers: list[_Worker] = []
        self._stillborn = 0

    @property
    def slots(self) -> int:
        """How many tasks it takes at once."""
        return AHEAD * self.workers

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(one.process.pid or 0 for one in self._workers)

    def submit(self, task: Task) -> None:
        """Gives a task to the process that has the fewest."""
        if len(self._workers) < self.workers and all(one.tasks for one in self._workers):
            self._workers.append(_start())
        worker = min(self._workers, key=lambda one: len(one.tasks))
        worker.tasks.append(task)
        with contextlib.suppress(OSError):  # it has ended: `collect` sees it
            worker.pipe.send(task)

    def collect(self, seconds: float) -> list[Done]:
        """What has ended; a process that has died gives its tasks back.

        Raises:
            BadInput: processes die as soon as they start.
        """
        ready = wait([one.pipe for one in self._workers], seconds)
        found: list[Done] = []
        for worker in [one for one in self._workers if one.pipe in ready]:
            try:
                found.append(Done(worker.tasks[0], worker.pipe.recv()))
                worker.tasks.popleft()
                self._stillborn = 0
            except (EOFError, OSError):
                found += self._bury(worker)
        return found

    def _bury(self, worker: _Worker) -> list[Done]:
        self._workers.remove(worker)
        how = _end(worker)
        self._stillborn += 1
        if self._stillborn >= _MOST_STARTS * self.workers:
            raise BadInput(f"the processes of the study end before they compute anything: {how}", "workers")
        if not worker.tasks:
            return []
        first, *others = worker.tasks
        return [Done(first, None, how), *(Done(task, None) for task in others)]

    def close(self) -> None:
        """Ends the processes, in whatever they are."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            _end(worker)
        self._workers = []


def _start() -> _Worker:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=enter, args=(theirs,), name="playground sweep", daemon=True)
    try:
        process.start()
    finally:
        theirs.close()  # or its death would not end the pipe
    return _Worker(process, ours)


def _end(worker: _Worker) -> str:
    """Cleans up behind a process; says how it ended, as the end of a sentence."""
    worker.process.join(2.0)
    if worker.process.exitcode is None:
        worker.process.kill()
        worker.process.join()
    status = worker.process.exitcode or 0
    worker.process.close()
    worker.pipe.close()
    if status >= 0:
        return f"exit status {status}"
    with contextlib.suppress(ValueError):
        return f"killed by {signal.Signals(-status).name}"
    return f"killed by signal {-status}"


def enter(pipe: Connection) -> None:
    """The life of a process: tasks in, results out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the program decides
    threading.Thread(target=_live_with_parent, name="parent watch", daemon=True).start()
    from playground.engine import device
    from playground.sweep.work import compute

    device.prepare()
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(compute(pipe.recv(), "a process of this machine"))


def _live_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(_ORPHANED)
