"""A layout that sets widgets side by side and goes on in the next line where there is no more room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lines of widgets, each line as full as it gets; hidden ones take no room."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Takes an item, as Qt asks it."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place, or nothing."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Gives an item up."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """None."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The height follows from the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of all lines at a width."""
        return self._place(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect) -> None:
        """Places the items."""
        super().setGeometry(rect)
        self._place(rect, moves=True)

    def sizeHint(self) -> QSize:
        """As small as it gets."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Room for the widest item."""
        size = QSize(1, 1)
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _place(self, rect: QRect, moves: bool) -> int:
        """Places the items or only measures them; the height of all lines."""
        x, y, tall, gap = rect.x(), rect.y(), 0, max(0, self.spacing())
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            size = QSize(min(hint.width(), max(1, rect.width())), hint.height())
            if tall and x + size.width() > rect.right() + 1:
                x, y, tall = rect.x(), y + tall + gap, 0
            if moves:
                item.setGeometry(QRect(QPoint(x, y), size))
            x, tall = x + size.width() + gap, max(tall, size.height())
        return y + tall - rect.y()
