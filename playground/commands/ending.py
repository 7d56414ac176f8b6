"""A command that a signal ends takes its unfinished files away first."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGXCPU", "SIGBREAK")
_ENDING = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))


class Ended(KeyboardInterrupt):
    """A signal ends the program.

    Attributes:
        status: the exit status, as a shell has it.
    """

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextmanager
def ended_in_order() -> Iterator[None]:
    """While this lasts, a signal that would end the process at once raises `Ended`; one that is ignored stays so."""

    def end(number: int, frame: object) -> None:
        raise Ended(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    taken = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)
