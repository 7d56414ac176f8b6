"""What the class predicts: strokes and points that are drawn over a plot before the outcome is revealed."""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from playground.figures.layers import Layer
from playground.render.look import Look
from playground.render.painter import Painter
from playground.render.painters.lines import BoundaryPainter
from playground.render.pg import pen
from playground.render.scales import Floats, Mapping

_DASH = (3.0, 2.0)
_STILL = 4.0  # px that a click may move


class Paper(Protocol):
    """What a guess is drawn on: a plot."""

    look: Look
    map: Mapping
    painters: list[Painter[Any]]

    @property
    def sheet(self) -> QGraphicsItem:
        """The item whose px are those of the view."""


class Guess(QGraphicsObject):
    """The guess of a class over one plot, in data units so that it stays where it was drawn.

    Attributes:
        box: the plot.
        strokes: arrays (n, 2); one row is a point.
    """

    def __init__(self, box: Paper) -> None:
        super().__init__(box.sheet)
        self.setZValue(940)
        self.box = box
        self.strokes: list[Floats] = []
        self.drawing = False
        self._straight = False

    def begin(self, x: float, y: float, straight: bool) -> None:
        """The pen goes down; a straight stroke has two ends only."""
        self.strokes.append(np.array([[x, y]]))
        self.drawing, self._straight = True, straight
        self.update()

    def go_on(self, x: float, y: float) -> None:
        """The pen moves."""
        stroke = self.strokes[-1]
        before = stroke[:1] if self._straight else stroke
        self.strokes[-1] = np.concatenate([before, [[x, y]]])
        self.update()

    def end(self) -> None:
        """The pen goes up; a stroke that hardly moved is a point."""
        self.drawing = False
        px = self.box.map.px(self.strokes[-1])
        if np.abs(px - px[0]).max() <= _STILL:
            self.strokes[-1] = self.strokes[-1][:1]
        self.update()

    def compared(self) -> str:
        """The newest line beside the outcome in words: the angle between them, where the outcome is one line."""
        kept = "Your guess stays until the next step."
        lines = [stroke for stroke in self.strokes if len(stroke) > 1]
        found = [painter for painter in self.box.painters if isinstance(painter, BoundaryPainter) and answers(painter)]
        if not lines or len(found) != 1:
            return kept
        angle = between(lines[-1], found[0].values[0][0])
        return f"Your guess is {angle:.0f}° off the line. It stays until the next step."

    def refresh(self) -> None:
        """The range or the look may have changed."""
        self.prepareGeometryChange()
        self.update()

    def remove(self) -> None:
        """Takes it away."""
        scene = self.scene()
        if scene is not None:
            scene.removeItem(self)

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, self.box.map.width, self.box.map.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Dashed lines and points in the colour of words."""
        look = self.box.look
        painter.save()
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for stroke in self.strokes:
            px = [QPointF(x, y) for x, y in self.box.map.px(stroke).tolist()]
            if len(px) > 1:
                painter.setPen(pen(look.theme.text, look.hero, _DASH))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolyline(QPolygonF(px))
            else:
                painter.setPen(pen(look.theme.surface, look.outline))
                painter.setBrush(QColor(look.theme.text))
                painter.drawEllipse(px[0], look.point / 2, look.point / 2)
        painter.restore()


def answers(painter: BoundaryPainter) -> bool:
    """Whether a boundary is the outcome that the class was asked for: one line that this frame shows."""
    layer: Layer = painter.layer
    one = bool(painter.values) and len(painter.values[0]) == 1 and np.hypot(*painter.values[0][0][:2]) > 0
    return layer.outcome and layer.role == "hero" and one and painter.isVisible()


def between(stroke: Floats, wb: Floats) -> float:
    """The angle in degrees, 0 to 90, between a stroke's main direction and the line w.x + b = 0.

    Args:
        stroke: (n, 2); its main direction is the first principal axis.
        wb: w1, w2, b.
    """
    _, _, axes = np.linalg.svd(stroke - stroke.mean(axis=0))
    sine = abs(float(axes[0] @ wb[:2])) / float(np.hypot(*wb[:2]))
    return math.degrees(math.asin(min(1.0, sine)))
