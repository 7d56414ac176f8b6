"""Lets the window close in order when the system or Ctrl+C ends the program."""

from __future__ import annotations

import contextlib
import signal
import socket
from collections.abc import Callable, Iterator

from PySide6.QtCore import QSocketNotifier

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def closing_in_order(close: Callable[[], object]) -> Iterator[None]:
    """While this lasts, a signal that ends the program closes the window instead.

    Python runs its handlers only between its own instructions, and Qt's loop has none while nothing happens; so the
    signal's number goes through a socket that wakes the loop.

    Args:
        close: closes the window.
    """
    awake, woken = socket.socketpair()
    for end in (awake, woken):
        end.setblocking(False)
    notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda *_: woken.recv(64))
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
        woken.close()
