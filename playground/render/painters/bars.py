"""Bars over categories or bins."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Bars
from playground.render.colour import ink_on
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Label, Painter, span
from playground.render.pg import pen

_STYLE, _CLEAR = "caption strong", 6.0  # of the words at the ends, px at factor 1
_SHARE = 0.68  # of a category that its bar takes


class BarsPainter(Painter[Bars]):
    """Draws `Bars`."""

    def __init__(self, layer: Bars) -> None:
        super().__init__(layer)
        self._boxes: list[tuple[int, QRectF]] = []

    @property
    def _level(self) -> bool:
        """Whether the bars lie below one another."""
        return self.layer.across == "horizontal"

    def read(self, data: Data) -> tuple[Any, ...]:
        """Heights, borders, labels, marks, names, and the words at the ends."""
        layer = self.layer
        heights = data.column(layer.heights)
        names = data.words(layer.words) or layer.names
        words = tuple(data.fill(layer.text, row) for row in range(len(heights))) if layer.text else ()
        return heights, data.column(layer.edges), data.array(layer.labels), data.array(layer.mark), names, words

    def _borders(self) -> Floats:
        """Both borders of each bar along the categories in data units, (n, 2)."""
        heights, edges = self.values[:2]
        n = len(heights)
        if self.layer.edges:
            return np.stack([edges[:n], edges[1 : n + 1]], axis=1) if len(edges) == n + 1 else np.zeros((0, 2))
        middle = np.arange(n)[::-1] if self._level else np.arange(n)
        return np.stack([middle - _SHARE / 2, middle + _SHARE / 2], axis=1)

    def prepare(self) -> None:
        """Boxes in px."""
        heights, borders = self.values[0], self._borders()
        self._boxes = []
        low = np.stack([borders[:, 0], np.zeros(len(borders))], axis=1)
        high = np.stack([borders[:, 1], heights[: len(borders)]], axis=1)
        if self._level:
            low, high = low[:, ::-1], high[:, ::-1]
        gap = 0.5 if self.layer.edges else 0.0
        for i, (x0, y0, x1, y1) in enumerate(np.concatenate([self.map.px(low), self.map.px(high)], axis=1).tolist()):
            if np.isfinite((x0, y0, x1, y1)).all():
                left, wide = min(x0, x1), abs(x1 - x0)
                box = QRectF(left, min(y0, y1), wide, abs(y1 - y0))
                if not self._level:
                    box = QRectF(left + gap, box.top(), max(1.0, wide - 2 * gap), box.height())
                self._boxes.append((i, box))

    def draw(self, painter: QPainter) -> None:
        """Filled boxes; marked ones with an outline."""
        mark = self.values[3]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for i, box in self._boxes:
            marked = mark is not None and i < mark.size and bool(mark.ravel()[i])
            painter.setPen(pen(self.look.theme.text, self.look.hero) if marked else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._color(i)))
            painter.drawRect(box)
        if self._boxes:
            painter.setPen(pen(self.look.theme.control, self.look.rule))
            x, y = (round(float(value)) for value in self.map.px(np.zeros((1, 2)))[0])
            if self._level:
                painter.drawLine(x, 0, x, round(self.map.height))
            else:
                painter.drawLine(0, y, round(self.map.width), y)

    def labels(self) -> tuple[Label, ...]:
        """The words at the ends of the bars."""
        words, heights = self.values[5], self.values[0]
        if not words:
            return ()
        return tuple(self._label(words[i], heights[i] < 0, i, box) for i, box in self._boxes)

    def _label(self, words: str, down: bool, number: int, box: QRectF) -> Label:
        """Words beyond the end of a bar, inside it where the view ends there, or else on a plate."""
        away = -1.0 if down else 1.0
        text = self.look.ink(self.layer.role).text
        clear, size = self.look.px(_CLEAR), (self.look.text_width(_STYLE, words), self.look.text_height(_STYLE))
        if self._level:
            end, along = (box.left() if down else box.right()), size[0]
            room, inside = (end if down else self.map.width - end), box.width()
            x, y, direction = end, box.center().y(), (away, 0.0)
        else:
            end, along = (box.bottom() if down else box.top()), size[1]
            room = self.map.height - end if down else end
            inside = box.height() if box.width() >= size[0] else 0.0
            x, y, direction = box.center().x(), end, (0.0, -away)
        tight = room < along + clear
        if tight and inside > along + 2 * clear:
            text, direction, tight = ink_on(self._color(number)), (-direction[0], -direction[1]), False
        return Label(words, x, y, text, "tip", clear=clear, direction=direction, plate=tight)

    def _color(self, number: int) -> str:
        """The colour of a bar."""
        labels = self.values[2]
        if labels is not None and number < labels.size:
            return self.look.slot(int(labels.ravel()[number])).color
        return self.look.ink(self.layer.role).color

    def extent(self) -> Extent:
        """Bars from zero, with half a category on both sides."""
        heights, borders = self.values[0], self._borders()
        edge = 0.0 if self.layer.edges else (1 - _SHARE) / 2
        along = span(borders)
        along = None if along is None else (along[0] - edge, along[1] + edge)
        up = span(np.concatenate([heights, [0.0]])) if len(heights) else None
        names = self.values[4][: len(heights)]
        if self._level:
            right, left = (self._widest(sign) for sign in (1, -1))
            return Extent(up, along, right=right, left=left, rows=names)
        high = self.look.text_height(_STYLE) + self.look.px(_CLEAR) + self.look.px(4)
        head, foot = (high if self._widest(sign) else 0.0 for sign in (1, -1))
        return Extent(along, up, names=names, head=head, foot=foot)

    def _widest(self, sign: int) -> float:
        """The px that words need beyond the bars of a sign."""
        heights, words = self.values[0], self.values[5]
        chosen = [word for word, height in zip(words, heights, strict=False) if (height < 0) == (sign < 0)]
        return max((self.words_room(word, _STYLE, _CLEAR) for word in chosen), default=0.0)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The bar under or over the cursor, or left or right of it."""
        for i, box in self._boxes:
            low, high, at = (box.top(), box.bottom(), y) if self._level else (box.left(), box.right(), x)
            if low - 1 <= at <= high + 1:
                value, names = float(self.values[0][i]), self.values[4]
                words = self.source.format_value("", value)
                if i < len(names):
                    words = f"{names[i]}: {words}"
                middle = float(self._borders()[i].mean())
                if self._level:
                    end = box.right() if value >= 0 else box.left()
                    return Hit(self.layer.name, i, end, box.center().y(), (value, middle), text=words, ring=False)
                top = box.top() if value >= 0 else box.bottom()
                return Hit(self.layer.name, i, box.center().x(), top, (middle, value), text=words, ring=False)
        return None
