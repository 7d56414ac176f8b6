"""Where the runs of a study are computed: one interface, and the plainest of its three kinds.

`Serial` computes in this process, `processes.Processes` on the cores of this machine, `cluster.Cluster` on many.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

from playground.sweep.work import Result, Task, compute


@dataclass(frozen=True, slots=True)
class Done:
    """What has become of a task.

    Attributes:
        task: the task.
        result: its rows; None: there are none.
        fault: what happened to the process that computed it, as the end of a sentence; empty without a result: the task
            was given back untouched.
    """

    task: Task
    result: Result | None
    fault: str = ""


class Executor(Protocol):
    """Takes tasks and gives results back, in any order."""

    @property
    def slots(self) -> int:
        """How many tasks it takes at once."""

    @property
    def workers(self) -> int:
        """How many of them are computed at the same time."""

    @property
    def note(self) -> str:
        """What it waits for, in words; empty: nothing."""

    def submit(self, task: Task) -> None:
        """Takes a task; `collect` gives it back exactly once."""

    def collect(self, seconds: float) -> list[Done]:
        """What has ended; waits for about this long where nothing has.

        Raises:
            BadInput: it cannot go on; the sentence says why.
        """

    def close(self) -> None:
        """Leaves off: what is under way is dropped."""


class Serial:
    """Computes in this process, task by task."""

    slots = 1
    workers = 1
    note = ""

    def __init__(self) -> None:
        from playground.engine import device

        device.prepare()
        self._tasks: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Takes a task."""
        self._tasks.append(task)

    def collect(self, seconds: float) -> list[Done]:
        """Computes the oldest task."""
        task = self._tasks.popleft()
        return [Done(task, compute(task, "this process"))]

    def close(self) -> None:
        """Has nothing to leave off."""
