"""Diagrams: boxes with words, and arrows that go round them."""

from __future__ import annotations

import math
from itertools import pairwise, product
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Diagram
from playground.render.colour_mixing import mix
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Painter, span
from playground.render.painters.shares import draw_arrow, draw_stack, stacked

_PAD = 7  # px between words and the edge of their box
_ROUND = 5
_FAR = 1e5  # px; what lies beyond is not seen
_GAP = 10  # px that boxes keep from one another, at least
_SAMPLES = 24  # of an arrow's way
_PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8)  # along an arrow, where its words may stand
_WORDS = "caption strong"  # of arrows
_STYLES = (("body", "panel title"), ("small", "value"), ("caption", "caption strong"))  # head and words of boxes
_WIDEST = 10  # px, an arrow with the largest share
_BAR = 9  # px, height of the bar of shares in a box
_CLEAR = 12  # px of an arrow that are seen beside its words where boxes are large
_PAST = 0.5  # strength of what was handed back in earlier steps
_ROOM = 1.35  # boxes are this much wider than their words, where there is room


class DiagramPainter(Painter[Diagram]):
    """Draws `Diagram`."""

    def __init__(self, layer: Diagram) -> None:
        super().__init__(layer)
        self._boxes: list[QRectF] = []
        self._lines: list[list[str]] = []
        self._ways: list[Floats] = []
        self._tags: list[tuple[int, QRectF]] = []
        self._rows: tuple[int, ...] = ()
        self._styles = _STYLES[-1]
        self._bars: dict[int, list[int]] = {}

    def read(self, data: Data) -> tuple[Any, ...]:
        """Places, pairs, routes, five kinds of words, states, flows, marks, ids, brief words, shares, the direction."""
        layer = self.layer
        xy, pairs = data.rows(layer.xy), data.rows(layer.pairs)
        named = (layer.heads, layer.words, layer.more, layer.edge_words, layer.edge_more)
        words = [data.words(one) for one in named]
        columns = [data.column(one) for one in (layer.states, layer.flows, layer.mark, layer.ids)]
        upright = bool(layer.upright) and data.true(layer.upright)
        brief = [data.words(one) for one in (layer.brief, layer.brief_more)]
        shares = data.column(layer.shares)
        return xy, pairs, data.rows(layer.routes), *words, *columns, *brief, shares, upright

    def prepare(self) -> None:
        """Boxes, ways and the places of words in px."""
        xy, pairs, routes = self.values[:3]
        middles = np.clip(np.nan_to_num(self.map.px(xy), nan=-_FAR), -_FAR, _FAR)
        ends = np.clip(np.nan_to_num(pairs, nan=-1.0), -1, _FAR).astype(int).tolist()
        leaving: dict[int, list[int]] = {}
        for k, (source, _) in enumerate(ends):
            leaving.setdefault(source, []).append(k)
        known = len(self.values[14]) == len(ends)
        self._bars = {k: arrows for k, arrows in leaving.items() if len(arrows) > 1} if known else {}
        self._size_boxes(middles)
        self._ways = [self._way(piece, *pair) for piece, pair in zip(_pieces(routes), ends, strict=False)]
        self._place_tags()

    # ---- boxes

    def _size_boxes(self, middles: Floats) -> None:
        """Boxes of one height, each as wide as its words: the first choice of words with which none meet."""
        n = len(middles)
        full = [_pad(words, n) for words in self.values[3:6]]
        brief = [full[0], *(_pad(words, n) if words else full[k] for k, words in enumerate(self.values[12:14], 1))]
        tags = self._tag_room()
        fewest = math.inf
        clear = tags + self.look.px(_CLEAR) if tags else 0.0
        large = tuple((full, (0, 1, 2), clear, styles) for styles in _STYLES[:-1])
        small = (
            (full, (0, 1, 2), tags),
            (full, (1, 2), tags),
            (full, (1, 2), 0.0),
            (brief, (1, 2), 0.0),
            (brief, (1,), 0.0),
        )
        for texts, rows, along, styles in (*large, *((*one, _STYLES[-1]) for one in small)):
            used = tuple(row for row in rows if any(full[row]))
            tried = self._sizes(texts, used, n, styles)
            meeting = self._meeting(middles, tried, along)
            meeting += self._outside(middles, tried) if styles != _STYLES[-1] else 0
            if meeting < fewest:
                fewest, sizes, self._rows, self._styles = meeting, tried, used, styles
                self._lines = [[texts[row][k] for row in used] for k in range(n)]
            if not meeting:
                break
        self._boxes = [
            QRectF(x - w / 2, y - h / 2, w, h) for (x, y), (w, h) in zip(middles.tolist(), sizes.tolist(), strict=True)
        ]

    def _sizes(self, texts: list[list[str]], rows: tuple[int, ...], n: int, styles: tuple[str, str]) -> Floats:
        pad, line = self.look.px(_PAD), self.look.text_height(styles[1])
        roomy = _ROOM if styles != _STYLES[-1] else 1.0
        widths = [
            max((self.look.text_width(styles[row > 0], texts[row][k]) for row in rows), default=0.0) * roomy
            for k in range(n)
        ]
        bar = self.look.px(_BAR) + pad if self._bars else 0.0
        heights = [max(len(rows), 1) * line + pad + bar * (k in self._bars) for k in range(n)]
        pairs = zip(widths, heights, strict=True)
        return np.array([(max(width, 2 * line) + 2 * pad, height) for width, height in pairs]).reshape(n, 2)

    def _tag_room(self) -> float:
        """How far apart boxes stand along the flow where there are words between them."""
        words, more = self.values[6:8]
        if not any(words):
            return 0.0
        if self.values[-1]:
            return self.look.text_height("caption") * (1 + any(more)) + self.look.px(4)
        return max(self.look.text_width(_WORDS, text) for text in (*words, *more)) + self.look.px(4)

    def _meeting(self, middles: Floats, sizes: Floats, along: float) -> int:
        """How many pairs of boxes come too near to one another.

        Args:
            middles: of the boxes, px.
            sizes: width and height of each, px.
            along: how far they are to stand apart along the flow, px.
        """
        gap = float(self.look.px(_GAP))
        apart = (gap, max(gap, along)) if self.values[-1] else (max(gap, along), gap)
        near = np.abs(middles[:, None] - middles) < (sizes[:, None] + sizes) / 2 + apart
        return int(np.triu(near.all(axis=2), 1).sum())

    def _outside(self, middles: Floats, sizes: Floats) -> int:
        """How many boxes are not whole in the view."""
        room = np.array([self.map.width, self.map.height])
        return int(((middles - sizes / 2 < 0) | (middles + sizes / 2 > room)).any(1).sum())

    # ---- arrows

    def _way(self, route: Floats, source: int, target: int) -> Floats:
        """The points of an arrow in px, from the edge of its source's box to the edge of its target's."""
        px = self.map.px(route)
        if len(px) < 2 or not (0 <= source < len(self._boxes) and 0 <= target < len(self._boxes)):
            return np.zeros((0, 2))
        along = 1 if self.values[-1] else 0
        start, end = self._boxes[source], self._boxes[target]
        px = px.copy()
        forward = math.copysign(1.0, px[-1, along] - px[0, along])
        for row, box, way in ((0, start, forward), (-1, end, -forward)):
            px[row, along] += way * (box.height() if along else box.width()) / 2
        curve = [px[:1]]
        for a, b in pairwise(px):
            t = np.linspace(0.0, 1.0, _SAMPLES)[1:, None]
            bend = np.zeros(2)
            bend[along] = (b[along] - a[along]) / 2
            # A cubic whose ends point along the flow.
            c, d = a + bend, b - bend
            curve.append((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * c + 3 * (1 - t) * t * t * d + t**3 * b)
        return np.concatenate(curve)

    def _place_tags(self) -> None:
        """Where the words of the arrows stand: on their way, clear of boxes and of one another; else nowhere."""
        count = len(self._ways)
        words, more = (_pad(self.values[row], count) for row in (6, 7))
        taken = [box.adjusted(-2, -2, 2, 2) for box in self._boxes]
        line = self.look.text_height("caption")
        self._tags = []
        for k, way in enumerate(self._ways):
            lines = [text for text in (words[k], more[k]) if text]
            if not lines or not len(way):
                continue
            width = max(self.look.text_width(_WORDS, text) for text in lines) + 4
            reserved = 1 + any(more)
            for share, rows in product(_PLACES, (reserved, 1)):
                x, y = way[round(share * (len(way) - 1))].tolist()
                box = QRectF(x - width / 2, y - rows * line / 2, width, rows * line)
                inside = box.left() >= 0 and box.right() <= self.map.width
                if inside and not any(box.intersects(other) for other in taken) and (rows == reserved or not more[k]):
                    taken.append(box)
                    self._tags.append((k, box))
                    break

    # ---- drawing

    def draw(self, painter: QPainter) -> None:
        """Arrows, boxes, words."""
        if self.layer.draws != "more":
            for k in np.argsort(_column(self.values[9], len(self._ways)), kind="stable").tolist():
                self._draw_way(painter, k)
            for k in range(len(self._boxes)):
                self._draw_box(painter, k)
        if self.layer.draws != "boxes":
            self._draw_shares(painter)
        for k in range(len(self._boxes)):
            self._draw_words(painter, k)
        self._draw_tags(painter)

    def _draw_way(self, painter: QPainter, k: int) -> None:
        flow, theme = int(_column(self.values[9], len(self._ways))[k]), self.look.theme
        color = (theme.control, theme.slots[0].line, theme.slots[1].line)[flow]
        draw_arrow(
            painter, self.look, self._ways[k], color, self.look.second if flow else self.look.hairline, flow == 2
        )

    def _draw_shares(self, painter: QPainter) -> None:
        """What was handed back: arrows as wide as their shares, and in a box where several end a bar of them."""
        shares, theme = self.values[14], self.look.theme
        if len(shares) != len(self._ways):
            return
        back, flows = theme.slots[1].line, _column(self.values[9], len(self._ways))
        sizes = np.where(np.isfinite(shares), np.abs(shares), -1.0)
        most = max(float(sizes.max(initial=0.0)), 1e-300)
        for k in np.argsort(-sizes, kind="stable").tolist():
            if sizes[k] >= 0.0:
                width = self.look.hairline + sizes[k] / most * (self.look.px(_WIDEST) - self.look.hairline)
                color = back if flows[k] == 2 else mix(theme.surface, back, _PAST)
                draw_arrow(painter, self.look, self._ways[k], color, float(width), True)
        pad, high = self.look.px(_PAD), self.look.px(_BAR)
        for k, arrows in self._bars.items():
            box = self._boxes[k]
            bar = QRectF(box.left() + pad, box.bottom() - high - pad, box.width() - 2 * pad, high)
            draw_stack(painter, stacked(shares[arrows]), bar, self.look)

    def _draw_box(self, painter: QPainter, k: int) -> None:
        theme, box = self.look.theme, self._boxes[k]
        state = int(_column(self.values[8], len(self._boxes))[k])
        outline = QPen(
            QColor((theme.control, theme.slots[0].line, theme.slots[1].line)[state]),
            self.look.second if state else self.look.hairline,
        )
        if not state:
            outline.setDashPattern([3, 2])
        painter.setPen(outline)
        painter.setBrush(QColor(theme.surface))
        corner = self.look.px(_ROUND)
        painter.drawRoundedRect(box, corner, corner)
        if _column(self.values[10], len(self._boxes))[k]:
            gap = self.look.second + self.look.px(2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), self.look.hero))
            painter.drawRoundedRect(box.adjusted(-gap, -gap, gap, gap), corner + gap, corner + gap)

    def _draw_words(self, painter: QPainter, k: int) -> None:
        """One line below the other; the colour tells head, words and more."""
        theme, box = self.look.theme, self._boxes[k]
        line = self.look.text_height(self._styles[1])
        below = self.look.px(_BAR) + self.look.px(_PAD) if k in self._bars else 0.0
        top = box.center().y() - (len(self._rows) * line + below) / 2
        colors = (theme.muted, theme.text, theme.slots[1].text)
        for place, row in enumerate(self._rows):
            if (row == 2) == (self.layer.draws == "boxes") and self.layer.draws != "all":
                continue
            if self.layer.draws == "more" and row != 2:
                continue
            painter.setFont(self.look.font(self._styles[row > 0]))
            painter.setPen(QColor(colors[row]))
            # Without a head the words stand in the middle of the room of both.
            up = 0.5 * line if row == 1 and 0 in self._rows and not self._lines[k][0] else 0.0
            spot = QRectF(box.left(), top + place * line - up, box.width(), line)
            painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, self._lines[k][place])

    def _draw_tags(self, painter: QPainter) -> None:
        theme, count = self.look.theme, len(self._ways)
        words, more = (_pad(self.values[row], count) for row in (6, 7))
        line = self.look.text_height("caption")
        for k, box in self._tags:
            upper = QRectF(box.left(), box.top(), box.width(), line)
            again = len(self.values[14]) == count and np.isfinite(self.values[14][k])
            if words[k] and (self.layer.draws != "more" or again):
                self._draw_tag(painter, upper, words[k], theme.muted)
            if more[k] and self.layer.draws != "boxes":
                below = upper.translated(0, line) if words[k] else upper
                self._draw_tag(painter, below, more[k], theme.slots[1].text)

    def _draw_tag(self, painter: QPainter, box: QRectF, words: str, color: str) -> None:
        painter.fillRect(box.adjusted(0, 1, 0, -1), QColor(self.look.theme.surface))
        painter.setFont(self.look.font(_WORDS))
        painter.setPen(QColor(color))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    # ---- for the plot

    def extent(self) -> Extent:
        """The middles (n, 2) of the boxes in px."""
        xy = self.values[0]
        return Extent(span(xy[:, 0]), span(xy[:, 1]))

    def obstacles(self) -> Floats:
        """The middles of the boxes."""
        return np.array([(box.center().x(), box.center().y()) for box in self._boxes]).reshape(-1, 2)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The box under the cursor."""
        for k, box in enumerate(self._boxes):
            if box.contains(x, y):
                xy, ids = self.values[0], self.values[11]
                number = int(ids[k]) if len(ids) == len(xy) else k
                at = (float(xy[k, 0]), float(xy[k, 1]))
                words = ", ".join(filter(None, (_pad(self.values[row], len(xy))[k] for row in (3, 4, 5))))
                if self.layer.hover:
                    words = self.source.fill(self.layer.hover, k, x=at[0], y=at[1], id=number)
                centre = box.center()
                return Hit(self.layer.name, number, centre.x(), centre.y(), at, text=words, ring=False, of=(k,))
        return None

    def near(self, x: float, y: float, reach: float) -> bool:
        """On a box; of a layer that draws the further words alone, on one of these."""
        if self.layer.draws != "more":
            return any(box.contains(x, y) for box in self._boxes)
        more, edge_more = (_pad(self.values[row], n) for row, n in ((5, len(self._boxes)), (7, len(self._ways))))
        line = self.look.text_height(self._styles[1])
        on_box = any(
            more[k] and box.contains(x, y) and y > box.bottom() - line - self.look.px(_PAD) / 2
            for k, box in enumerate(self._boxes)
        )
        return on_box or any(edge_more[k] and box.contains(x, y) for k, box in self._tags)

    def count(self) -> int:
        """The boxes."""
        return len(self._boxes)

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """Round boxes."""
        path, gap = QPainterPath(), self.look.second + self.look.px(2)
        for k in dict.fromkeys(of):
            path.addRoundedRect(
                self._boxes[k].adjusted(-gap, -gap, gap, gap), self.look.px(_ROUND), self.look.px(_ROUND)
            )
        return path


def _pad(words: tuple[str, ...], n: int) -> list[str]:
    return [*words[:n], *[""] * (n - len(words))]


def _column(values: Floats, n: int) -> Floats:
    """Flags or states of n things; 0 where there are none."""
    return np.clip(np.nan_to_num(values), 0.0, 2.0) if len(values) == n else np.zeros(n)


def _pieces(rows: Floats) -> list[Floats]:
    """Pieces parted by rows of NaN."""
    if not len(rows):
        return []
    breaks = np.flatnonzero(np.isnan(rows).any(axis=1))
    return [piece[~np.isnan(piece).any(axis=1)] for piece in np.split(rows, breaks)]
