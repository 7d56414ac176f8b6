"""Graphs: nodes as discs over edges; many edges are drawn once and kept as a picture, many nodes come from an atlas."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Graph
from playground.render.colour import ink_on
from playground.render.colour_mixing import mix
from playground.render.data import Data, coordinates, same
from playground.render.look import FigureLook
from playground.render.painter import Extent, Hit, Painter, keeps_paths, rings, span
from playground.render.painters.discs import draw_disc
from playground.render.pg import Segments, Sprites, pen
from playground.render.scales import Span

MOST_EDGES = 300  # drawn anew each time; more are kept as a picture
MOST_DISCS = 400  # nodes drawn one by one; more come from an atlas
_SHADES = 64  # of the atlas
_PADDING = 0.07  # of the picture's size, round the nodes
_WIDTHS = 6  # steps of an edge's width
_WIDEST = 5.0  # times the hairline
_LEAST = 2.5  # px, half the diameter of a node that has no room
_GROWTH = 1.7  # diameter of the largest node over the smallest
_FAR = 1e5  # px; what lies beyond is not seen

_CROWD = 400  # edges that are as strong as they come; more let more through, so that where many lie is seen
_FAINTEST = 0.16

Pieces = list[tuple[str, float, Segments]]
# A drawing would keep the box that words are cut off at for all that comes after them.
_WHOLE = Qt.AlignmentFlag.AlignCenter.value | Qt.TextFlag.TextDontClip.value


class GraphPainter(Painter[Graph]):
    """Draws `Graph`."""

    def __init__(self, layer: Graph) -> None:
        super().__init__(layer)
        self._px = np.zeros((0, 2))
        self._radius = np.zeros(0)
        self._fills: list[str] = []
        self._words: list[str] = []
        self._edges: Pieces = []
        self._strong: Pieces = []
        self._edge_key: tuple[Any, ...] = ()
        self._picture: QPixmap | None = None
        self._sprites: Sprites | None = None
        self._atlas: QPixmap | None = None
        self._atlas_key: tuple[Any, ...] = ()
        self.edges_drawn = 0

    def read(self, data: Data) -> tuple[Any, ...]:
        """Nodes, edges, values, labels, sizes, widths, flags, words."""
        layer = self.layer
        xy = data.rows(layer.xy)
        ends = data.rows(layer.pairs)
        known: Any = ((ends >= 0) & (ends < len(xy))).all(axis=1)
        pairs = np.where(known[:, None], ends, 0).astype(np.intp)
        colours = data.column(layer.values), data.column(layer.labels)
        edges = data.column(layer.widths), data.column(layer.strong)
        ids = data.column(layer.mark), data.column(layer.ids)
        return xy, pairs, *colours, data.column(layer.sizes), *edges, *ids, data.words(layer.words)

    def colour_span(self) -> Span | None:
        """The span of the nodes' values."""
        return None if self.layer.levels else span(self.values[2])

    def prepare(self) -> None:
        """Px, radii, colours; the edges only if they have changed."""
        xy, pairs, values, labels, sizes, widths, strong, _, _, words = self.values
        self._px = self.map.px(xy)
        self._radius = node_radii(self.look, self._px, sizes, self.layer.scale)
        self._words = list(words)
        heavy = strong.astype(bool) if len(strong) == len(pairs) else np.zeros(len(pairs), bool)
        key = (xy, pairs, widths, self.look, self.map)
        if not self._edge_key or not same(key, self._edge_key):
            self._edge_key = key
            self._picture = None
            self._edges = self._pieces(pairs, widths, np.ones(len(pairs), bool), False)
        self._strong = self._pieces(pairs, widths, heavy, True)
        self._prepare_nodes(values, labels)

    # ---- edges

    def _pieces(self, pairs: Any, widths: Floats, chosen: Any, strong: bool) -> Pieces:
        """Some of the edges, sorted by width."""
        if not chosen.any():
            return []
        ends = pairs[chosen]
        lines = np.concatenate([self._px[ends[:, 0]], self._px[ends[:, 1]]], axis=1)
        lines = np.clip(np.nan_to_num(lines, nan=-_FAR), -_FAR, _FAR)
        level = np.zeros(len(lines), int)
        if len(widths) == len(pairs) and np.nanmax(widths, initial=0.0) > 0:
            share = np.nan_to_num(widths)[chosen] / np.nanmax(widths)
            level = np.clip(np.rint(share * (_WIDTHS - 1)), 0, _WIDTHS - 1).astype(int)
        theme, thin = self.look.theme, self.look.hairline
        found: Pieces = []
        for step in np.flatnonzero(np.bincount(level, minlength=_WIDTHS)).tolist():
            width = thin * (1 + (_WIDEST - 1) * step / (_WIDTHS - 1))
            heavy = step / (_WIDTHS - 1)
            color = theme.text if strong else _faint(mix(theme.field, theme.control, heavy), len(pairs), heavy)
            segments = Segments()
            segments.fill(lines[level == step])
            found.append((color, width * (1.6 if strong and step == 0 else 1.0), segments))
        return found

    @staticmethod
    def _draw_pieces(painter: QPainter, pieces: Pieces) -> None:
        for color, width, segments in pieces:
            painter.setPen(pen(color, width))
            segments.draw(painter)

    def _draw_edges(self, painter: QPainter) -> None:
        self._draw_pieces(painter, self._edges)
        self.edges_drawn += 1

    def _edge_picture(self) -> QPixmap:
        """The edges as a picture, made again only when they have changed."""
        if self._picture is None:
            dpr = self.look.dpr
            self._picture = QPixmap(max(1, round(self.map.width * dpr)), max(1, round(self.map.height * dpr)))
            self._picture.setDevicePixelRatio(dpr)
            self._picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._picture)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._draw_edges(inner)
            inner.end()
        return self._picture

    # ---- nodes

    def _prepare_nodes(self, values: Floats, labels: Floats) -> None:
        n = len(self._px)
        shades = self._shades(values, n)
        self._sprites = None
        if len(labels) == n and n:
            slots = len(self.look.theme.slots)
            colors = [self.look.slot(k).color for k in range(slots)] + [self.look.theme.surface]
            kinds = np.where(labels >= 0, np.clip(np.nan_to_num(labels), -1, 1e6).astype(int) % slots, slots)
        else:
            colors = self._map_colors()
            kinds = shades
        if n > MOST_DISCS:
            self._prepare_atlas(colors, kinds)
        else:
            self._fills = [colors[k] for k in kinds.tolist()]

    def _map_colors(self) -> list[str]:
        table = self.look.theme.map(self.layer.color_map)
        rows = [table[round(k * (len(table) - 1) / (_SHADES - 1))] for k in range(_SHADES)]
        return [*("#{:02X}{:02X}{:02X}".format(*row) for row in rows), self.look.theme.surface]

    def _shades(self, values: Floats, n: int) -> Any:
        """The step of the map for each value; one beyond the last for none."""
        if len(values) != n or not n:
            return np.full(n, _SHADES)
        known = np.isfinite(values)
        covered = values[known] if self.shared_span is None else np.array(self.shared_span)
        low, high = self.layer.levels or self._levels(covered)
        share = (np.where(known, values, low) - low) / (high - low if high > low else 1.0)
        steps = np.clip(np.rint(share * (_SHADES - 1)), 0, _SHADES - 1).astype(int)
        return np.where(known, steps, _SHADES)

    def _levels(self, values: Floats) -> tuple[float, float]:
        if not len(values):
            return 0.0, 1.0
        if self.layer.color_map == "diverging":
            most = float(np.abs(values).max()) or 1.0
            return -most, most
        return float(values.min()), float(values.max())

    def _prepare_atlas(self, colors: list[str], kinds: Any) -> None:
        """A row of discs, one for each colour, and which of them each node shows."""
        radius, dpr = float(self._radius[0]), self.look.dpr
        side = 2 * math.ceil((radius + self.look.hairline) * dpr)
        key = (tuple(colors), side, self.look)
        if key != self._atlas_key:
            self._atlas_key = key
            self._atlas = QPixmap(side * len(colors), side)
            self._atlas.fill(Qt.GlobalColor.transparent)
            inner = QPainter(self._atlas)
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            for k, color in enumerate(colors):
                inner.setPen(QPen(QColor(self.look.theme.text), max(0.6, self.look.hairline * 0.6) * dpr))
                inner.setBrush(QColor(color))
                inner.drawEllipse(QPointF((k + 0.5) * side, side / 2), radius * dpr, radius * dpr)
            inner.end()
        seen = np.isfinite(self._px).all(axis=1)
        kinds = np.asarray(kinds)[seen]
        sources = np.stack([kinds * float(side), np.zeros(len(kinds)), *2 * [np.full(len(kinds), float(side))]], axis=1)
        self._sprites = Sprites()
        self._sprites.fill(np.rint(self._px[seen] * dpr) / dpr, sources, dpr)
        self._fills = [] if not len(kinds) else [colors[k] for k in np.asarray(kinds).tolist()]

    def draw(self, painter: QPainter) -> None:
        """Edges, nodes, names, rings."""
        vector = keeps_paths(painter)
        if len(self.values[1]) <= MOST_EDGES or vector:
            self._draw_edges(painter)
        else:
            painter.drawPixmap(QPointF(0, 0), self._edge_picture())
        self._draw_pieces(painter, self._strong)
        if self._sprites is not None and self._atlas is not None and not vector:
            self._sprites.draw(painter, self._atlas)
        else:
            self._draw_discs(painter)
        self._draw_rings(painter)

    def _draw_discs(self, painter: QPainter) -> None:
        rim, width = self.look.theme.text, max(0.6, self.look.hairline)
        style = "caption strong"
        painter.setFont(self.look.font(style))
        room = self.look.cap_height(style)
        for k, ((x, y), radius, fill) in enumerate(
            zip(self._px.tolist(), self._radius.tolist(), self._fills, strict=True)
        ):
            if not (math.isfinite(x) and math.isfinite(y)):
                continue
            draw_disc(painter, QPointF(x, y), radius, fill, rim, width)
            word = self._words[k] if k < len(self._words) else ""
            if word and math.hypot(self.look.text_width(style, word), room) < 2 * radius - 2:
                painter.setPen(QColor(ink_on(fill)))
                painter.drawText(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), _WHOLE, word)

    def _draw_rings(self, painter: QPainter) -> None:
        mark = self.values[7]
        if len(mark) != len(self._px):
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.look.theme.accent), self.look.hero))
        gap = self.look.hero + self.look.px(2)
        for k in np.flatnonzero(mark).tolist():
            if np.isfinite(self._px[k]).all():
                radius = float(self._radius[k]) + gap
                painter.drawEllipse(QPointF(*self._px[k].tolist()), radius, radius)

    # ---- for the plot

    def extent(self) -> Extent:
        """The nodes with some room round them."""
        xy = self.values[0]
        x, y = span(xy[:, 0]), span(xy[:, 1])
        if x is None or y is None:
            return Extent()
        room = _PADDING * max(x[1] - x[0], y[1] - y[0], 1e-6)
        return Extent((x[0] - room, x[1] + room), (y[0] - room, y[1] + room))

    def obstacles(self) -> Floats:
        """The nodes (n, 2) in px, while plates can avoid them."""
        return self._px if len(self._px) <= MOST_DISCS else np.zeros((0, 2))

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The nearest node."""
        if not len(self._px):
            return None
        distance = np.hypot(self._px[:, 0] - x, self._px[:, 1] - y)
        distance[np.isnan(distance)] = np.inf
        k = int(distance.argmin())
        if distance[k] > max(reach, float(self._radius[k])):
            return None
        xy, ids = self.values[0], self.values[8]
        at = (float(xy[k, 0]), float(xy[k, 1]))
        number = int(ids[k]) if len(ids) == len(xy) else k
        name = self._words[k] if k < len(self._words) else str(number)
        hover = self.layer.hover
        more = self.source.fill(hover, k, x=at[0], y=at[1], id=number) if hover else coordinates(*at)
        px = self._px[k]
        words = f"{name}: {more}"
        return Hit(self.layer.name, number, float(px[0]), float(px[1]), at, text=words, ring=False, of=(k,))

    def count(self) -> int:
        """The nodes."""
        return len(self._px)

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """A ring round each node, and the edge of a pair that has one."""
        gap = self.look.second + self.look.px(3)
        path = rings(self._px, of, float(self._radius[list(of)].max(initial=0.0)) + gap)
        pairs = self.values[1]
        if len(set(of)) == 2 and bool((np.sort(pairs, axis=1) == sorted(of)).all(axis=1).any()):
            path.moveTo(*self._px[of[0]].tolist())
            path.lineTo(*self._px[of[1]].tolist())
        return path


def node_radii(look: FigureLook, px: Floats, sizes: Floats, scale: float = 1.0) -> Floats:
    """Half the diameter of each node in px; smaller where there are many."""
    n = len(px)
    crowd = 1.0 if n <= 40 else max(0.22, math.sqrt(40 / n) ** 0.8)
    smallest = look.point * 0.85 * crowd * scale
    if len(sizes) != n or not n or not np.nanmax(sizes, initial=0.0) > 0 or n > MOST_DISCS:
        return np.minimum(smallest, _room(px))
    share = np.sqrt(np.nan_to_num(sizes) / np.nanmax(sizes))
    return np.minimum(smallest * (0.9 + (_GROWTH - 0.9) * np.clip(share, 0, 1)), _room(px))


def _room(px: Floats) -> Floats:
    """Half the distance of each node to its nearest in px, so that none overlap; not for very many."""
    n = len(px)
    if not 2 <= n <= MOST_DISCS:
        return np.full(n, np.inf)
    gap = np.hypot(*(px[:, None] - px).transpose(2, 0, 1))
    gap[np.isnan(gap)] = np.inf
    np.fill_diagonal(gap, np.inf)
    return np.asarray(np.maximum(_LEAST, 0.5 * gap.min(axis=1)))


def _faint(color: str, edges: int, heavy: float) -> str:
    """The colour of an edge among so many, as "#AARRGGBB"; heavy ones (1) keep their strength."""
    strength = max(_FAINTEST, min(1.0, math.sqrt(_CROWD / max(1, edges)))) ** (1.0 - heavy)
    return f"#{round(255 * strength):02X}{color[1:]}"
