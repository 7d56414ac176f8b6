"""A card that lies over the page without stopping it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from playground.ui.controls.style import Look, dress

WIDEST = 560


class OverCard(QFrame):
    """A card in the upper middle of the window, with buttons below; escape closes it.

    Signals:
        closed: the user does not want it.
    """

    closed = Signal()

    def __init__(self, parent: QWidget, name: str) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._look: Look | None = None
        self.column = QVBoxLayout(self)
        self.buttons = QHBoxLayout()
        self.buttons.addStretch(1)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.column.setContentsMargins(*[look.px(20)] * 4)
        self.column.setSpacing(look.px(8))
        self.buttons.setSpacing(look.px(8))

    def place(self) -> None:
        """In the middle, over the upper half of the page."""
        page, look = self.parentWidget(), self._look
        if page is None or look is None:
            return
        width = min(page.width() - 2 * look.px(16), look.px(WIDEST))
        self.column.activate()
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        self.setGeometry((page.width() - width) // 2, max(0, (page.height() - height) // 3), width, height)

    def appear(self) -> None:
        """Shows it and gives it the keys."""
        if self._look is not None:
            dress(self, self._look)
        self.show()
        self.place()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            event.ignore()
