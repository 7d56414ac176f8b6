"""The mark of a series, line and shape in its colour, as the plots draw it; and a toggle that carries one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from playground.figures.layers import Role
from playground.render.look import FigureLook
from playground.render.painters.points import draw_point
from playground.render.tokens import OFF, SHAPES, SPACING
from playground.render.words import Worded
from playground.ui.controls.style import Look

WIDE, POINT = 20, 9  # px at factor 1: the line, and the point on it
EDGE, GAP = 9, 7  # px at factor 1 of a toggle: before the mark, and between the mark and the words


def paint_mark(painter: QPainter, left: float, middle: float, look: Look, role: Role, on: bool = True) -> None:
    """Draws line and shape of a series; one that is off is an outline without a line.

    Args:
        painter: antialiased.
        left: where the line begins, px.
        middle: its height, px.
        look: the theme at a factor.
        role: of the series.
        on: whether the series runs.
    """
    ink = FigureLook(look.theme).ink(role)
    wide, point = look.px(WIDE), float(look.px(POINT))
    shape = SHAPES[ink.slot] if ink.slot >= 0 else "o"
    if on:
        painter.setPen(
            QPen(QColor(ink.color), max(1.5, 2 * look.factor), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
        )
        painter.drawLine(QPointF(left, middle), QPointF(left + wide, middle))
        draw_point(painter, left + wide / 2, middle, shape, point, ink.color, ink.color, 0.5)
    else:
        draw_point(painter, left + wide / 2, middle, shape, point, look.theme.window, look.theme.control, 1.2)


class SeriesToggle(Worded, QAbstractButton):
    """Words that are on or off, with the mark of their series: its outline while off."""

    def __init__(self, name: str, role: Role | None) -> None:
        super().__init__()
        self._role = role
        self._look: Look | None = None
        self.setCheckable(True)
        self.setText(name)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFont(look.font("small"))
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        """Room for mark and words."""
        if self._look is None:
            return QSize(1, 1)
        px = self._look.px
        mark = px(WIDE) + px(GAP) if self._role is not None else 0
        return QSize(2 * px(EDGE) + mark + self.fontMetrics().horizontalAdvance(self.text()), px(SPACING.field))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws frame, mark and words."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else OFF)
        on, changed = self.isChecked(), self.property("changed") == "true"
        edge = "accent" if changed or self.hasFocus() else "control" if on else "line"
        wide = look.px(2) if self.hasFocus() else 1
        painter.setPen(QPen(look.color(edge), wide))
        painter.setBrush(look.color("surface" if on else "sunken" if self.underMouse() else "window"))
        box = QRectF(self.rect()).adjusted(wide / 2, wide / 2, -wide / 2, -wide / 2)
        painter.drawRoundedRect(box, look.px(6), look.px(6))
        x = float(look.px(EDGE))
        if self._role is not None:
            paint_mark(painter, x, self.height() / 2, look, self._role, on)
            x += look.px(WIDE) + look.px(GAP)
        painter.setPen(look.color("text" if on else "muted"))
        painter.setFont(self.font())
        words = QRectF(x, 0, self.width() - x, self.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
