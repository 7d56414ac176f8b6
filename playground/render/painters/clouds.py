"""Points and arrows in space, and the cube round them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Cloud
from playground.render.data import Data
from playground.render.look import Ink
from playground.render.painter import Hit, Label, keeps_paths, rings
from playground.render.painters.arrows import draw_arrow
from playground.render.painters.box_frame import BoxFrame
from playground.render.painters.points import PointAtlas, draw_kind, on_pixels, shape_of
from playground.render.painters.turned import TurnedPainter
from playground.render.pg import Sprites, pen
from playground.render.surface import Eye
from playground.render.tokens import CLOUD, RING, THEORY_DASH

MOST = 4000  # points
_DENSE = 150  # more are smaller points
_CUBE = 2.0  # height of the box, of half its side
_ROOM = 1.05  # of the box round the points
_LAYERS = (0.4, 0.7, 1.0)  # strength of what is far, between and near


class CloudPainter(TurnedPainter[Cloud]):
    """Draws `Cloud`."""

    def __init__(self, layer: Cloud) -> None:
        super().__init__(layer)
        self._eye = Eye(0.0, 0.5, 0.0, 0.0, 1.0, _CUBE)
        self._centre, self._half = np.zeros(3), 1.0
        self._frame = BoxFrame()
        self._px = np.zeros((0, 2))
        self._kinds = np.zeros(0, np.intp)
        self._looks: list[tuple[str, Ink]] = []
        self._depth: list[Any] = []
        self._sprites: list[Sprites] = []
        self._atlas: PointAtlas | None = None
        self._atlas_key: tuple[Any, ...] = ()
        self._diameter = 0.0
        self._arrows = np.zeros((0, 2, 2))
        self._lines = np.zeros((0, 2, 2))

    def read(self, data: Data) -> tuple[Any, ...]:
        """Points, labels, arrows, their slots and names, lines and their names, the ringed row, the axes."""
        layer = self.layer
        xyz = data.rows(layer.xyz, 3)[:MOST]
        vectors = data.rows(layer.vectors, 3)
        tails = data.rows(layer.tails, 3)
        tails = np.resize(tails, (len(vectors), 3)) if len(tails) else np.zeros((len(vectors), 3))
        ring = data.number(layer.ring) if layer.ring else -1.0
        return (
            xyz,
            data.column(layer.labels),
            np.stack([tails, tails + vectors], axis=1),
            data.column(layer.slots),
            data.words(layer.words),
            data.rows(layer.segments, 6).reshape(-1, 2, 3),
            data.words(layer.segment_words),
            int(ring) if np.isfinite(ring) else -1,
            tuple(data.fill(text) for text in (layer.x_label, layer.y_label, layer.z_label)),
        )

    # ---- px

    def prepare(self) -> None:
        """Where everything is seen."""
        xyz, labels, arrows, _, _, lines, *_, axes = self.values
        known = xyz[np.isfinite(xyz).all(axis=1)]
        around = known if len(known) else arrows.reshape(-1, 3)
        low, high = (around.min(axis=0), around.max(axis=0)) if len(around) else (-np.ones(3), np.ones(3))
        self._centre = (low + high) / 2
        self._half = float((high - low).max()) / 2 * _ROOM or 1.0
        ends = np.stack([self._centre - self._half, self._centre + self._half], axis=1)
        layer = replace(self.layer, x_label=axes[0], y_label=axes[1], z_label=axes[2])
        levels = float(ends[2, 0]), float(ends[2, 1])
        self._eye, _ = self._frame.fit(layer, self.look, self._view, ends[:2].ravel(), levels, self.turned, _CUBE)
        self._arrows, self._lines = self._seen(arrows)[..., :2], self._seen(lines)[..., :2]
        seen = self._seen(xyz)
        self._px = seen[:, :2]
        self._kinds = self._slots(labels, len(xyz))
        self._prepare_points(seen[:, 2])

    def _seen(self, places: Floats) -> Floats:
        """Places (..., 3) as x, y in px and their depth."""
        block = (places - self._centre) / self._half
        block[..., 2] = (block[..., 2] + 1) / 2
        return self._eye.project(block.reshape(-1, 3)).reshape(places.shape)

    def _slots(self, labels: Floats, n: int) -> Any:
        """The look of each point: its label's slot, or the role's."""
        count = len(self.look.theme.slots)
        fits = len(labels) >= n > 0 and bool((labels[:n] >= 0).all())
        fits = fits and bool((np.abs(labels[:n]) < 2**31).all())
        return labels[:n].astype(np.intp) % count if fits else np.full(n, count)

    def _prepare_points(self, depth: Floats) -> None:
        look = self.look
        self._diameter = look.point * (CLOUD if len(self._px) > _DENSE else 1.0)
        own = (shape_of(self.layer.role, look), look.ink(self.layer.role))
        shapes = [place.class_shape for place in look.theme.slots]
        self._looks = [*zip(shapes, map(look.slot, range(len(shapes))), strict=True), own]
        key = (look, self._diameter, self.layer.role)
        if self._atlas is None or key != self._atlas_key:
            self._atlas, self._atlas_key = PointAtlas(self._looks, look, self._diameter, stars=True), key
        usable = np.isfinite(self._px).all(axis=1)
        low, high = (float(depth[usable].min()), float(depth[usable].max())) if usable.any() else (0.0, 0.0)
        share = (depth - low) / (high - low) if high > low else np.zeros(len(depth))
        group = np.clip((1 - share) * len(_LAYERS), 0, len(_LAYERS) - 1e-9).astype(int)
        self._depth = [np.flatnonzero(usable & (group == k)) for k in range(len(_LAYERS))]
        self._sprites = []
        for rows in self._depth:
            made = Sprites()
            sources = self._atlas.sources(self._kinds[rows].astype(float), np.zeros(len(rows)))
            made.fill(on_pixels(self._px[rows], look.dpr), sources, look.dpr)
            self._sprites.append(made)

    # ---- drawing

    def draw(self, painter: QPainter) -> None:
        """The cube, the points from far to near, lines and arrows."""
        if not any(np.isfinite(places).any() for places in (self._px, self._arrows, self._lines)):
            return
        look = self.look
        self._frame.draw_behind(painter, look)
        for strength, rows, sprites in zip(_LAYERS, self._depth, self._sprites, strict=False):
            painter.setOpacity(strength)
            if self._atlas is not None and not keeps_paths(painter):
                sprites.draw(painter, self._atlas.picture)
                continue
            for row in rows.tolist():
                (name, ink), (x, y) = self._looks[self._kinds[row]], self._px[row].tolist()
                draw_kind(painter, x, y, name, ink, look, self._diameter, False)
        painter.setOpacity(1.0)
        self._frame.draw_front(painter, look)
        theory = look.ink("theory")
        painter.setPen(pen(theory.color, theory.width, THEORY_DASH))
        for line in self._lines:
            painter.drawLine(QLineF(*line.ravel().tolist()))
        for row, (tail, head) in enumerate(self._arrows):
            ink = self._arrow_ink(row)
            draw_arrow(painter, tail, head, ink.color, look.hero, look.theme.surface)
        self._draw_ring(painter)

    def _arrow_ink(self, row: int) -> Ink:
        slots = self.values[3]
        return self.look.label(float(slots[row])) if row < len(slots) else self.look.ink("hero")

    def _draw_ring(self, painter: QPainter) -> None:
        row = self.values[7]
        if 0 <= row < len(self._px) and np.isfinite(self._px[row]).all():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(pen(self.look.theme.text, self.look.second)))
            radius = RING * self._diameter / 2
            painter.drawEllipse(QPointF(*self._px[row].tolist()), radius, radius)

    def labels(self) -> tuple[Label, ...]:
        """The names of arrows and lines at their ends."""
        found = []
        clear = self.look.px(6)
        inks = [self._arrow_ink(row).text for row in range(len(self._arrows))]
        told = [(self._arrows, self.values[4], inks)]
        told.append((self._lines, self.values[6], [self.look.ink("theory").text] * len(self._lines)))
        for ends, words, colors in told:
            for (tail, head), text, color in zip(ends, words, colors, strict=False):
                across = head - tail
                size = float(np.hypot(*across))
                if text and np.isfinite(size) and size > 1.0:
                    x, y = head.tolist()
                    way = (float(across[0]) / size, float(across[1]) / size)
                    found.append(Label(text, x, y, color, "beside", clear=clear, direction=way, plate=True))
        return tuple(found)

    def obstacles(self) -> Floats:
        """The heads of the arrows (n, 2) in px."""
        return np.asarray(self._arrows[:, 1]).reshape(-1, 2)

    # ---- the cursor

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The nearest point."""
        if not len(self._px):
            return None
        distance = np.nan_to_num(np.hypot(self._px[:, 0] - x, self._px[:, 1] - y), nan=np.inf)
        row = int(distance.argmin())
        if distance[row] > max(reach / 2, self._diameter / 2):
            return None
        px, place = self._px[row].tolist(), self.values[0][row]
        told = ", ".join(self.source.format_value("", float(one)) for one in place)
        words = self.source.fill(self.layer.hover, row, id=row) if self.layer.hover else told
        return Hit(self.layer.name, row, px[0], px[1], (float(place[0]), float(place[1])), text=words, of=(row,))

    def count(self) -> int:
        """The points."""
        return len(self._px)

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """A ring round each."""
        return rings(self._px, of, RING * self._diameter / 2)
