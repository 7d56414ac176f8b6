"""Arrows: hero arrows with filled heads, and fields of thin ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Arrows
from playground.render.data import Data, coordinates
from playground.render.look import Ink
from playground.render.painter import Extent, Hit, Label, Painter, span
from playground.render.painters.lines import faded
from playground.render.pg import Segments, pen
from playground.render.scales import to_segments
from playground.render.tokens import HALO, SPACING

_HEAD = 7.5  # length of a head in line widths
_HALF = 2.8  # half its width
_NOTCH = 0.78  # where the shaft ends in the head
_SHORT = 40  # px; shorter arrows have their name beyond the head
_CELL = 0.62  # share of a cell that the longest arrow of a field takes
_LEAST = 0.35  # the shortest, of the longest
_BARB = 0.34  # of an arrow of a field
_TURN = math.radians(152)
_HALO_STRENGTH, _HALO_WIDTH = 0.55, 0.6  # of the halo of a field over a picture
_SUBJECT = 1.5  # hairlines that the arrows of a field are wide where they are no background


def draw_arrow(painter: QPainter, tail: Floats, head: Floats, color: str, width: float, surface: str) -> None:
    """An arrow from px to px with a filled head, and a halo in the colour of the sheet."""
    dx, dy = (head - tail).tolist()
    length = math.hypot(dx, dy)
    if length < 0.5:
        return
    ux, uy = dx / length, dy / length
    size = min(_HEAD * width, length)
    half = size * _HALF / _HEAD
    x, y = head.tolist()
    tip = QPointF(x, y)
    bx, by = x - ux * size, y - uy * size
    notch = QPointF(x - ux * size * _NOTCH, y - uy * size * _NOTCH)
    head_shape = QPolygonF(
        [tip, QPointF(bx - uy * half, by + ux * half), notch, QPointF(bx + uy * half, by - ux * half)]
    )
    shaft = QLineF(QPointF(*tail.tolist()), notch)
    painter.setBrush(QColor(surface))
    painter.setPen(pen(surface, width + HALO, soft=True))
    painter.drawLine(shaft)
    painter.setPen(pen(surface, HALO, soft=True))
    painter.drawPolygon(head_shape)
    painter.setPen(pen(color, width, soft=True))
    painter.drawLine(shaft)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawPolygon(head_shape)


class ArrowsPainter(Painter[Arrows]):
    """Draws `Arrows`."""

    def __init__(self, layer: Arrows) -> None:
        super().__init__(layer)
        self._tails = np.zeros((0, 2))
        self._heads = np.zeros((0, 2))
        self._field = Segments()

    def read(self, data: Data) -> tuple[Any, ...]:
        """Tails, vectors, labels, words."""
        vectors = data.rows(self.layer.vectors)
        tails = data.rows(self.layer.tails) if self.layer.tails else np.zeros((1, 2))
        if len(tails) == 1:
            tails = np.repeat(tails, len(vectors), axis=0)
        usable = min(len(tails), len(vectors))
        tails, vectors = tails[:usable], vectors[:usable]
        labels = data.column(self.layer.labels)
        keep = np.isfinite(tails).all(axis=1) & np.isfinite(vectors).all(axis=1)
        labels = labels[:usable][keep] if len(labels) >= usable else np.zeros(0)
        return tails[keep], vectors[keep], labels, data.fill(self.layer.text)

    def is_background(self) -> bool:
        """A field of arrows stays while the run goes on through it."""
        return self.layer.field

    def prepare(self) -> None:
        """Ends in px; of a field the pieces."""
        tails, vectors, _, _ = self.values
        self._tails, self._heads = self.map.px(tails), self.map.px(tails + vectors)
        if self.layer.field:
            self._prepare_field(tails, vectors)

    def _prepare_field(self, at: Floats, vectors: Floats) -> None:
        """Centred arrows whose length saturates, as three straight pieces each."""
        length = np.hypot(vectors[:, 0], vectors[:, 1])
        keep = length > 0
        if not keep.any():
            self._field.fill(np.zeros((0, 4)))
            return
        # A direction is one on screen: axes may have different scales.
        across = (self._heads - self._tails)[keep]
        across /= np.maximum(np.hypot(across[:, 0], across[:, 1]), 1e-12)[:, None]
        typical = float(np.median(length[keep])) or 1.0
        share = _LEAST + (1 - _LEAST) * (1 - np.exp(-length[keep] / typical))
        half = across * (share * _CELL * self._cell(at) / 2)[:, None]
        centre = self._tails[keep]
        tail, head = centre - half, centre + half
        parts = [np.concatenate([tail, head], axis=1)]
        for turn in (_TURN, -_TURN):
            c, s = math.cos(turn) * _BARB * 2, math.sin(turn) * _BARB * 2
            barb = np.stack([half[:, 0] * c - half[:, 1] * s, half[:, 0] * s + half[:, 1] * c], axis=1)
            parts.append(np.concatenate([head, head + barb], axis=1))
        self._field.fill(np.concatenate(parts))

    def _cell(self, at: Floats) -> float:
        """The distance of the grid points in px."""
        px = self.map.px(at)
        size = np.maximum(np.ptp(px, axis=0), 1.0)
        return float(np.sqrt(size[0] * size[1]) / max(1.0, math.sqrt(len(px)) - 1))

    def _ink(self, row: int) -> Ink:
        labels = self.values[2]
        if self.layer.role == "class" and row < len(labels):
            return self.look.label(float(labels[row]))
        return self.look.ink(self.layer.role)

    def _width(self, ink: Ink) -> float:
        return ink.width if self.layer.role in ("hero", "now") else min(ink.width, self.look.second * 1.2)

    def draw(self, painter: QPainter) -> None:
        """The field with one call, or each arrow with its halo."""
        if self.layer.field:
            background = self.layer.role == "field"
            color = self.look.theme.field if background else self.look.ink(self.layer.role).color
            width = self.look.hairline * (1.0 if background else _SUBJECT)
            if self.over_image:
                color = self.look.theme.field_strong if background else color
                halo = QPen(pen(self.look.theme.surface, width + HALO * _HALO_WIDTH))
                halo.setColor(faded(self.look.theme.surface, _HALO_STRENGTH))
                painter.setPen(halo)
                self._field.draw(painter)
            painter.setPen(pen(color, width))
            self._field.draw(painter)
            return
        for row in range(len(self._tails)):
            ink = self._ink(row)
            draw_arrow(
                painter, self._tails[row], self._heads[row], ink.color, self._width(ink), self.look.theme.surface
            )
        if self.layer.handle and len(self._heads):
            self._draw_handle(painter)

    def _draw_handle(self, painter: QPainter) -> None:
        if not self.hovered:
            return
        radius = self.look.px(SPACING.handle) / 2
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(self.look.theme.accent), self.look.second))
        painter.drawEllipse(QPointF(*self._heads[0].tolist()), radius, radius)

    def extent(self) -> Extent:
        """Tails and heads."""
        tails, vectors, _, _ = self.values
        ends = np.concatenate([tails, tails + vectors]) if not self.layer.field else tails
        return Extent(span(ends[:, 0]), span(ends[:, 1]))

    def labels(self) -> tuple[Label, ...]:
        """The words beyond the head of a hero, beside the middle of another arrow."""
        if not self.values[3] or not len(self._heads) or self.layer.field:
            return ()
        ink = self._ink(0)
        (dx, dy), head = (self._heads[0] - self._tails[0]).tolist(), self._heads[0]
        length = math.hypot(dx, dy) or 1.0
        clear = self.look.px(6)
        if self.layer.role == "hero" or length < self.look.px(_SHORT):
            x, y = head.tolist()
            style = "plot title" if self.layer.role == "hero" else "caption strong"
            along = (dx / length, dy / length)
            return (Label(self.values[3], x, y, ink.text, "beside", style, clear, along, plate=self.layer.plate),)
        # Where arrows are added head to tail, the heads meet: others are named at their middle, on the right.
        x, y = (head - (dx / 2, dy / 2)).tolist()
        across = (-dy / length, dx / length) if dy < 0 else (dy / length, -dx / length)
        return (Label(self.values[3], x, y, ink.text, "beside", clear=clear, direction=across, plate=True),)

    def obstacles(self) -> Floats:
        """Points (n, 2) along the shafts in px, heads included."""
        if self.layer.field or not len(self._heads):
            return np.zeros((0, 2))
        along = np.linspace(0.1, 1.0, 10)[:, None, None]
        return np.asarray(self._tails + along * (self._heads - self._tails)).reshape(-1, 2)

    def near(self, x: float, y: float, reach: float) -> bool:
        """On a shaft or a head; of a field, on any of its arrows."""
        return len(self._heads) > 0 and float(to_segments(x, y, self._tails, self._heads).min()) <= reach / 2

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The nearest head."""
        if not len(self._heads) or self.layer.field:
            return None
        distance = np.hypot(self._heads[:, 0] - x, self._heads[:, 1] - y)
        nearest = int(distance.argmin())
        if distance[nearest] > max(reach, self.look.px(SPACING.handle_hit) / 2):
            return None
        tails, vectors, _, _ = self.values
        at, tail = tails[nearest] + vectors[nearest], tails[nearest]
        px = self._heads[nearest]
        return Hit(
            self.layer.name,
            nearest,
            float(px[0]),
            float(px[1]),
            (float(at[0]), float(at[1])),
            tail=(float(tail[0]), float(tail[1])),
            text=coordinates(*vectors[nearest].tolist()),
            ring=False,
        )
