"""What the class predicts: strokes and points that are drawn over a plot before the outcome is revealed."""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Layer
from playground.render.look import FigureLook
from playground.render.painter import Painter
from playground.render.painters.boundaries import BoundaryPainter
from playground.render.painters.lines import LinesPainter
from playground.render.painters.points import PointsPainter
from playground.render.pg import pen
from playground.render.scales import Mapping
from playground.render.sheet import SheetItem

_DASH = (3.0, 2.0)
_STILL = 4.0  # px that a click may move
_PIECES = 500  # of a path that a guess is compared with


class Paper(Protocol):
    """What a guess is drawn on: a plot."""

    look: FigureLook
    map: Mapping
    painters: list[Painter[Any]]

    @property
    def sheet(self) -> QGraphicsItem:
        """The item whose px are those of the view."""


class Guess(SheetItem):
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

    def comparison(self) -> str:
        """The newest stroke beside the outcome in words: how far the line, the path or the end point is off."""
        score = deviation(self.strokes[-1], self.box.painters) if self.strokes else ""
        return f"{score or 'This is your guess.'} It stays until the run begins anew."

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


def deviation(stroke: Floats, painters: list[Painter[Any]]) -> str:
    """How far a guess is off what is revealed: a line, a path or a point; empty: nothing like it is there.

    In data units. A path is off by the mean distance of its points to the nearest path of the outcome, a point by its
    distance to the nearest point, or path, of the outcome.
    """
    shown = [painter for painter in painters if painter.layer.outcome and painter.isVisible() and painter.values]
    lines = [one for one in shown if isinstance(one, BoundaryPainter) and answers(one)]
    if len(stroke) > 1 and len(lines) == 1:
        return f"Your guess is {between(stroke, lines[0].values[0][0]):.0f}° off the line."
    paths = [rows for one in shown if isinstance(one, LinesPainter) and len(rows := legs(one.values[0]))]
    ends = [rows for one in shown if isinstance(one, PointsPainter) and len(rows := legs(one.values[0], alone=True))]
    if len(stroke) > 1 and paths:
        return f"Your path is {min(off(spread(stroke), rows) for rows in paths):.2g} off on average."
    if ends or paths:
        words = "Your point is" if len(stroke) == 1 else "Your path ends"
        return f"{words} {min(off(stroke[-1:], rows) for rows in ends or paths):.2g} off."
    return ""


def legs(rows: Floats, alone: bool = False) -> Floats:
    """The straight pieces of a layer as rows x0 y0 x1 y1, thinned to what a comparison needs.

    Args:
        rows: (n, 2) positions, parted by rows of NaN, or (n, 4) segments.
        alone: the positions stand for themselves.
    """
    table = np.asarray(rows, float)
    if table.ndim != 2 or table.shape[1] not in (2, 4):
        return np.zeros((0, 4))
    if table.shape[1] == 2:
        table = np.concatenate([table, table], axis=1) if alone else np.concatenate([table[:-1], table[1:]], axis=1)
    kept: Floats = table[np.isfinite(table).all(axis=1)]
    return kept[:: max(1, len(kept) // _PIECES)]


def spread(stroke: Floats, points: int = 40) -> Floats:
    """A stroke (n, 2) as evenly spaced points (`points`, 2), so that a slow hand counts no more than a fast one."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stroke, axis=0).T))])
    at = np.linspace(0.0, along[-1], points)
    return np.stack([np.interp(at, along, stroke[:, axis]) for axis in (0, 1)], axis=1)


def off(points: Floats, pieces: Floats) -> float:
    """The mean distance of points to the nearest of some straight pieces."""
    start, way = pieces[:, :2], pieces[:, 2:] - pieces[:, :2]
    length = np.maximum((way**2).sum(axis=1), 1e-300)
    rest = points[:, None] - start
    share = np.clip((rest * way).sum(axis=2) / length, 0.0, 1.0)
    return float(np.linalg.norm(rest - share[..., None] * way, axis=2).min(axis=1).mean())


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
