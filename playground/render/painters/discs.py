"""Discs with a rim."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter

from playground.render.pg import pen

_HAIRLINE = 1.0  # px; a wider rim takes longer to stroke than its disc takes to fill


@lru_cache(maxsize=512)
def _brush(color: str) -> QBrush:
    return QBrush(QColor(color))


def draw_disc(painter: QPainter, centre: QPointF, radius: float, fill: str, rim: str, width: float) -> None:
    """Draws a disc whose rim lies half inside of it.

    Args:
        painter: takes another pen and brush.
        centre: in px.
        radius: to the middle of the rim, in px.
        fill: its colour.
        rim: the rim's colour.
        width: of the rim in px.
    """
    if width <= _HAIRLINE or radius <= width:
        painter.setPen(pen(rim, width))
        painter.setBrush(_brush(fill))
        painter.drawEllipse(centre, radius, radius)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    for color, reach in ((rim, radius + width / 2), (fill, radius - width / 2)):
        painter.setBrush(_brush(color))
        painter.drawEllipse(centre, reach, reach)
