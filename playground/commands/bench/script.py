"""What is done to the window is a script: a generator of tests, each of which must hold before it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

Script = Iterator[Callable[[], bool]]


def waiting(seconds: float) -> Callable[[], bool]:
    """A test that holds once some seconds have passed from now on."""
    until = time.perf_counter() + seconds
    return lambda: time.perf_counter() >= until
