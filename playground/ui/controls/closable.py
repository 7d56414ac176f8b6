"""A sheet or card over the page that its cross and escape close."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame


class Closable(QFrame):
    """What lies over the page until it is closed.

    Signals:
        closed: it was closed.
    """

    closed = Signal()

    def close_up(self) -> None:
        """Closes it, where it is open."""
        if self.isVisible():
            self.hide()
            self._leave()
            self.closed.emit()

    def _leave(self) -> None:
        """What else ends with it; nothing as a rule."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_up()
        else:
            super().keyPressEvent(event)
