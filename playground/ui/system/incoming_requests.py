"""What comes from outside while the window is open: other starts of the program, and files that macOS hands over."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from playground.ui.system.instance import PATIENCE, Instance
from playground.ui.system.start_request import Start
from playground.ui.system.thread_bridge import Bridge

# Elsewhere such events do not come, and a look at each event of the program would cost a window a third of its theme.
HANDS_FILES_OVER = sys.platform == "darwin"


class _Waiting:
    """A start between two threads: the window takes it, or who brings it gives up, whichever is first.

    Attributes:
        start: what is asked for.
        taken: the window has it.
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self.taken = threading.Event()
        self._once = threading.Lock()

    def claim(self) -> bool:
        """Whether nobody has claimed it before."""
        return self._once.acquire(blocking=False)


class Arrivals(QObject):
    """Listens for other starts, and for the system's own way to open a file or a link."""

    def __init__(self, qt: QCoreApplication, take: Callable[[Start], None], instance: Instance | None) -> None:
        """Begins to listen.

        Args:
            qt: the application, whose events are looked at.
            take: is called in the window's thread.
            instance: hears of other starts; None: nobody does.
        """
        super().__init__()
        self._qt = qt
        self._take = take
        self._bridge = Bridge(self._pass)
        self._instance = instance
        self._closed = False
        if HANDS_FILES_OVER:
            qt.installEventFilter(self)
        if instance is not None:
            instance.listen(self._bring)

    def _bring(self, start: Start) -> bool:
        """Brings a start into the window's thread; false if the window closes or hangs, and never takes it."""
        waiting = _Waiting(start)
        self._bridge.deliver(waiting)
        ends = time.monotonic() + PATIENCE
        while not waiting.taken.wait(0.05):
            if (self._closed or time.monotonic() > ends) and waiting.claim():
                return False
        return True

    def _pass(self, waiting: _Waiting) -> None:
        if waiting.claim():
            waiting.taken.set()
            self._take(waiting.start)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the event by which macOS opens a file or a link; a start there has no arguments."""
        if isinstance(event, QFileOpenEvent):
            self._take(Start(source=event.file() or event.url().toString()))
            return True
        return False

    def close(self) -> None:
        """Ends listening."""
        self._closed = True
        self._qt.removeEventFilter(self)
        self._bridge.close()
