"""Lets the window close in order when the system or Ctrl+C ends the program."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QSocketNotifier

MOST_SECONDS = 2.5  # that all ends of a window may take together
LAST_SECONDS = 3.0  # after which the process ends in any case
ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def closing_in_order(close: Callable[[], object], hurry: Callable[[], object] = lambda: None) -> Iterator[None]:
    """While this lasts, a signal that ends the program closes the window instead.

    Python runs its handlers only between its own instructions, and Qt's loop has none while nothing happens; so the
    signal's number goes through a socket that wakes the loop. A thread hears of it first.

    Args:
        close: closes the window.
        hurry: is called on that thread at once, since the loop may be busy for long.
    """
    awake, heard = socket.socketpair()
    told, woken = socket.socketpair()
    for end in (awake, told, woken):
        end.setblocking(False)
    notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: woken.recv(64))
    ears = threading.Thread(target=_hear, args=(heard, told, hurry), name="signal ears", daemon=True)
    ears.start()
    old_end = signal.set_wakeup_fd(awake.fileno(), warn_on_full_buffer=False)
    old = {number: signal.signal(number, lambda *_: close()) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(old_end)
        notifier.setEnabled(False)
        awake.close()
        ears.join()
        for end in (heard, told, woken):
            end.close()


def _hear(heard: socket.socket, told: socket.socket, hurry: Callable[[], object]) -> None:
    """Passes the numbers of signals on, until the other end is closed."""
    while numbers := heard.recv(64):
        if any(number in ENDING for number in numbers):
            hurry()
        with contextlib.suppress(OSError):
            told.send(numbers)


def at_once(ends: Sequence[Callable[[], object]], seconds: float) -> None:
    """Does several ends at the same time, and waits for them; what takes longer than `seconds` is left alone."""
    threads = [threading.Thread(target=end, name="ending", daemon=True) for end in ends]
    for thread in threads:
        thread.start()
    latest = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0.0, latest - time.monotonic()))


def end_in_any_case(seconds: float = LAST_SECONDS) -> None:
    """From now on the process and its engine have so long to end in order; nothing is left that could be lost."""

    def end() -> None:
        for child in multiprocessing.active_children():
            child.kill()
        os._exit(0)

    timer = threading.Timer(seconds, end)
    timer.name, timer.daemon = "last resort", True
    timer.start()
