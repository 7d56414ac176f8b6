"""What is done to the window is a script: a generator of tests, each of which must hold before it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

GIVE_UP = 90.0  # s

Script = Iterator[Callable[[], bool]]


class waiting:  # noqa: N801  a test like any other
    """A test that holds once some seconds have passed from now on.

    Attributes:
        seconds: how many.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.perf_counter() + seconds

    def __call__(self) -> bool:
        """Whether they have passed."""
        return time.perf_counter() >= self._until


def patience(test: Callable[[], bool]) -> float:
    """How many seconds a test may take to hold before the script is given up."""
    return GIVE_UP + (test.seconds if isinstance(test, waiting) else 0.0)
