"""Letters in the cells of a picture: a text, and how much of something each of its letters has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from playground.figures.layers import Letters
from playground.render.colour import ink_on
from playground.render.data import Data
from playground.render.painter import Hit
from playground.render.painters.pictures import ImagePainter, map_words, shares
from playground.render.pg import pen

_STYLE = "display"
_WIDE, _HIGH = 0.72, 0.78  # of a cell that a letter may take
_MOST = 1.5  # times the display size: the largest letters
_LEAST = 5  # px; smaller letters cannot be read and are left out


class LettersPainter(ImagePainter):
    """Draws `Letters`: the picture as `ImagePainter` does, then the letters of one ink after the other."""

    def __init__(self, layer: Letters) -> None:
        super().__init__(layer)
        self._font = QFont()
        self._written: list[tuple[str, list[tuple[QPointF, str]]]] = []
        self._framed: list[QRectF] = []

    @property
    def _layer(self) -> Letters:
        return cast(Letters, self.layer)

    def read(self, data: Data) -> tuple[Any, ...]:
        """What a picture has, the letters and the marks."""
        z, *rest = super().read(data)
        mark = data.array(self._layer.mark)
        marked = np.zeros(z.shape, bool) if mark is None or mark.shape != z.shape else mark.astype(bool)
        return z, *rest, data.words(self._layer.words), marked

    def prepare(self) -> None:
        """The picture, where each letter stands and in which ink, and the frames."""
        super().prepare()
        self._written, self._framed = [], []
        z, *_, words, marked = self.values
        if self._image is None or not z.size:
            return
        wide, high = self._box.width() / z.shape[1], self._box.height() / z.shape[0]
        if self._fit(words, wide, high):
            self._place(words, wide, high)
        inset = self.look.hero / 2
        for row, column in np.argwhere(marked).tolist():
            self._framed.append(self._cells(row, column).adjusted(inset, inset, -inset, -inset))

    def _fit(self, words: tuple[str, ...], wide: float, high: float) -> bool:
        """The largest letters that no cell is too small for; whether they can be read."""
        base = self.look.font(_STYLE)
        metrics = QFontMetricsF(base)
        widest = max((metrics.horizontalAdvance(word) for word in set(words)), default=1.0)
        scale = min(_MOST, _WIDE * wide / max(widest, 1.0), _HIGH * high / max(metrics.height(), 1.0))
        self._font = QFont(base)
        self._font.setPixelSize(max(1, int(base.pixelSize() * scale)))
        return self._font.pixelSize() >= _LEAST

    def _place(self, words: tuple[str, ...], wide: float, high: float) -> None:
        z, theme = self.values[0], self.look.theme
        metrics, columns = QFontMetricsF(self._font), z.shape[1]
        shades = map_words(theme, self.layer.color_map)
        known = np.isfinite(z)
        index = shares(np.where(known, z, 0.0).astype(float), self.levels(), len(shades))
        by_ink: dict[str, list[tuple[QPointF, str]]] = {}
        drop = (metrics.ascent() - metrics.descent()) / 2
        for k, word in enumerate(words[: z.size]):
            if not word:
                continue
            row, column = divmod(k, columns)
            fill = f"#{int(shades[index[row, column]]) & 0xFFFFFF:06X}"
            ink = ink_on(fill) if known[row, column] else theme.text
            x = self._box.left() + (column + 0.5) * wide - metrics.horizontalAdvance(word) / 2
            y = self._box.top() + (row + 0.5) * high + drop
            by_ink.setdefault(ink, []).append((QPointF(x, y), word))
        self._written = list(by_ink.items())

    def draw(self, painter: QPainter) -> None:
        """The picture, the letters, the frames."""
        super().draw(painter)
        painter.setFont(self._font)
        for ink, letters in self._written:
            painter.setPen(QColor(ink))
            for foot, word in letters:
                painter.drawText(foot, word)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(self.look.ink("now").color, self.look.hero))
        for box in self._framed:
            painter.drawRect(box)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The cell under the cursor, with its letter."""
        found = super().hit(x, y, reach)
        words = self.values[-2]
        if found is None or not 0 <= found.id < len(words) or not words[found.id]:
            return None
        value = float(self.values[0][found.row, found.column])
        return replace(found, text=f"{words[found.id]}: {value:.3g}" if np.isfinite(value) else words[found.id])

    def count(self) -> int:
        """The letters are no rows of a matrix."""
        return 0
