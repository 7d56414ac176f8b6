"""What a picture really shows: its words with size, colour and ground, read from its drawing and its pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from xml.etree import ElementTree

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QRect, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QTransform
from PySide6.QtSvg import QSvgGenerator

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Frame
from playground.engine.kit.arrays import Floats
from playground.figures.figure import Figure
from playground.render.figure_view import FigureView
from playground.render.fonts import plain
from playground.render.slide import Sight

NS = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Words:
    """A piece of text as it was drawn.

    Attributes:
        text: what it says.
        px: its font's size.
        color: of its letters, "#rrggbb".
        box: round its letters, px of the sheet.
    """

    text: str
    px: float
    color: str
    box: QRectF


def words_of(view: FigureView) -> list[Words]:
    """All texts of the sheet, in the order in which they are painted."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    size = view.canvas.viewport().size()
    generator.setSize(QSize(size))
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(96)
    painter = QPainter(generator)
    view.canvas.sheet.render(painter, QRectF(0, 0, size.width(), size.height()), view.canvas.sceneRect())
    painter.end()
    found: list[Words] = []
    _collect(ElementTree.fromstring(bytes(buffer.data().data())), QTransform(), "", found)
    return found


def _collect(element: ElementTree.Element, place: QTransform, fill: str, found: list[Words]) -> None:
    fill = element.get("fill", fill)
    turned = element.get("transform", "")
    if turned.startswith("matrix("):
        a, b, c, d, e, f = (float(part) for part in turned[7:-1].split(","))
        place = QTransform(a, b, c, d, e, f) * place
    if element.tag == f"{NS}text" and (text := "".join(element.itertext()).strip()):
        px = float(element.get("font-size", "0").removesuffix("px"))
        metrics = QFontMetricsF(plain(px, int(element.get("font-weight", "400"))))
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        box = QRectF(x, y - metrics.capHeight(), metrics.horizontalAdvance(text), metrics.capHeight())
        shown = element.get("fill", fill)
        found.append(Words(text, px * place.m11(), shown, place.mapRect(box)))
    for child in element:
        _collect(child, place, fill, found)


def pixels(image: QImage) -> Floats:
    """An image as (rows, columns, 3) of sRGB values, a copy."""
    converted = image.convertToFormat(QImage.Format.Format_RGB888)
    flat = np.frombuffer(converted.constBits(), np.uint8).reshape(converted.height(), converted.bytesPerLine())
    table = flat[:, : 3 * converted.width()].reshape(converted.height(), converted.width(), 3)
    return np.array(table, float) / 255


def ground_of(words: Words, sheet: Floats) -> tuple[float, float, float]:
    """The colour that most of the pixels under some words have, their own left out."""
    rows, columns = sheet.shape[:2]
    box = words.box.adjusted(-2, -2, 2, 2).toAlignedRect() & QRect(0, 0, columns, rows)
    inside = sheet[box.top() : box.bottom() + 1, box.left() : box.right() + 1].reshape(-1, 3)
    own = np.array([int(words.color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    others = inside[np.abs(inside - own).max(axis=1) > 0.02]
    colors, counts = np.unique(np.rint(others * 255).astype(int), axis=0, return_counts=True)
    r, g, b = (colors[counts.argmax()] / 255).tolist()
    return r, g, b


def sight(figure: Figure, declaration: Declaration | None, frame: Frame) -> Sight:
    """A run that stands at one frame with this figure."""
    shown = replace(frame, figure=figure)
    return Sight(declaration, lambda view: shown)
