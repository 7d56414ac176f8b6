"""Lines and straight boundaries."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Boundary, Lines
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Label, Painter, span
from playground.render.pg import Segments, path, pen
from playground.render.scales import Mapping, to_segments
from playground.render.tokens import FUTURE_DASH, HALO, THEORY_DASH

SHORT = 500  # points of a line that may have round caps and a halo
_PLAIN = 60  # points of a line without a halo that is still drawn as one
_APART = 1.3  # px between the points that are kept of a long line
_FEW = 3  # boundaries; more are an arrangement of hairlines
_BINS = 32  # colours of lines coloured by value
_WIDTHS = 5  # of segments with widths of their own
_WIDEST = 1.5  # times the role's width


def thin(xy: Floats) -> Floats:
    """A long line without the points that are closer than 1.3 px to the one kept before."""
    if len(xy) <= SHORT:
        return xy
    steps = np.hypot(*np.diff(xy, axis=0).T)
    steps[~np.isfinite(steps)] = _APART
    cells = np.floor(np.concatenate([[0.0], np.cumsum(steps)]) / _APART)
    keep = np.concatenate([[True], np.diff(cells) > 0])
    # The rows that part pieces stay, and so does each piece's first point.
    parting = np.asarray(~np.isfinite(xy).all(axis=1))
    last = np.arange(len(xy)) == len(xy) - 1
    return np.asarray(xy[keep | last | parting | np.concatenate([[False], parting[:-1]])])


def pieces(xy: Floats) -> Floats:
    """A line's straight pieces (n, 4), without those that touch a row of NaN."""
    if len(xy) < 2:
        return np.zeros((0, 4))
    both = np.concatenate([xy[:-1], xy[1:]], axis=1)
    return np.asarray(both[np.isfinite(both).all(axis=1)])


class Stroke:
    """A line in px, drawn in the cheapest way that looks right."""

    def __init__(self) -> None:
        self._path = QPainterPath()
        self._segments = Segments()
        self._whole = True

    def fill(self, xy: Floats, dashed: bool, short: int = SHORT) -> None:
        """Takes the line (n, 2), pieces parted by NaN; longer ones than `short` points are cut into pieces."""
        kept = thin(xy)
        # Dashes must run on over the corners, so only solid lines are cut into pieces.
        self._whole = dashed or len(kept) <= short
        self._path = path(kept) if self._whole else QPainterPath()
        self._segments.fill(np.zeros((0, 4)) if self._whole else pieces(kept))

    def draw(self, painter: QPainter, color: str, width: float, dash: tuple[float, ...], halo: str = "") -> None:
        """Draws it, with a halo below if it is short."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not self._whole:
            painter.setPen(pen(color, width))
            self._segments.draw(painter)
            return
        if halo:
            painter.setPen(pen(halo, width + HALO, soft=True))
            painter.drawPath(self._path)
        painter.setPen(pen(color, width, dash, soft=not dash and width > 1.0))
        painter.drawPath(self._path)


class LinesPainter(Painter[Lines]):
    """Draws `Lines`."""

    def __init__(self, layer: Lines) -> None:
        super().__init__(layer)
        self._stroke = Stroke()
        self._px = np.zeros((0, 2))
        self._bins: list[tuple[str, Segments]] = []
        self._wide: list[tuple[float, Segments]] = []
        self._segments: Segments | None = None

    def read(self, data: Data) -> tuple[Any, ...]:
        """The rows, the values, the words, the widths."""
        found = data.array(self.layer.xy)
        segments = found is not None and found.ndim == 2 and found.shape[1] == 4
        rows = data.rows(self.layer.xy, 4 if segments else 2)
        return rows, data.array(self.layer.values), data.fill(self.layer.text), data.column(self.layer.widths)

    @property
    def _dash(self) -> tuple[float, ...]:
        chosen = {"solid": (), "dashed": THEORY_DASH, "dotted": FUTURE_DASH}
        return chosen.get(self.layer.dash, self.look.ink(self.layer.role).dash)

    def prepare(self) -> None:
        """Px, in pieces where the line is long or coloured by value."""
        rows, values, _, widths = self.values
        self._bins, self._segments, self._wide = [], None, []
        if rows.shape[1] == 4:
            flat = np.concatenate([self.map.px(rows[:, :2]), self.map.px(rows[:, 2:])], axis=1)
            self._px = flat[:, 2:]
        else:
            self._px = self.map.px(rows)
            flat = pieces(self._px)
        if values is not None and len(values):
            self._prepare_bins(rows, flat, values.astype(float).ravel())
        elif rows.shape[1] == 4 and len(widths) == len(flat) > 0:
            self._prepare_widths(flat, np.nan_to_num(widths))
        elif rows.shape[1] == 4:
            self._segments = Segments()
            self._segments.fill(flat[np.isfinite(flat).all(axis=1)])
        else:
            self._stroke.fill(self._px, bool(self._dash), SHORT if self.layer.halo else _PLAIN)

    def _prepare_bins(self, rows: Floats, flat: Floats, values: Floats) -> None:
        """Pieces sorted into a few colours, each drawn with one call."""
        if rows.shape[1] == 2:
            both = np.concatenate([rows[:-1], rows[1:]], axis=1)
            usable = np.isfinite(both).all(axis=1)
            # One value a point: a piece takes its end's; one a piece: its own.
            values = values[: len(rows)][1:][usable] if len(values) == len(rows) else values[: len(flat)]
        low, high = span(values) or (0.0, 1.0)
        place = np.nan_to_num((values - low) / ((high - low) or 1.0))
        bins = np.minimum((place * _BINS).astype(int), _BINS - 1)
        table = self.look.theme.map("sequential")[40:]
        for i in range(_BINS):
            chosen = flat[: len(bins)][bins == i]
            chosen = chosen[np.isfinite(chosen).all(axis=1)]
            if len(chosen):
                part = Segments()
                part.fill(chosen)
                r, g, b = table[round((i + 0.5) / _BINS * (len(table) - 1))]
                self._bins.append((f"#{r:02X}{g:02X}{b:02X}", part))

    def _prepare_widths(self, flat: Floats, widths: Floats) -> None:
        """Segments sorted into a few widths, the thin ones first."""
        place = np.rint(np.clip(widths, 0.0, 1.0) * (_WIDTHS - 1)).astype(int)
        for i in range(_WIDTHS):
            chosen = flat[place == i]
            chosen = chosen[np.isfinite(chosen).all(axis=1)]
            if len(chosen):
                part = Segments()
                part.fill(chosen)
                self._wide.append((i / (_WIDTHS - 1), part))

    def draw(self, painter: QPainter) -> None:
        """Strokes."""
        ink = self.look.ink(self.layer.role)
        for share, part in self._wide:
            thin = self.look.hairline / 2
            painter.setPen(pen(ink.color, thin + share * (_WIDEST * ink.width - thin), self._dash))
            part.draw(painter)
        for color, part in self._bins:
            painter.setPen(pen(color, ink.width))
            part.draw(painter)
        if self._segments is not None:
            painter.setPen(pen(ink.color, ink.width, self._dash))
            self._segments.draw(painter)
        elif not self._bins and not self._wide:
            hero = self.layer.halo and (self.layer.role == "hero" or ink.slot >= 0)
            self._stroke.draw(painter, ink.color, ink.width, self._dash, self.look.theme.surface if hero else "")

    def extent(self) -> Extent:
        """All ends; names need room on the right."""
        rows = self.values[0]
        return Extent(span(rows[:, 0::2]), span(rows[:, 1::2]), room=bool(self.layer.text))

    def labels(self) -> tuple[Label, ...]:
        """The words at the line's end."""
        finite = self._px[np.isfinite(self._px).all(axis=1)]
        if not self.values or not self.values[2] or not len(finite):
            return ()
        ink = self.look.ink(self.layer.role)
        x, y = finite[-1]
        return (Label(self.values[2], float(x), float(y), ink.text, "end", clear=self.look.px(8)),)

    def near(self, x: float, y: float, reach: float) -> bool:
        """On a corner."""
        return len(self._px) > 0 and bool(np.nanmin(np.hypot(*(self._px - (x, y)).T), initial=np.inf) <= reach)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The nearest corner; of segments the row."""
        if not self.layer.found or not len(self._px) or self.layer.role in ("field", "muted"):
            return None
        distance = np.hypot(self._px[:, 0] - x, self._px[:, 1] - y)
        distance[np.isnan(distance)] = np.inf
        nearest = int(distance.argmin())
        if distance[nearest] > reach:
            return None
        px, py = self._px[nearest].tolist()
        return Hit(self.layer.name, nearest, px, py, self.map.data(px, py))


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
        for i, (w1, w2, b) in enumerate(rows.tolist()):
            length = math.hypot(w1, w2)
            if not (math.isfinite(length) and math.isfinite(b)) or length == 0:
                continue
            # Divided by its length the row cannot overflow on the way to px.
            unit = (w1 / length, w2 / length, b / length)
            ends, positive = clip_half_plane(unit, self.map)
            self._add(self._lines, ends)
            if i == 0 and self.layer.tint:
                self._half = QPolygonF(self._points(positive))
            if i == 0 and margin > 0:
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
        width = ink.width if len(self._lines) <= _FEW else self.look.hairline
        painter.setPen(pen(ink.color, width, ink.dash))
        for first, last in self._lines:
            painter.drawLine(first, last)

    def near(self, x: float, y: float, reach: float) -> bool:
        """On one of the lines."""
        ends = [[[end.x(), end.y()] for end in line] for line in self._lines]
        if not ends:
            return False
        both = np.array(ends)
        return float(to_segments(x, y, both[:, 0], both[:, 1]).min()) <= reach / 2

    def labels(self) -> tuple[Label, ...]:
        """The words at the right end of the first line, and at the left end of a parallel."""
        found = []
        if self._lines and self.values[2]:
            end = max(self._lines[0], key=lambda point: point.x())
            text = self.look.ink(self.layer.role).text
            found.append(Label(self.values[2], end.x(), end.y(), text, "plate", plate=True))
        if self._margins and self.values[3]:
            end = min(self._margins[0], key=lambda point: point.x())
            found.append(Label(self.values[3], end.x(), end.y(), self.look.theme.muted, "plate", plate=True))
        return tuple(found)
