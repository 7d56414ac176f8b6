"""The layout of formulas by ziamath, kept by all but size, colour and the digits of numbers.

A formula whose numbers change keeps its layout as long as these have as many digits and the same signs: all digits of
the font are equally wide, so only their outlines change. A layout takes 5 to 60 ms; other digits, another size or
colour of a known one less than one.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from xml.etree import ElementTree

from playground.texts.links import symbol_key

PAD = 2.0
EDGE = PAD + 1.0  # px of a picture round its formula, with the margin of ziamath
SIZE = 32.0  # px; a layout of another size is that one scaled
_NO_COLOR = "#010203"  # stands where the colour goes
_SCRIPTS = frozenset({"msub", "msup", "msubsup", "mover", "munder", "munderover"})
_TAGGED = re.compile(r"\{\\color\{@[^}]*\}\{")
_DIGIT = re.compile(r"[0-9]")


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

    def scaled(self, scale: float) -> Mark:
        """The mark in the picture of another font size; the edge of a picture is always as wide."""
        x, y = EDGE + scale * (self.x - EDGE), EDGE + scale * (self.y - EDGE)
        return Mark(self.key, x, y, scale * self.width, scale * self.height)


@dataclass(frozen=True, slots=True)
class Layout:
    """A formula without the digits of its numbers, `SIZE` px large and in no colour.

    Attributes:
        drawing: what is drawn, as SVG.
        digits: where each digit goes: how ten glyphs are drawn there.
        marks: its symbols and numbers, from the largest box to the smallest.
        x, y, width, height: of the picture without its edge, in px.
    """

    drawing: str
    digits: tuple[DigitPlace, ...]
    marks: tuple[Mark, ...]
    x: float
    y: float
    width: float
    height: float

    def picture(self, digits: str, px: float, color: str) -> tuple[str, tuple[Mark, ...]]:
        """The whole picture as SVG, and its marks.

        Args:
            digits: of its numbers.
            px: font size.
            color: "#RRGGBB".
        """
        scale = px / SIZE
        drawn = "".join(place.path(digit, color) for place, digit in zip(self.digits, digits, strict=True))
        wide, high = (side * scale + 2 * EDGE for side in (self.width, self.height))
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}"'
            f' viewBox="{self.x * scale - EDGE} {self.y * scale - EDGE} {wide} {high}">'
            f'<g transform="scale({scale})">{self.drawing.replace(_NO_COLOR, color)}{drawn}</g></svg>'
        )
        return svg, tuple(mark.scaled(scale) for mark in self.marks)


@dataclass(frozen=True, slots=True)
class DigitPlace:
    """Where a digit stands.

    Attributes:
        glyphs: of the font, 0 to 9, as large as an index where it is one.
        x, y: the origin of the glyph, px.
        size: px.
    """

    glyphs: tuple[Any, ...]
    x: float
    y: float
    size: float

    def path(self, digit: str, color: str) -> str:
        """A digit as an SVG path."""
        shape = _outline(self.glyphs[int(digit)], self.size)
        return f'<path transform="translate({self.x:.4f} {self.y:.4f})" fill="{color}" d="{shape}"/>'


@lru_cache(maxsize=256)
def _outline(glyph: Any, size: float) -> str:
    element = glyph.place(0.0, 0.0, size)
    return "" if element is None else str(element.get("d"))


def without_digits(latex: str) -> tuple[str, str]:
    r"""A formula with 0 for every digit of its numbers, that is inside `{\color{@name}{...}}`, and these digits."""
    pieces: list[str] = []
    digits: list[str] = []
    at = 0
    while match := _TAGGED.search(latex, at):
        end = _closing(latex, match.end())
        inside = latex[match.end() : end]
        pieces += [latex[at : match.end()], _DIGIT.sub("0", inside)]
        digits += _DIGIT.findall(inside)
        at = end
    return "".join((*pieces, latex[at:])), "".join(digits)


def _closing(text: str, start: int) -> int:
    """Where the brace that is open at a position closes."""
    depth = 1
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


@lru_cache(maxsize=1024)
def layout(latex: str) -> Layout:
    """The layout of a formula whose numbers are all zeros, as `without_digits` gives it.

    Args:
        latex: as in `$$ ... $$`, without the dollars.
    """
    formula = _typeset(latex, SIZE, _NO_COLOR)
    places = tuple(_digits(formula.node, 0.0, 0.0, tagged=False))
    root, marks = _drawn(formula)
    x, y, width, height = (float(part) for part in root.get("viewBox", "").split())
    drawing = "".join(ElementTree.tostring(child, encoding="unicode") for child in root)
    return Layout(drawing, places, marks, x + EDGE, y + EDGE, width - 2 * EDGE, height - 2 * EDGE)


def lay_out(latex: str) -> bool:
    """Lays a formula out; returns whether that had to be done, since nobody knew it yet."""
    unknown = layout.cache_info().misses
    layout(without_digits(latex)[0])
    return layout.cache_info().misses > unknown


def whole_svg(latex: str, px: float, color: str) -> tuple[str, tuple[Mark, ...]]:
    """A formula with its numbers as it is written, laid out in this size and colour: as SVG, and its marks."""
    root, marks = _drawn(_typeset(latex, px, color))
    return ElementTree.tostring(root, encoding="unicode"), marks


def _typeset(latex: str, px: float, color: str) -> Any:
    math, to_mathml = _ziamath()
    mathml = ElementTree.fromstring(to_mathml(latex, inline=False))
    for element in mathml.iter():
        tag = element.get("mathcolor", "")
        if tag.startswith("@"):
            del element.attrib["mathcolor"]
            element.set("class", tag)
    mathml.set("mathcolor", color)
    return math(mathml, size=px)


_SWITCH = 0.0005  # s that a thread goes on while the window's waits for its turn
_loading: list[threading.Thread] = []


def load_beside() -> None:
    """Loads what sets formulas, beside the thread of the window, which it would hold for a third of a second."""
    if not _loading:
        _loading.append(threading.Thread(target=_load, name="formulas"))
        _loading[0].start()


def is_loading() -> bool:
    """Whether that goes on, so that setting a formula would have to wait for it."""
    return bool(_loading) and _loading[0].is_alive()


def _load() -> None:
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH)
    try:
        _ziamath()
    finally:
        sys.setswitchinterval(before)


@cache
def _ziamath() -> tuple[Any, Any]:
    # Imported here: ziamath takes 0.3 s, and a window opens without formulas.
    from ziamath import operators
    from ziamath.config import config
    from ziamath.nodes.mnode import Mnode
    from ziamath.nodes.mrow import Mrow
    from ziamath.tex import tex2mml
    from ziamath.zmath import Math

    config.svg2 = False
    forms = ("prefix", "infix", "postfix", "none")

    @cache
    def stretches(text: str) -> bool:
        return any(operators.get_params(text, form).get("stretchy", "false") != "false" for form in forms)

    def may_stretch(element: ElementTree.Element) -> bool:
        """Whether a fence or a bar in here, outside of other rows, grows with its row."""
        if element.tag in ("mo", "mi"):
            return element.get("stretchy", "") != "false" and stretches((element.text or "").strip())
        return element.tag not in ("mrow", "mtd") and any(map(may_stretch, element))

    def has_limits(element: ElementTree.Element) -> bool:
        """Whether this is an operator with something below or above it."""
        return element.tag in _SCRIPTS and element[0].tag == "mo"

    class Row(Mrow, tag="mrow"):
        """A row that is laid out once where nothing in it grows with it; ziamath does so twice at every depth.

        A sum with limits is as high as it is: ziamath takes it for a fence, and its limits for 999 px away.
        """

        def _get_height_nostretch(self, line: list[ElementTree.Element], **kwargs: Any) -> tuple[float, float]:
            if not any(map(may_stretch, line)):
                return 0.0, 0.0
            others = [element for element in line if not has_limits(element)]
            low, high = super()._get_height_nostretch(others, **kwargs)
            free = {name: value for name, value in kwargs.items() if not name.startswith("row")}
            for element in line:
                if has_limits(element):
                    box = Mnode.fromelement(
                        ElementTree.fromstring(ElementTree.tostring(element)), parent=self, **free
                    ).bbox
                    low, high = min(low, box.ymin), max(high, box.ymax)
            return float(low), float(high)

    assert Row.mtag == "mrow"
    return Math, tex2mml


def _drawn(formula: Any) -> tuple[ElementTree.Element, tuple[Mark, ...]]:
    """A formula as an SVG element with an edge, and its marks."""
    root = formula.svgxml()
    x, y, width, height = (float(part) for part in root.get("viewBox", "0 0 1 1").split())
    width, height = width + 2 * PAD, height + 2 * PAD
    root.set("viewBox", f"{x - PAD} {y - PAD} {width} {height}")
    root.set("width", f"{width}")
    root.set("height", f"{height}")
    marks = sorted(_marks(formula.node, PAD - x, PAD - y), key=lambda mark: -mark.width * mark.height)
    return root, tuple(marks)


def _digits(node: Any, x: float, y: float, tagged: bool) -> Iterator[DigitPlace]:
    """The places of the digits of tagged numbers, which are taken out of the drawing."""
    element = getattr(node, "element", None)
    if element is None:
        return
    tagged = tagged or element.get("class", "").startswith("@")
    for (dx, dy), child in zip(node.nodexy, node.nodes, strict=False):
        if tagged and getattr(child, "char", "") == "0":
            child.phantom = True
            yield DigitPlace(_ten(node, child), x + dx, y + dy, child.size)
        yield from _digits(child, x + dx, y + dy, tagged)


def _ten(node: Any, zero: Any) -> tuple[Any, ...]:
    """The glyphs of all digits in the style of a zero."""
    from ziamath.nodes.nodetools import subglyph

    plain = tuple(node.font.findglyph(digit, node.style.mathvariant) for digit in "0123456789")
    return plain if plain[0].index == zero.glyph.index else tuple(subglyph(glyph, node.font) for glyph in plain)


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
