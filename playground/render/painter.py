"""The base of all painters: one per layer kind, holding arrays and drawing them with as few calls as possible.

A painter is a child of a view box and draws in its px, so that what has a size in px and what has one in data units
meet in one coordinate system. Reading and preparing happen when a frame, range or theme comes; `paint` only draws.
"""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Layer
from playground.render.data import Data, same
from playground.render.look import FigureLook
from playground.render.scales import UNIT, Mapping, Span
from playground.render.sheet import SheetItem

_LOG = logging.getLogger(__name__)
L = TypeVar("L", bound=Layer)

_SPACING = 8.0  # px between the places along a line that names stand clear of
_DENSE = 600  # points of a line that are close enough as they are
_LARGER = 1.5  # times the size that sprites were made for
_VECTOR = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


@dataclass(frozen=True, slots=True)
class Hit:
    """The datum under the cursor.

    Attributes:
        layer: its layer's name.
        id: what gestures call it.
        x, y: its position in px of the view box.
        at: its position in data units.
        row, column: of an image.
        tail: of an arrow, in data units.
        text: what the hover plate says.
        ring: whether it is ringed while the cursor is on it.
        of: the row of the datum, or the two of a pair, for what is linked with it.
    """

    layer: str
    id: int
    x: float
    y: float
    at: tuple[float, float]
    row: int = -1
    column: int = -1
    tail: tuple[float, float] = (0.0, 0.0)
    text: str = ""
    ring: bool = True
    of: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """Data that layers have in common.

    Attributes:
        name: what they stand for.
        of: which of them, one or a pair.
        count: how many there are.
    """

    name: str
    of: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Label:
    """Words that a painter wants beside its marks; one item of the plot places and draws them all.

    Attributes:
        text: the words.
        x, y: the mark in px.
        color: of the words.
        kind: end (to the right of a line, pushed apart), plate (on a free side of a mark), above (over a line, from x
            to the right), beside (in a direction from the mark, or turned from
            it), tip (just in that direction, or not at all), corner (inside the view at an anchor).
        style: a type style.
        clear: px to keep from the mark's centre.
        direction: for "beside".
        anchor: for "corner".
        plate: on a plate of `surface`.
    """

    text: str
    x: float
    y: float
    color: str
    kind: str = "plate"
    style: str = "caption strong"
    clear: float = 8.0
    direction: tuple[float, float] = (1.0, 0.0)
    anchor: str = "top left"
    plate: bool = False


@dataclass(slots=True)
class Extent:
    """What a painter covers in data units, for ranges that follow the data.

    Attributes:
        x, y: lowest and highest value.
        right: px that words need beyond the highest x.
        head: px that words need above the highest y.
        left, foot: the same at the low ends.
        names: the words under the x axis.
        rows: the words left of the y axis, from the top.
        exact: the range ends where the layer ends.
    """

    x: Span | None = None
    y: Span | None = None
    right: float = 0.0
    head: float = 0.0
    left: float = 0.0
    foot: float = 0.0
    names: tuple[str, ...] = field(default=())
    rows: tuple[str, ...] = field(default=())
    exact: bool = False


def span(values: Floats) -> Span | None:
    """Lowest and highest finite value."""
    if not values.size:
        return None
    low, high = float(values.min()), float(values.max())
    if np.isfinite(low) and np.isfinite(high):
        return low, high
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if finite.size else None


def along(px: Floats, width: float, height: float) -> Floats:
    """Places (n, 2) some px apart along what is seen of a line (m, 2) in px; rows that are not finite part it."""
    if len(px) < 2:
        return px[np.isfinite(px).all(axis=1)]
    if len(px) > _DENSE:
        return np.asarray(px[:: len(px) // _DENSE][:])
    low, high = np.minimum(px[:-1], px[1:]), np.maximum(px[:-1], px[1:])
    # What is not finite is not inside either.
    inside = (low[:, 0] < width) & (low[:, 1] < height) & (high[:, 0] > 0) & (high[:, 1] > 0)
    starts, ends = px[:-1][inside], px[1:][inside]
    count = np.minimum(np.hypot(*(ends - starts).T) // _SPACING, 80).astype(int) + 1
    number = np.repeat(np.arange(len(count)), count)
    share = (np.arange(len(number)) - np.repeat(np.cumsum(count) - count, count) + 1) / count[number]
    return np.asarray(starts[number] + (ends - starts)[number] * share[:, None])


class Painter(SheetItem, Generic[L]):
    """Draws one layer.

    Subclasses read what they need of a frame (`read`), turn it into px (`prepare`) and draw it (`draw`).

    Attributes:
        marks: whether there are markers that `draw_marks` draws.
        over_image: whether there is a picture below, on which lines need a halo.
        shared_span: the lowest and highest value that a colour map covers where several plots are compared.
    """

    marks = False

    def __init__(self, layer: L, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.layer = layer
        self.look = FigureLook()
        self.map = UNIT
        self.values: tuple[Any, ...] = ()
        self.fault = ""
        self.builds = 0
        self.hovered = self.over_image = False
        self.shared_span: Span | None = None
        self._data: Data | None = None
        self._ready = False
        self._kept: QPixmap | None = None
        self._drawn = False

    # ---- for subclasses

    def is_background(self) -> bool:
        """Whether it is many strokes that stay along a run: drawn again unchanged they are kept as a picture."""
        return False

    def read(self, data: Data) -> tuple[Any, ...]:
        """Everything that the picture depends on, in an order that `prepare` knows."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Turns `values` into px."""
        raise NotImplementedError

    def draw(self, painter: QPainter) -> None:
        """Draws what was prepared."""
        raise NotImplementedError

    def draw_marks(self, painter: QPainter) -> None:
        """Draws above that what may reach over the edge of the view by half its size: markers inside of it."""

    def extent(self) -> Extent:
        """What the layer covers in data units."""
        return Extent()

    def colour_span(self) -> Span | None:
        """Lowest and highest value that a colour map shows with levels that follow the data; None: there is none."""
        return None

    def labels(self) -> tuple[Label, ...]:
        """Words beside its marks."""
        return ()

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The datum within `reach` px of a px position."""
        return None

    def near(self, x: float, y: float, reach: float) -> bool:
        """Whether a px position is on the layer, for what is linked with it."""
        return self.hit(x, y, reach) is not None

    def obstacles(self) -> Floats:
        """Marks (n, 2) in px that plates should not cover."""
        return np.zeros((0, 2))

    def strokes(self) -> Floats:
        """Places (n, 2) in px along its lines, for names at the ends of lines."""
        return np.zeros((0, 2))

    def count(self) -> int:
        """How many data it has that other layers may be linked with."""
        return 0

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """Round a datum, or round a pair of them, in px."""
        return QPainterPath()

    def links(self, of: tuple[int, ...]) -> tuple[Link, ...]:
        """What a datum of the layer stands for in other layers."""
        return (Link(self.layer.linked, of, self.count()),) if self.layer.linked else ()

    def link_outline(self, link: Link) -> QPainterPath:
        """Round what is linked, in px; empty where the layer has nothing of the kind."""
        alike = link.name == self.layer.linked and link.count == self.count() > 0
        return self.outline(link.of) if alike else QPainterPath()

    # ---- for the plot

    @property
    def source(self) -> Data:
        """The frame that was last taken.

        Raises:
            RuntimeError: none was.
        """
        if self._data is None:
            raise RuntimeError("no frame was taken yet")
        return self._data

    def dress(self, look: FigureLook) -> None:
        """Takes a look before anything is prepared, so that the words can be measured."""
        if look != self.look:
            if look.point != self.look.point:
                self.prepareGeometryChange()
            self.look, self._ready = look, False

    def words_room(self, text: str, style: str = "caption strong", clear: float = 8.0) -> float:
        """The px that words take beyond a mark, with the distance to it; none for none."""
        return self.look.text_width(style, text) + self.look.px(clear) + self.look.px(6) if text else 0.0

    def take(self, data: Data) -> bool:
        """Reads a frame; says whether the picture changes."""
        self._data = data
        try:
            values = self.read(data)
        except Exception:
            self._fail()
            return True
        if self.values and same(values, self.values):
            return False
        self.values = values
        self.fault = ""
        self._ready = False
        return True

    def share(self, levels: Span | None) -> bool:
        """Takes the levels that compared plots have in common; says whether they are new."""
        if levels == self.shared_span:
            return False
        self.shared_span, self._ready = levels, False
        return True

    def refresh(self, look: FigureLook, mapping: Mapping) -> bool:
        """Prepares again if frame, look or range have changed; says whether it did."""
        if self._ready and look == self.look and mapping == self.map:
            return False
        sizes = mapping.width, mapping.height, look.point
        if sizes != (self.map.width, self.map.height, self.look.point):
            self.prepareGeometryChange()
        self.look, self.map, self._ready = look, mapping, True
        self._kept, self._drawn = None, False
        if self.values and not self.fault:
            try:
                self.prepare()
                self.builds += 1
            except Exception:
                self._fail()
        self.update()
        return True

    def boundingRect(self) -> QRectF:
        """The whole view box, and what its markers reach beyond it."""
        reach = self.look.point if self.marks else 0.0
        return self._view.adjusted(-reach, -reach, reach, reach)

    @property
    def _view(self) -> QRectF:
        return QRectF(0.0, 0.0, self.map.width, self.map.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draws inside the view box; a fault is recorded once and shown as a mark, never raised into Qt."""
        painter.save()
        painter.setClipRect(self._view)
        if not self.fault and self.values and self._ready:
            try:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                if self._drawn and self.is_background() and not keeps_paths(painter):
                    painter.drawPixmap(QPointF(0, 0), self._as_picture())
                else:
                    self.draw(painter)
                    self._drawn = True
                if self.marks:
                    painter.setClipRect(self.boundingRect())
                    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                    self.draw_marks(painter)
            except Exception:
                self._fail()
        if self.fault:
            self._draw_mark(painter)
        painter.restore()

    def _as_picture(self) -> QPixmap:
        """What `draw` draws, made again only when it has changed."""
        if self._kept is None:
            dpr = self.look.dpr
            self._kept = QPixmap(max(1, round(self.map.width * dpr)), max(1, round(self.map.height * dpr)))
            self._kept.setDevicePixelRatio(dpr)
            self._kept.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._kept)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.draw(inner)
            inner.end()
        return self._kept

    def _fail(self) -> None:
        if not self.fault:
            self.fault = f"layer {self.layer.name}: {traceback.format_exc(limit=-3)}"
            _LOG.error("%s", self.fault)

    def _draw_mark(self, painter: QPainter) -> None:
        size, edge = self.look.px(12), self.look.px(8)
        painter.setPen(QPen(QColor(self.look.theme.bad), self.look.hero))
        painter.drawLine(QLineF(edge, edge, edge + size, edge + size))
        painter.drawLine(QLineF(edge, edge + size, edge + size, edge))


def keeps_paths(painter: QPainter) -> bool:
    """Whether sprites would spoil the target: it keeps paths, or it is a lens that draws everything larger."""
    engine = painter.paintEngine()
    return painter.worldTransform().m11() > _LARGER or (engine is not None and engine.type() in _VECTOR)


def rings(px: Floats, of: tuple[int, ...], radius: float) -> QPainterPath:
    """A ring round each of some marks in px."""
    outline = QPainterPath()
    for k in dict.fromkeys(of):
        if np.isfinite(px[k]).all():
            outline.addEllipse(QPointF(*px[k].tolist()), radius, radius)
    return outline
