"""Bars over categories or bins."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from playground.figures.layers import Bars
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Painter, span
from playground.render.pg import pen
from playground.render.scales import Floats

_SHARE = 0.68  # of a category that its bar takes


class BarsPainter(Painter[Bars]):
    """Draws `Bars`."""

    def __init__(self, layer: Bars) -> None:
        super().__init__(layer)
        self._boxes: list[tuple[int, QRectF]] = []

    def read(self, data: Data) -> tuple[Any, ...]:
        """Heights, borders, labels, marks."""
        layer = self.layer
        return data.column(layer.heights), data.column(layer.edges), data.array(layer.labels), data.array(layer.mark)

    def _borders(self) -> Floats:
        """Left and right border of each bar in data units, (n, 2)."""
        heights, edges, _, _ = self.values
        n = len(heights)
        if self.layer.edges:
            return np.stack([edges[:n], edges[1 : n + 1]], axis=1) if len(edges) == n + 1 else np.zeros((0, 2))
        middle = np.arange(n)
        return np.stack([middle - _SHARE / 2, middle + _SHARE / 2], axis=1)

    def prepare(self) -> None:
        """Boxes in px."""
        heights, borders = self.values[0], self._borders()
        self._boxes = []
        low = self.map.px(np.stack([borders[:, 0], np.zeros(len(borders))], axis=1))
        high = self.map.px(np.stack([borders[:, 1], heights[: len(borders)]], axis=1))
        gap = 0.5 if self.layer.edges else 0.0
        for i, (x0, y0, x1, y1) in enumerate(np.concatenate([low, high], axis=1).tolist()):
            if np.isfinite((x0, y0, x1, y1)).all():
                self._boxes.append((i, QRectF(x0 + gap, min(y0, y1), max(1.0, x1 - x0 - 2 * gap), abs(y1 - y0))))

    def draw(self, painter: QPainter) -> None:
        """Filled boxes; marked ones with an outline."""
        _, _, labels, mark = self.values
        own = self.look.ink(self.layer.role)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for i, box in self._boxes:
            labelled = labels is not None and i < labels.size
            color = self.look.label(float(labels.ravel()[i])).color if labelled else own.color
            marked = mark is not None and i < mark.size and bool(mark.ravel()[i])
            painter.setPen(pen(self.look.theme.text, self.look.hero) if marked else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(color))
            painter.drawRect(box)
        if self._boxes:
            painter.setPen(pen(self.look.theme.control, 1.0))
            y = round(float(self.map.px(np.zeros((1, 2)))[0, 1]))
            painter.drawLine(0, y, round(self.map.width), y)

    def extent(self) -> Extent:
        """Bars from zero, with half a category on both sides."""
        heights, borders = self.values[0], self._borders()
        edge = 0.0 if self.layer.edges else (1 - _SHARE) / 2
        x = span(borders)
        up = span(np.concatenate([heights, [0.0]])) if len(heights) else None
        names = self.layer.names if len(heights) else ()
        return Extent(None if x is None else (x[0] - edge, x[1] + edge), up, names=names)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The bar under or over the cursor."""
        for i, box in self._boxes:
            if box.left() - 1 <= x <= box.right() + 1:
                value = float(self.values[0][i])
                words = self.source.shown("", value)
                if i < len(self.layer.names):
                    words = f"{self.layer.names[i]}: {words}"
                centre = (float(self._borders()[i].mean()), value)
                top = box.top() if value >= 0 else box.bottom()
                return Hit(self.layer.name, i, box.center().x(), top, centre, text=words, ring=False)
        return None
