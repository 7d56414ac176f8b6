"""Limits of time and memory for work on what came from outside. No torch, no Qt.

The work is broken off where Python can be; where one call of a library goes on without end, a process that has nothing
else to do ends itself, with the sentence.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playground.engine.errors import BadInput

SECONDS = 20.0  # of the processor without a sign of getting on
MEMORY = 4 << 30  # bytes beyond what there is at the beginning
_GRACE = 3.0  # seconds of the processor that are left for breaking off
_TICK = 0.1  # seconds
_LAZY = 4.0  # a process that waits, and does not compute, has so many times longer


class _TooLong(BaseException):
    """Passes every `except Exception` on its way."""


@contextmanager
def limited(
    what: str, *, seconds: float = SECONDS, memory: int = MEMORY, alone: bool = False
) -> Iterator[Callable[[], None]]:
    """While this lasts, what takes too long or too much memory is a fault of the input.

    Args:
        what: the work is on, as the beginning of a sentence.
        seconds: of the processor that may go by without a sign of getting on; four times as long by the clock.
        memory: bytes that may be asked for; 0: without a limit.
        alone: the process does nothing else, so it ends itself where nothing else helps.

    Yields:
        What gives the sign.

    Raises:
        BadInput: a limit was reached.
    """
    late = BadInput(f"{what} takes too long: more than {seconds:g} s of computing", "file")
    watch = _Watch(seconds, alone, str(late))
    undo = _hold_memory(memory)
    try:
        try:
            watch.start()
            yield watch.sign
        finally:
            watch.end()
    except _TooLong:
        raise late from None
    except (MemoryError, RuntimeError) as error:
        if not is_of_memory(error):
            raise
        raise too_large(what) from None
    finally:
        undo()


def is_of_memory(error: BaseException) -> bool:
    """Whether an error says that memory cannot be had."""
    return isinstance(error, MemoryError) or "allocate memory" in str(error)


def too_large(what: str) -> BadInput:
    """The sentence for what needs too much memory."""
    return BadInput(f"{what} needs too much memory: more than {MEMORY >> 30} GB", "file")


class _Watch:
    """A thread that breaks the work off, and in the end the process."""

    def __init__(self, seconds: float, alone: bool, sentence: str) -> None:
        self._seconds, self._alone, self._sentence = seconds, alone, sentence
        self._worker = threading.get_ident()
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="limits", daemon=True)
        self.sign()

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def sign(self) -> None:
        """The work gets on."""
        self._began = time.process_time(), time.monotonic()

    def end(self) -> None:
        """The work is over; nothing is broken off any more when this returns."""
        with self._lock:
            self._done.set()
        self._thread.join()

    def _late(self, grace: float) -> bool:
        computed, waited = time.process_time() - self._began[0], time.monotonic() - self._began[1]
        return computed > self._seconds + grace or waited > _LAZY * self._seconds + grace

    def _run(self) -> None:
        broken = False
        while not self._done.wait(_TICK):
            if not broken and self._late(0.0):
                with self._lock:
                    if self._done.is_set():
                        return
                    broken = True
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._worker), ctypes.py_object(_TooLong))
            if broken and self._alone and self._late(_GRACE):
                os.write(2, f"playground: {self._sentence}\n".encode())
                os._exit(2)


def _hold_memory(memory: int) -> Callable[[], None]:
    """Lets the process ask for so much more memory; returns what takes that back. Only Linux keeps such a limit."""
    if not memory or not sys.platform.startswith("linux"):
        return lambda: None
    import resource

    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  of the machine
        now = int(file.read().split()[0]) * resource.getpagesize()
    most = now + memory if before[0] == resource.RLIM_INFINITY else min(before[0], now + memory)
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    return lambda: resource.setrlimit(resource.RLIMIT_AS, before)
