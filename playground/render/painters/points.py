"""Points: from an atlas, very many as a density, and one by one as paths where the target keeps paths."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from playground.engine.frame import Array
from playground.engine.kit.arrays import Floats
from playground.figures.layers import Points, Role
from playground.render.data import Data, coordinates
from playground.render.look import FigureLook, Ink
from playground.render.painter import Extent, Hit, Label, Painter, keeps_paths, rings, span
from playground.render.pg import Sprites
from playground.render.tokens import CLOUD, MAP_SHARE, RING, SHAPES, STAR, TRIANGLE, Theme

MOST = 20_000  # single points; more are a density
_DENSE = 500  # more are a cloud of smaller points
_VERY_DENSE = 5_000
_FEW = 600  # more are no obstacles for plates: nothing would be left free
_OWN = len(SHAPES)  # the row of the atlas that shows the layer's own role
_CHUNK = 65_536
_STAR = SHAPES.index("star")
_COLUMNS = 2  # of the atlas: full and hollow


@lru_cache(maxsize=64)
def shape(name: str, diameter: float) -> QPainterPath:
    """A point's outline round the origin."""
    radius = diameter / 2
    path = QPainterPath()
    if name == "o":
        path.addEllipse(QPointF(0, 0), radius, radius)
    elif name == "s":
        side = diameter * 0.9
        path.addRect(QRectF(-side / 2, -side / 2, side, side))
    else:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in _corners(name, radius)]))
        path.closeSubpath()
    return path


def _corners(name: str, radius: float) -> list[tuple[float, float]]:
    if name in ("t1", "t"):
        half, up = radius * TRIANGLE, 1 if name == "t1" else -1
        return [(-half, half * up), (0, -half * up), (half, half * up)]
    if name == "d":
        return [(0, -radius * 1.15), (radius * 0.85, 0), (0, radius * 1.15), (-radius * 0.85, 0)]
    if name == "star":
        outer = radius * STAR
        return _ring(10, [outer, outer * 0.382])
    return _ring(5 if name == "p" else 6, [radius * 1.08])


def _ring(count: int, radii: list[float]) -> list[tuple[float, float]]:
    turns = [(2 * math.pi * i / count, radii[i % len(radii)]) for i in range(count)]
    return [(r * math.sin(a), -r * math.cos(a)) for a, r in turns]


def shape_of(role: Role, look: FigureLook) -> str:
    """The shape of a point in a role: a series has that of its line's marker, a class that of its label."""
    slot = look.ink(role).slot
    if slot < 0:
        return SHAPES[0]
    return look.theme.slots[slot].shape if role.startswith("slot") else look.theme.slots[slot].class_shape


def draw_point(
    painter: QPainter, x: float, y: float, name: str, diameter: float, fill: str, edge: str, width: float
) -> None:
    """One point with its outline."""
    painter.setPen(QPen(QColor(edge), width))
    painter.setBrush(QBrush(QColor(fill)))
    painter.translate(x, y)
    painter.drawPath(shape(name, diameter))
    painter.translate(-x, -y)


def flags(values: Array | None, n: int) -> Floats:
    """Flags (n,) as 0 and 1, all 0 where there are not `n`."""
    flat = np.zeros(0) if values is None else np.asarray(values).ravel()
    return flat.astype(bool).astype(float) if len(flat) == n else np.zeros(n)


def on_pixels(px: Floats, dpr: float) -> Floats:
    """The nearest whole device pixels, on which a disc keeps its shape."""
    return np.asarray(np.rint(px * dpr) / dpr)


class PointAtlas:
    """All looks of a point side by side: a row for each kind, full and hollow."""

    def __init__(self, kinds: list[tuple[str, Ink]], look: FigureLook, diameter: float, stars: bool) -> None:
        # As tight as it goes: each px of a cell is blended for each point. Even, so that a sprite centred on a whole
        # pixel begins on one.
        reach = diameter * (STAR if stars else 1.2) + 2 * look.outline
        side = 2 * math.ceil(reach * look.dpr / 2)
        self.picture = QPixmap(side * _COLUMNS, side * len(kinds))
        self.picture.fill(Qt.GlobalColor.transparent)
        self.side = side
        painter = QPainter(self.picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, (name, ink) in enumerate(kinds):
            for column in range(_COLUMNS):
                painter.save()
                painter.setClipRect(column * side, row * side, side, side)
                painter.translate((column + 0.5) * side, (row + 0.5) * side)
                painter.scale(look.dpr, look.dpr)
                draw_kind(painter, 0, 0, name, ink, look, diameter, bool(column))
                painter.restore()
        painter.end()

    def sources(self, kinds: Floats, hollow: Floats) -> Floats:
        """Where each point's look is in the picture, (n, 4)."""
        side = float(self.side)
        full = np.full(len(kinds), side)
        return np.stack([hollow * side, kinds * side, full, full], axis=1)


def draw_kind(
    painter: QPainter, x: float, y: float, name: str, ink: Ink, look: FigureLook, diameter: float, hollow: bool
) -> None:
    """One point in a colour of the theme, full or as a ring."""
    surface = look.theme.surface
    if hollow:
        draw_point(painter, x, y, name, diameter, surface, ink.color, look.second)
    else:
        draw_point(painter, x, y, name, diameter, ink.color, surface, look.outline)


class PointsPainter(Painter[Points]):
    """Draws `Points`."""

    def __init__(self, layer: Points) -> None:
        super().__init__(layer)
        self._px = np.zeros((0, 2))
        self._kinds = np.zeros(0, int)
        self._hollow = np.zeros(0)
        self._looks: list[tuple[str, Ink]] = []
        self._diameter = 0.0
        self._sprites = Sprites()
        self._atlas: PointAtlas | None = None
        self._atlas_key: tuple[Any, ...] = ()
        self._image: QImage | None = None
        self._memory: np.ndarray[Any, np.dtype[np.uint32]] | None = None

    def read(self, data: Data) -> tuple[Any, ...]:
        """Positions, labels, ids, flags, the words."""
        layer = self.layer
        xy = data.array(layer.xy)
        if xy is None or xy.ndim != 2 or xy.shape[1] != 2:
            xy = data.rows(layer.xy)
        if len(xy) > MOST or layer.density:
            return xy, None, None, None, ""
        flags = data.array(layer.hollow)
        return xy, data.array(layer.labels), data.array(layer.ids), flags, data.fill(layer.text)

    @property
    def is_density(self) -> bool:
        """Whether the points are too many to be drawn one by one."""
        return self.layer.density or len(self.values[0]) > MOST

    def prepare(self) -> None:
        """Px, kinds, and the density picture."""
        xy, labels, _, hollow, _ = self.values
        self._image = None
        if self.is_density:
            self._px = np.zeros((0, 2))
            self._prepare_density(xy)
            return
        self._px = self.map.px(xy.astype(float))
        self._diameter = self.look.point * self.layer.size * self._crowd(len(xy))
        inks = [self.look.slot(i) for i in range(_OWN)]
        slots = self.look.theme.slots
        shapes = [place.class_shape for place in slots]
        own = self.look.ink(self.layer.role)
        # A series has its shape wherever it is drawn; classes have theirs.
        self._looks = [*zip(shapes, inks, strict=True), (shape_of(self.layer.role, self.look), own)]
        self._kinds = self._numbers(labels, len(xy))
        self._hollow = flags(hollow, len(xy))
        self._prepare_sprites()

    @staticmethod
    def _numbers(labels: Array | None, n: int) -> np.ndarray[Any, np.dtype[np.intp]]:
        """The look of each point: its label's slot, or the role's."""
        flat = np.zeros(0) if labels is None else np.asarray(labels, float).ravel()
        if len(flat) != n:
            return np.full(n, _OWN)
        return (np.where(np.abs(flat) < 1e6, flat, 0.0).astype(np.intp)) % _OWN

    @staticmethod
    def _crowd(n: int) -> float:
        return 1.0 if n <= _DENSE else CLOUD if n <= _VERY_DENSE else CLOUD * CLOUD

    def _prepare_sprites(self) -> None:
        stars = bool(np.any(self._kinds == _STAR))
        key = (self.look, self._diameter, stars)
        if self._atlas is None or key != self._atlas_key:
            self._atlas, self._atlas_key = PointAtlas(self._looks, self.look, self._diameter, stars), key
        reach = self._diameter
        seen = np.all((self._px > -reach) & (self._px < (self.map.width + reach, self.map.height + reach)), axis=1)
        dpr = self.look.dpr
        centres = on_pixels(self._px[seen], dpr)
        self._sprites.fill(centres, self._atlas.sources(self._kinds[seen], self._hollow[seen]), dpr)

    def _prepare_density(self, xy: np.ndarray[Any, np.dtype[Any]]) -> None:
        """Counts a cell of half the pixels, as the square root, in 85 % of the sequential map."""
        columns, rows = max(1, round(self.map.width / 2)), max(1, round(self.map.height / 2))
        counts = np.zeros(columns * rows, np.int64)
        # In chunks that stay in the cache: a million points in a few milliseconds.
        for start in range(0, len(xy), _CHUNK):
            cells = self._cells(xy[start : start + _CHUNK], columns, rows)
            counts += np.bincount(cells, minlength=columns * rows)
        most = int(counts.max(initial=0))
        palette = _density_palette(self.look.theme)
        steps = np.rint(np.sqrt(np.arange(most + 1) / max(1, most)) * (len(palette) - 1)).astype(np.intp)
        self._memory = np.ascontiguousarray(palette[steps][counts])
        self._image = QImage(self._memory.data, columns, rows, columns * 4, QImage.Format.Format_ARGB32)

    def _cells(
        self, xy: np.ndarray[Any, np.dtype[Any]], columns: int, rows: int
    ) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The cell of each point that is in the view."""
        (x0, x1), (y0, y1) = self.map.x, self.map.y
        x = np.subtract(xy[:, 0], x0, dtype=np.float32)
        y = np.subtract(y1, xy[:, 1], dtype=np.float32)
        x *= np.float32(columns / (x1 - x0))
        y *= np.float32(rows / (y1 - y0))
        inside = (x >= 0) & (x < columns) & (y >= 0) & (y < rows)
        if not inside.all():
            x, y = x[inside], y[inside]
        cells: np.ndarray[Any, np.dtype[np.int32]] = y.astype(np.int32)
        cells *= columns
        cells += x.astype(np.int32)
        return cells

    def draw(self, painter: QPainter) -> None:
        """The density, the sprites or the paths."""
        if self._image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            painter.drawImage(QRectF(0, 0, self.map.width, self.map.height), self._image)
        elif self._atlas is not None and not keeps_paths(painter):
            self._sprites.draw(painter, self._atlas.picture)
        else:
            reach = self._diameter * STAR
            seen = painter.clipBoundingRect().adjusted(-reach, -reach, reach, reach)
            for (x, y), kind, hollow in zip(self._px.tolist(), self._kinds, self._hollow, strict=True):
                if seen.contains(x, y):
                    name, ink = self._looks[kind]
                    draw_kind(painter, x, y, name, ink, self.look, self._diameter, bool(hollow))

    def extent(self) -> Extent:
        """All points."""
        xy = self.values[0]
        return Extent(span(xy[:, 0]), span(xy[:, 1]))

    def labels(self) -> tuple[Label, ...]:
        """The words beside the first point."""
        if not self.values[4] or not len(self._px) or not np.isfinite(self._px[0]).all():
            return ()
        x, y = self._px[0].tolist()
        clear = self._diameter / 2 + self.look.px(4)
        return (Label(self.values[4], x, y, self.look.ink(self.layer.role).text, "plate", clear=clear, plate=True),)

    def obstacles(self) -> Floats:
        """The points (n, 2) in px, while plates can avoid them."""
        return self._px if len(self._px) <= _FEW else np.zeros((0, 2))

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The nearest point."""
        if not len(self._px):
            return None
        distance = np.hypot(self._px[:, 0] - x, self._px[:, 1] - y)
        distance[np.isnan(distance)] = np.inf
        nearest = int(distance.argmin())
        if distance[nearest] > max(reach, self._diameter / 2):
            return None
        xy, labels, ids, *_ = self.values
        at = (float(xy[nearest, 0]), float(xy[nearest, 1]))
        number = int(np.asarray(ids).ravel()[nearest]) if ids is not None and ids.size == len(xy) else nearest
        label = int(self._kinds[nearest]) if labels is not None else 0
        hover = self.layer.hover
        text = self.source.fill(hover, nearest, x=at[0], y=at[1], id=number, label=label) if hover else coordinates(*at)
        px = self._px[nearest]
        return Hit(self.layer.name, number, float(px[0]), float(px[1]), at, text=text, of=(nearest,))

    def count(self) -> int:
        """The points."""
        return len(self._px)

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """A ring round each."""
        return rings(self._px, of, RING * self._diameter / 2)


@lru_cache(maxsize=8)
def _density_palette(theme: Theme) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """85 % of the sequential map as ARGB words; nothing is transparent, so an empty plane stays as it is."""
    table = np.array(theme.map("sequential")[: round(256 * MAP_SHARE)], np.uint32)
    words = 0xFF000000 | (table[:, 0] << 16) | (table[:, 1] << 8) | table[:, 2]
    words[0] = 0
    return words.astype(np.uint32)
