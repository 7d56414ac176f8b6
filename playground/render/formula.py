"""Formulas: LaTeX set by ziamath, drawn by QtSvg, kept by what they depend on."""

from __future__ import annotations

from functools import lru_cache
from xml.etree import ElementTree

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_PAD = 2.0


@lru_cache(maxsize=512)
def formula_svg(latex: str, px: float, color: str) -> str:
    """A formula as an SVG picture.

    Args:
        latex: as in `$$ ... $$`, without the dollars.
        px: font size.
        color: "#RRGGBB".
    """
    # Imported here: ziamath takes 0.3 s, and a window opens without formulas.
    from ziamath.config import config
    from ziamath.zmath import Latex

    config.svg2 = False
    root = Latex(latex, size=px, color=color).svgxml()
    x, y, width, height = (float(part) for part in root.get("viewBox", "0 0 1 1").split())
    width, height = width + 2 * _PAD, height + 2 * _PAD
    root.set("viewBox", f"{x - _PAD} {y - _PAD} {width} {height}")
    root.set("width", f"{width}")
    root.set("height", f"{height}")
    return ElementTree.tostring(root, encoding="unicode")


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
    renderer = QSvgRenderer(QByteArray(formula_svg(latex, px, color).encode()))
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
