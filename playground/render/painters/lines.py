"""Lines and segments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from playground.engine.frame import Array
from playground.engine.kit.arrays import Floats
from playground.figures.layers import Lines
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painter import Extent, Hit, Label, Painter, along, keeps_paths, span
from playground.render.pg import Segments, path, pen
from playground.render.scales import Mapping
from playground.render.tokens import FUTURE_DASH, HALO, THEORY_DASH

SHORT = 60  # points of a line that is not thinned, and is still drawn as one
_JOINED = 1.2  # px; wider segments reach into each other, or the sheet shows between them
_APART = 1.3  # px between the points that are kept of a long line
_BINS = 32  # colours of lines coloured by value
_WIDTHS = 5  # of segments with widths of their own
_WIDEST = 1.5  # times the role's width
_HALO_STRENGTH = 0.6  # of the halo of a line that fades
_FADES = 8  # steps of a line that fades
_LONG, _FAR = 64, 3000.0  # pieces, or px in all, from which on the past of a line that goes on is kept as a picture
_NEWS = 16  # pieces that come before they are drawn into it
_GROWN = 1.5  # times the pieces it was begun with
_BEYOND = 1.0  # sizes of the view round it that lines are kept in


def kept_rows(xy: Floats) -> Any:
    """Flags (n,) of the rows of a line that are not closer than 1.3 px along it to the one kept before."""
    if len(xy) <= SHORT:
        return np.ones(len(xy), bool)
    steps = np.hypot(*np.diff(xy, axis=0).T)
    steps[~np.isfinite(steps)] = _APART
    cells = np.floor(np.concatenate([[0.0], np.cumsum(steps)]) / _APART)
    keep = np.concatenate([[True], np.diff(cells) > 0])
    # The rows that part pieces stay, and so does each piece's first point.
    parting = np.asarray(~np.isfinite(xy).all(axis=1))
    last = np.arange(len(xy)) == len(xy) - 1
    return keep | last | parting | np.concatenate([[False], parting[:-1]])


def thin(xy: Floats) -> Floats:
    """A long line without the points that are closer than 1.3 px to the one kept before."""
    return np.asarray(xy[kept_rows(xy)]) if len(xy) > SHORT else xy


def pieces(xy: Floats) -> Floats:
    """A line's straight pieces (n, 4), without those that touch a row of NaN."""
    if len(xy) < 2:
        return np.zeros((0, 4))
    both = np.concatenate([xy[:-1], xy[1:]], axis=1)
    return np.asarray(both[np.isfinite(both).all(axis=1)])


def in_sight(px: Floats, width: float, height: float) -> Floats:
    """A line (n, 2) in px without what lies far out of a view of this size; else its length would cost its time."""
    size = np.array([width, height])
    low, high = -_BEYOND * size, (1 + _BEYOND) * size
    both = pieces(px)
    if not len(both) or bool(((both >= np.tile(low, 2)) & (both <= np.tile(high, 2))).all()):
        return px
    starts, ways = both[:, :2], both[:, 2:] - both[:, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        to_low, to_high = (low - starts) / ways, (high - starts) / ways
    still = ways == 0
    inside = (starts >= low) & (starts <= high)
    enter = np.where(still, np.where(inside, 0.0, np.inf), np.minimum(to_low, to_high)).max(axis=1)
    leave = np.where(still, np.where(inside, 1.0, -np.inf), np.maximum(to_low, to_high)).min(axis=1)
    enter, leave = np.maximum(enter, 0.0), np.minimum(leave, 1.0)
    met = enter < leave
    starts, ways, enter, leave = starts[met], ways[met], enter[met, None], leave[met, None]
    ends = np.where(leave == 1.0, both[met, 2:], starts + leave * ways)
    starts = np.where(enter == 0.0, starts, starts + enter * ways)
    apart = np.full((len(starts), 2), np.nan)
    made = np.stack([starts, ends, apart], axis=1).reshape(-1, 2)
    # Where one piece goes on from the last one it stays one line.
    joined = np.flatnonzero((ends[:-1] == starts[1:]).all(axis=1))
    return np.asarray(np.delete(made, np.concatenate([3 * joined + 2, 3 * joined + 3]), axis=0))


def ages(xy: Floats) -> Floats:
    """Where each row of a line stands in its piece, from 0 at the first to 1 at the last, (n,)."""
    parting = ~np.isfinite(xy).all(axis=1)
    piece = np.cumsum(parting)
    inside = ~parting
    counts = np.bincount(piece[inside], minlength=int(piece[-1]) + 1 if len(piece) else 1)
    starts = np.concatenate([[0], np.cumsum(counts)])[:-1]
    found = np.ones(len(xy))
    found[inside] = np.arange(int(inside.sum())) - starts[piece[inside]]
    return np.asarray(np.where(inside, found / np.maximum(counts[piece] - 1, 1), 0.0))


def strength(age: Floats, fade: float) -> list[tuple[float, Any]]:
    """Steps of strength from 1 - `fade` to 1, each with the flags (n,) of what is drawn in it, the faintest first."""
    step = np.clip(np.ceil(age * _FADES).astype(int) - 1, 0, _FADES - 1)
    return [(1.0 - fade * (1 - (i + 1) / _FADES), step == i) for i in np.unique(step).tolist()]


def faded(color: str, share: float) -> QColor:
    """A colour at a share of its strength."""
    made = QColor(color)
    made.setAlphaF(max(0.0, min(1.0, share)))
    return made


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
            for shade, wide in ((halo, width + HALO), (color, width)) if halo else ((color, width),):
                painter.setPen(pen(shade, wide, closed=True))
                self._segments.draw(painter)
            return
        if halo:
            painter.setPen(pen(halo, width + HALO, soft=True))
            painter.drawPath(self._path)
        painter.setPen(pen(color, width, dash, soft=not dash and width > 1.0))
        painter.drawPath(self._path)


def is_dear(pieces: Floats) -> bool:
    """Whether drawing these takes longer than a picture as large as the view."""
    return len(pieces) >= _LONG or float(np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T).sum()) > _FAR


class Past:
    """The pieces of a line that goes on, kept as a picture once it does: only what has come since is drawn anew.

    The strengths in it are those of when they were drawn, so it is begun again when the line is half as long again.

    Attributes:
        size: how many pieces it has.
        goes_on: whether the line was met again, longer.
    """

    def __init__(self, pieces: Floats, look: FigureLook, mapping: Mapping) -> None:
        self.size = self._first = len(pieces)
        self.goes_on = False
        self._pieces, self._look, self._map = pieces, look, mapping
        self._picture: QPixmap | None = None

    def leads_to(self, pieces: Floats, look: FigureLook, mapping: Mapping) -> bool:
        """Whether it is the beginning of these pieces, and most of them."""
        near = self.size <= len(pieces) <= _GROWN * max(self._first, _LONG)
        here = near and (look, mapping) == (self._look, self._map)
        self.goes_on = here and bool(np.array_equal(pieces[: self.size], self._pieces))
        return self.goes_on

    def draw(self, painter: QPainter, pieces: Floats, drawing: Callable[[QPainter, slice], None]) -> None:
        """Draws it, with those of these pieces that are settled: the last one may grow.

        Args:
            painter: on the view.
            pieces: to which it leads.
            drawing: draws some of them.
        """
        settled = len(pieces) - 1
        if self._picture is None or settled - self.size > _NEWS:
            fresh, dpr = self._picture is None, self._look.dpr
            if self._picture is None:
                size = (max(1, round(side * dpr)) for side in (self._map.width, self._map.height))
                self._picture = QPixmap(*size)
                self._picture.setDevicePixelRatio(dpr)
                self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            drawing(inner, slice(0 if fresh else self.size, settled))
            inner.end()
            self._pieces, self.size = pieces[:settled], settled
        painter.drawPixmap(QPointF(0, 0), self._picture)


class LinesPainter(Painter[Lines]):
    """Draws `Lines`."""

    def __init__(self, layer: Lines) -> None:
        super().__init__(layer)
        self._stroke = Stroke()
        self._px = np.zeros((0, 2))
        self._bins: list[tuple[str, Segments]] = []
        self._wide: list[tuple[float, Segments]] = []
        self._segments: Segments | None = None
        self._aged: tuple[Floats, Floats] | None = None  # of a line that fades its pieces and how new they are, 0 to 1
        self._past: Past | None = None

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

    def is_background(self) -> bool:
        """Level sets stay while the run goes on through them."""
        return self.layer.role == "grid"

    def prepare(self) -> None:
        """Px, in pieces where the line is long or coloured by value."""
        rows, values, _, widths = self.values
        self._bins, self._segments, self._wide, self._aged = [], None, [], None
        if rows.shape[1] == 4:
            flat = np.concatenate([self.map.px(rows[:, :2]), self.map.px(rows[:, 2:])], axis=1)
            self._px = flat[:, 2:]
        else:
            self._px = self.map.px(rows)
            flat = pieces(self._px)
        if self.layer.fade:
            self._prepare_fading(rows, flat, values)
        elif values is not None and len(values):
            self._prepare_bins(rows, flat, values.astype(float).ravel())
        elif rows.shape[1] == 4 and len(widths) == len(flat) > 0:
            self._prepare_widths(flat, np.nan_to_num(widths))
        elif rows.shape[1] == 4:
            self._segments = Segments()
            self._segments.fill(flat[np.isfinite(flat).all(axis=1)])
        else:
            # Dashes are counted from the line's beginning.
            seen = self._px if self._dash else in_sight(self._px, self.map.width, self.map.height)
            self._stroke.fill(seen, bool(self._dash))

    def _prepare_fading(self, rows: Floats, flat: Floats, values: Array | None) -> None:
        """Pieces sorted into a few strengths, the oldest first; of segments all, of a line those between two rows."""
        if rows.shape[1] == 4:
            usable = np.isfinite(flat).all(axis=1)
            age, flat = (
                (np.linspace(0.0, 1.0, len(flat)) if len(flat) > 1 else np.ones(len(flat)))[usable],
                flat[usable],
            )
        else:
            told = values is not None and len(values) >= len(rows)
            age = np.clip(np.asarray(values, float)[: len(rows)], 0, 1) if told else ages(rows)
            kept = kept_rows(self._px)
            px, age = self._px[kept], age[kept]
            flat, both = pieces(px), np.isfinite(px).all(axis=1)
            age = age[1:][both[:-1] & both[1:]]
        self._aged = flat, age
        if self._past is None or not self._past.leads_to(flat, self.look, self.map):
            self._past = Past(flat[:-1], self.look, self.map)

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
        if self._aged is not None:
            self._draw_fading(painter, *self._aged)
        if self._segments is not None:
            painter.setPen(pen(ink.color, ink.width, self._dash, closed=ink.width > _JOINED))
            self._segments.draw(painter)
        elif not self._bins and not self._wide and not self.layer.fade:
            line = self.layer.role not in ("grid", "field")
            hero = self.layer.halo and (self.layer.role == "hero" or ink.slot >= 0 or (self.over_image and line))
            self._stroke.draw(painter, ink.color, ink.width, self._dash, self.look.theme.surface if hero else "")

    def _draw_fading(self, painter: QPainter, flat: Floats, age: Floats) -> None:
        """A line that fades; of a long one that goes on the past as a picture."""
        past, first = self._past, 0
        if past is not None and past.goes_on and is_dear(flat) and not keeps_paths(painter):
            past.draw(painter, flat, lambda inner, part: self._draw_pieces(inner, flat[part], age[part]))
            first = past.size
        self._draw_pieces(painter, flat[first:], age[first:])

    def _draw_pieces(self, painter: QPainter, flat: Floats, age: Floats) -> None:
        """Pieces in their strengths, with a halo on what is strong where there is a picture below."""
        ink = self.look.ink(self.layer.role)
        parts = []
        for share, chosen in strength(age, self.layer.fade) if len(flat) else ():
            part = Segments()
            part.fill(flat[chosen])
            parts.append((share, part))
        if self.over_image and parts:
            made = QPen(pen(self.look.theme.surface, ink.width + HALO))
            made.setColor(faded(self.look.theme.surface, _HALO_STRENGTH))
            painter.setPen(made)
            for share, part in parts:
                if share > _HALO_STRENGTH:
                    part.draw(painter)
        for share, part in parts:
            made = QPen(pen(ink.color, ink.width))
            made.setColor(faded(ink.color, share))
            painter.setPen(made)
            part.draw(painter)

    def extent(self) -> Extent:
        """All ends; names need room on the right."""
        rows = self.values[0]
        return Extent(span(rows[:, 0::2]), span(rows[:, 1::2]), right=self.words_room(self.values[2]))

    def labels(self) -> tuple[Label, ...]:
        """The words at the line's end."""
        finite = self._px[np.isfinite(self._px).all(axis=1)]
        if not self.values or not self.values[2] or not len(finite):
            return ()
        ink = self.look.ink(self.layer.role)
        x, y = finite[-1]
        clear = self.look.px(8)
        return (
            Label(
                self.values[2],
                float(x),
                float(y),
                ink.text,
                "end",
                clear=clear,
                plate=self.layer.plate,
            ),
        )

    def strokes(self) -> Floats:
        """Along the line."""
        whole = self.values and self.values[0].shape[1] == 2 and self.layer.role not in ("grid", "field")
        return along(self._px, self.map.width, self.map.height) if whole else np.zeros((0, 2))

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
