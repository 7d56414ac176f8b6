"""What stands round the layers of a plot: title row, frame, zero lines, and the ring under the cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from playground.render import scales
from playground.render.badges import BADGES
from playground.render.icons import glyph, icon_font
from playground.render.kept import KeptDrawing
from playground.render.labels import draw_label
from playground.render.look import FigureLook
from playground.render.painter import Hit
from playground.render.painters.curves import ring
from playground.render.scales import Mapping
from playground.render.sheet import SheetItem
from playground.render.tokens import RING, SPACING

# Low end, high end, words, colours.
ColorBar = tuple[str, str, str, tuple[tuple[int, int, int], ...]]


def clauses_that_fit(unit: str, fits: Callable[[str], bool]) -> str:
    """The longest beginning of a unit, cut at its semicolons, that fits; empty where none does."""
    clauses = unit.split("; ")
    for many in range(len(clauses), 0, -1):
        words = "; ".join(clauses[:many])
        if fits(words):
            return words
    return ""


class Head(SheetItem):
    """Title, unit, colour bar, and the x label below: the words round a plot."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(-200)
        self.look = FigureLook()
        self.rect = QRectF()
        self.row = QRectF()
        self.title = self.unit = self.x_label = ""
        self.label_box = QRectF()
        self.bar: ColorBar | None = None
        self.badge = ""
        self.reserved_width = 0
        self._kept = KeptDrawing()

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
            self._kept.forget()
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """If title and unit do not fit, the unit goes, its last clause first, then the title is elided."""
        painter.save()
        painter.setClipRect(self.rect)
        self._kept.draw(painter, self.row, self.look.dpr, self._draw_row)
        if self.x_label:
            painter.setFont(self.look.font("caption"))
            painter.setPen(QColor(self.look.theme.muted))
            painter.drawText(self.label_box, Qt.AlignmentFlag.AlignCenter, self.x_label)
        painter.restore()

    def _draw_row(self, painter: QPainter) -> None:
        look, theme = self.look, self.look.theme
        free = self.row.width() - self.reserved_width
        if self.bar is not None:
            free -= self._draw_bar(painter, free)
        badge = look.px(SPACING.icon_badge + 7) if self.badge else 0
        free -= badge
        titled = "lecture title" if look.lecture else "plot title"
        width = look.text_width(titled, self.title)
        baseline = self.row.top() + self.row.height() * 0.5 + look.cap_height(titled) * 0.5
        painter.setFont(look.font(titled))
        painter.setPen(QColor(theme.text))
        shown = self.title
        if width > free:
            shown = QFontMetricsF(look.font(titled)).elidedText(self.title, Qt.TextElideMode.ElideRight, free)
        painter.drawText(round(self.row.left()), round(baseline), shown)
        small = "lecture unit" if look.lecture else "plot unit"
        gap = look.px(7)
        unit = clauses_that_fit(self.unit, lambda words: look.text_width(small, words) <= free - width - gap)
        if unit:
            painter.setFont(look.font(small))
            painter.setPen(QColor(theme.muted))
            painter.drawText(round(self.row.left() + width + gap), round(baseline), unit)
            width += gap + look.text_width(small, unit)
        if self.badge:
            self._draw_badge(painter, self.row.left() + min(width, free) + gap, self.row.left() + free + badge)

    def _draw_badge(self, painter: QPainter, left: float, right: float) -> None:
        """The icon of the badge, and its word where it warns and has room."""
        icon, words, tone = BADGES[self.badge]
        look, side = self.look, self.look.px(SPACING.icon_badge)
        painter.setFont(icon_font(side))
        painter.setPen(QColor(getattr(look.theme, tone)))
        middle = self.row.center().y()
        box = QRectF(left, middle - side / 2, side, side)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, glyph(icon))
        word, gap = words.split(" ", maxsplit=1)[0], look.px(3)
        if self.badge != "exact" and box.right() + gap + look.text_width("caption", word) <= right:
            painter.setFont(look.font("caption"))
            spot = QRectF(box.right() + gap, self.row.top(), right - box.right(), self.row.height())
            painter.drawText(spot, Qt.AlignmentFlag.AlignVCenter, word)

    def _draw_bar(self, painter: QPainter, free: float) -> float:
        """A colour bar at the right of the title row; returns the room that it took."""
        assert self.bar is not None
        low, high, words, table = self.bar
        look = self.look
        gap, length, thick = look.px(6), look.px(70), look.px(8)
        widths = [look.text_width("caption", part) for part in (words, low, high)]
        whole = sum(widths) + length + 4 * gap
        if whole > free * 0.7:
            return 0.0
        x, middle = self.row.left() + free - whole + gap, self.row.center().y()
        painter.setFont(look.font("caption"))
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
        painter.setPen(QPen(QColor(look.theme.line), look.rule))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(x, middle - thick / 2, length, thick))
        painter.setPen(QColor(look.theme.muted))
        x += length + gap
        box = QRectF(x, self.row.top(), widths[2] + 1, self.row.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, high)
        return float(whole)


class Edge(SheetItem):
    """The hairline frame of a plane, or its zero lines where it has no ticks."""

    def __init__(self, parent: QGraphicsItem, above: bool) -> None:
        super().__init__(parent)
        self.setZValue(1000 if above else -50)
        self._above = above
        self.color = ""
        self.width = 1.0
        self.map = scales.UNIT

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, self.map.width, self.map.height)

    def set(self, color: str, mapping: Mapping, width: float) -> None:
        """Takes colour, range and the width in px; an empty colour draws nothing."""
        if (color, mapping, width) != (self.color, self.map, self.width):
            self.prepareGeometryChange()
            self.color, self.map, self.width = color, mapping, width
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Whole px, without antialiasing."""
        if not self.color:
            return
        painter.save()
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(self.color), self.width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._above:
            painter.drawRect(self.boundingRect().adjusted(0, 0, -1, -1))
        else:
            x, y = np.rint(self.map.px(np.zeros((1, 2)))[0]).astype(int).tolist()
            painter.drawLine(x, 0, x, round(self.map.height))
            painter.drawLine(0, y, round(self.map.width), y)
        painter.restore()


class Hover(SheetItem):
    """The ring and the plate at the datum under the cursor."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(950)
        self._hit: Hit | None = None
        self._look = FigureLook()
        self._size = (1.0, 1.0)
        self._taken: tuple[QRectF, ...] = ()

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, *self._size)

    def set(
        self, hit: Hit | None, look: FigureLook, width: float, height: float, taken: tuple[QRectF, ...] = ()
    ) -> None:
        """Takes the datum, or None, and the rectangles of other words, which the plate does not cover."""
        if (hit, look, (width, height), taken) != (self._hit, self._look, self._size, self._taken):
            self.prepareGeometryChange()
            self._hit, self._look, self._size, self._taken = hit, look, (width, height), taken
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
            draw_label(painter, hit.text, self.plate(), look.theme.text, "caption strong", look, True)
        painter.restore()

    def plate(self) -> QRectF:
        """Where the value stands: the first corner of the datum that is in the view and covers no other words."""
        if self._hit is None:
            return QRectF()
        hit, look = self._hit, self._look
        width = look.text_width("caption strong", hit.text) + look.px(8)
        height = look.text_height("caption strong") + look.px(4)
        aside, up, down = look.px(12), hit.y - look.px(10) - height, hit.y + look.px(12)
        corners = [(x, y) for y in (up, down) for x in (hit.x + aside, hit.x - aside - width)]
        boxes = [QRectF(x, y, width, height) for x, y in corners]
        view = QRectF(0, 0, *self._size).adjusted(2, 2, -2, -2)
        inside = [box for box in boxes if view.contains(box)]
        free = [box for box in inside if not any(box.intersects(other) for other in self._taken)]
        return (free or inside or boxes)[0]


class Linked(SheetItem):
    """Outlines of what is linked with the datum under the cursor, in this plot or another."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self.setZValue(940)
        self.outline = QPainterPath()
        self._look = FigureLook()
        self._size = (1.0, 1.0)

    def boundingRect(self) -> QRectF:
        """The whole view box."""
        return QRectF(0, 0, *self._size)

    def set(self, outline: QPainterPath, look: FigureLook, width: float, height: float) -> None:
        """Takes the outlines; an empty path draws nothing."""
        if (outline, look, (width, height)) != (self.outline, self._look, self._size):
            self.prepareGeometryChange()
            self.outline, self._look, self._size = outline, look, (width, height)
            self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Lines of `text` on a halo, so that they are seen on every colour."""
        if self.outline.isEmpty():
            return
        painter.save()
        painter.setClipRect(self.boundingRect())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, width in (
            (self._look.theme.surface, self._look.second + 2 * self._look.hairline),
            (self._look.theme.text, self._look.second),
        ):
            painter.setPen(QPen(QColor(color), width))
            painter.drawPath(self.outline)
        painter.restore()
