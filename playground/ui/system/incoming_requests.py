"""What comes from outside while the window is open: other starts of the program, and files that macOS hands over."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent

from playground.ui.system.instance import Instance
from playground.ui.system.start_request import Start
from playground.ui.system.thread_bridge import Bridge


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
        self._bridge = Bridge(take)
        self._instance = instance
        qt.installEventFilter(self)
        if instance is not None:
            instance.listen(self._bridge.deliver)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes the event by which macOS opens a file or a link; a start there has no arguments."""
        if isinstance(event, QFileOpenEvent):
            self._take(Start(source=event.file() or event.url().toString()))
            return True
        return False

    def close(self) -> None:
        """Ends listening."""
        self._qt.removeEventFilter(self)
        self._bridge.close()
        if self._instance is not None:
            self._instance.close()
