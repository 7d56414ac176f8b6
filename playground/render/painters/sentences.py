"""A sentence in large letters, with arcs above it."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Sentence
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Painter, rings
from playground.render.pg import Segments, pen
from playground.render.tokens import RING

_STYLE = "display"
_MOST = 2.2  # times the display size: the largest letters
_FILL = 0.86  # of the distance between two tokens that the widest word may take
_WIDEST = 3.2  # times a hero line: an arc of weight 1
_WIDTHS = 12  # into which arcs are sorted
_CORNERS = 48  # of an arc
_LEAST = 0.35  # px, the width of an arc that is left out
_TALL = 1.4  # the height of an arc over half its width, where there is room
_TURN = np.linspace(0.0, np.pi, _CORNERS + 1)


class SentencePainter(Painter[Sentence]):
    """Draws `Sentence`: arcs in a few widths, each drawn with one call, then the words."""

    def __init__(self, layer: Sentence) -> None:
        super().__init__(layer)
        self._arcs: list[tuple[str, float, Segments]] = []
        self._font = QFont()
        self._letters = 0.0  # height of the line of words
        self._x = np.zeros(0)
        self._top = self._foot = 0.0  # of arcs and letters, in px

    def read(self, data: Data) -> tuple[Any, ...]:
        """Words, pairs, weights, flags, ids."""
        layer = self.layer
        words, pairs = data.words(layer.words), data.rows(layer.pairs)
        known: Any = ((pairs >= 0) & (pairs < len(words))).all(axis=1)
        flags = [data.column(name) for name in (layer.strong, layer.hollow, layer.mark, layer.ids)]
        return words, np.where(known[:, None], pairs, 0).astype(np.intp), data.column(layer.weights), *flags

    def prepare(self) -> None:
        """The font, and the arcs in px, the weak ones first."""
        words, pairs, weights, strong, *_ = self.values
        n = len(words)
        self._x = self.map.px(np.stack([np.arange(n), np.zeros(n)], axis=1))[:, 0]
        self._top, self._foot = self.map.px(np.array([[0.0, 1.0], [0.0, 0.0]]))[:, 1].tolist()
        self._fit(words)
        self._arcs = []
        if not n or not len(pairs) or len(weights) != len(pairs):
            return
        heavy = strong.astype(bool) if len(strong) == len(pairs) else np.ones(len(pairs), bool)
        widths = _WIDEST * self.look.hero * np.clip(np.nan_to_num(weights), 0.0, 1.0)
        level = np.ceil(np.clip(np.nan_to_num(weights), 0.0, 1.0) * _WIDTHS).astype(int)
        curves = self._curves(pairs)
        ink, theme = self.look.ink(self.layer.role), self.look.theme
        for chosen, colour in ((~heavy, theme.field), (heavy, ink.color)):
            for step in np.unique(level[chosen]).tolist():
                mine = chosen & (level == step) & (widths > _LEAST)
                if mine.any():
                    bundle = Segments()
                    bundle.fill(np.concatenate([curves[mine, :-1], curves[mine, 1:]], axis=2).reshape(-1, 4))
                    self._arcs.append((colour, float(widths[mine].mean()), bundle))

    def _fit(self, words: tuple[str, ...]) -> None:
        """The largest letters with which no word leaves its place."""
        base = self.look.font(_STYLE)
        gap = float(np.diff(self._x).min(initial=self.map.width)) if len(words) > 1 else self.map.width
        widest = max((QFontMetricsF(base).horizontalAdvance(word) for word in words), default=1.0)
        scale = min(_MOST, _FILL * gap / max(widest, 1.0), 0.2 * (self._foot - self._top) / max(base.pixelSize(), 1))
        self._font = QFont(base)
        self._font.setPixelSize(max(self.look.px(8), int(base.pixelSize() * scale)))
        self._letters = 1.5 * QFontMetricsF(self._font).height()

    def _curves(self, pairs: Any) -> Floats:
        """Half ellipses above the words, higher where their ends are further apart, (m, corners, 2)."""
        foot = self._foot - self._letters
        first, last = self._x[pairs[:, 0]], self._x[pairs[:, 1]]
        middle, half = (first + last) / 2, np.abs(last - first) / 2
        longest = max(float(half.max()), 1.0)
        height = min(_TALL, 0.94 * (foot - self._top) / longest) * half
        # A token that is looked at by itself has a small loop.
        none = half < 0.5
        gap = float(np.diff(self._x).min(initial=self.map.width)) if len(self._x) > 1 else self.map.width
        half, height = np.where(none, 0.22 * gap, half), np.where(none, 0.22 * gap, height)
        x = middle[:, None] - half[:, None] * np.cos(_TURN)
        y = foot - height[:, None] * np.sin(_TURN)
        return np.stack([x, y], axis=2)

    def draw(self, painter: QPainter) -> None:
        """Arcs, words, lines below the marked ones."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width, bundle in self._arcs:
            painter.setPen(pen(colour, width, closed=True))
            bundle.draw(painter)
        words, _, _, _, hollow, mark, _ = self.values
        painter.setFont(self._font)
        theme, metrics = self.look.theme, QFontMetricsF(self._font)
        for k, word in enumerate(words):
            width = metrics.horizontalAdvance(word)
            box = QRectF(self._x[k] - width / 2, self._foot - self._letters, width, self._letters)
            foot = QPointF(box.left(), box.center().y() + (metrics.ascent() - metrics.descent()) / 2)
            if k < len(hollow) and hollow[k]:
                outline = QPainterPath()
                outline.addText(foot, self._font, word)
                painter.setPen(pen(theme.muted, self.look.hairline))
                painter.drawPath(outline)
            else:
                painter.setPen(QColor(theme.text))
                painter.drawText(foot, word)
            if k < len(mark) and mark[k]:
                y = box.bottom() - 0.12 * self._letters
                painter.setPen(pen(theme.accent, self.look.hero))
                painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))

    def extent(self) -> Extent:
        """The places of the words."""
        return Extent((-0.6, len(self.values[0]) - 0.4), (0.0, 1.0), exact=True)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The token under the cursor."""
        if not len(self._x) or not self._foot - self._letters - reach <= y <= self._foot:
            return None
        k = int(np.abs(self._x - x).argmin())
        gap = float(np.diff(self._x).min(initial=self.map.width)) if len(self._x) > 1 else self.map.width
        if abs(self._x[k] - x) > max(reach, gap / 2):
            return None
        ids = self.values[6]
        number = int(ids[k]) if len(ids) == len(self._x) else k
        words = self.source.fill(self.layer.hover, k, id=number) if self.layer.hover else self.values[0][k]
        place = float(self._x[k]), self._foot - self._letters / 2
        return Hit(self.layer.name, number, *place, (float(k), 0.0), text=words, of=(k,))

    def count(self) -> int:
        """The tokens."""
        return len(self.values[0])

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """A ring round each."""
        px = np.stack([self._x, np.full(len(self._x), self._foot - self._letters / 2)], axis=1)
        return rings(px, of, RING * self.look.point / 2)
