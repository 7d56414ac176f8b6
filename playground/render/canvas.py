"""The sheet that the plots of a figure stand on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from playground.render.mouse import Pointer
from playground.render.sheet import Sheet


class Canvas(QGraphicsView):
    """The sheet that the plots stand on; hands its mouse to a pointer."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sheet = Sheet(self.viewport())
        self.setScene(self.sheet)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(1, 1)
        self.on_begin: Callable[[], None] = lambda: None
        self.on_draw: Callable[[], None] = lambda: None
        self.pointer: Pointer | None = None
        self.on_wheel: Callable[[QPointF, float], None] = lambda position, notches: None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws, and says so before and after."""
        self.on_begin()
        screen = self.viewport()
        painter = QPainter(screen)
        self.sheet.draw(painter, screen.size(), self.backgroundBrush(), screen.devicePixelRatioF())
        painter.end()
        self.on_draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """One px of the scene is one px of the view."""
        super().resizeEvent(event)
        self.setSceneRect(QRectF(0, 0, self.viewport().width(), self.viewport().height()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The left button."""
        if self.pointer is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pointer.press(event.position(), event.modifiers())
            self._set_cursor(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Strokes and hovering."""
        if self.pointer is not None:
            self.pointer.move(event.position())
            self._set_cursor(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The left button."""
        if self.pointer is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pointer.release(event.position())
            self._set_cursor(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Counts as a press as well, so that fast clicks are all counted."""
        if self.pointer is not None and event.button() == Qt.MouseButton.LeftButton:
            self.pointer.double(event.position())
            self.pointer.press(event.position(), event.modifiers())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms where the plot allows it."""
        self.on_wheel(event.position(), event.angleDelta().y() / 120)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """No datum is under the cursor any more."""
        if self.pointer is not None:
            self.pointer.leave()

    def _set_cursor(self, position: QPointF) -> None:
        if self.pointer is not None:
            shape = self.pointer.cursor(position)
            if self.viewport().cursor().shape() != shape:
                self.viewport().setCursor(shape)
