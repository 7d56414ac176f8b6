"""The ink of a stroke: what the mouse draws is seen at once, until the picture that it makes has come."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from playground.engine.kit.arrays import Floats
from playground.render.guess import Paper
from playground.render.pg import pen
from playground.render.sheet import SheetItem

_Z = 930  # over the layers, under a guess
_HALO = 3.0  # px wider than the stroke


class StrokeInk(SheetItem):
    """A stroke over one plot, in data units.

    Attributes:
        path: array (n, 2).
        lifted: the pen is up; the ink goes with the next picture.
    """

    def __init__(self, box: Paper) -> None:
        super().__init__(box.sheet)
        self.setZValue(_Z)
        self._box = box
        self.path: Floats = np.zeros((0, 2))
        self.lifted = False

    def show_path(self, path: Floats) -> None:
        """Shows the stroke so far."""
        self.path = path
        self.update()

    def remove(self) -> None:
        """Takes it away."""
        scene = self.scene()
        if scene is not None:
            scene.removeItem(self)

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, self._box.map.width, self._box.map.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """A line with a halo."""
        look = self._box.look
        px = [QPointF(x, y) for x, y in self._box.map.px(self.path).tolist()]
        painter.save()
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in ((look.theme.surface, look.hero + _HALO), (look.theme.text, look.hero)):
            painter.setPen(pen(color, width))
            painter.drawPolyline(QPolygonF(px))
        painter.restore()
