"""Formulas: LaTeX set by ziamath, drawn by QtSvg, kept by what they depend on; and where in them each symbol stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from playground.texts.links import symbol_key

_PAD = 2.0
_SCRIPTS = frozenset({"msub", "msup", "msubsup", "mover", "munder", "munderover"})


@dataclass(frozen=True, slots=True)
class Mark:
    """A symbol or a number of a formula.

    Attributes:
        key: as in `playground.texts.links`.
        x, y, width, height: its box in px of the picture.
    """

    key: str
    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float, edge: float = 1.0) -> bool:
        """Whether a position is on it."""
        return -edge <= x - self.x <= self.width + edge and -edge <= y - self.y <= self.height + edge


@lru_cache(maxsize=512)
def formula_svg(latex: str, px: float, color: str) -> tuple[str, tuple[Mark, ...]]:
    r"""A formula as an SVG picture, and its symbols from the largest box to the smallest.

    Args:
        latex: as in `$$ ... $$`, without the dollars; `{\color{@name}{...}}` marks a number of the frame.
        px: font size.
        color: "#RRGGBB".
    """
    # Imported here: ziamath takes 0.3 s, and a window opens without formulas.
    from ziamath.config import config
    from ziamath.tex import tex2mml
    from ziamath.zmath import Math

    config.svg2 = False
    mathml = ElementTree.fromstring(tex2mml(latex, inline=False))
    for element in mathml.iter():
        tag = element.get("mathcolor", "")
        if tag.startswith("@"):
            del element.attrib["mathcolor"]
            element.set("class", tag)
    mathml.set("mathcolor", color)
    formula = Math(mathml, size=px)
    root = formula.svgxml()
    x, y, width, height = (float(part) for part in root.get("viewBox", "0 0 1 1").split())
    width, height = width + 2 * _PAD, height + 2 * _PAD
    root.set("viewBox", f"{x - _PAD} {y - _PAD} {width} {height}")
    root.set("width", f"{width}")
    root.set("height", f"{height}")
    marks = sorted(_marks(formula.node, _PAD - x, _PAD - y), key=lambda mark: -mark.width * mark.height)
    return ElementTree.tostring(root, encoding="unicode"), tuple(marks)


def _marks(node: Any, x: float, y: float) -> Iterator[Mark]:
    """The symbols and numbers below a node of ziamath whose origin is at a position."""
    element = getattr(node, "element", None)
    if element is None:
        return
    tag, box = element.tag, node.bbox

    def mark(key: str) -> Mark:
        return Mark(key, x + box.xmin, y - box.ymax, box.xmax - box.xmin, box.ymax - box.ymin)

    if element.get("class", "").startswith("@"):
        yield mark(element.get("class"))
        return
    named = tag in _SCRIPTS and element[0].tag == "mi"
    if named:
        # Its own name (z*), and that of what carries the index (x with any).
        yield mark(_words(element))
        yield mark(_words(element[0]))
    elif tag == "mi":
        yield mark(_words(element))
    inner = list(zip(node.nodexy, node.nodes, strict=False))
    for (dx, dy), child in inner[1:] if named else inner:
        yield from _marks(child, x + dx, y + dy)


def _words(element: ElementTree.Element) -> str:
    return symbol_key("".join(element.itertext()))


@lru_cache(maxsize=512)
def formula_pixmap(latex: str, px: float, color: str, dpr: float = 1.0) -> QPixmap:
    """A formula as a picture on nothing, sharp at a device pixel ratio.

    The first call of a session costs 0.3 s, a new formula 10 to 50 ms, a known one nothing.

    Args:
        latex: as in `$$ ... $$`, without the dollars.
        px: font size.
        color: "#RRGGBB".
        dpr: device pixels a px.
    """
    renderer = QSvgRenderer(QByteArray(formula_svg(latex, px, color)[0].encode()))
    size = renderer.viewBoxF().size()
    width, height = max(1, round(size.width())), max(1, round(size.height()))
    picture = QPixmap(round(width * dpr), round(height * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, width, height))
    painter.end()
    return picture


def formula_marks(latex: str, px: float, color: str) -> tuple[Mark, ...]:
    """Where the symbols and numbers of a formula stand in its picture, from the largest box to the smallest."""
    return formula_svg(latex, px, color)[1]
