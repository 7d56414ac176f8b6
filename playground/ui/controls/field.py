"""The line that takes a value as it is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit

from playground.render.words import NamedWidget


class SearchField(NamedWidget, QLineEdit):
    """A field for words that are looked for."""


class TextField(NamedWidget, QLineEdit):
    """A line that takes a value as it is typed; the wheel and the arrows turn numbers.

    Signals:
        typed: the words, at return or when the focus leaves.
        nudged: by how many hundredths of the range the wheel or an arrow turned.
        left: escape gives the words up.
    """

    typed = Signal(str)
    nudged = Signal(int)
    left = Signal()

    def __init__(self, name: str, turns: bool) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setProperty("type", "body")
        self._turns = turns
        self._last = ""
        self.returnPressed.connect(self._send)

    def show_text(self, words: str) -> None:
        """Shows a value, unless the user is typing another."""
        self._last = words
        if not (self.hasFocus() and self.isModified()):
            self.setText(words)
            self.setCursorPosition(0)

    def _send(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.typed.emit(self.text())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed counts when the focus leaves."""
        self._send()
        super().focusOutEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel turns the number only with focus."""
        if self._turns and self.hasFocus() and event.angleDelta().y():
            self.nudged.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down turn the number, escape gives up."""
        turns = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        key = Qt.Key(event.key())
        if self._turns and key in turns:
            big = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            self._send()
            self.nudged.emit(big * turns[key])
        elif key == Qt.Key.Key_Escape:
            self.setText(self._last)
            self.setModified(False)
            self.left.emit()
            event.ignore()
        else:
            super().keyPressEvent(event)
