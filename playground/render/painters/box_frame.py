"""The box round a surface: where it stands in the picture, its edges, and the numbers at three of them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Cloud, Surface
from playground.render import scales, surface
from playground.render.look import FigureLook
from playground.render.pg import pen
from playground.render.scales import Span
from playground.render.surface import Eye

_GAP = 62  # px at factor 1 between numbers
_LABEL = 2.4  # lines from an edge to the far side of its label
_TICK = 4  # px at factor 1


class _Number(NamedTuple):
    """A number or a label at an edge: its mark, its words, and the rectangle of these."""

    mark: QLineF
    words: str
    box: QRectF


class BoxFrame:
    """Fits a block into a view, and draws what is round it."""

    def __init__(self) -> None:
        self._behind: list[QLineF] = []
        self._front: list[QLineF] = []
        self._numbers: list[_Number] = []
        self._key: tuple[object, ...] = ()
        self._fitted = (Eye(0.0, 0.5, 0.0, 0.0, 1.0), QRectF())

    def fit(
        self,
        layer: Surface | Cloud,
        look: FigureLook,
        view: QRectF,
        plane: Floats,
        levels: Span,
        turned: tuple[float, float],
        block: float = surface.TALL,
    ) -> tuple[Eye, QRectF]:
        """From where the block is seen so that it has room with its numbers, and the rectangle that it never leaves.

        Args:
            layer: gives the first view and the words at the axes.
            look: gives the fonts.
            view: the rectangle of the picture in px.
            plane: (4,) the ends of both axes.
            levels: the ends of the heights.
            turned: how far it is turned, in radians.
            block: the height of the block, of half its side.
        """
        key = (layer, look, view, plane.tolist(), levels, turned, block)
        if key == self._key:
            return self._fitted
        azimuth, elevation = math.radians(layer.azimuth) + turned[0], math.radians(layer.elevation) + turned[1]
        line = look.text_height("caption")
        ends = levels, (float(plane[0]), float(plane[1])), (float(plane[2]), float(plane[3]))
        words = [text for span in ends for _, text in scales.ticks(span, 300.0, 60.0)]
        side = max((look.text_width("caption", one) for one in words), default=0.0) + look.px(_TICK) * 3
        below = line * (_LABEL if layer.x_label or layer.y_label else 1.0) + look.px(_TICK) * 2
        above = line * (1.3 if layer.z_label else 0.4)
        tall = 2 * surface.FAR * math.sin(elevation) + block * math.cos(elevation)
        room = max(10.0, view.width() - 2 * side), max(10.0, view.height() - below - above)
        scale = min(room[0] / (2 * surface.FAR), room[1] / tall)
        eye = Eye(azimuth, elevation, view.center().x(), above + room[1] / 2, scale, block)
        half = surface.FAR * scale
        box = QRectF(eye.x - half - 1, eye.y - tall * scale / 2 - 1, 2 * half + 2, tall * scale + 2)
        self._edges(eye)
        numbers = self._upright(layer, look, eye, levels) + self._along_plane(layer, look, eye, plane)
        self._numbers = []
        for one in sorted(numbers, key=lambda one: not one.mark.isNull()):
            if not any(one.box.intersects(other.box) for other in self._numbers):
                self._numbers.append(one)
        self._key, self._fitted = key, (eye, box)
        return eye, box

    def _edges(self, eye: Eye) -> None:
        corners = np.array([(u, v, h) for u in (-1.0, 1.0) for v in (-1.0, 1.0) for h in (0.0, 1.0)])
        px = eye.project(corners)
        nearest = int(px[0::2, 2].argmin()) * 2
        self._behind, self._front = [], []
        for i in range(8):
            for j in range(i + 1, 8):
                if (corners[i] != corners[j]).sum() == 1:
                    edge = QLineF(QPointF(*px[i, :2].tolist()), QPointF(*px[j, :2].tolist()))
                    base = corners[i, 2] == corners[j, 2] == 0.0
                    before = i // 2 * 2 == nearest or j // 2 * 2 == nearest
                    if base and before:
                        self._front.append(edge)
                    elif not before:
                        self._behind.append(edge)

    def _along_plane(self, layer: Surface | Cloud, look: FigureLook, eye: Eye, plane: Floats) -> list[_Number]:
        """The numbers of both axes of the plane, along the edges in front."""
        c, s = math.cos(eye.azimuth), math.sin(eye.azimuth)
        # The front edge of each axis is where the other one comes towards the viewer.
        beside = (-1.0 if c >= 0 else 1.0, -1.0 if s >= 0 else 1.0)
        found = []
        for axis, words in ((0, layer.x_label), (1, layer.y_label)):
            low, high = float(plane[2 * axis]), float(plane[2 * axis + 1])
            ends = np.zeros((2, 3))
            ends[:, axis], ends[:, 1 - axis] = (-1.0, 1.0), beside[axis]
            outward = np.zeros((2, 3))
            outward[:, 1 - axis], outward[1, 1 - axis] = beside[axis], 2 * beside[axis]
            length = float(np.hypot(*(eye.project(ends)[1] - eye.project(ends)[0])[:2]))
            away = (eye.project(outward)[1] - eye.project(outward)[0])[:2]
            away /= max(1e-9, float(np.hypot(*away)))
            for value, text in scales.ticks((low, high), length, look.px(_GAP)):
                spot = np.zeros((1, 3))
                spot[0, axis], spot[0, 1 - axis] = (value - low) / (high - low) * 2 - 1, beside[axis]
                found.append(_number(look, eye.project(spot)[0, :2], away, text, 1))
            if words:
                spot = np.zeros((1, 3))
                spot[0, 1 - axis] = beside[axis]
                found.append(_number(look, eye.project(spot)[0, :2], away, words, _LABEL))
        return found

    def _upright(self, layer: Surface | Cloud, look: FigureLook, eye: Eye, levels: Span) -> list[_Number]:
        """The numbers of the heights, at the corner farthest left."""
        corners = np.array([(u, v, 0.0) for u in (-1.0, 1.0) for v in (-1.0, 1.0)])
        left = corners[int(eye.project(corners)[:, 0].argmin())]
        low, high = levels
        ends = eye.project(np.array([(*left[:2], 0.0), (*left[:2], 1.0)]))
        found = []
        away = np.array([-1.0, 0.0])
        for value, text in scales.ticks(levels, float(ends[0, 1] - ends[1, 1]), look.px(_GAP) * 0.6):
            spot = ends[0, :2] + (ends[1, :2] - ends[0, :2]) * (value - low) / (high - low)
            found.append(_number(look, spot, away, text, 1))
        if layer.z_label:
            width, high_line = look.text_width("caption", layer.z_label), look.text_height("caption")
            x = max(0.0, float(ends[1, 0]) - width / 2)
            box = QRectF(x, float(ends[1, 1]) - high_line * 1.6, width + 2, high_line)
            found.append(_Number(QLineF(), layer.z_label, box))
        return found

    def draw_behind(self, painter: QPainter, look: FigureLook) -> None:
        """The edges that the block may hide."""
        painter.setPen(pen(look.theme.line, look.hairline))
        painter.drawLines(self._behind)

    def draw_front(self, painter: QPainter, look: FigureLook) -> None:
        """The edges before the block, and the numbers."""
        painter.setPen(pen(look.theme.control, look.hairline))
        painter.drawLines([*self._front, *(one.mark for one in self._numbers if not one.mark.isNull())])
        painter.setFont(look.font("caption"))
        painter.setPen(QColor(look.theme.muted))
        for one in self._numbers:
            painter.drawText(one.box, Qt.AlignmentFlag.AlignCenter, one.words)


def _number(look: FigureLook, spot: Floats, away: Floats, words: str, steps: float) -> _Number:
    """Words beyond an edge, in a direction from it."""
    width, high = look.text_width("caption", words) + 2, look.text_height("caption")
    tick = look.px(_TICK)
    reach = tick * 1.6 + (steps - 1) * high + (abs(away[0]) * width + abs(away[1]) * high) / 2
    x, y = (spot + away * reach).tolist()
    start, end = spot, spot + away * tick
    mark = QLineF(*start.tolist(), *end.tolist()) if steps == 1 else QLineF()
    return _Number(mark, words, QRectF(x - width / 2, y - high / 2, width, high))
