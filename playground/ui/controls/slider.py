"""The slider of a parameter."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider

from playground.render.tokens import OFF
from playground.render.words import Worded
from playground.ui.controls.style import Look


class Slider(Worded, QSlider):
    """A slider that shows the default as a tick and a change as a fill from it.

    Its positions are whole numbers; the row maps them to values.

    Signals:
        moved: the position that the user asked for, and whether it belongs to a drag that goes on.
    """

    moved = Signal(int, bool)

    def __init__(self, name: str, positions: int, default: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setRange(0, positions)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._default = default
        self._look: Look | None = None
        self._dragging = False

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedHeight(look.px(26))
        self.update()

    def set_position(self, position: int) -> None:
        """Shows a position, unless the user holds the thumb."""
        if not self._dragging and position != self.value():
            self.setValue(position)

    def _x(self, position: int) -> float:
        thumb = self._look.px(16) if self._look is not None else 16
        return thumb / 2 + (self.width() - thumb) * position / max(1, self.maximum())

    def _at(self, x: float) -> int:
        thumb = self._look.px(16) if self._look is not None else 16
        share = (x - thumb / 2) / max(1, self.width() - thumb)
        return round(min(1.0, max(0.0, share)) * self.maximum())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws track, default tick, fill and thumb."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else OFF)
        painter.setPen(Qt.PenStyle.NoPen)
        middle, half = self.height() / 2, look.px(4) / 2
        here, tick = self._x(self.value()), self._x(self._default)
        changed = self.value() != self._default
        painter.setBrush(look.track())
        painter.drawRoundedRect(QRectF(look.px(8), middle - half, self.width() - look.px(16), 2 * half), half, half)
        start = tick if changed else self._x(0)
        color = look.color("accent" if changed else "text")
        painter.setBrush(color)
        painter.drawRoundedRect(QRectF(min(start, here), middle - half, abs(here - start), 2 * half), half, half)
        painter.setBrush(look.color("text"))
        painter.drawRect(QRectF(tick - look.px(1), middle + look.px(6), look.px(2), look.px(6)))
        thumb = look.px(16) / 2
        if self.hasFocus():
            painter.setBrush(look.color("accent"))
            painter.drawEllipse(QPointF(here, middle), thumb + look.px(4), thumb + look.px(4))
        painter.setBrush(look.color("window"))
        painter.drawEllipse(QPointF(here, middle), thumb + look.px(2), thumb + look.px(2))
        painter.setBrush(color)
        painter.drawEllipse(QPointF(here, middle), thumb, thumb)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Takes the thumb to the cursor."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            self._go(self._at(event.position().x()), True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drags the thumb."""
        if self._dragging:
            self._go(self._at(event.position().x()), True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lets the thumb go."""
        if self._dragging:
            self._dragging = False
            self.moved.emit(self.value(), False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A second click is a click."""
        self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel turns it only with focus; else it scrolls the inspector."""
        if self.hasFocus() and event.angleDelta().y():
            self.nudge(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows by a hundredth of the range, with shift ten times that; home and end."""
        big = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        steps = {Qt.Key.Key_Right: big, Qt.Key.Key_Up: big, Qt.Key.Key_Left: -big, Qt.Key.Key_Down: -big}
        key = Qt.Key(event.key())
        if key in steps:
            self.nudge(steps[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go(0 if key == Qt.Key.Key_Home else self.maximum(), False)
        else:
            event.ignore()

    def nudge(self, steps: int) -> None:
        """Moves by hundredths of the range, at least by one position each."""
        self._go(self.value() + steps * max(1, self.maximum() // 100), False)

    def _go(self, position: int, dragging: bool) -> None:
        position = min(self.maximum(), max(0, position))
        if position != self.value():
            self.setValue(position)
            self.moved.emit(position, dragging)
