"""How far an export is, how long it still takes, and how it is called off."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

_T = TypeVar("_T")
_SETTLED = 0.5  # seconds before an estimate means something


class Cancelled(Exception):
    """The export was called off; nothing was written."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an export is.

    Attributes:
        done: pictures made.
        total: pictures in all; fewer come when the run ends before its last step.
        left: seconds that the rest takes; None while nothing can be said.
    """

    done: int
    total: int
    left: float | None


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told of an export's progress and may call it off.

    Attributes:
        report: is told after each picture.
        cancelled: is asked before each picture.
    """

    report: Callable[[Progress], None] = lambda progress: None
    cancelled: Callable[[], bool] = lambda: False

    def over(self, pictures: Iterable[_T], total: int) -> Iterator[_T]:
        """The same pictures, watched.

        Raises:
            Cancelled: somebody called the export off.
        """
        started = time.perf_counter()
        self.ask()
        for done, picture in enumerate(pictures, start=1):
            yield picture
            spent = time.perf_counter() - started
            left = spent / done * max(0, total - done) if spent >= _SETTLED or done >= total else None
            self.report(Progress(done, total, left))
            self.ask()

    def ask(self) -> None:
        """Goes on, or not.

        Raises:
            Cancelled: somebody called the export off.
        """
        if self.cancelled():
            raise Cancelled


def words(progress: Progress) -> str:
    """Progress as one line: "120 of 300, 4 s left"."""
    count = f"{progress.done} of {progress.total}"
    return count if progress.left is None else f"{count}, {duration(progress.left)} left"


def duration(seconds: float) -> str:
    """A duration in words, whole seconds rounded up: "4 s", "2 min 5 s"."""
    whole = max(0, -int(-seconds // 1))
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"
