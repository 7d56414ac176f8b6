"""From the reader thread of the engine client to the window: one queued signal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal


class Bridge(QObject):
    """Carries messages across threads.

    Signals:
        arrived: a message, in the thread of the window.
    """

    arrived = Signal(object)

    def __init__(self, handle: Callable[[Any], None]) -> None:
        """A bridge to a function that is called in the window's thread."""
        super().__init__()
        self._handle = handle
        self._open = True
        self.arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def deliver(self, message: object) -> None:
        """Takes a message on any thread and returns at once."""
        if self._open:
            self.arrived.emit(message)

    def close(self) -> None:
        """Drops whatever still comes."""
        self._open = False

    def _take(self, message: object) -> None:
        if self._open:
            self._handle(message)
