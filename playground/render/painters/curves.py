"""Traces of recorded metrics, curves given by arrays, and level lines."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from playground.engine.frame import Array
from playground.engine.kit.arrays import Floats
from playground.figures.layers import Curve, Level, Trace
from playground.render.data import Data, coordinates
from playground.render.painter import Extent, Hit, Label, Painter, along, span
from playground.render.painters.lines import Stroke
from playground.render.painters.points import draw_point
from playground.render.pg import pen, points
from playground.render.tokens import FUTURE_DASH


def log10(values: Floats) -> Floats:
    """The decimal logarithm, in the shape of the values; NaN where there is none."""
    return np.log10(np.where(values > 0, values, np.nan))


def stairs(xy: Floats) -> Floats:
    """The rows (n, 2) with a corner before each, (2n - 1, 2), so that values are constant between records."""
    if len(xy) < 2:
        return xy
    out = np.repeat(xy, 2, axis=0)[1:]
    out[1::2, 1] = xy[:-1, 1]
    out[1::2, 0] = xy[1:, 0]
    return out


def nearest_in_x(px: Floats, x: float) -> int:
    """The row nearest to an x, among finite ones; -1 if there is none."""
    distance = np.abs(px[:, 0] - x)
    distance[~np.isfinite(px).all(axis=1)] = np.inf
    found = int(distance.argmin()) if len(distance) else -1
    return found if found >= 0 and math.isfinite(distance[found]) else -1


class TracePainter(Painter[Trace]):
    """Draws `Trace`: the past solid, the future dotted, a marker at now."""

    marks = True

    def __init__(self, layer: Trace) -> None:
        super().__init__(layer)
        self._past, self._future, self._ghost = Stroke(), Stroke(), Stroke()
        self._px = self._before = np.zeros((0, 2))
        self._now = -1

    def read(self, data: Data) -> tuple[Any, ...]:
        """Steps, positions, the step now, the words."""
        steps, values, xy = self._line(data.frame.series)
        now = int(np.searchsorted(steps, data.frame.step, side="right")) - 1
        words = self.layer.text
        if words == "auto":
            value = float(values[now]) if 0 <= now < len(values) else math.nan
            words = "" if math.isnan(value) else data.format_value(self.layer.series, value)
        ghost = self._line(data.frame.ghosts)[2]
        return xy, now, data.fill(words) if words else "", steps, ghost

    def _line(self, series: Mapping[str, tuple[Array, Array]]) -> tuple[Floats, Floats, Floats]:
        """Steps and values of a history, and its positions (n, 2)."""
        empty = (np.zeros(0), np.zeros(0))
        steps, values = (np.asarray(part, float).ravel() for part in series.get(self.layer.series, empty))
        across = steps
        if self.layer.against:
            other, found = (np.asarray(part, float).ravel() for part in series.get(self.layer.against, empty))
            usable = np.isfinite(found)
            across = np.interp(steps, other[usable], found[usable]) if usable.any() else np.full(len(steps), np.nan)
        return steps, values, np.stack([across, log10(values) if self.layer.log else values], axis=1)

    def prepare(self) -> None:
        """The past and the future in px."""
        xy, now, _, _, ghost = self.values
        self._px, self._now = self.map.px(xy), now
        shaped = stairs if self.layer.stairs else lambda rows: rows
        self._past.fill(shaped(self._px[: now + 1]), bool(self._ink.dash))
        self._future.fill(shaped(self._px[max(now, 0) :]), True)
        self._before = self.map.px(ghost)
        self._ghost.fill(shaped(self._before), True)

    @property
    def _ink(self) -> Any:
        return self.look.ink(self.layer.role)

    def draw(self, painter: QPainter) -> None:
        """The run before below the future, and that below the past."""
        ink, look = self._ink, self.look
        self._ghost.draw(painter, ink.color if ink.slot >= 0 else look.theme.control, look.second, FUTURE_DASH)
        self._future.draw(painter, ink.color if ink.slot >= 0 else look.theme.muted, look.second, FUTURE_DASH)
        self._past.draw(painter, ink.color, ink.width, ink.dash)

    def draw_marks(self, painter: QPainter) -> None:
        """The marker, if it is in the view."""
        ink, look, place = self._ink, self.look, self._place()
        if place is None or not self._view.adjusted(-1, -1, 1, 1).contains(*place):
            return
        if ink.slot >= 0:
            draw_point(
                painter,
                *place,
                look.theme.slots[ink.slot].shape,
                look.point,
                ink.color,
                look.theme.surface,
                look.outline,
            )
        elif self.layer.role in ("hero", "now"):
            draw_point(painter, *place, "o", look.point * 0.95, look.theme.accent, look.theme.surface, look.outline)

    def _place(self) -> tuple[float, float] | None:
        if not 0 <= self._now < len(self._px) or not np.isfinite(self._px[self._now]).all():
            return None
        x, y = self._px[self._now].tolist()
        return x, y

    def extent(self) -> Extent:
        """The whole history, and that of the run before; names need room on the right."""
        xy = np.concatenate([self.values[0], self.values[4]])
        ghost = "before" if len(self.values[4]) else ""
        right = max(self.words_room(words, self._style, 2 + self.look.point / 2) for words in (self.values[2], ghost))
        return Extent(span(xy[:, 0]), span(xy[:, 1]), right=right)

    def labels(self) -> tuple[Label, ...]:
        """The words at the marker, and at the end of the run before."""
        place = self._place()
        if place is None or not self.values[2]:
            return self._of_ghost()
        ink = self._ink
        clear = self.look.point / 2 + self.look.px(2)
        return (Label(self.values[2], *place, ink.text, "end", self._style, clear, plate=True), *self._of_ghost())

    @property
    def _style(self) -> str:
        return "small strong" if self._ink.slot < 0 else "caption strong"

    def _of_ghost(self) -> tuple[Label, ...]:
        """One word is enough on a plot of many lines."""
        seen = self._before[np.isfinite(self._before).all(axis=1)]
        if not len(seen) or self._ink.slot > 0:
            return ()
        x, y = seen[-1].tolist()
        return (Label("before", x, y, self.look.theme.muted, "end", "caption strong", self.look.px(4), plate=True),)

    def strokes(self) -> Floats:
        """Along the past and the future."""
        return along(self._px, self.map.width, self.map.height)

    def obstacles(self) -> Floats:
        """The marker (n, 2) in px."""
        place = self._place()
        return np.zeros((0, 2)) if place is None else np.array([place])

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The record nearest in x, if the line is near."""
        found = nearest_in_x(self._px, x)
        if found < 0 or abs(self._px[found, 1] - y) > 3 * reach:
            return None
        xy, steps = self.values[0], self.values[3]
        at = (float(xy[found, 0]), float(xy[found, 1]))
        value = 10 ** at[1] if self.layer.log else at[1]
        words = f"step {int(steps[found]):,}: {self.source.format_value(self.layer.series, value)}"
        px, py = self._px[found].tolist()
        return Hit(self.layer.name, found, px, py, at, text=words)


class CurvePainter(Painter[Curve]):
    """Draws `Curve`."""

    marks = True

    def __init__(self, layer: Curve) -> None:
        super().__init__(layer)
        self._stroke = Stroke()
        self._px = np.zeros((0, 2))
        self._band: QPolygonF | None = None

    def read(self, data: Data) -> tuple[Any, ...]:
        """x, y, the band, the words."""
        x, y = data.column(self.layer.x), data.column(self.layer.y)
        n = min(len(x), len(y))
        low, high = data.column(self.layer.low), data.column(self.layer.high)
        band = (low[:n], high[:n]) if min(len(low), len(high)) >= n > 0 else (np.zeros(0), np.zeros(0))
        return np.stack([x[:n], y[:n]], axis=1), *band, data.fill(self.layer.text)

    def prepare(self) -> None:
        """Line and band in px."""
        xy, low, high, _ = self.values
        self._px = self.map.px(xy)
        self._stroke.fill(self._px, bool(self.look.ink(self.layer.role).dash))
        self._band = None
        if len(low):
            ways = [self.map.px(np.stack([xy[:, 0], edge], axis=1)) for edge in (low, high)]
            outline = np.concatenate([ways[0], ways[1][::-1]])
            self._band = QPolygonF(points(outline[np.isfinite(outline).all(axis=1)]))

    def draw(self, painter: QPainter) -> None:
        """Band and line."""
        ink, theme = self.look.ink(self.layer.role), self.look.theme
        if self._band is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.band(ink.color)))
            painter.drawPolygon(self._band)
        self._stroke.draw(painter, ink.color, ink.width, ink.dash, theme.surface if self.over_image else "")

    def draw_marks(self, painter: QPainter) -> None:
        """The markers in the view."""
        ink, theme = self.look.ink(self.layer.role), self.look.theme
        if self.layer.markers:
            name = theme.slots[ink.slot].shape if ink.slot >= 0 else "o"
            x, y = self._px[:, 0], self._px[:, 1]
            # Not a number is in no range.
            inside = (x >= -1) & (x <= self.map.width + 1) & (y >= -1) & (y <= self.map.height + 1)
            for x, y in self._px[inside].tolist():
                draw_point(painter, x, y, name, self.look.point * 0.8, ink.color, theme.surface, self.look.outline)

    def extent(self) -> Extent:
        """Line and band."""
        xy, low, high, words = self.values
        return Extent(span(xy[:, 0]), span(np.concatenate([xy[:, 1], low, high])), right=self.words_room(words))

    def labels(self) -> tuple[Label, ...]:
        """The words at the right end."""
        inside = self._px[np.isfinite(self._px).all(axis=1) & (self._px[:, 0] <= self.map.width + 1)]
        if not self.values[3] or not len(inside):
            return ()
        x, y = inside[-1].tolist()
        text = self.look.ink(self.layer.role).text
        return (Label(self.values[3], x, y, text, "end", clear=self.look.px(8)),)

    def strokes(self) -> Floats:
        """Along the curve."""
        return along(self._px, self.map.width, self.map.height)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The point nearest in x, if the curve is near."""
        found = nearest_in_x(self._px, x)
        if found < 0 or abs(self._px[found, 1] - y) > 3 * reach or abs(self._px[found, 0] - x) > 3 * reach:
            return None
        at = (float(self.values[0][found, 0]), float(self.values[0][found, 1]))
        px, py = self._px[found].tolist()
        return Hit(self.layer.name, found, px, py, at, text=coordinates(*at))


class LevelPainter(Painter[Level]):
    """Draws `Level`."""

    def __init__(self, layer: Level) -> None:
        super().__init__(layer)
        self._line: QLineF | None = None

    def read(self, data: Data) -> tuple[Any, ...]:
        """The value and the words."""
        value = data.number(self.layer.value)
        if self.layer.log:
            value = math.log10(value) if value > 0 else math.nan
        return value, data.fill(self.layer.text)

    @property
    def _flat(self) -> bool:
        return self.layer.across == "horizontal"

    def prepare(self) -> None:
        """The line in px, if it is in the view."""
        value = self.values[0]
        self._line = None
        low, high = self.map.y if self._flat else self.map.x
        if not low <= value <= high:
            return
        x, y = self.map.px(np.array([[value, value]]))[0].tolist()
        self._line = QLineF(0, y, self.map.width, y) if self._flat else QLineF(x, 0, x, self.map.height)

    def draw(self, painter: QPainter) -> None:
        """The line."""
        if self._line is not None:
            ink = self.look.ink(self.layer.role)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, self.look.dpr != 1.0)
            painter.setPen(pen(ink.color, ink.width, ink.dash))
            painter.drawLine(self._line)

    def near(self, x: float, y: float, reach: float) -> bool:
        """On the line."""
        return self._line is not None and abs(y - self._line.y1() if self._flat else x - self._line.x1()) <= reach / 2

    def extent(self) -> Extent:
        """The value."""
        value = self.values[0]
        covered = (value, value) if math.isfinite(value) else None
        head = self.look.text_height("caption strong") + self.look.px(6) if self.values[1] else 0.0
        return Extent(y=covered, head=head) if self._flat else Extent(x=covered)

    def labels(self) -> tuple[Label, ...]:
        """The words on the line."""
        if self._line is None or not self.values[1]:
            return ()
        edge = self.look.px(8)
        text = self.look.ink(self.layer.role).text
        if self._flat:
            return (Label(self.values[1], edge, self._line.y1(), text, "above", plate=True),)
        return (Label(self.values[1], self._line.x1(), edge * 2, text, "end", clear=edge),)

    def strokes(self) -> Floats:
        """Along an upright line; names may stand on a level one."""
        if self._line is None or self._flat:
            return np.zeros((0, 2))
        ends = np.array([[self._line.x1(), self._line.y1()], [self._line.x2(), self._line.y2()]])
        return along(ends, self.map.width, self.map.height)


def ring(painter: QPainter, x: float, y: float, diameter: float, color: str, width: float) -> None:
    """An empty ring round a mark."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(color), width))
    painter.drawEllipse(QPointF(x, y), diameter / 2, diameter / 2)
