"""The scrub bar: where the run stands, how far it was computed, what was done when, and the way back."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from playground.engine.frame import Frame
from playground.render.colour_mixing import mix
from playground.render.tokens import AHEAD
from playground.render.words import Worded
from playground.ui.controls.style import Look


class ScrubBar(Worded, QWidget):
    """The bar itself.

    Signals:
        sought: the step that the user wants to see.
    """

    sought = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Step of the run")
        self.setToolTip("Drag to any step of the run")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setMinimumWidth(60)
        # It moves with every frame: filling its own ground spares the painting of all that lies below it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._frame: Frame | None = None
        self._look: Look | None = None
        self._held: int | None = None
        self._drawn: tuple[object, ...] = ()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedHeight(look.px(44))
        self.update()

    def show_frame(self, frame: Frame | None) -> None:
        """Shows where a frame stands."""
        self._frame = frame
        drawn: tuple[object, ...] = ()
        if frame is not None:
            self.setAccessibleDescription(f"step {frame.step} of {frame.reached}")
            # To a whole px: less is hardly seen.
            places = (round(self.x_of(step)) for step in (frame.step, frame.reached))
            drawn = (*places, frame.total, frame.marks, frame.branches, frame.failure)
        if not drawn or drawn != self._drawn:
            self._drawn = drawn
            self.update()

    def x_of(self, step: int) -> float:
        """Where a step stands, in px."""
        edge = self._edge()
        whole = self._frame.total if self._frame is not None else 1
        return edge + (self.width() - 2 * edge) * min(1.0, step / whole)

    def step_at(self, x: float) -> int:
        """The step at a place, at most the last one computed."""
        if self._frame is None:
            return 0
        edge = self._edge()
        share = min(1.0, max(0.0, (x - edge) / max(1, self.width() - 2 * edge)))
        return min(self._frame.reached, round(share * self._frame.total))

    def _edge(self) -> float:
        return self._look.px(8) if self._look is not None else 8

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the tracks, the log and the head."""
        look, frame = self._look, self._frame
        if look is None:
            return
        painter = QPainter(self)
        painter.fillRect(self.rect(), look.color("window"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle, half, edge = self.height() / 2, look.px(4) / 2, self._edge()
        ahead = QColor(mix(look.theme.window, look.theme.control, AHEAD))

        def track(x0: float, x1: float, color: QColor, y: float = middle, thick: float = half) -> None:
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(x0, y - thick, max(0.0, x1 - x0), 2 * thick), thick, thick)

        track(edge, self.width() - edge, look.color("sunken"))
        if frame is None:
            return
        step = self._held if self._held is not None else frame.step
        here = self.x_of(step)
        track(edge, self.x_of(frame.reached), ahead)
        track(edge, here, look.color("accent"))
        if frame.branches:
            track(edge, self.x_of(frame.reached), look.color("control"), middle + look.px(11), look.px(2) / 2)
        self._paint_log(painter, look, frame, middle)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.hasFocus():
            painter.setBrush(look.color("accent"))
            painter.drawEllipse(QPointF(here, middle), look.px(11), look.px(11))
        painter.setBrush(look.color("window"))
        painter.drawEllipse(QPointF(here, middle), look.px(9), look.px(9))
        painter.setBrush(look.color("accent"))
        painter.drawEllipse(QPointF(here, middle), look.px(7), look.px(7))

    def _paint_log(self, painter: QPainter, look: Look, frame: Frame, middle: float) -> None:
        """Triangles for changed parameters, dots for gestures, a cross where the run blew up."""
        y = middle - look.px(10)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("text"))
        size = look.px(4)
        drawn: set[tuple[int, str]] = set()
        for entry in frame.marks:
            x = self.x_of(entry.step)
            if (round(x), entry.kind) in drawn:
                continue
            drawn.add((round(x), entry.kind))
            if entry.kind == "set":
                corners = [QPointF(x - size, y - size), QPointF(x + size, y - size), QPointF(x, y + size / 2)]
                painter.drawPolygon(QPolygonF(corners))
            else:
                painter.drawEllipse(QPointF(x, y - size / 4), look.px(2.8), look.px(2.8))
        if frame.failure is not None:
            x = self.x_of(frame.failure.step)
            painter.setPen(QPen(look.color("bad"), look.px(2)))
            painter.drawLine(QPointF(x - size, middle - size), QPointF(x + size, middle + size))
            painter.drawLine(QPointF(x - size, middle + size), QPointF(x + size, middle - size))

    def hover_text(self, x: float) -> str:
        """The step under the cursor and what was done there."""
        if self._frame is None or self._look is None:
            return ""
        reach = self._look.px(6)
        near = [mark for mark in self._frame.marks if abs(self.x_of(mark.step) - x) <= reach]
        if near:
            newest = min(near, key=lambda mark: abs(self.x_of(mark.step) - x))
            return f"step {newest.step}: {newest.text}"
        kept = len(self._frame.branches)
        before = (
            f"\n{kept} earlier {'run is' if kept == 1 else 'runs are'} kept; undo returns to the newest" if kept else ""
        )
        return f"step {self.step_at(x)}{before}"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Goes to the step under the cursor."""
        if event.button() == Qt.MouseButton.LeftButton and self._frame is not None:
            self._seek(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scrubs, or says what is under the cursor."""
        if self._held is not None:
            self._seek(event.position().x())
        elif self._frame is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.hover_text(event.position().x()), self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Lets the head go."""
        self._held = None
        self.update()

    def _seek(self, x: float) -> None:
        step = self.step_at(x)
        if step != self._held:
            self._held = step
            self.sought.emit(step)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows scrub by a step, page keys are left to the lesson."""
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -(10**15)}
        by = moves.get(Qt.Key(event.key()))
        if by is None or self._frame is None:
            event.ignore()
            return
        self.sought.emit(min(self._frame.reached, max(0, self._frame.step + by)))
