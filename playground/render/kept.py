"""What an item draws, kept as a picture while it stays the same."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from playground.render.painter import keeps_paths


class KeptDrawing:
    """A drawing that is kept once it was drawn twice: words and marks that stay along a run cost one picture a frame.

    What keeps paths or enlarges gets the drawing itself, and so does a place between the pixels of the screen.
    """

    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._drawn = False

    def forget(self) -> None:
        """It is to be drawn anew."""
        self._picture, self._drawn = None, False

    def draw(self, painter: QPainter, rect: QRectF, dpr: float, drawing: Callable[[QPainter], None]) -> None:
        """Draws what is inside of a rectangle in the item's px.

        Args:
            painter: on the item.
            rect: what the drawing covers.
            dpr: the screen's pixels a px.
            drawing: draws it, the same each time until `forget`.
        """
        box = QRectF(rect.toAlignedRect())
        placed = painter.worldTransform()
        corner = placed.map(box.topLeft()) * dpr
        between = abs(corner.x() - round(corner.x())) + abs(corner.y() - round(corner.y())) > 1e-3
        if not self._drawn or between or placed.isScaling() or keeps_paths(painter):
            self._drawn = True
            drawing(painter)
            return
        if self._picture is None:
            self._picture = QPixmap(max(1, round(box.width() * dpr)), max(1, round(box.height() * dpr)))
            self._picture.setDevicePixelRatio(dpr)
            self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            inner.setRenderHints(painter.renderHints())
            inner.translate(-box.topLeft())
            drawing(inner)
            inner.end()
        painter.drawPixmap(box.topLeft(), self._picture)
