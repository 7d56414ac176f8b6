"""The layout of formulas: quick, kept while only digits change, and the same as the long way would give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from ziamath.nodes import mnode
from ziamath.nodes.mrow import Mrow

from playground import catalog
from playground.render import formula_layout
from playground.render.formula import formula_pixmap, formula_svg
from playground.texts.notes import Formula, parse

BLACK = "#000000"
NINES = ("9", "-9.999", "9.9")
NESTED = (
    r"\left( \frac{\left[ \frac{a}{b} \right]^2}{c} \right)",
    r"\left\| \begin{pmatrix} \frac{1}{2} \\ 3 \end{pmatrix} \right\| \leq \left( \sum_{i=1}^n x_i^2 \right)^{1/2}",
    r"\underbrace{a + b}_{n} \bar{x} \overline{abc} \widehat{xyz} \sqrt{1 + \frac{x}{2}}",
    r"f(x) = \begin{cases} \frac{1}{2} & x > 0 \\ 0 & \text{else} \end{cases}",
    r"\langle x, y \rangle \left. \frac{df}{dx} \right|_{x=0} \lfloor x \rfloor \rightarrow y",
)


def every_formula() -> Iterator[str]:
    yield from NESTED
    for concept in catalog.ids():
        for section in parse(catalog.notes(concept)):
            for block in section.blocks:
                if isinstance(block, Formula):
                    yield re.sub(r"\\val\{[^}]*\}", "{-0.00}", block.latex)


def test_a_row_that_is_laid_out_once_is_the_row_of_ziamath(monkeypatch: pytest.MonkeyPatch) -> None:
    # ziamath takes a sum in fences for one; see below.
    formulas = [one for one in dict.fromkeys(every_formula()) if not (r"\left" in one and r"\sum" in one)]
    quick = [formula_layout.whole_svg(latex, 16.0, BLACK) for latex in formulas]
    monkeypatch.setitem(mnode._node_classes, "mrow", Mrow)
    for latex, (svg, marks) in zip(formulas, quick, strict=True):
        slow = formula_layout.whole_svg(latex, 16.0, BLACK)
        assert svg == slow[0], latex
        assert marks == slow[1], latex


def height(latex: str) -> float:
    """The height of a formula in px at 16 px."""
    found = re.search(r'height="([\d.]+)"', formula_svg(latex, 16.0, BLACK)[0])
    assert found is not None
    return float(found.group(1))


def test_a_fence_round_a_sum_is_as_high_as_the_sum() -> None:
    for bare in (r"x_i + \sum_{j \in N(i)} x_j", r"1 + \sum_j x_j", r"\prod_{i=1}^n p_i + 1"):
        assert height(bare) <= height(rf"\left( {bare} \right)") < 2.0 * height(bare), bare
    for latex in every_formula():
        assert height(latex) < 150, latex


def test_a_layout_serves_every_size_and_colour() -> None:
    latex = r"w_{7} = \frac{a}{b} + {\color{@n}{{0.00}}}"
    formula_svg(latex, 16.0, BLACK)
    misses = formula_layout.layout.cache_info().misses
    for px, color in ((16.0, "#C0FFEE"), (21.5, BLACK), (9.0, "#123456")):
        svg, marks = formula_svg(latex, px, color)
        assert color in svg
        assert formula_layout._NO_COLOR not in svg
        whole, there = formula_layout.whole_svg(latex, px, color)
        assert np.abs(pixels(svg).sum() - pixels(whole).sum()) < 0.02 * pixels(whole).sum()
        for mark, other in zip(marks, there, strict=True):
            assert mark.key == other.key
            assert [mark.x, mark.y, mark.width, mark.height] == pytest.approx(
                [other.x, other.y, other.width, other.height],
                abs=0.6,  # some spaces of ziamath are in px
            )
    assert formula_layout.layout.cache_info().misses == misses
    assert not formula_layout.lay_out(latex)
    assert formula_layout.lay_out(r"w_{8} = \frac{a}{b}")


def tagged(*numbers: str) -> str:
    one, two, three = (rf"{{\color{{@n{i}}}{{{{{number}}}}}}}" for i, number in enumerate(numbers))
    return rf"\rho_{{{one}}} = \sqrt{{1 - \frac{{{two}}}{{x}}}} \begin{{pmatrix}} {three} \\ {one} \end{{pmatrix}}"


def pixels(svg: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How dark each pixel is, (height, width)."""
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    image = QImage(renderer.defaultSize(), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    return np.array([[image.pixelColor(x, y).alpha() for x in range(image.width())] for y in range(image.height())])


@pytest.mark.usefixtures("qapp")
def test_digits_are_put_where_they_were_taken_out() -> None:
    zeros = tagged("0", "-0.000", "0.0")
    late = pixels(formula_svg(zeros, 32.0, BLACK)[0])  # of 255
    whole = pixels(formula_layout.whole_svg(zeros, 32.0, BLACK)[0])
    assert late.shape == whole.shape
    assert np.abs(late - whole).max() <= 6, "the same outlines, drawn in another order"
    assert formula_layout.without_digits(tagged("7", "-8.642", "1.3"))[1] == "78642137"


@pytest.mark.usefixtures("qapp")
def test_other_digits_change_nothing_but_themselves() -> None:
    one, other = (formula_svg(tagged(*numbers), 32.0, BLACK) for numbers in (("1", "-2.345", "0.6"), NINES))
    assert one[1] == other[1]
    outside = np.ones_like(pixels(one[0]), dtype=bool)
    for mark in one[1]:
        if mark.key.startswith("@"):
            left, top = int(mark.x) - 2, int(mark.y) - 2
            outside[top : int(mark.y + mark.height) + 3, left : int(mark.x + mark.width) + 3] = False
    apart = np.abs(pixels(one[0]) - pixels(other[0]))
    assert apart[outside].max() == 0
    assert apart.max() > 100


@pytest.mark.usefixtures("qapp")
def test_other_digits_take_a_fraction_of_a_layout() -> None:
    formula_pixmap(tagged("1", "-2.345", "0.6"), 16.0, BLACK)
    misses = formula_layout.layout.cache_info().misses
    started = perf_counter()
    for i in range(50):
        formula_pixmap(tagged(str(i % 10), f"-{1 + i / 1000:.3f}", "0.7"), 16.0, BLACK)
    assert formula_layout.layout.cache_info().misses == misses
    assert (perf_counter() - started) / 50 < 0.010


def test_all_digits_are_equally_wide() -> None:
    from ziamath.mathfont import MathFont
    from ziamath.zmath import Math, loadedfonts

    Math("<math><mn>1</mn></math>")
    font = loadedfonts["default"]
    assert isinstance(font, MathFont)
    assert len({font.glyph(digit).advance() for digit in "0123456789"}) == 1
