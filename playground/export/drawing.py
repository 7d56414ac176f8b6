"""Drawings that stay paths and words: SVG and PDF."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QHashSeed, QIODevice, QMarginsF, QPointF, QRect, QSize, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPageSize, QPaintDevice, QPainter, QPainterPath, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from playground import __version__
from playground.engine.files import write_bytes
from playground.export.embedded_fonts import font_faces
from playground.render import fonts, icons
from playground.render.camera import Camera

Words = Literal["text", "paths"]
Paint = Callable[[QPainter], None]
RECIPE = "figure.toml"

_DPI = 96  # at which one px of a view is one px of a drawing
_INCH = 72  # points
_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_FAMILY = f"{fonts.FAMILY}, Helvetica, Arial, sans-serif"


Millimetres = tuple[float, float]


def write_svg(path: str | Path, camera: Camera, title: str, *, words: Words = "text", clear: bool = False) -> None:
    """Writes what the camera shows as SVG 1.1.

    Args:
        path: where.
        camera: has taken a frame.
        title: in the file's title.
        words: as text, which can be searched and edited, with its face in the file; or as paths.
        clear: without the ground.

    Raises:
        BadInput: the file cannot be written.
    """
    write_bytes(path, svg(camera.size, lambda painter: camera.paint(painter, clear=clear), title, words))


def svg(
    size: tuple[int, int],
    paint: Paint,
    title: str,
    words: Words = "text",
    measure: Millimetres | None = None,
    recipe: str = "",
) -> bytes:
    """A drawing as SVG 1.1.

    Args:
        size: width and height in px.
        paint: draws it.
        title: in the file's title.
        words: as text with its face in the file, or as paths.
        measure: how large it is on paper, mm; None: as many px as it has.
        recipe: by which it can be made again, in the file's metadata.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(_DPI)
    generator.setSize(QSize(*size))
    generator.setViewBox(QRect(0, 0, *size))
    generator.setTitle(title)
    generator.setDescription(_creator())
    _painted(generator, paint)
    return finish(bytes(buffer.data().data()), words, measure, recipe)


def write_pdf(path: str | Path, camera: Camera, title: str, *, clear: bool = False) -> None:
    """Writes what the camera shows as a PDF of one page, with its fonts in it.

    Raises:
        BadInput: the file cannot be written.
    """
    write_bytes(path, pdf(camera.size, lambda painter: camera.paint(painter, clear=clear), title))


def pdf(size: tuple[int, int], paint: Paint, title: str, dpi: float = _DPI, recipe: str = "") -> bytes:
    """A drawing as a PDF of one page; the same drawing gives the same bytes.

    Args:
        size: width and height in px.
        paint: draws it.
        title: of the document.
        dpi: px an inch.
        recipe: by which it can be made again, attached to the file.
    """
    QHashSeed.setDeterministicGlobalSeed()  # in whose order Qt writes the fonts
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(round(dpi))
    width, height = size
    page = QPageSize(QSizeF(width * _INCH / dpi, height * _INCH / dpi), QPageSize.Unit.Point, "", _EXACT)
    writer.setPageSize(page)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(title)
    writer.setCreator(_creator())
    if recipe:
        writer.addFileAttachment(RECIPE, recipe.encode(), "application/toml")
    _painted(writer, paint)
    del writer  # which writes the end of the file
    QHashSeed.resetRandomGlobalSeed()
    return _timeless(bytes(buffer.data().data()))


def _painted(device: QPaintDevice, paint: Paint) -> None:
    painter = QPainter(device)
    paint(painter)
    painter.end()


_EXACT = QPageSize.SizeMatchPolicy.ExactMatch
_MOMENTS = re.compile(rb"\(D:\d{14}[^)]*\)|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^<]*|uuid:[0-9a-fA-F-]{36}|/ID \[[^\]]*\]")


def _timeless(content: bytes) -> bytes:
    """A PDF whose times and identities are nought, so that the same drawing is the same file; no byte is moved."""

    def nought(found: re.Match[bytes]) -> bytes:
        kept = found[0]
        head = 5 if kept.startswith(b"uuid:") else 3 if kept.startswith((b"(D:", b"/ID")) else 0
        return kept[:head] + re.sub(rb"[0-9A-Fa-f]", b"0", kept[head:])

    return _MOMENTS.sub(nought, content)


def _creator() -> str:
    return f"Machine learning playground {__version__}"


def finish(svg: bytes, words: Words, measure: Millimetres | None = None, recipe: str = "") -> bytes:
    """Qt's SVG with its size in px or mm, cells of pictures with sharp edges, and words as asked."""
    for prefix, space in (("", _SVG), ("xlink", _XLINK)):
        ElementTree.register_namespace(prefix, space)
    root = ElementTree.fromstring(svg)
    _, _, width, height = root.attrib["viewBox"].split()
    if measure is not None:
        width, height = (f"{side:.3f}".rstrip("0").rstrip(".") + "mm" for side in measure)
    root.attrib |= {"width": width, "height": height}
    for line in root.iter():  # a hairline keeps its share of the drawing, however large that is shown
        if line.get("vector-effect") == "non-scaling-stroke":
            line.set("vector-effect", "none")
    for clip in root.iter(f"{{{_SVG}}}clipPath"):
        for path in clip:  # Qt says the rule of a filling, which counts for nothing here
            path.set("clip-rule", path.get("fill-rule", "nonzero"))
    for image in root.iter(f"{{{_SVG}}}image"):
        image.set("style", "image-rendering: pixelated")
    shaped: dict[int, set[str]] = {}
    for text in list(root.iter(f"{{{_SVG}}}text")):
        if words == "paths" or _is_icon(text.text or ""):
            _to_path(text)
        else:
            shaped.setdefault(int(text.attrib["font-weight"]), set()).add(text.text or "")
            _fix_width(text)
    if shaped:
        sheet = ElementTree.Element(f"{{{_SVG}}}style")
        sheet.text = font_faces(shaped)
        root.insert(0, sheet)
    if recipe:
        kept = ElementTree.Element(f"{{{_SVG}}}metadata", {"id": RECIPE})
        kept.text = recipe
        root.insert(0, kept)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


_INKS = ("fill", "fill-opacity", "stroke", "transform")


def _is_icon(words: str) -> bool:
    """Whether words are an icon, which is no word: its face has its own letters."""
    return bool(words) and all(unicodedata.category(letter) == "Co" for letter in words)


def _font(text: ElementTree.Element) -> QFont:
    if _is_icon(text.text or ""):
        return icons.icon_font(float(text.attrib["font-size"]))
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
    text.attrib |= {"d": _commands(path), "fill-rule": "nonzero"}
    if not _is_icon(words):
        text.set("aria-label", words)


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
