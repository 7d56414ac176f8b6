"""One plot: title row, view box with axes, layers, labels and frame, kept and changed in place."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from playground.engine.frame import PlotView
from playground.figures import layers
from playground.figures.figure import Axis, Plot
from playground.render import scales
from playground.render.data import Data
from playground.render.labels import LabelItem, draw_label
from playground.render.layout import Box
from playground.render.look import Look
from playground.render.painter import Extent, Hit, Painter
from playground.render.painters import painter_for
from playground.render.painters.curves import ring
from playground.render.painters.pictures import ImagePainter
from playground.render.pg import Frame
from playground.render.scales import Mapping, Span
from playground.render.tokens import RING, SPACING

_LEFT = (22, 36, 48, 60, 74, 90)  # widths of a left axis: fixed steps, so that a longer label does not shake a film
_BOTTOM = 23
_LABEL_ROW = 20
_ROOM = 0.22  # of the x range, for names at the ends of lines
_GAP_UP, _GAP_ACROSS, _GAP_PLANE = 45, 64, 100


class _Head(QGraphicsObject):
    """Title, unit, colour bar, and the x label below: the words round a plot."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(-200)
        self.look = Look()
        self.rect = QRectF()
        self.row = QRectF()
        self.title = self.unit = self.x_label = ""
        self.label_box = QRectF()
        self.bar: tuple[str, str, str, tuple[tuple[int, int, int], ...]] | None = None
        self.reserved = 0

    def boundingRect(self) -> QRectF:
        """The plot's whole box."""
        return self.rect

    def set(self, **values: Any) -> None:
        """Changes attributes; redraws if one is new."""
        fresh = {name: value for name, value in values.items() if getattr(self, name) != value}
        if fresh:
            if "rect" in fresh:
                self.prepareGeometryChange()
            for name, value in fresh.items():
                setattr(self, name, value)
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """If title and unit do not fit, the unit goes, then the title is elided."""
        painter.save()
        painter.setClipRect(self.rect)
        look, theme = self.look, self.look.theme
        free = self.row.width() - self.reserved
        if self.bar is not None:
            free -= self._draw_bar(painter, free)
        titled = look.font("lecture title" if look.lecture else "plot title")
        metrics = QFontMetricsF(titled)
        width = metrics.horizontalAdvance(self.title)
        baseline = self.row.top() + self.row.height() * 0.5 + metrics.capHeight() * 0.5
        painter.setFont(titled)
        painter.setPen(QColor(theme.text))
        shown = self.title if width <= free else metrics.elidedText(self.title, Qt.TextElideMode.ElideRight, free)
        painter.drawText(round(self.row.left()), round(baseline), shown)
        small = look.font("lecture unit" if look.lecture else "plot unit")
        gap = look.px(7)
        if self.unit and width + gap + QFontMetricsF(small).horizontalAdvance(self.unit) <= free:
            painter.setFont(small)
            painter.setPen(QColor(theme.muted))
            painter.drawText(round(self.row.left() + width + gap), round(baseline), self.unit)
        if self.x_label:
            painter.setFont(look.font("caption"))
            painter.setPen(QColor(theme.muted))
            painter.drawText(self.label_box, Qt.AlignmentFlag.AlignCenter, self.x_label)
        painter.restore()

    def _draw_bar(self, painter: QPainter, free: float) -> float:
        """A colour bar at the right of the title row; returns the room that it took."""
        assert self.bar is not None
        low, high, words, table = self.bar
        look = self.look
        font = look.font("caption")
        metrics = QFontMetricsF(font)
        gap, length, thick = look.px(6), look.px(70), look.px(8)
        widths = [metrics.horizontalAdvance(part) for part in (words, low, high)]
        whole = sum(widths) + length + 4 * gap
        if whole > free * 0.7:
            return 0.0
        x, middle = self.row.left() + free - whole + gap, self.row.center().y()
        painter.setFont(font)
        painter.setPen(QColor(look.theme.muted))
        for part, width in ((words, widths[0]), (low, widths[1])):
            painter.drawText(
                QRectF(x, self.row.top(), width + 1, self.row.height()), Qt.AlignmentFlag.AlignVCenter, part
            )
            x += width + gap
        gradient = QLinearGradient(x, 0, x + length, 0)
        for i in range(0, 256, 15):
            gradient.setColorAt(i / 255, QColor(*table[min(i, len(table) - 1)]))
        painter.fillRect(QRectF(x, middle - thick / 2, length, thick), gradient)
        painter.setPen(QPen(QColor(look.theme.line), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(x, middle - thick / 2, length, thick))
        painter.setPen(QColor(look.theme.muted))
        x += length + gap
        box = QRectF(x, self.row.top(), widths[2] + 1, self.row.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, high)
        return float(whole)


class _Edge(QGraphicsObject):
    """The hairline frame of a plane, or its zero lines where it has no ticks."""

    def __init__(self, parent: QGraphicsItem, above: bool) -> None:
        super().__init__(parent)
        self.setZValue(1000 if above else -50)
        self._above = above
        self.color = ""
        self.map = scales.UNIT

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, self.map.width, self.map.height)

    def set(self, color: str, mapping: Mapping) -> None:
        """Takes colour and range; an empty colour draws nothing."""
        if (color, mapping) != (self.color, self.map):
            self.prepareGeometryChange()
            self.color, self.map = color, mapping
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """One px, without antialiasing."""
        if not self.color:
            return
        painter.save()
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self.color), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._above:
            painter.drawRect(self.boundingRect().adjusted(0, 0, -1, -1))
        else:
            x, y = np.rint(self.map.px(np.zeros((1, 2)))[0]).astype(int).tolist()
            painter.drawLine(x, 0, x, round(self.map.height))
            painter.drawLine(0, y, round(self.map.width), y)
        painter.restore()


class _Hover(QGraphicsObject):
    """The ring and the plate at the datum under the cursor."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(950)
        self._hit: Hit | None = None
        self._look = Look()
        self._size = (1.0, 1.0)

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, *self._size)

    def set(self, hit: Hit | None, look: Look, width: float, height: float) -> None:
        """Takes the datum, or None."""
        if (hit, look, (width, height)) != (self._hit, self._look, self._size):
            self.prepareGeometryChange()
            self._hit, self._look, self._size = hit, look, (width, height)
            self.update()

    @property
    def hit(self) -> Hit | None:
        """The datum that is shown."""
        return self._hit

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """A thin ring, and the value on a plate inside the view."""
        if self._hit is None:
            return
        hit, look = self._hit, self._look
        painter.save()
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if hit.ring:
            ring(painter, hit.x, hit.y, RING * look.point * 0.8, look.theme.text, look.second)
        if hit.text:
            metrics = QFontMetricsF(look.font("caption strong"))
            width, height = metrics.horizontalAdvance(hit.text) + look.px(8), metrics.height() + look.px(4)
            x, y = hit.x + look.px(12), hit.y - look.px(10) - height
            if x + width > self._size[0] - 2:
                x = hit.x - look.px(12) - width
            box = QRectF(max(2.0, x), y if y >= 2 else hit.y + look.px(12), width, height)
            draw_label(painter, hit.text, box, look.theme.text, "caption strong", look, True)
        painter.restore()


class PlotBox:
    """One plot of a figure with all its items.

    Attributes:
        plot: its specification.
        painters: its layers' painters, from back to front.
        map: from data to px of the view box.
        view: the view box's rectangle in px of the stage.
    """

    def __init__(self, plot: Plot, scene: QGraphicsScene) -> None:
        self.plot = plot
        self.look = Look()
        self.map = scales.UNIT
        self.view = QRectF(0, 0, 1, 1)
        self.box: Box = (0, 0, 1, 1)
        self.zoomed: tuple[Span, Span] | None = None
        self._frame = Frame(scene)
        self._head = _Head()
        scene.addItem(self._head)
        self.painters: list[Painter[Any]] = []
        for place, layer in enumerate(plot.layers):
            painter = painter_for(layer)
            painter.setParentItem(self._frame.box)
            painter.setZValue(float(place))
            self.painters.append(painter)
        self._lines = _Edge(self._frame.box, above=False)
        self._border = _Edge(self._frame.box, above=True)
        self._labels = LabelItem(self._frame.box)
        self._hover = _Hover(self._frame.box)
        self._auto: tuple[Span | None, Span | None] = (None, None)
        self._left = -1
        self._data: Data | None = None
        self._styled: Look | None = None

    # ---- what the figure view asks for

    def arrange(self, box: Box, look: Look, reserved: int = 0) -> None:
        """Takes a place on the stage and a look."""
        dashed = any(layer.role == "theory" or getattr(layer, "dash", "") == "dashed" for layer in self.plot.layers)
        slots = sum(layer.role.startswith("slot") for layer in self.plot.layers)
        plain = dashed or self.plot.plane or slots < 2
        self.look = Look(look.theme, look.factor, look.lecture, not plain, look.dpr)
        self.box = box
        self._head.set(reserved=reserved)

    def show(self, visible: bool) -> None:
        """Shows or hides the plot."""
        self._frame.show(visible)
        self._head.setVisible(visible)

    def remove(self) -> None:
        """Takes all items out of the scene."""
        scene = self._head.scene()
        self._frame.remove()
        if scene is not None:
            scene.removeItem(self._head)

    def take(self, data: Data) -> bool:
        """Reads a frame; says whether anything changes."""
        self._data = data
        return any([painter.take(data) for painter in self.painters])

    def refresh(self, hide: frozenset[str] = frozenset()) -> None:
        """Brings range, axes, layers and words up to what was taken.

        Args:
            hide: names of layers that are not shown now.
        """
        for painter in self.painters:
            painter.setVisible(painter.layer.name not in hide and self._wanted(painter))
        extents = [painter.extent() for painter in self.painters if self._readable(painter)]
        self._place_view(self._ranges(extents))
        self._show_axes(extents)
        for painter in self.painters:
            painter.refresh(self.look, self.map)
        self._show_words()

    def plot_view(self) -> PlotView:
        """Range and size for the engine."""
        return PlotView(self.map.x, self.map.y, round(self.map.width), round(self.map.height))

    def hit(self, x: float, y: float, reach: float, only: str = "") -> Hit | None:
        """The topmost datum within `reach` px of a px position of the view box."""
        for painter in reversed(self.painters):
            if painter.isVisible() and painter.values and not painter.fault and only in ("", painter.layer.name):
                found = painter.hit(x, y, reach)
                if found is not None:
                    return found
        return None

    def hover(self, hit: Hit | None) -> None:
        """Rings a datum and shows its value."""
        self._hover.set(hit, self.look, self.map.width, self.map.height)
        for painter in self.painters:
            over = hit is not None and painter.layer.name == hit.layer
            if painter.hovered != over:
                painter.hovered = over
                painter.update()

    @property
    def hovered(self) -> Hit | None:
        """The datum that is ringed."""
        return self._hover.hit

    @property
    def labels(self) -> tuple[str, ...]:
        """The words that are shown in the view."""
        return tuple(placed.label.text for placed in self._labels.placed)

    @property
    def title(self) -> tuple[str, str]:
        """Title and unit as they are filled now."""
        return self._head.title, self._head.unit

    @property
    def faults(self) -> tuple[str, ...]:
        """What went wrong in painters, each once."""
        return tuple(painter.fault for painter in self.painters if painter.fault)

    @property
    def title_row(self) -> QRectF:
        """The title row's rectangle in px of the stage."""
        return self._head.row

    # ---- ranges

    def _wanted(self, painter: Painter[Any]) -> bool:
        show = painter.layer.show
        return not show or (self._data is not None and self._data.true(show))

    @staticmethod
    def _readable(painter: Painter[Any]) -> bool:
        return bool(painter.values) and not painter.fault and painter.isVisible()

    def _ranges(self, extents: list[Extent]) -> tuple[Span, Span]:
        if self.zoomed is not None:
            return self.zoomed
        room = _ROOM if any(extent.room for extent in extents) and not self.plot.plane else 0.0
        x = self._range(self.plot.x, [extent.x for extent in extents], self._auto[0], room)
        y = self._range(self.plot.y, [extent.y for extent in extents], self._auto[1], 0.0)
        self._auto = (x, y)
        return x, y

    def _range(self, axis: Axis, spans: list[Span | None], before: Span | None, room: float) -> Span:
        if isinstance(axis.range, tuple):
            return axis.range
        if axis.range != "auto" and self._data is not None:
            named = self._data.column(axis.range)
            if len(named) == 2 and np.isfinite(named).all() and named[0] < named[1]:
                return float(named[0]), float(named[1])
        known = [span for span in spans if span is not None]
        data = (min(span[0] for span in known), max(span[1] for span in known)) if known else None
        if not self.plot.axes:
            return data if data is not None and data[1] > data[0] else before or (0.0, 1.0)
        return scales.auto_range(data, zero=axis.zero, before=before, room=room, whole=axis.whole)

    def _place_view(self, ranges: tuple[Span, Span]) -> None:
        """The view box's rectangle: what title, tick labels and the x label leave."""
        look, (x, y, width, height) = self.look, self.box
        top = look.px(SPACING.title_row) if not look.lecture else look.px(SPACING.title_row * 1.25)
        below, left = self._below(), self._axis_width(ranges)
        label = look.px(_LABEL_ROW) if self.plot.x.label and self.plot.axes else 0
        view = QRectF(x + left, y + top, max(1, width - left), max(1, height - top - below - label))
        spans = ranges
        if self.plot.plane:
            spans = scales.equal_aspect(*ranges, view.width(), view.height())
        self.map = Mapping(spans[0], spans[1], view.width(), view.height())
        self._frame.place(view, left, below)
        self.view = view
        self._head.set(
            look=look,
            rect=QRectF(x, y, width, height),
            row=QRectF(x + left, y, width - left, top),
            x_label=self._filled(self.plot.x.label) if label else "",
            label_box=QRectF(view.left(), view.bottom() + below, view.width(), label),
        )

    @property
    def _ticked(self) -> tuple[bool, bool]:
        if not self.plot.axes or (self.look.lecture and self.plot.plane):
            return False, False
        return self.plot.x.ticks, self.plot.y.ticks

    def _below(self) -> int:
        return self.look.px(_BOTTOM) if self._ticked[0] else 0

    def _axis_width(self, ranges: tuple[Span, Span]) -> int:
        if not self._ticked[1]:
            return 0
        metrics = QFontMetricsF(self.look.font("caption"))
        found = self._y_ticks(ranges[1], self.box[3] * 0.8)
        widest = max((metrics.horizontalAdvance(words) for _, words in found), default=0.0)
        need = widest + self.look.px(SPACING.tick_offset)
        steps = [self.look.px(step) for step in (_LEFT if self.plot.plane else _LEFT[1:])]
        return next((step for step in steps if step >= need), steps[-1])

    def _y_ticks(self, span: Span, length: float) -> list[tuple[float, str]]:
        gap = self.look.px(_GAP_PLANE if self.plot.plane else _GAP_UP)
        return scales.ticks(span, length, gap, log=self.plot.y.log, whole=self.plot.y.whole)

    def _show_axes(self, extents: list[Extent]) -> None:
        look, theme = self.look, self.look.theme
        ticked = self._ticked
        grid = self.plot.axes and not self.plot.plane
        if self._styled != look:
            self._frame.style(theme.muted, theme.grid, look.font("caption"), look.px(SPACING.tick_offset), grid)
            self._styled = look
        self._frame.show_range(self.map.x, self.map.y)
        gap = look.px(_GAP_PLANE if self.plot.plane else _GAP_ACROSS)
        x = scales.ticks(self.map.x, self.map.width, gap, log=self.plot.x.log, whole=self.plot.x.whole)
        names = next((extent.names for extent in extents if extent.names), ())
        if names:
            x = [(float(i), name) for i, name in enumerate(names)]
        y = self._y_ticks(self.map.y, self.map.height)
        self._frame.show_ticks(x if ticked[0] else [], y if ticked[1] else [])
        bare = self.plot.plane and not self.plot.x.ticks and not self.plot.y.ticks
        framed = self.plot.plane and self.plot.axes and not bare
        self._border.set(theme.line if framed else "", self.map)
        self._lines.set(theme.grid if bare and self.plot.axes else "", self.map)

    # ---- words

    def _filled(self, template: str) -> str:
        return self._data.fill(template) if self._data is not None else ("" if "{" in template else template)

    def _show_words(self) -> None:
        self._head.set(title=self._filled(self.plot.title), unit=self._filled(self.plot.unit), bar=self._bar())
        labels, marks = [], [np.zeros((0, 2))]
        for painter in self.painters:
            if self._readable(painter):
                labels.extend(painter.labels())
                marks.append(painter.obstacles())
        self._labels.show_labels(labels, self.look, self.map.width, self.map.height, np.concatenate(marks))

    def _bar(self) -> tuple[str, str, str, tuple[tuple[int, int, int], ...]] | None:
        for painter in self.painters:
            if isinstance(painter, ImagePainter) and painter.layer.bar and self._readable(painter):
                low, high = painter.levels()
                layer: layers.Image = painter.layer
                words = [self._data.shown("", end) if self._data is not None else "" for end in (low, high)]
                return words[0], words[1], layer.bar, self.look.theme.map(layer.color_map)
        return None
