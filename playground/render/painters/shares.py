"""What flows along arrows: arrows of any width, and the bar of all that arrives at one place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from playground.engine.kit.arrays import Floats
from playground.render.look import FigureLook
from playground.render.pg import pen

_ARROW = 7  # px, length of a thin arrow's head
_MARK = 4  # px, half the width of the mark at a sum


@dataclass(frozen=True, slots=True)
class Stack:
    """Shares side by side, as parts of a bar from 0 to 1.

    Attributes:
        parts: where each begins and ends, and whether it is above 0.
        zero: where those below 0 end and the others begin.
        total: where the sum of all is.
    """

    parts: tuple[tuple[float, float, bool], ...]
    zero: float
    total: float


def stacked(shares: Floats) -> Stack | None:
    """The bar of some numbers, those below 0 left of the others; None where there is nothing to be seen."""
    known = shares[np.isfinite(shares)]
    whole = float(np.abs(known).sum())
    if not 0.0 < whole < np.inf:
        return None
    zero = float(-known[known < 0].sum()) / whole
    ends = {True: zero, False: zero}
    parts = []
    for share in (known / whole).tolist():
        before = ends[share > 0]
        ends[share > 0] = before + share
        parts.append((min(before, before + share), max(before, before + share), share > 0))
    return Stack(tuple(parts), zero, zero + float(known.sum()) / whole)


def draw_stack(painter: QPainter, stack: Stack | None, bar: QRectF, look: FigureLook) -> None:
    """Full parts above 0 and hollow ones below it, a line between them, and a mark where their sum is."""
    if stack is None:
        return
    theme, left, wide = look.theme, bar.left(), bar.width()
    for low, high, above in stack.parts:
        painter.setPen(QPen(QColor(theme.surface if above else theme.slots[1].line), 1.0))
        painter.setBrush(QColor(theme.slots[1].line if above else theme.surface))
        painter.drawRect(QRectF(left + low * wide, bar.top(), (high - low) * wide, bar.height()))
    zero, total, half = left + stack.zero * wide, left + stack.total * wide, look.px(_MARK)
    painter.setPen(pen(theme.text, look.second))
    painter.drawLine(QPointF(zero, bar.top() - 2), QPointF(zero, bar.bottom() + 2))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.text))
    tip = bar.top() - 1
    corners = ((total, tip), (total - half, tip - half), (total + half, tip - half))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))


def draw_arrow(painter: QPainter, look: FigureLook, way: Floats, color: str, width: float, back: bool) -> None:
    """An arrow along points in px, or against them."""
    if len(way) < 2:
        return
    if back:
        way = way[::-1]
    size = max(float(look.px(_ARROW)), 1.5 * width)
    path = QPainterPath(QPointF(*way[0].tolist()))
    for x, y in way[1:-1].tolist():
        path.lineTo(x, y)
    tip, before = way[-1], way[-3 if len(way) > 2 else 0]
    ux, uy = ((tip - before) / max(float(np.hypot(*(tip - before))), 1e-9)).tolist()
    x, y = tip.tolist()
    path.lineTo(x - ux * size * 0.7, y - uy * size * 0.7)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen(color, width))
    painter.drawPath(path)
    bx, by, half = x - ux * size, y - uy * size, size * (0.42 if width < 3 else 0.6)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawPolygon(
        QPolygonF([QPointF(x, y), QPointF(bx - uy * half, by + ux * half), QPointF(bx + uy * half, by - ux * half)])
    )
