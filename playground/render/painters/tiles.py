"""Small square pictures of numbers at places."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Tiles
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Label, Painter, keeps_paths, span
from playground.render.painters.fields import resampled
from playground.render.painters.pictures import PixelWords, map_words, shares, symmetric
from playground.render.pg import pen
from playground.texts.template import plain

_NONE = np.zeros((0, 0, 0))


class TilesPainter(Painter[Tiles]):
    """Draws `Tiles`: all pictures in one block of memory, one call each."""

    def __init__(self, layer: Tiles) -> None:
        super().__init__(layer)
        self._memory: PixelWords | None = None
        self._images: list[QImage] = []
        self._boxes: list[QRectF] = []

    def read(self, data: Data) -> tuple[Any, ...]:
        """The numbers, their places, the room of a tile, ids, marks and words."""
        layer = self.layer
        z = data.array(layer.z)
        z = _NONE if z is None or z.ndim != 3 else z
        xy = data.rows(layer.xy)
        n = min(len(z), len(xy))
        lines, names = data.words(layer.words), data.words(layer.names)
        columns = [data.column(name) for name in (layer.size, layer.ids, layer.mark, layer.dots)]
        return z[:n], xy[:n], *columns, lines, names

    def prepare(self) -> None:
        """The squares in px and the pictures in the map's colours."""
        z, xy, size = self.values[:3]
        self._images, self._boxes, self._memory = [], [], None
        side = self._side(size)
        n, rows, columns = z.shape
        if not z.size or side <= 0:
            return
        words = map_words(self.look.theme, self.layer.color_map)
        values = z.astype(np.float64)
        if self.layer.smooth:
            fine = max(1, min(round(side * self.look.dpr), 2 * max(rows, columns)))
            values = np.stack([resampled(one, fine, fine) for one in values])
            rows, columns = values.shape[1:]
        known = np.isfinite(values)
        index = shares(np.where(known, values, 0.0), symmetric(self.layer.levels, self.layer.color_map), len(words))
        self._memory = np.ascontiguousarray(np.where(known, words[index], 0).astype(np.uint32))
        middle = self.map.px(xy)
        for k in range(n):
            if np.isfinite(middle[k]).all() and np.abs(middle[k]).max() < 1e6:
                x, y = np.rint(middle[k] - side / 2).tolist()
                self._boxes.append(QRectF(x, y, side, side))
                memory = self._memory[k].data
                self._images.append(QImage(memory, columns, rows, columns * 4, QImage.Format.Format_ARGB32))
            else:
                self._boxes.append(QRectF())
                self._images.append(QImage())

    def _side(self, size: Floats) -> float:
        """The side of a tile in px, a whole number."""
        if len(size) != 2 or not np.isfinite(size).all():
            return 0.0
        (x0, y0), (x1, y1) = self.map.px(np.array([[0.0, 0.0], size])).tolist()
        side = min(abs(x1 - x0), abs(y1 - y0))
        return float(math.floor(side)) if side < 1e5 else 0.0

    def draw(self, painter: QPainter) -> None:
        """The pictures, and a frame round each."""
        if not self.values:
            return
        theme, (marks, dots) = self.look.theme, self.values[4:6]
        smooth = self.layer.smooth
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for k, (box, image) in enumerate(zip(self._boxes, self._images, strict=True)):
            if image.isNull():
                continue
            painter.drawImage(box, self._sharp(image, box) if keeps_paths(painter) and not smooth else image)
            marked = k < len(marks) and bool(marks[k])
            painter.setPen(pen(theme.accent if marked else theme.control, self.look.hero if marked else self.look.rule))
            painter.drawRect(box.adjusted(-1, -1, 0, 0) if marked else box.adjusted(0, 0, -1, -1))
            if k < len(dots) and dots[k]:
                self._dot(painter, box, bool(dots[k] > 0))

    def _dot(self, painter: QPainter, box: QRectF, positive: bool) -> None:
        """A square in the lower left corner in the colour of a sign, on the sheet so that it is seen."""
        side = max(4.0, min(self.look.px(9), box.width() / 4))
        corner = QRectF(box.left() - side / 2, box.bottom() - side / 2, side, side)
        painter.fillRect(corner.adjusted(-1, -1, 1, 1), QColor(self.look.theme.surface))
        painter.fillRect(corner, QColor(self.look.ink("positive" if positive else "negative").color))

    def _sharp(self, image: QImage, box: QRectF) -> QImage:
        """The picture at twice the size of its box: many programs smooth what they enlarge."""
        times = max(1, math.ceil(2 * box.width() / image.width()))
        return image.scaled(image.width() * times, image.height() * times)

    def labels(self) -> tuple[Label, ...]:
        """The names left of the tiles."""
        names = self.values[7] if self.values else ()
        color, clear = self.look.theme.muted, self.look.px(6)
        return tuple(
            Label(name, box.left(), box.center().y(), color, "tip", clear=clear, direction=(-1.0, 0.0))
            for name, box in zip(names, self._boxes, strict=False)
            if box.width() > 0
        )

    def extent(self) -> Extent:
        """The middles with half a tile round them."""
        _, xy, size = self.values[:3]
        x, y = span(xy[:, 0]), span(xy[:, 1])
        if x is None or y is None or len(size) != 2:
            return Extent(x, y)
        w, h = (np.abs(size) / 2).tolist()
        return Extent((x[0] - w, x[1] + w), (y[0] - h, y[1] + h))

    def near(self, x: float, y: float, reach: float) -> bool:
        """On a tile."""
        return any(box.contains(x, y) for box in self._boxes)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The tile under the cursor."""
        for k, box in enumerate(self._boxes):
            if box.contains(x, y):
                z, xy, _, ids, _, _, lines, _ = self.values
                rows, columns = z.shape[1:]
                row = min(rows - 1, int((y - box.top()) / box.height() * rows))
                column = min(columns - 1, int((x - box.left()) / box.width() * columns))
                number = int(ids[k]) if len(ids) == len(z) else k
                middle = box.center()
                words = lines[k] if k < len(lines) else plain(z[k, row, column].item())
                at = (float(xy[k, 0]), float(xy[k, 1]))
                return Hit(
                    self.layer.name, number, middle.x(), middle.y(), at, row, column, text=words, ring=False, of=(k,)
                )
        return None

    def count(self) -> int:
        """The tiles."""
        return len(self._boxes)
