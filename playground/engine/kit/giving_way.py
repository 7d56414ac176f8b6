"""Long work that gives way: a step or a piece of a job that would keep a person waiting is left amid it and gone on.

The work runs on a thread of its own, strictly in turn with the caller: one of the two always waits for the other, so
nothing happens at the same time and every number is the same as if the work had been done in one go. Its own code says
where it may be left, by `give_way`; that costs next to nothing where nobody waits, as on the command line.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import torch

from playground.engine import device as devices

T = TypeVar("T")
_here = threading.local()


def give_way() -> None:
    """Called amid long work, every few milliseconds or more often: lets others go first if its time is up."""
    task: Any = getattr(_here, "task", None)
    if task is not None and time.perf_counter() >= task.deadline:
        task.wait()


class LongWork(Generic[T]):
    """Work that is done a slice at a time; it is left off when nobody holds it any more."""

    def __init__(self, function: Callable[[], T]) -> None:
        self._task: _Task[T] = _Task(function)

    def go_on(self, deadline: float) -> bool:
        """Work up to a time of `time.perf_counter`, a little more as a rule; returns whether it is at its end."""
        self._task.go_on(deadline)
        return self._task.ended

    @property
    def result(self) -> T:
        """What was found, once it is at its end.

        Raises:
            Exception: what the work raised.
        """
        if self._task.error is not None:
            raise self._task.error
        return self._task.found[0]

    def leave_off(self) -> None:
        """End it where it is."""
        self._task.leave_off()

    def __del__(self) -> None:
        self._task.leave_off()


class _LeftOff(BaseException):
    """Ends work that nobody waits for."""


class _Task(Generic[T]):
    """What a helper works on.

    Attributes:
        deadline: until when, by `time.perf_counter`.
        ended: whether it is done, failed or left off.
        found: what it gave, once it is done.
        error: why it failed.
    """

    def __init__(self, function: Callable[[], T]) -> None:
        self.deadline = 0.0
        self.ended = False
        self.error: BaseException | None = None
        self.found: list[T] = []
        self._function = function
        self._grad = torch.is_grad_enabled()
        self._helper: _Helper | None = None
        self._unwanted = False

    def go_on(self, deadline: float) -> None:
        """Have it worked on; called by who waits."""
        if self.ended:
            return
        self.deadline = deadline
        if self._helper is None:
            self._helper = _idle.pop() if _idle else _Helper()
            self._helper.task = self
        self._helper.work()
        self._set_free(self._helper)

    def _set_free(self, helper: _Helper) -> None:
        """The helper serves others once the task is at its end."""
        if self.ended:
            _idle.append(helper)
            self._helper = None

    def leave_off(self) -> None:
        """Have it ended where it is."""
        self._unwanted = True
        if self._helper is None:
            self.ended = True
        while not self.ended:
            self.go_on(0.0)

    def wait(self) -> None:
        """Let who waits go on; called by the work.

        Raises:
            _LeftOff: nobody wants the work any more.
        """
        assert self._helper is not None
        self._helper.pause()
        if self._unwanted:
            raise _LeftOff

    def run(self) -> None:
        """All of it; called on the helper's thread."""
        try:
            with torch.set_grad_enabled(self._grad):
                self.found.append(self._function())
        except _LeftOff:
            pass
        except BaseException as error:
            self.error = error
        self.ended = True


class _Helper:
    """A thread that works while its caller waits, and waits while the caller works."""

    def __init__(self) -> None:
        self.task: _Task[Any] | None = None
        self._go, self._done = threading.Lock(), threading.Lock()
        self._go.acquire()
        self._done.acquire()
        threading.Thread(target=self._serve, name="long work", daemon=True).start()

    def work(self) -> None:
        """Let it work until it pauses or its task is at its end."""
        self._go.release()
        self._done.acquire()

    def end(self) -> None:
        """Let it end; called while it has no task."""
        self._go.release()

    def pause(self) -> None:
        """Let the caller go on; returns at its next `work`."""
        self._done.release()
        self._go.acquire()

    def _serve(self) -> None:
        devices.prepare()
        self._go.acquire()
        while self.task is not None:
            task, self.task = self.task, None
            _here.task = task
            task.run()
            _here.task = None
            del task
            self.pause()


_idle: list[_Helper] = []


def end_idle() -> None:
    """End the threads that wait for work; the next work gets a new one."""
    while _idle:
        _idle.pop().end()
