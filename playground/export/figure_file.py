"""A figure of several panels as a file, PNG, SVG or PDF, with the recipe in it by which it can be made again."""

from __future__ import annotations

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtGui import QImage, QPainter

from playground.engine.errors import BadInput
from playground.engine.files import read_bytes, write_bytes
from playground.export.drawing import RECIPE, pdf, svg
from playground.export.sheet import INCH, Sheet
from playground.lecture.figure_recipe import FigureRecipe, parse_recipe, recipe_text
from playground.render.formats import format_of
from playground.render.still import png

LARGEST = 200_000_000  # bytes of a figure that is read again
_TITLE = "Figure of the machine learning playground"


def write_figure(path: str | Path, sheet: Sheet) -> None:
    """Writes a figure; the ending of the name says in which format.

    Raises:
        BadInput: the file cannot be written.
    """
    write_bytes(path, figure_bytes(sheet, format_of(path).suffix))


def figure_bytes(sheet: Sheet, suffix: str) -> bytes:
    """A figure as the bytes of a .png, .svg or .pdf; the same recipe gives the same bytes on the same machine."""
    recipe = sheet.recipe
    text = recipe_text(recipe)
    if suffix == ".svg":
        measure = (recipe.millimetres, recipe.millimetres * sheet.size[1] / sheet.size[0])
        return svg(sheet.size, sheet.paint, _TITLE, recipe.words, measure, text)
    if suffix == ".pdf":
        return pdf(sheet.size, sheet.paint, _TITLE, recipe.dpi, text)
    return png(figure_image(sheet, text))


def figure_image(sheet: Sheet, recipe: str = "") -> QImage:
    """A figure as pixels, with how many there are in a metre and the recipe."""
    image = QImage(*sheet.size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    sheet.paint_pixels(painter)
    painter.end()
    if sheet.recipe.ground != "clear":
        image = image.convertToFormat(QImage.Format.Format_RGB32)
    a_metre = round(sheet.recipe.dpi / INCH * 1000)
    image.setDotsPerMeterX(a_metre)
    image.setDotsPerMeterY(a_metre)
    if recipe:
        image.setText(RECIPE, recipe)
    return image


def recipe_in(path: str | Path) -> FigureRecipe:
    """The recipe that a figure was made by, read from the figure itself.

    Raises:
        BadInput: the file cannot be read, or holds none.
    """
    raw, name = read_bytes(path, LARGEST, str(path)), str(path)
    suffix = Path(path).suffix.lower()
    if suffix == ".svg":
        text = _of_svg(raw)
    elif suffix == ".pdf":
        text = _of_pdf(raw)
    else:
        text = QImage.fromData(raw).text(RECIPE)
    if not text:
        raise BadInput(f"{name} holds no recipe of a figure", name)
    return parse_recipe(text, name)


def _of_svg(raw: bytes) -> str:
    try:
        root = ElementTree.fromstring(raw)
    except ElementTree.ParseError:
        return ""
    found = (one for one in root.iter() if one.tag.endswith("metadata") and one.get("id") == RECIPE)
    return next((one.text or "" for one in found), "")


def _of_pdf(raw: bytes) -> str:
    """The attachment of a PDF as Qt writes it."""
    number = re.search(rb"/EF <</F (\d+) 0 R>>", raw)
    found = re.search(rb"\n%b 0 obj\b.*?stream\r?\n" % number[1], raw, re.DOTALL) if number else None
    if found is None:
        return ""
    body = raw[found.end() : raw.find(b"\nendstream", found.end())]
    try:
        return (zlib.decompress(body) if b"/FlateDecode" in found[0] else body).decode()
    except (zlib.error, UnicodeDecodeError):
        return ""
