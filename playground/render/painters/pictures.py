"""Pictures of numbers, and outlined cells of them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath

from playground.engine.kit.arrays import Floats
from playground.figures.layers import Cells, Image
from playground.render.colour_mixing import mix, rgb
from playground.render.data import Data
from playground.render.painter import Extent, Hit, Link, Painter, keeps_paths, span
from playground.render.painters.fields import resampled, shaded, slope_shades
from playground.render.pg import KeptPicture, Segments, pen
from playground.render.scales import Span
from playground.render.tokens import GAP, Theme
from playground.texts.template import plain

_LEAST_CELL = 4.0  # px; smaller cells have no gaps
_MOST_CLASSES = 1e6
_SHADES = 32  # of a class colour
STRONGEST = 0.5  # share of a class colour in the sheet where a class is certain

PixelWords = np.ndarray[Any, np.dtype[np.uint32]]


def symmetric(levels: Span | None, color_map: str) -> Span:
    """The values at both ends of a map; a diverging one has zero in its middle."""
    low, high = levels or (0.0, 1.0)
    if color_map == "diverging":
        most = max(abs(low), abs(high)) or 1.0
        return -most, most
    return (low, high) if high > low else (low, low + 1.0)


@lru_cache(maxsize=16)
def map_words(theme: Theme, name: str) -> PixelWords:
    """A map's entries as 0xAARRGGBB."""
    return as_words(np.array(theme.map(name), np.uint32))


@lru_cache(maxsize=16)
def lit_words(theme: Theme, name: str) -> PixelWords:
    """A map's entries in each light, (lights, entries)."""
    return shaded(map_words(theme, name))


@lru_cache(maxsize=4)
def class_shades(theme: Theme) -> PixelWords:
    """Each class colour from the sheet to half of it, (slots, shades)."""
    steps = [round(STRONGEST * k / (_SHADES - 1), 4) for k in range(_SHADES)]
    rows = [[rgb(mix(theme.surface, slot.line, share)) for share in steps] for slot in theme.slots]
    return as_words(np.array(rows, np.uint32))


def as_words(table: PixelWords) -> PixelWords:
    """Rows of three bytes as 0xAARRGGBB."""
    return np.asarray(0xFF000000 | (table[..., 0] << 16) | (table[..., 1] << 8) | table[..., 2], np.uint32)


def shares(values: Floats, levels: Span, entries: int) -> np.ndarray[Any, np.dtype[np.intp]]:
    """Which entry of a map each number has, from 0 to `entries` - 1, in the shape of the values."""
    low, high = levels
    place = (values - low) * ((entries - 1) / (high - low))
    np.clip(place, 0, entries - 1, out=place)
    return np.asarray(np.rint(place, out=place), np.intp)


class ImagePainter(Painter[Image]):
    """Draws `Image`."""

    def __init__(self, layer: Image) -> None:
        super().__init__(layer)
        self._image: QImage | None = None
        self._memory: PixelWords | None = None
        self._box = QRectF()
        self._gaps = Segments()
        self._picture = KeptPicture()

    def read(self, data: Data) -> tuple[Any, ...]:
        """The numbers, where they lie, and the names of rows and columns."""
        z = data.array(self.layer.z)
        z = np.zeros((0, 0)) if z is None or z.ndim != 2 else z
        extent = data.column(self.layer.extent)
        (rows, columns), named = z.shape, self.layer.row_words or self.layer.column_words
        first = 0.5 if named else 0.0
        place = np.array([0.0, columns, 0.0, rows]) - first
        names = (data.words(one) if z.size else () for one in (self.layer.row_words, self.layer.column_words))
        return z, extent if len(extent) == 4 else place, *names

    def levels(self) -> Span:
        """The values at both ends of the map."""
        return self.layer.levels or symmetric(self.shared_span or self.colour_span(), self.layer.color_map)

    def colour_span(self) -> Span | None:
        """The span of the numbers."""
        return None if self.layer.levels else span(self.values[0].astype(float))

    def prepare(self) -> None:
        """The picture in the map's colours, its rectangle and the gaps."""
        z, (x0, x1, y0, y1), *_ = self.values
        self._image = None
        rows, columns = z.shape
        if not rows or not columns:
            return
        (left, top), (right, bottom) = self.map.px(np.array([[x0, y1], [x1, y0]])).tolist()
        self._box = QRectF(left, top, right - left, bottom - top)
        levels = self.levels()
        values = z.astype(np.float64)
        if self._is_field:
            halves = 2 / self.look.dpr
            values = resampled(values, round(self._box.height() / halves), round(self._box.width() / halves))
        self._memory = self._colors(values, levels)
        rows, columns = values.shape
        self._image = QImage(self._memory.data, columns, rows, columns * 4, QImage.Format.Format_ARGB32)
        self._picture.fill(self._image, self._box, self._view)
        self._prepare_gaps(*z.shape)

    @property
    def _is_field(self) -> bool:
        """Whether there is something between the cells: never between classes or between cells that are on or off."""
        plain = self.layer.classes or self.layer.color_map == "binary"
        return (self.layer.smooth or self.layer.relief) and not plain

    def _colors(self, values: Floats, levels: Span) -> PixelWords:
        """The picture's cells as 0xAARRGGBB; what is no number is transparent."""
        known = np.isfinite(values)
        whole = bool(known.all())
        values = values if whole else np.where(known, values, 0)
        if self.layer.classes:
            words = class_shades(self.look.theme)
            slots = words.shape[0]
            values = np.clip(values, 0.0, _MOST_CLASSES)
            place = np.floor(values).astype(int) % slots
            index = place * words.shape[1] + ((values - np.floor(values)) * words.shape[1]).astype(int)
            words = words.ravel()
        else:
            words = map_words(self.look.theme, self.layer.color_map)
            index = (values > 0).astype(int) if self.layer.color_map == "binary" else shares(values, levels, len(words))
            if self.layer.relief and self._is_field:
                words = lit_words(self.look.theme, self.layer.color_map)
                lights = slope_shades(values)
                lights *= words.shape[1]
                index += lights
                words = words.ravel()
        made = words.take(index)
        if not whole:
            made[~known] = 0
        return np.ascontiguousarray(made, np.uint32)

    def _sharp(self, image: QImage) -> QImage:
        """The picture at twice the size of its box or more: many programs smooth what they enlarge."""
        times = math.ceil(2 * max(self._box.width() / image.width(), self._box.height() / image.height()))
        return image.scaled(image.width() * times, image.height() * times) if times > 1 else image

    def _prepare_gaps(self, rows: int, columns: int) -> None:
        box = self._box
        wide, high = box.width() / columns, box.height() / rows
        if not self.layer.gaps or min(wide, high) < _LEAST_CELL:
            self._gaps.fill(np.zeros((0, 4)))
            return
        xs, ys = box.left() + np.arange(1, columns) * wide, box.top() + np.arange(1, rows) * high
        upright = np.stack([xs, np.full_like(xs, box.top()), xs, np.full_like(xs, box.bottom())], axis=1)
        flat = np.stack([np.full_like(ys, box.left()), ys, np.full_like(ys, box.right()), ys], axis=1)
        self._gaps.fill(np.concatenate([upright, flat]))

    def draw(self, painter: QPainter) -> None:
        """The cells, the gaps, a hairline round it."""
        if self._image is None:
            return
        theme = self.look.theme
        field = self._is_field
        if keeps_paths(painter):
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, field)
            painter.drawImage(self._box, self._image if field else self._sharp(self._image))
        else:
            self._picture.draw(painter, field, self.look.dpr)
        painter.setPen(pen(theme.surface, GAP * self.look.scale))
        self._gaps.draw(painter)
        if self.layer.frame:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(theme.line, self.look.rule))
            painter.drawRect(self._box.adjusted(0, 0, -1, -1))

    def extent(self) -> Extent:
        """The picture's rectangle."""
        z, (x0, x1, y0, y1), rows, columns = self.values[:4]
        named = bool(rows or columns)
        return Extent((x0, x1), (y0, y1), names=columns, rows=rows, exact=named) if z.size else Extent()

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The cell under the cursor."""
        if self._image is None or not self._box.contains(x, y):
            return None
        z = self.values[0]
        rows, columns = z.shape
        column = min(columns - 1, int((x - self._box.left()) / self._box.width() * columns))
        row = min(rows - 1, int((y - self._box.top()) / self._box.height() * rows))
        cx = self._box.left() + (column + 0.5) * self._box.width() / columns
        cy = self._box.top() + (row + 0.5) * self._box.height() / rows
        words = f"{self._name(2, row)}, {self._name(3, column)}: {plain(z[row, column].item())}"
        at = self.map.data(cx, cy)
        number = row * columns + column
        return Hit(self.layer.name, number, cx, cy, at, row, column, text=words, ring=False, of=(row, column))

    def _name(self, which: int, number: int) -> str:
        """A row's or column's name, or its number."""
        names = self.values[which]
        return names[number] if number < len(names) else f"{('row', 'column')[which - 2]} {number + 1}"

    def count(self) -> int:
        """The rows of a square picture, which are its columns too."""
        rows, columns = self.values[0].shape
        return int(rows) if rows == columns else 0

    def outline(self, of: tuple[int, ...]) -> QPainterPath:
        """The row and the column of a datum, the cell of a pair."""
        path = QPainterPath()
        if len(of) == 1:
            path.addRect(self._cells(row=of[0]))
            path.addRect(self._cells(column=of[0]))
        elif len(of) == 2:
            path.addRect(self._cells(*of))
        return path

    def _cells(self, row: int = -1, column: int = -1) -> QRectF:
        """A row, a column, or a cell, in px."""
        box, (rows, columns) = self._box, self.values[0].shape
        wide, high = box.width() / columns, box.height() / rows
        left, width = (box.left(), box.width()) if column < 0 else (box.left() + column * wide, wide)
        top, height = (box.top(), box.height()) if row < 0 else (box.top() + row * high, high)
        return QRectF(left, top, width, height)

    def links(self, of: tuple[int, ...]) -> tuple[Link, ...]:
        """A cell stands for a pair of one kind, or for its row and its column by themselves."""
        if not self.layer.linked_columns or len(of) != 2:
            return super().links(of)
        rows, columns = self.values[0].shape
        return Link(self.layer.linked, of[:1], rows), Link(self.layer.linked_columns, of[1:], columns)

    def link_outline(self, link: Link) -> QPainterPath:
        """The row or the column that is linked, where they stand for different things."""
        path, (rows, columns) = QPainterPath(), self.values[0].shape
        if not self.layer.linked_columns:
            return super().link_outline(link)
        if (link.name, link.count) == (self.layer.linked, rows):
            for row in dict.fromkeys(link.of):
                path.addRect(self._cells(row=row))
        if (link.name, link.count) == (self.layer.linked_columns, columns):
            for column in dict.fromkeys(link.of):
                path.addRect(self._cells(column=column))
        return path


class CellsPainter(Painter[Cells]):
    """Draws `Cells`."""

    def __init__(self, layer: Cells) -> None:
        super().__init__(layer)
        self._boxes: list[QRectF] = []

    def read(self, data: Data) -> tuple[Any, ...]:
        """The middles."""
        return (data.rows(self.layer.xy),)

    def prepare(self) -> None:
        """Cells of one unit, in px."""
        low, high = self.map.px(self.values[0] - 0.5), self.map.px(self.values[0] + 0.5)
        found = np.concatenate([low, high], axis=1)
        found = found[np.isfinite(found).all(axis=1)]
        self._boxes = [QRectF(QPointF(x0, y1), QPointF(x1, y0)) for x0, y0, x1, y1 in found.tolist()]

    def draw(self, painter: QPainter) -> None:
        """Outlines inside the cells, on a halo of `surface`."""
        ink, look = self.look.ink(self.layer.role), self.look
        smallest = min((min(box.width(), box.height()) for box in self._boxes), default=0.0)
        width = min(look.hero if self.layer.role == "now" else look.second, smallest / 8)
        inset = width / 2 + look.hairline
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for color, wide in ((look.theme.surface, 2 * width), (ink.color, width)):
            painter.setPen(pen(color, wide))
            for box in self._boxes:
                painter.drawRect(box.adjusted(inset, inset, -inset, -inset))

    def extent(self) -> Extent:
        """None of its own: the image has it."""
        return Extent()

    def near(self, x: float, y: float, reach: float) -> bool:
        """In a cell."""
        return any(box.contains(x, y) for box in self._boxes)
