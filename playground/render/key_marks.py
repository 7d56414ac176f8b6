"""Each layer kind's mark as the key draws it: a line with its dash, a shape, an arrow, a colour, a ramp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QPolygonF

from playground.figures import layers
from playground.figures.layers import Layer
from playground.render.look import FigureLook, Ink
from playground.render.painters.points import draw_point, shape_of
from playground.render.pg import pen
from playground.render.tokens import FUTURE_DASH, THEORY_DASH

_LINE, _ARROW, _RAMP, _BOX, _POINT = 24, 22, 28, 11, 11  # px at factor 1
_STOPS = 8  # of a ramp
_THICK = 3.0  # px at factor 1; a line of the key is at most so thick
_HEAD = 5.0


@dataclass(frozen=True, slots=True)
class KeyMark:
    """How a layer is drawn.

    Attributes:
        layer: whose mark it is.
        slots: the classes that its data have, by palette slot.
        hollow: its points are rings.
    """

    layer: Layer
    slots: tuple[int, ...] = ()
    hollow: bool = False


def mark_width(mark: KeyMark, look: FigureLook) -> float:
    """The px that a mark takes."""
    wide = look.px(_WIDTHS.get(type(mark.layer), _BOX))
    layer = mark.layer
    if _is_ramp(layer):
        wide = look.px(_RAMP)
    elif isinstance(layer, layers.Curve) and layer.low:
        wide = look.px(_LINE)
    return wide * max(1, len(mark.slots)) + look.px(3) * max(0, len(mark.slots) - 1)


def draw_mark(painter: QPainter, mark: KeyMark, box: QRectF, look: FigureLook) -> None:
    """Draws a mark in the middle of a box."""
    count = max(1, len(mark.slots))
    wide = (box.width() - look.px(3) * (count - 1)) / count
    for i in range(count):
        part = QRectF(box.left() + i * (wide + look.px(3)), box.top(), wide, box.height())
        ink = look.slot(mark.slots[i]) if mark.slots else look.ink(mark.layer.role)
        kind = _ramp if _is_ramp(mark.layer) else _DRAWN.get(type(mark.layer), _swatch)
        painter.save()
        kind(painter, part, mark, ink, look)
        painter.restore()


def _is_ramp(layer: Layer) -> bool:
    if isinstance(layer, layers.Image | layers.Regions):
        plain = layer.classes or layer.color_map == "binary" or not (isinstance(layer, layers.Image) or layer.values)
        return not plain
    if isinstance(layer, layers.Points):
        return layer.density
    if isinstance(layer, layers.Messages):
        return False
    if isinstance(layer, layers.Graph):
        return bool(layer.values) and not layer.labels
    return isinstance(layer, layers.Tiles | layers.Surface) or bool(getattr(layer, "values", ""))


def _square(box: QRectF, side: float) -> QRectF:
    return QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)


def _flat(box: QRectF) -> QLineF:
    y = round(box.center().y()) + 0.5
    return QLineF(box.left(), y, box.right(), y)


def _dash(layer: Layer, ink: Ink) -> tuple[float, ...]:
    chosen: dict[str, tuple[float, ...]] = {"solid": (), "dashed": THEORY_DASH, "dotted": FUTURE_DASH}
    return chosen.get(getattr(layer, "dash", "auto"), ink.dash)


def fitting(dash: tuple[float, ...], length: float) -> tuple[float, ...]:
    """A dash pattern that shows itself once over and begins again within a length, both in line widths."""
    if not dash:
        return ()
    share = min(1.0, length / (sum(dash) + dash[0]))
    return tuple(share * part for part in dash)


def _line(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    layer, line = mark.layer, _flat(box)
    width = min(ink.width, look.px(_THICK))
    made = QPen(pen(ink.color, width, fitting(_dash(layer, ink), box.width() / width)))
    fade = getattr(layer, "fade", 0.0)
    if fade:
        faint, full = QColor(ink.color), QColor(ink.color)
        faint.setAlphaF(1.0 - fade)
        gradient = QLinearGradient(line.p1(), line.p2())
        gradient.setColorAt(0.0, faint)
        gradient.setColorAt(1.0, full)
        made.setBrush(QBrush(gradient))
    if isinstance(layer, layers.Level) and layer.across == "vertical":
        line = QLineF(box.center().x(), box.top() + 3, box.center().x(), box.bottom() - 3)
    painter.setPen(made)
    painter.drawLine(line)


def _curve(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    layer = mark.layer
    if isinstance(layer, layers.Curve) and layer.low:
        painter.fillRect(box.adjusted(0, box.height() / 4, 0, -box.height() / 4), QColor(look.theme.band(ink.color)))
    _line(painter, box, mark, ink, look)
    marked = isinstance(layer, layers.Trace) or (isinstance(layer, layers.Curve) and layer.markers)
    if marked and ink.slot >= 0:
        _dot(painter, box, look.theme.slots[ink.slot].shape, ink, look, False)


def _dot(painter: QPainter, box: QRectF, name: str, ink: Ink, look: FigureLook, hollow: bool) -> None:
    surface, size = look.theme.surface, float(look.px(_POINT))
    fill, edge = (surface, ink.color) if hollow else (ink.color, surface)
    width = look.second if hollow else look.outline
    draw_point(painter, box.center().x(), box.center().y(), name, size * (0.8 if hollow else 1.0), fill, edge, width)


def _point(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    name = look.theme.slots[ink.slot].class_shape if mark.slots else shape_of(mark.layer.role, look)
    _dot(painter, box, name, ink, look, mark.hollow)


def _ring(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    side = look.px(_POINT) - min(ink.width, look.px(_THICK))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(ink.color), min(ink.width, look.px(_THICK) * 0.7)))
    painter.drawEllipse(_square(box, side))


def _disc(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    painter.setBrush(QColor(ink.color if mark.slots else look.theme.surface))
    painter.setPen(QPen(QColor(look.theme.text), look.px(1)))
    painter.drawEllipse(_square(box, look.px(_POINT) - look.px(1)))


def _arrow(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    field = isinstance(mark.layer, layers.Arrows) and mark.layer.field
    color, width = ink.color, min(ink.width, look.px(_THICK))
    line, size = _flat(box), look.px(_HEAD)
    tip = line.p2()
    barbs = [QPointF(tip.x() - size, tip.y() - size * 0.62), QPointF(tip.x() - size, tip.y() + size * 0.62)]
    if field:
        painter.setPen(pen(color, width))
        painter.drawLines([line, QLineF(tip, barbs[0]), QLineF(tip, barbs[1])])
        return
    painter.setPen(pen(color, width))
    painter.drawLine(QLineF(line.p1(), QPointF(tip.x() - size * 0.8, tip.y())))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawPolygon(QPolygonF([tip, *barbs]))


def _ramp(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    fallback = "diverging" if isinstance(mark.layer, layers.Tiles) else "sequential"
    table = look.theme.map(getattr(mark.layer, "color_map", fallback))
    high = look.px(8)
    bar = QRectF(box.left(), box.center().y() - high / 2, box.width(), high)
    gradient = QLinearGradient(bar.left(), 0, bar.right(), 0)
    for i in range(_STOPS + 1):
        gradient.setColorAt(i / _STOPS, QColor(*table[round(i / _STOPS * (len(table) - 1))]))
    painter.setPen(QPen(QColor(look.theme.line), look.rule))
    painter.setBrush(gradient)
    painter.drawRect(bar)


def _swatch(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    """A square in the colour of bars, or in the tint of regions and of cells that are on."""
    layer = mark.layer
    color = ink.color
    if isinstance(layer, layers.Regions | layers.Image):
        binary = layer.color_map == "binary" and not layer.classes
        color = look.theme.text if binary else look.tint(ink)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(QColor(look.theme.line), look.rule))
    painter.setBrush(QColor(color))
    painter.drawRect(_square(box, look.px(_BOX)))


def _cell(painter: QPainter, box: QRectF, mark: KeyMark, ink: Ink, look: FigureLook) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(ink.color), min(ink.width, look.px(_THICK) * 0.7)))
    painter.drawRect(_square(box, look.px(_BOX) - 1))


Drawing = Callable[[QPainter, QRectF, KeyMark, Ink, FigureLook], None]
_DRAWN: dict[type[Any], Drawing] = {
    layers.Points: _point,
    layers.Cloud: _point,
    layers.Ring: _ring,
    layers.Lines: _line,
    layers.Boundary: _line,
    layers.Arrows: _arrow,
    layers.Graph: _disc,
    layers.Cells: _cell,
    layers.Trace: _curve,
    layers.Curve: _curve,
    layers.Level: _line,
    layers.Diagram: _cell,
    layers.Messages: _disc,
    layers.Sentence: _line,
    layers.Threads: _line,
}
_WIDTHS: dict[type[Any], int] = {
    layers.Lines: _LINE,
    layers.Boundary: _LINE,
    layers.Arrows: _ARROW,
    layers.Trace: _LINE,
    layers.Curve: _LINE,
    layers.Level: _LINE,
    layers.Sentence: _LINE,
    layers.Threads: _LINE,
}
