"""Formulas: LaTeX set by ziamath, drawn by QtSvg, kept by what they depend on; and where in them each symbol stands."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from playground.render.formula_layout import EDGE, SIZE, Mark, layout, without_digits

KEPT = 128  # pictures: numbers that change make ever new ones, of some 100 kB each
__all__ = ["Mark", "formula_marks", "formula_pixmap", "formula_svg", "formula_width"]


@lru_cache(maxsize=KEPT)
def formula_svg(latex: str, px: float, color: str) -> tuple[str, tuple[Mark, ...]]:
    r"""A formula as an SVG picture, and its symbols from the largest box to the smallest.

    Args:
        latex: as in `$$ ... $$`, without the dollars; `{\color{@name}{...}}` marks a number of the frame, whose digits
            do not move anything when they change.
        px: font size.
        color: "#RRGGBB".
    """
    zeros, digits = without_digits(latex)
    return layout(zeros).picture(digits, px, color)


def formula_width(latex: str, px: float) -> int:
    """How wide the picture of a formula is, in px, which takes its layout alone."""
    return max(1, round(layout(without_digits(latex)[0]).width * px / SIZE + 2 * EDGE))


@lru_cache(maxsize=KEPT)
def formula_pixmap(latex: str, px: float, color: str, dpr: float = 1.0) -> QPixmap:
    """A formula as a picture on nothing, sharp at a device pixel ratio.

    The first call of a session costs 0.3 s, a new formula 5 to 60 ms, one that differs in digits, size or colour alone
    about 1 ms, a known one nothing.

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
