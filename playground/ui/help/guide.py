"""A ring round one control and words about it: the tour, and the answer to "what is this?"."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.ui.controls.over_card import OverCard
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import button

WIDTH = 340
REACH = 4  # px of the ring beyond its control
GAP = 10
FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_PageDown)
BACK = (Qt.Key.Key_Left, Qt.Key.Key_PageUp)


class GuideRing(QWidget):
    """A ring in the accent colour; it takes no mouse and no keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look: Look | None = None
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws it."""
        if self._look is None:
            return
        width = self._look.px(3)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.color("accent"), width))
        edge = width / 2
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(edge, edge, -edge, -edge), self._look.px(8), self._look.px(8)
        )


class GuideCard(OverCard):
    """Title and text about a control, with a ring round it.

    Signals:
        went: forward (1) or back (-1) was pressed.

    Attributes:
        lay_below: makes room of a height in px below the picture (None: as it is) and gives it, in px of the window;
            None: there is no picture.
    """

    went = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "Guide")
        self.ring = GuideRing(parent)
        self.lay_below: Callable[[int | None], QRect | None] = lambda height: None
        self._anchor: QWidget | None = None
        row, words, head = QHBoxLayout(), QVBoxLayout(), QHBoxLayout()
        self.title = label("", "panel title")
        self.count = label("", "small", "muted")
        head.addWidget(self.title)
        head.addWidget(self.count, 1, Qt.AlignmentFlag.AlignVCenter)
        self.text = label("", "body")
        self.text.setWordWrap(True)
        words.addLayout(head)
        words.addWidget(self.text, 1)
        self.leave, self.back, self.next = button("Skip the tour"), button("Back"), button("Go on", "primary")
        self.leave.clicked.connect(self.closed)
        self.back.clicked.connect(lambda: self.went.emit(-1))
        self.next.clicked.connect(lambda: self.went.emit(1))
        for one in (self.leave, self.back, self.next):
            self.buttons.addWidget(one)
        row.addLayout(words, 1)
        row.addLayout(self.buttons)
        self.column.addLayout(row)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        super().restyle(look)
        self.column.setContentsMargins(look.px(16), look.px(8), look.px(16), look.px(8))

    def point(self, anchor: QWidget, title: str, text: str, stop: int = 0, stops: int = 0) -> None:
        """Points at a control.

        Args:
            anchor: the control.
            title: a few words.
            text: what it is for.
            stop: the number of the stop on the tour; 0: no tour.
            stops: how many there are.
        """
        self._anchor = anchor
        self.title.setText(title)
        self.text.setText(text)
        self.count.setText(f"Stop {stop} of {stops}" if stop else "")
        self.count.setVisible(bool(stop))
        self.setAccessibleName(title)
        self.setAccessibleDescription(self.text.text())
        self.leave.setText("Skip the tour" if stop and stop < stops else "Close")
        self.leave.setVisible(stop != stops or not stop)
        self.back.setVisible(stop > 1)
        self.next.setVisible(bool(stop))
        self.next.setText("Go on" if stop < stops else "Done")
        self.appear()

    def place(self) -> None:
        """On a strip below the picture; where there is none, beside the control or over its lower part."""
        page, look, anchor = self.parentWidget(), self._look, self._anchor
        if page is None or look is None or anchor is None:
            return
        edge = look.px(16)
        strip = self.lay_below(None)
        docked = strip is not None
        mark(self, "plane", "window" if docked else "card")
        width = strip.width() if strip is not None else min(page.width() - 2 * edge, look.px(WIDTH))
        self.column.activate()
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        strip = self.lay_below(height)
        if not anchor.isVisible():
            anchor = page
        whole = page.rect()
        there = QRect(anchor.mapTo(page, QPoint(0, 0)), anchor.size()) if anchor is not page else whole
        reach = look.px(REACH)
        self.ring.setGeometry(there.adjusted(-reach, -reach, reach, reach).intersected(whole))
        self.ring.setVisible(anchor is not page)
        self.ring.raise_()
        room = whole.adjusted(edge, edge, -edge, -edge)
        self.setGeometry(strip if strip is not None else beside(there, room, width, height, look.px(GAP) + reach))
        self.raise_()

    def close_up(self) -> None:
        """Hides card and ring."""
        self.hide()
        self.ring.hide()
        self.lay_below(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and page keys go from stop to stop, escape ends."""
        key = Qt.Key(event.key())
        if self.next.isHidden() and key in (*FORWARD, *BACK):
            self.closed.emit()
        elif key in FORWARD:
            self.went.emit(1)
        elif key in BACK:
            self.went.emit(-1)
        else:
            super().keyPressEvent(event)


def beside(anchor: QRect, room: QRect, width: int, height: int, gap: int) -> QRect:
    """A place for a card: below, above, right or left of its control where it fits, else over its lower part.

    Args:
        anchor: the control.
        room: where the card may be.
        width: of the card.
        height: of the card.
        gap: between the two.
    """

    def inside(x: int, y: int) -> QRect:
        x = max(room.left(), min(x, room.right() + 1 - width))
        return QRect(x, max(room.top(), min(y, room.bottom() + 1 - height)), width, height)

    middle = QPoint(anchor.center().x() - width // 2, anchor.center().y() - height // 2)
    for x, y in (
        (middle.x(), anchor.bottom() + 1 + gap),
        (middle.x(), anchor.top() - gap - height),
        (anchor.right() + 1 + gap, middle.y()),
        (anchor.left() - gap - width, middle.y()),
    ):
        place = inside(x, y)
        if room.contains(place) and not place.intersects(anchor):
            return place
    return inside(middle.x(), anchor.bottom() - height - gap)
