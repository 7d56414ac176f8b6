"""Drawings that stay paths and words: SVG and PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRect, QSize, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPageSize, QPainterPath, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from playground import __version__
from playground.engine.files import write_bytes
from playground.render import fonts
from playground.render.camera import Camera

Words = Literal["text", "paths"]

_DPI = 96  # at which one px of a view is one px of a drawing
_POINTS = 72 / _DPI
_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_FAMILY = f"{fonts.FAMILY}, Helvetica, Arial, sans-serif"


def write_svg(path: str | Path, camera: Camera, title: str, *, words: Words = "text", clear: bool = False) -> None:
    """Writes what the camera shows as SVG 1.1.

    Args:
        path: where.
        camera: has taken a frame.
        title: in the file's title.
        words: as text, which can be searched and edited and takes another face where Inter is missing (at the same
            width); or as paths, which look the same everywhere.
        clear: without the ground.

    Raises:
        BadInput: the file cannot be written.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(_DPI)
    generator.setSize(QSize(*camera.size))
    generator.setViewBox(QRect(0, 0, *camera.size))
    generator.setTitle(title)
    generator.setDescription(_creator())
    camera.draw(generator, clear=clear)
    write_bytes(path, finish(bytes(buffer.data().data()), words))


def write_pdf(path: str | Path, camera: Camera, title: str, *, clear: bool = False) -> None:
    """Writes what the camera shows as a PDF of one page, with its fonts in it.

    Raises:
        BadInput: the file cannot be written.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_DPI)
    width, height = camera.size
    page = QPageSize(QSizeF(width * _POINTS, height * _POINTS), QPageSize.Unit.Point, "", _EXACT)
    writer.setPageSize(page)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator(_creator())
    camera.draw(writer, clear=clear)
    del writer  # which writes the end of the file
    write_bytes(path, bytes(buffer.data().data()))


_EXACT = QPageSize.SizeMatchPolicy.ExactMatch


def _creator() -> str:
    return f"Machine learning playground {__version__}"


def finish(svg: bytes, words: Words) -> bytes:
    """Qt's SVG with its size in px, cells of pictures with sharp edges, and words as asked."""
    for prefix, space in (("", _SVG), ("xlink", _XLINK)):
        ElementTree.register_namespace(prefix, space)
    root = ElementTree.fromstring(svg)
    _, _, width, height = root.attrib["viewBox"].split()
    root.attrib |= {"width": width, "height": height}
    for image in root.iter(f"{{{_SVG}}}image"):
        image.set("style", "image-rendering: pixelated")
    for text in list(root.iter(f"{{{_SVG}}}text")):
        if words == "paths":
            _to_path(text)
        else:
            _fix_width(text)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


_INKS = ("fill", "fill-opacity", "stroke", "transform")


def _font(text: ElementTree.Element) -> QFont:
    return fonts.plain(float(text.attrib["font-size"]), int(text.attrib["font-weight"]))


def _fix_width(text: ElementTree.Element) -> None:
    """Another face takes the room that the shipped one would."""
    wide = QFontMetricsF(_font(text)).horizontalAdvance(text.text or "")
    text.attrib |= {"font-family": _FAMILY, "style": "font-variant-numeric: tabular-nums"}
    if wide > 0:
        text.attrib |= {"textLength": f"{wide:.2f}", "lengthAdjust": "spacingAndGlyphs"}


def _to_path(text: ElementTree.Element) -> None:
    """Turns a text element into a path of its outlines, with the words as its name."""
    path = QPainterPath()
    path.addText(QPointF(float(text.attrib["x"]), float(text.attrib["y"])), _font(text), text.text or "")
    kept = {name: value for name, value in text.attrib.items() if name in _INKS}
    words, tail = text.text or "", text.tail
    text.clear()
    text.tag, text.tail = f"{{{_SVG}}}path", tail
    text.attrib |= kept
    text.attrib |= {"d": _commands(path), "aria-label": words, "fill-rule": "nonzero"}


def _commands(path: QPainterPath) -> str:
    """A path in SVG's words."""
    kinds = {
        QPainterPath.ElementType.MoveToElement: "M",
        QPainterPath.ElementType.LineToElement: "L",
        QPainterPath.ElementType.CurveToElement: "C",
        QPainterPath.ElementType.CurveToDataElement: "",
    }
    elements = (path.elementAt(i) for i in range(path.elementCount()))
    return " ".join(f"{kinds[e.type]}{e.x:.2f},{e.y:.2f}" for e in elements)
