"""Straight boundaries across the whole plane."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from playground.figures.layers import Boundary
from playground.render.data import Data
from playground.render.painter import Label, Painter
from playground.render.painters.lines import faded
from playground.render.pg import pen
from playground.render.scales import Mapping, to_segments
from playground.render.tokens import HALO, THEORY_DASH

_FEW = 3  # boundaries; more are an arrangement of hairlines


def clip_half_plane(
    line: tuple[float, float, float], mapping: Mapping
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Where w.x + b = 0 crosses the view, and the part of the view where it is positive, both in data units."""
    w1, w2, b = line
    (x0, x1), (y0, y1) = mapping.x, mapping.y
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    sides = [w1 * x + w2 * y + b for x, y in corners]
    ends: list[tuple[float, float]] = []
    positive: list[tuple[float, float]] = []
    for i in range(4):
        (xa, ya), (xb, yb) = corners[i], corners[(i + 1) % 4]
        a, c = sides[i], sides[(i + 1) % 4]
        if a >= 0:
            positive.append((xa, ya))
        if (a >= 0) != (c >= 0):
            t = a / (a - c)
            crossing = (xa + t * (xb - xa), ya + t * (yb - ya))
            ends.append(crossing)
            positive.append(crossing)
    return ends, positive


class BoundaryPainter(Painter[Boundary]):
    """Draws `Boundary`."""

    def __init__(self, layer: Boundary) -> None:
        super().__init__(layer)
        self._lines: list[tuple[QPointF, QPointF]] = []
        self._margins: list[tuple[QPointF, QPointF]] = []
        self._half: QPolygonF | None = None

    def read(self, data: Data) -> tuple[Any, ...]:
        """The lines, the margin, the words."""
        margin = data.number(self.layer.margin) if self.layer.margin else math.nan
        return data.rows(self.layer.wb, 3), margin, data.fill(self.layer.text), data.fill(self.layer.margin_text)

    def prepare(self) -> None:
        """Ends at the view's edge, and the positive half of the view."""
        rows, margin, _, _ = self.values
        self._lines, self._margins, self._half = [], [], None
        present = len(rows) - 1 if self.layer.fade else 0
        for i, (w1, w2, b) in enumerate(rows.tolist()):
            length = math.hypot(w1, w2)
            if not (math.isfinite(length) and math.isfinite(b)) or length == 0:
                continue
            # Divided by its length the row cannot overflow on the way to px.
            unit = (w1 / length, w2 / length, b / length)
            ends, positive = clip_half_plane(unit, self.map)
            self._add(self._lines, ends)
            if i == present and self.layer.tint:
                self._half = QPolygonF(self._points(positive))
            if i == present and margin > 0:
                for shift in (-margin, margin):
                    self._add(self._margins, clip_half_plane((unit[0], unit[1], unit[2] + shift), self.map)[0])

    def _points(self, data: list[tuple[float, float]]) -> list[QPointF]:
        return [QPointF(x, y) for x, y in self.map.px(np.array(data).reshape(-1, 2)).tolist()]

    def _add(self, lines: list[tuple[QPointF, QPointF]], ends: list[tuple[float, float]]) -> None:
        if len(ends) == 2:
            first, last = self._points(ends)
            lines.append((first, last))

    def draw(self, painter: QPainter) -> None:
        """Tints first, then the lines."""
        ink, theme = self.look.ink(self.layer.role), self.look.theme
        if self._half is not None:
            painter.fillRect(self.boundingRect(), QColor(theme.slot_tint(1)))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.slot_tint(0)))
            painter.drawPolygon(self._half)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(theme.muted, self.look.second, THEORY_DASH))
        for first, last in self._margins:
            painter.drawLine(first, last)
        fade, count = self.layer.fade, len(self._lines)
        width = ink.width if fade or count <= _FEW else self.look.hairline
        made = QPen(pen(ink.color, width, ink.dash))
        if self.over_image and count <= _FEW:
            painter.setPen(pen(theme.surface, width + HALO))
            painter.drawLines([QLineF(first, last) for first, last in self._lines])
        for i, (first, last) in enumerate(self._lines):
            if fade:
                made.setColor(faded(ink.color, 1.0 - fade * (count - 1 - i) / max(1, count - 1)))
            painter.setPen(made)
            painter.drawLine(first, last)

    def near(self, x: float, y: float, reach: float) -> bool:
        """On one of the lines."""
        ends = [[[end.x(), end.y()] for end in line] for line in self._lines]
        if not ends:
            return False
        both = np.array(ends)
        return float(to_segments(x, y, both[:, 0], both[:, 1]).min()) <= reach / 2

    def labels(self) -> tuple[Label, ...]:
        """The words at the right end of the present line, and at the left end of a parallel."""
        found = []
        if self._lines and self.values[2]:
            end = max(self._lines[-1 if self.layer.fade else 0], key=lambda point: point.x())
            text = self.look.ink(self.layer.role).text
            found.append(Label(self.values[2], end.x(), end.y(), text, "plate", plate=True))
        if self._margins and self.values[3]:
            end = min(self._margins[0], key=lambda point: point.x())
            found.append(Label(self.values[3], end.x(), end.y(), self.look.theme.muted, "plate", plate=True))
        return tuple(found)
