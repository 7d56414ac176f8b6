"""The line that takes a value as it is typed."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit, QWidget

from playground.render.words import NamedWidget

_PIECE = re.compile(r"[-−+]?\d[\d.,]*(?:[eE][-−+]?\d+)?|\w+")  # a number or a word of what is typed


class SearchField(NamedWidget, QLineEdit):
    """A field for words that are looked for."""


class TextField(NamedWidget, QLineEdit):
    """A line that takes a value as it is typed; the wheel and the arrows turn numbers.

    A click into it selects it whole, a double click the number or word under it; return gives the keys back.

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
        self._fresh = False  # a click has just given it the focus
        self.returnPressed.connect(self._send)
        self.returnPressed.connect(self._give_back)

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

    def _give_back(self) -> None:
        """The keys belong to the card that it lies on, else to the window, which has those of the stage."""
        above = self.parentWidget()
        while above is not None and not _takes_keys(above):
            above = above.parentWidget()
        if above is None or above.isWindow():
            self.clearFocus()
        else:
            above.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The click that brings the focus selects all."""
        super().focusInEvent(event)
        self._fresh = event.reason() == Qt.FocusReason.MouseFocusReason

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Selects all after the first click, unless a part was drawn over."""
        super().mouseReleaseEvent(event)
        if self._fresh and not self.hasSelectedText():
            self.selectAll()
        self._fresh = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Selects the whole number or word at the cursor."""
        at = self.cursorPositionAt(event.position().toPoint())
        piece = next((one for one in _PIECE.finditer(self.text()) if one.start() <= at <= one.end()), None)
        if piece is None:
            self.selectAll()
        else:
            self.setSelection(piece.start(), len(piece.group()))

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


def _takes_keys(widget: QWidget) -> bool:
    """Whether a widget has keys of its own; an area that scrolls takes the arrows alone."""
    return widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not isinstance(widget, QAbstractScrollArea)
