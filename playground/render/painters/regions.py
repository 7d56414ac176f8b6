"""Filled polygons."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Regions
from playground.render.colour_mixing import mix
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Painter, span
from playground.render.painters.pictures import symmetric
from playground.render.pg import Segments, pen, polygon_paths
from playground.render.scales import Span
from playground.texts.template import plain

_BINS = 64
_SHADES = 8  # of a facet, to each side of its colour
_BRIGHT, _DARK = 0.62, 0.24  # shares of white and black where it is lightest and darkest


class RegionsPainter(Painter[Regions]):
    """Draws `Regions`: one path a colour, no pen and no antialiasing, the edges with one call."""

    def __init__(self, layer: Regions) -> None:
        super().__init__(layer)
        self._fills: list[tuple[str, QPainterPath]] = []
        self._edges = Segments()
        self._sides = np.zeros((0, 4))
        self._owner = np.zeros(0, dtype=int)

    def read(self, data: Data) -> tuple[Any, ...]:
        """Corners, values, the words of each polygon, and its light."""
        layer = self.layer
        return data.rows(layer.xy), data.array(layer.values), data.words(layer.words), data.column(layer.light)

    def prepare(self) -> None:
        """Closed polygons sorted by colour."""
        rows, values, _, light = self.values
        self._fills = []
        px, starts = _close(self.map.px(rows))
        self._sides = np.zeros((0, 4))
        self._owner = np.repeat(np.arange(len(starts) - 1), np.diff(starts) - 1)
        if len(px):
            within = np.ones(len(px), bool)
            within[starts[1:] - 1] = False
            self._sides = np.concatenate([px[:-1], px[1:]], axis=1)[within[:-1]]
        colors, kinds = self._colors(len(starts) - 1, values)
        if len(light) == len(kinds) > 0:
            colors, kinds = lit(colors, kinds, light)
        order = np.argsort(kinds, kind="stable")
        first = np.searchsorted(kinds[order], np.arange(len(colors) + 1))
        cuts = np.concatenate([[0], np.cumsum(np.diff(starts)[order])])[first].tolist()
        paths = polygon_paths(*_sorted(px, starts, order), cuts)
        self._fills = [(color, shape) for color, shape in zip(colors, paths, strict=True) if not shape.isEmpty()]
        self._edges.fill(self._sides if self.layer.edges else np.zeros((0, 4)))

    def colour_span(self) -> Span | None:
        """The span of the polygons' values."""
        found = self.values[1]
        if self.layer.levels or self.layer.classes or found is None:
            return None
        return span(np.asarray(found, float).ravel())

    def _colors(
        self, n: int, values: np.ndarray[Any, np.dtype[Any]] | None
    ) -> tuple[list[str], np.ndarray[Any, np.dtype[np.intp]]]:
        """The colours, and which of them each polygon has."""
        ink, theme = self.look.ink(self.layer.role), self.look.theme
        if values is None or values.size < n:
            return [self.look.tint(ink)], np.zeros(n, np.intp)
        flat = values.ravel()[:n].astype(float)
        if self.layer.classes:
            slots = len(theme.slots)
            return [theme.slot_tint(slot) for slot in range(slots)], np.nan_to_num(flat).astype(np.intp) % slots
        low, high = self.layer.levels or symmetric(self.shared_span or span(flat), self.layer.color_map)
        table = theme.map(self.layer.color_map)
        share = np.nan_to_num(np.clip((flat - low) / (high - low), 0, 1))
        places = np.rint((np.arange(_BINS) + 0.5) / _BINS * (len(table) - 1)).astype(int).tolist()
        colors = ["#{:02X}{:02X}{:02X}".format(*table[place]) for place in places]
        return colors, np.minimum((share * _BINS).astype(np.intp), _BINS - 1)

    def draw(self, painter: QPainter) -> None:
        """Fills, then edges."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(Qt.PenStyle.NoPen)
        for color, shape in self._fills:
            painter.setBrush(QColor(color))
            painter.drawPath(shape)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(self.look.theme.line, self.look.rule))
        self._edges.draw(painter)

    def extent(self) -> Extent:
        """All corners."""
        rows = self.values[0]
        return Extent(span(rows[:, 0]), span(rows[:, 1]))

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The polygon under the cursor: the one whose sides a ray from there crosses an odd number of times."""
        xa, ya, xb, yb = self._sides.T
        crossing = (ya > y) != (yb > y)
        xa, ya, xb, yb = self._sides[crossing].T
        right = x < xa + (y - ya) / (yb - ya) * (xb - xa)
        odd = np.flatnonzero(np.bincount(self._owner[crossing][right]) % 2)
        if not len(odd):
            return None
        number = int(odd[-1])
        return Hit(self.layer.name, number, x, y, self.map.data(x, y), text=self._words(number), ring=False)

    def _words(self, number: int) -> str:
        """What is said of a polygon: its own words, or else its value."""
        _, values, lines, _ = self.values
        if number < len(lines):
            return str(lines[number])
        return plain(values.ravel()[number].item()) if values is not None and values.size > number else ""


def lit(
    colors: list[str], kinds: np.ndarray[Any, np.dtype[np.intp]], light: Floats
) -> tuple[list[str], np.ndarray[Any, np.dtype[np.intp]]]:
    """Colours in steps of light, those that are there, and which of them each polygon has.

    Args:
        colors: without it.
        kinds: which of them each polygon has.
        light: from -1 to 1, (polygons,).
    """
    steps = np.rint(np.clip(np.nan_to_num(light), -1.0, 1.0) * _SHADES).astype(np.intp)
    span = 2 * _SHADES + 1
    both, places = np.unique(kinds * span + steps + _SHADES, return_inverse=True)
    made = [
        mix(colors[kind], "#FFFFFF" if step > 0 else "#000000", abs(step) / _SHADES * (_BRIGHT if step > 0 else _DARK))
        for kind, step in zip((both // span).tolist(), (both % span - _SHADES).tolist(), strict=True)
    ]
    return made, places.ravel()


def _close(px: Floats) -> tuple[Floats, np.ndarray[Any, np.dtype[np.intp]]]:
    """Polygons between rows of NaN, each with its first corner repeated at the end, and where each begins."""
    seen = np.isfinite(px).all(axis=1)
    polygon = np.cumsum(~seen)[seen]
    corners = px[seen]
    counts = np.bincount(polygon)
    kept = counts >= 3
    corners = corners[kept[polygon]] if len(polygon) else corners
    counts = counts[kept]
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.intp)
    ends = starts[1:]
    return np.insert(corners, ends, corners[starts[:-1]], axis=0), starts + np.arange(len(starts))


def _sorted(
    px: Floats, starts: np.ndarray[Any, np.dtype[np.intp]], order: np.ndarray[Any, np.dtype[np.intp]]
) -> tuple[Floats, np.ndarray[Any, np.dtype[np.bool_]]]:
    """The corners of closed polygons in another order, and whether one begins at a row."""
    counts = np.diff(starts)[order]
    ends = np.cumsum(counts)
    within = np.arange(len(px)) - np.repeat(ends - counts, counts)
    return px[np.repeat(starts[order], counts) + within], within == 0
