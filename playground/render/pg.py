"""The adapter: the only module that imports pyqtgraph. View boxes, axes, and arrays drawn with one call.

`PrimitiveArray` is marked internal by pyqtgraph; it is wrapped here, and the version is pinned below 0.15.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pyqtgraph as pg
from pyqtgraph.Qt import internals
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QGraphicsWidget

from playground.engine.kit.arrays import Floats
from playground.render.sheet import Marked

pg.setConfigOptions(antialias=True)


class _Axis(Marked, pg.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """An axis that sets its own clip: in SVG an item without one inherits the last item's.

    Its bounding rectangle is kept: pyqtgraph computes it anew at each of many calls a frame.
    """

    kept = QRectF()

    def keep(self, bounds: QRectF) -> None:
        """Takes the bounding rectangle in its own coordinates."""
        self.prepareGeometryChange()
        self.kept = bounds

    def boundingRect(self) -> QRectF:
        """Labels, and with a grid the view."""
        return self.kept

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        painter.save()
        painter.setClipRect(self.boundingRect())
        super().paint(painter, option, widget)
        painter.restore()


class PlotFrame:
    """A view box with an axis on its left and one below, placed by hand.

    Attributes:
        box: the item whose children the layers are; its local coordinates are px from its top left corner.
    """

    def __init__(self, scene: QGraphicsScene) -> None:
        self._view = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._view.disableAutoRange()
        # Every layer clips itself: a marker on the edge is shown whole.
        self._view.setFlag(QGraphicsItem.GraphicsItemFlag.ItemClipsChildrenToShape, False)
        self.box: QGraphicsWidget = self._view
        sides: Any = ("left", "bottom")
        self._left, self._bottom = (_Axis(side) for side in sides)
        self._ticks: tuple[object, object] = ((), ())
        self._range: tuple[object, object] = ((), ())
        for axis in (self._left, self._bottom):
            axis.linkToView(self._view)
            axis.setZValue(-100)
            axis.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
            axis.setAcceptHoverEvents(False)
            scene.addItem(axis)
        scene.addItem(self._view)

    def style(self, text: str, grid: str, width: float, font: QFont, offset: int, lines: bool) -> None:
        """The exact settings of axes.

        Args:
            text: the tick labels' colour.
            grid: the grid's colour.
            width: of its lines in px.
            font: the tick labels'.
            offset: px between an axis and its labels.
            lines: whether there are grid lines.
        """
        for axis in (self._left, self._bottom):
            axis.setPen(pg.mkPen(None))
            axis.setTextPen(QColor(text))
            axis.setTickPen(pg.mkPen(QColor(grid), width=width))
            axis.setTickFont(font)
            axis.setStyle(
                tickLength=0,
                tickTextOffset=offset,
                maxTickLevel=0,
                tickAlpha=255 if lines else 0,
                hideOverlappingLabels=True,
                autoExpandTextSpace=False,
                autoReduceTextSpace=False,
            )
            axis.setGrid(255 if lines else False)

    def place(self, view: QRectF, left: float, bottom: float) -> None:
        """Puts the view box at a rectangle of the scene, with axes of these widths outside of it."""
        self._view.setGeometry(view)
        self._left.setVisible(left > 0)
        self._bottom.setVisible(bottom > 0)
        self._left.setWidth(left)
        self._bottom.setHeight(bottom)
        self._left.setGeometry(QRectF(view.left() - left, view.top(), left, view.height()))
        self._bottom.setGeometry(QRectF(view.left(), view.bottom(), view.width(), bottom))
        # Labels at the ends reach a little beyond the axis.
        edge = 24.0
        self._left.keep(QRectF(-1, -edge, left + view.width() + 2, view.height() + 2 * edge))
        self._bottom.keep(QRectF(-edge, -view.height() - 1, view.width() + 2 * edge, view.height() + bottom + 2))

    def show_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """The visible range, without padding."""
        if (x, y) == self._range:
            return
        self._range = (x, y)
        self._view.setRange(xRange=x, yRange=y, padding=0, disableAutoRange=True)

    def show_ticks(self, x: list[tuple[float, str]], y: list[tuple[float, str]]) -> None:
        """Values with their labels."""
        # pyqtgraph draws an axis anew after each call, which costs a millisecond.
        if (x, y) == self._ticks:
            return
        self._ticks = (x, y)
        self._bottom.setTicks([x])
        self._left.setTicks([y])

    def show(self, visible: bool) -> None:
        """Shows or hides all parts."""
        for item in (self._view, self._left, self._bottom):
            item.setVisible(visible)

    def remove(self) -> None:
        """Takes all parts out of their scene."""
        for item in (self._left, self._bottom, self._view):
            scene = item.scene()
            if scene is not None:
                scene.removeItem(item)


class KeptPicture:
    """A picture drawn larger than it is: once it is drawn again unchanged, it is kept at the size of the screen."""

    def __init__(self) -> None:
        self._image: QImage | None = None
        self._box = QRectF()
        self._view = QRectF()
        self._kept: QPixmap | None = None
        self._drawn = False

    def fill(self, image: QImage | None, box: QRectF, view: QRectF) -> None:
        """Takes the picture, its rectangle in px, and that of the view, which begins on a whole px."""
        self._image, self._box, self._view = image, QRectF(box), QRectF(view)
        self._kept, self._drawn = None, False

    def draw(self, painter: QPainter, smooth: bool, dpr: float) -> None:
        """Draws what is in the view; what keeps paths or enlarges gets the picture itself."""
        if self._image is None:
            return
        if self._drawn and self._kept is None:
            self._kept = self._made(smooth, dpr)
        self._drawn = True
        if self._kept is not None:
            painter.drawPixmap(QPointF(0, 0), self._kept)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
            painter.drawImage(self._box, self._image)

    def _made(self, smooth: bool, dpr: float) -> QPixmap:
        size = max(1, round(self._view.width() * dpr)), max(1, round(self._view.height() * dpr))
        made = QPixmap(*size)
        made.setDevicePixelRatio(dpr)
        made.fill(Qt.GlobalColor.transparent)
        inner = QPainter(made)
        inner.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        assert self._image is not None, "there is one to be kept"
        inner.drawImage(self._box, self._image)
        inner.end()
        return made


class Segments:
    """Straight pieces drawn with one call: four times faster than a path where lines are wide."""

    def __init__(self) -> None:
        self._array = internals.PrimitiveArray(QLineF, 4)
        self._size = 0

    @property
    def size(self) -> int:
        """How many pieces there are."""
        return self._size

    def fill(self, pieces: Floats) -> None:
        """The pieces as rows x0 y0 x1 y1 in px."""
        self._size = len(pieces)
        self._array.resize(self._size)
        if self._size:
            self._array.ndarray()[:] = pieces

    def draw(self, painter: QPainter) -> None:
        """Draws with the painter's pen."""
        if self._size:
            painter.drawLines(*self._array.drawargs())


class Sprites:
    """Many copies of parts of one picture, drawn with one call."""

    def __init__(self) -> None:
        self._array = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
        self._size = 0

    def fill(self, centres: Floats, sources: Floats, dpr: float) -> None:
        """What to draw where.

        Args:
            centres: (n, 2) in px.
            sources: (n, 4) left, top, width, height in the picture's own pixels.
            dpr: the picture's device pixels a px.
        """
        self._size = len(centres)
        self._array.resize(self._size)
        if self._size:
            rows = self._array.ndarray()
            rows[:, 0:2] = centres
            rows[:, 2:6] = sources
            rows[:, 6:8] = 1.0 / dpr
            rows[:, 8] = 0.0
            rows[:, 9] = 1.0

    def draw(self, painter: QPainter, picture: QPixmap) -> None:
        """Draws all copies."""
        if self._size:
            painter.drawPixmapFragments(*self._array.drawargs(), picture)  # type: ignore[call-arg]  # (pointer, n)


def path(xy: Floats, connect: str = "finite") -> QPainterPath:
    """A path through the rows of `xy` (n, 2) in px; rows that are not finite part the pieces."""
    if len(xy) < 2:
        return QPainterPath()
    made: QPainterPath = pg.arrayToQPath(
        np.ascontiguousarray(xy[:, 0]), np.ascontiguousarray(xy[:, 1]), connect=connect, finiteCheck=True
    )
    return made


_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_TAIL = (0).to_bytes(4, "big") + (0).to_bytes(4, "big")  # where the last piece begins, and the rule of filling


def polygon_paths(corners: Floats, begins: np.ndarray[Any, np.dtype[np.bool_]], cuts: list[int]) -> list[QPainterPath]:
    """Polygons as a few paths, read by Qt as it would store them: a tenth of the time of a path at a time.

    Args:
        corners: (n, 2) in px of all polygons, each with its first one at its end again.
        begins: (n,) whether a polygon begins here.
        cuts: from which row to which each path goes, with one number more than there are paths.
    """
    elements = np.empty(len(corners), _ELEMENT)
    elements["kind"] = np.where(begins, 0, 1)
    elements["x"], elements["y"] = corners.T
    made = []
    for first, last in pairwise(cuts):
        path = QPainterPath()
        if last > first:
            raw = (last - first).to_bytes(4, "big") + elements[first:last].tobytes() + _TAIL
            QDataStream(QByteArray(raw)) >> path
        made.append(path)
    return made


@lru_cache(maxsize=512)
def pen(color: str, width: float, dash: tuple[float, ...] = (), *, soft: bool = False, closed: bool = False) -> QPen:
    """A pen, made once; flat caps and bevels unless `soft`, which is for short hero lines only.

    Args:
        color: "#RRGGBB", or "#AARRGGBB".
        width: in px.
        dash: in line widths; empty: solid.
        soft: round caps and joins.
        closed: for pieces of one line, which reach into each other so that nothing shows between them.
    """
    made = QPen(QColor(color), width)
    made.setCapStyle(Qt.PenCapStyle.RoundCap if soft and not dash else Qt.PenCapStyle.FlatCap)
    if closed and not dash:
        made.setCapStyle(Qt.PenCapStyle.SquareCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin if soft else Qt.PenJoinStyle.BevelJoin)
    if dash:
        made.setDashPattern(list(dash))
    return made


def points(xy: Floats) -> list[QPointF]:
    """Rows of (n, 2) as Qt's points."""
    return [QPointF(x, y) for x, y in xy.tolist()]
