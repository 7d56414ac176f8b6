"""A surface over a plane with what lies on it, and the box round it."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPen

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Surface
from playground.render import surface
from playground.render.colour_mixing import mix
from playground.render.data import Data, coordinates, same
from playground.render.look import Ink
from playground.render.painter import Hit, Label, keeps_paths, span
from playground.render.painters.box_frame import BoxFrame
from playground.render.painters.fields import SHADES, resampled
from playground.render.painters.lines import ages, faded, strength
from playground.render.painters.pictures import PixelWords, lit_words, shares, symmetric
from playground.render.painters.points import draw_point
from playground.render.painters.turned import TurnedPainter
from playground.render.pg import KeptPicture, Segments, pen
from playground.render.scales import Span
from playground.render.surface import Eye, Sighting
from playground.render.tokens import HALO

_FINE = 240  # samples along a side
_CELLS = 300.0  # raster cells from front to back, at most
_MESH = 13  # lines of the net each way
_MESH_SAMPLES = 90
_STEP = 6.0  # px between the points of a path on the surface
_MOST = 4000  # points of all paths
_HIDDEN = 0.22  # strength of what is behind the surface
_WALLS = (0.10, 0.16)  # share of `text` in `surface` of the cut sides
_NET, _RIM = 0.16, 0.55  # strength of the net, and of its border


class _Path(NamedTuple):
    """One path on the surface.

    Attributes:
        ink: its colour.
        parts: strength, whether it is seen, and the pieces.
        end: where its mark stands, x, y in px; None: nowhere.
        seen: whether that is seen.
    """

    ink: Ink
    parts: list[tuple[float, Segments]]
    end: tuple[float, float] | None
    seen: bool


class SurfacePainter(TurnedPainter[Surface]):
    """Draws `Surface`."""

    def __init__(self, layer: Surface) -> None:
        super().__init__(layer)
        self._eye = Eye(0.0, 0.5, 0.0, 0.0, 1.0)
        self._seen: Sighting | None = None
        self._heights = np.zeros((2, 2))
        self._image: QImage | None = None
        self._memory: PixelWords | None = None
        self._corner, self._place, self._picture = (0.0, 0.0), QRectF(), KeptPicture()
        self._net, self._rim = Segments(), Segments()
        self._key: tuple[Any, ...] = ()
        self._paths: list[_Path] = []
        self._points = np.zeros((0, 2))
        self._in_sight = np.zeros(0, bool)
        self._frame = BoxFrame()

    def read(self, data: Data) -> tuple[Any, ...]:
        """Heights, the plane, paths, their slots and names, points, their labels."""
        layer = self.layer
        z = data.array(layer.z)
        usable = z is not None and z.ndim == 2 and min(z.shape) >= 2 and bool(np.isfinite(z).any())
        extent = data.column(layer.extent)
        plane = extent if len(extent) == 4 else np.array([-1.0, 1.0, -1.0, 1.0])
        paths, points = data.rows(layer.paths), data.rows(layer.points)
        slots, labels = data.column(layer.slots), data.column(layer.labels)
        return z if usable else np.zeros((0, 0)), plane, paths, slots, data.words(layer.words), points, labels

    # ---- px

    def colour_span(self) -> Span | None:
        """The span of the heights."""
        return None if self.layer.levels else span(self.values[0].astype(float))

    def levels(self) -> Span:
        """The heights at both ends of the block."""
        low, high = self.layer.levels or self.shared_span or self.colour_span() or (0.0, 1.0)
        return (low, high) if high > low else (low - 0.5, low + 0.5)

    def prepare(self) -> None:
        """What is seen of the surface, and of what lies on it."""
        z, plane, *_ = self.values
        self._paths, self._points = [], np.zeros((0, 2))
        if not z.size:
            self._image = self._seen = None
            return
        low, high = self.levels()
        z = z.astype(np.float64)
        z = np.where(np.isfinite(z), z, low)
        self._eye, box = self._frame.fit(self.layer, self.look, self._view, plane, (low, high), self.turned)
        key = (z, (low, high), self.look, self._eye)
        if self._seen is None or not same(key, self._key):
            self._key, self._corner = key, (box.left(), box.top())
            self._prepare_surface(z, (low, high), box)
        self._prepare_paths(plane)
        self._prepare_points(plane)

    def _prepare_surface(self, z: Floats, levels: Span, box: QRectF) -> None:
        """The picture of the surface; what lies on it may change without it."""
        low, high = levels
        fine = resampled(z, _FINE, _FINE)
        self._heights = np.clip((fine - low) / (high - low), 0.0, 1.0)
        cell = max(1.0 / self.look.dpr, 2 * surface.FAR * self._eye.scale / _CELLS)
        local = replace(self._eye, x=self._eye.x - box.left(), y=self._eye.y - box.top())
        self._seen = surface.see(self._heights, local, (box.width(), box.height()), cell)
        self._prepare_image(fine, low, high)
        self._prepare_net()

    def _prepare_image(self, fine: Floats, low: float, high: float) -> None:
        assert self._seen is not None
        theme = self.look.theme
        words = lit_words(theme, self.layer.color_map)
        ends = symmetric((low, high), self.layer.color_map)
        entry = shares(fine, ends, words.shape[1]) + surface.lit(self._heights, self._eye, SHADES) * words.shape[1]
        colors = np.append(words.ravel()[entry.ravel()], np.uint32(0))
        made = colors[self._seen.place]
        for side, share in enumerate(_WALLS, start=1):
            color = int(mix(theme.surface, theme.text, share)[1:], 16)
            made[self._seen.wall == side] = 0xFF000000 | color
        soft = (self._seen.share < 1) & (self._seen.place >= 0)
        made[soft] = made[soft] & 0xFFFFFF | np.rint(self._seen.share[soft] * 255).astype(np.uint32) << 24
        self._memory = np.ascontiguousarray(made.astype(np.uint32))
        rows, columns = made.shape
        self._image = QImage(self._memory.data, columns, rows, columns * 4, QImage.Format.Format_ARGB32)
        cell = self._seen.cell
        self._place = QRectF(*self._corner, columns * cell, rows * cell)
        self._picture.fill(self._image, self._place, self._view)

    def _uv(self, xy: Floats, plane: Floats) -> Floats:
        x0, x1, y0, y1 = plane
        return np.stack([(xy[:, 0] - x0) / (x1 - x0) * 2 - 1, (xy[:, 1] - y0) / (y1 - y0) * 2 - 1], axis=1)

    def _on(self, uv: Floats) -> tuple[Floats, Any]:
        """Places (n, 2) of the plane as px (n, 2) on the surface, and whether they are seen."""
        assert self._seen is not None
        outside = ~((np.abs(uv) <= 1 + 1e-9).all(axis=1))
        lifted = np.concatenate([uv, surface.heights_at(self._heights, uv)[:, None]], axis=1)
        lifted[outside] = np.nan
        px = self._eye.project(lifted)
        near = np.nan_to_num(px - (*self._corner, 0.0))
        return px[:, :2], surface.visible(self._seen, near)

    def _prepare_net(self) -> None:
        """What is seen of the lines of the net, and of the rim."""
        at, along = np.linspace(-1, 1, _MESH), np.linspace(-1, 1, _MESH_SAMPLES)
        first, second = np.meshgrid(at, along, indexing="ij")
        lines = np.concatenate([np.stack([first, second], axis=-1), np.stack([second, first], axis=-1)])
        px, seen = self._on(lines.reshape(-1, 2))
        px, seen = px.reshape(-1, _MESH_SAMPLES, 2), seen.reshape(-1, _MESH_SAMPLES)
        pieces, shown = np.concatenate([px[:, :-1], px[:, 1:]], axis=2), seen[:, :-1] & seen[:, 1:]
        rim = [0, _MESH - 1, _MESH, 2 * _MESH - 1]
        self._rim.fill(pieces[rim][shown[rim]])
        shown[rim] = False
        self._net.fill(pieces[shown])

    def _prepare_paths(self, plane: Floats) -> None:
        paths, slots = self.values[2], self.values[3]
        if not len(paths):
            return
        parts = np.split(paths, np.flatnonzero(~np.isfinite(paths).all(axis=1)))
        pieces = [one[np.isfinite(one).all(axis=1)] for one in parts]
        pieces = [one for one in pieces if len(one)]
        for number, piece in enumerate(pieces):
            ink = self.look.label(float(slots[number])) if number < len(slots) else self.look.ink(self.layer.role)
            uv, age = self._dense(self._uv(piece, plane), max(2, _MOST // len(pieces)))
            px, seen = self._on(uv)
            flat = np.concatenate([px[:-1], px[1:]], axis=1)
            usable = np.isfinite(flat).all(axis=1)
            found = []
            for share, chosen in strength(age[1:], self.layer.fade) if self.layer.fade else [(1.0, age[1:] >= 0)]:
                for strong in (False, True):
                    part = Segments()
                    part.fill(flat[chosen & usable & ((seen[:-1] & seen[1:]) == strong)])
                    found.append((share if strong else share * _HIDDEN, part))
            end = (float(px[-1, 0]), float(px[-1, 1])) if np.isfinite(px[-1]).all() else None
            self._paths.append(_Path(ink, found, end, bool(seen[-1])))

    def _dense(self, uv: Floats, most: int) -> tuple[Floats, Floats]:
        """A path with as many points as it takes to lie on the surface, and the age of each."""
        age = ages(uv)
        if len(uv) < 2:
            return uv, np.ones(len(uv))
        length = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(uv, axis=0).T))])
        count = int(min(most, max(2, length[-1] * self._eye.scale / _STEP)))
        # Its own corners stay, so that thinning never changes its shape.
        corners = length[:: max(1, len(length) // most)]
        at = np.union1d(np.linspace(0.0, length[-1], count), corners)
        return np.stack([np.interp(at, length, uv[:, i]) for i in (0, 1)], axis=1), np.interp(at, length, age)

    def _prepare_points(self, plane: Floats) -> None:
        points = self.values[5]
        if len(points):
            self._points, self._in_sight = self._on(self._uv(points, plane))

    # ---- drawing

    def draw(self, painter: QPainter) -> None:
        """The box, the surface with its net, what lies on it, and the numbers."""
        if self._image is None or self._seen is None:
            return
        look = self.look
        self._frame.draw_behind(painter, look)
        if keeps_paths(painter):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self._place, self._image)
        else:
            self._picture.draw(painter, True, look.dpr)
        for strong, lines in ((_NET, self._net), (_RIM, self._rim)):
            net = QPen(pen(look.theme.text, look.hairline))
            net.setColor(faded(look.theme.text, strong))
            painter.setPen(net)
            lines.draw(painter)
        self._frame.draw_front(painter, look)
        for path in self._paths:
            self._draw_path(painter, path)
        self._draw_points(painter)

    def _draw_path(self, painter: QPainter, path: _Path) -> None:
        width, surface_color = path.ink.width, self.look.theme.surface
        for color, wide in ((surface_color, width + HALO), (path.ink.color, width)):
            for share, part in path.parts:
                made = QPen(pen(color, wide, soft=share == 1.0))
                made.setColor(faded(color, share))
                painter.setPen(made)
                part.draw(painter)
        if path.end is not None:
            name = self.look.theme.slots[path.ink.slot].shape if path.ink.slot >= 0 else "o"
            self._draw_dot(painter, *path.end, name, path.ink, path.seen)

    def _draw_points(self, painter: QPainter) -> None:
        labels = self.values[6]
        for i, ((x, y), seen) in enumerate(zip(self._points.tolist(), self._in_sight.tolist(), strict=True)):
            if math.isfinite(x) and math.isfinite(y):
                ink = self.look.label(float(labels[i])) if i < len(labels) else self.look.ink(self.layer.role)
                name = self.look.theme.slots[ink.slot].class_shape if ink.slot >= 0 else "o"
                self._draw_dot(painter, x, y, name, ink, seen)

    def _draw_dot(self, painter: QPainter, x: float, y: float, name: str, ink: Ink, seen: bool) -> None:
        painter.setOpacity(1.0 if seen else 2 * _HIDDEN)
        draw_point(painter, x, y, name, self.look.point, ink.color, self.look.theme.surface, self.look.outline)
        painter.setOpacity(1.0)

    def labels(self) -> tuple[Label, ...]:
        """The names of the paths at their ends."""
        found = []
        for path, words in zip(self._paths, self.values[4], strict=False):
            if path.end is not None and words:
                clear = self.look.point / 2 + self.look.px(4)
                found.append(Label(words, *path.end, path.ink.text, "plate", clear=clear, plate=True))
        return tuple(found)

    def obstacles(self) -> Floats:
        """The ends of the paths (n, 2) in px."""
        return np.array([path.end for path in self._paths if path.end is not None]).reshape(-1, 2)

    # ---- the cursor

    def ground(self, x: float, y: float) -> tuple[float, float] | None:
        """The place of the plane that is seen at a px position; None beside the surface."""
        if self._seen is None:
            return None
        column = math.floor((x - self._corner[0]) / self._seen.cell)
        row = math.floor((y - self._corner[1]) / self._seen.cell)
        rows, columns = self._seen.place.shape
        sample = int(self._seen.place[row, column]) if 0 <= row < rows and 0 <= column < columns else -1
        if sample < 0:
            return None
        (n, m), (x0, x1, y0, y1) = self._heights.shape, self.values[1].tolist()
        down, across = divmod(sample, m)
        return x0 + (x1 - x0) * across / (m - 1), y1 - (y1 - y0) * down / (n - 1)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The place under the cursor and its height."""
        at = self.ground(x, y)
        if at is None:
            return None
        low, high = self.levels()
        height = surface.heights_at(self._heights, self._uv(np.array([at]), self.values[1]))[0]
        words = f"{coordinates(*at)}: {self.source.format_value('', low + (high - low) * float(height))}"
        return Hit(self.layer.name, 0, x, y, at, text=words, ring=False)

    def near(self, x: float, y: float, reach: float) -> bool:
        """On the surface."""
        return self.ground(x, y) is not None
