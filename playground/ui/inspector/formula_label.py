"""A formula of the notes: a picture whose symbols light the picture's layers, and are lit by them."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel

from playground.render.formula import Mark, formula_marks, formula_pixmap, formula_width
from playground.render.formula_layout import lay_out
from playground.render.tokens import STYLES
from playground.texts.links import NONE
from playground.texts.notes import Formula
from playground.ui.controls.style import Look

SMALLEST = 0.7  # a formula that is too wide is drawn smaller, down to this share
_ROOM = 240  # px at factor 1 that a formula has before its column is laid out
_TOKEN = re.compile(r"\\(?:q?quad|left|right|begin|end)(?![a-zA-Z])|[{}]")


def in_lines(latex: str) -> str:
    r"""A formula with its parts below one another that stood side by side, parted by `\quad` or `\qquad`."""
    parts, depth, start = [], 0, 0
    for token in _TOKEN.finditer(latex):
        word = token.group()
        if "quad" not in word:
            depth += 1 if word in ("{", r"\left", r"\begin") else -1
        elif depth == 0:
            parts.append(latex[start : token.start()].strip())
            start = token.end()
    if not parts:
        return latex
    lines = r" \\ ".join(rf"\displaystyle {part}" for part in (*parts, latex[start:].strip()))
    return rf"\begin{{array}}{{l}} {lines} \end{{array}}"


class FormulaLabel(QLabel):
    """A formula as a picture, in lines where it is too wide, then smaller.

    Signals:
        pointed: the keys (see `texts.links`) of the symbol under the cursor, none when it has left.
    """

    pointed = Signal(object)

    def __init__(self, formula: Formula) -> None:
        super().__init__()
        self.formula = formula
        self.shown = self._tagged = ""
        self._marks: tuple[Mark, ...] = ()
        self._linkable = self._lit = self._pointed = NONE
        self._look: Look | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumWidth(1)
        self.setMouseTracking(True)

    def show(self, text: str, tagged: str, look: Look) -> None:  # type: ignore[override]
        """Sets a formula.

        Args:
            text: LaTeX with its numbers, as screen readers get it.
            tagged: the same with the keys of its numbers.
            look: gives size and colour.
        """
        if text == self.shown:
            return
        self.shown, self._tagged, self._look = text, tagged, look
        self._draw()
        self.setAccessibleName(text)

    def prepare(self, tagged: str, look: Look) -> bool:
        """Lays a formula out, or one of its ways of standing, that `show` will want; returns whether it had to."""
        if lay_out(tagged):
            return True
        size, room = self._room(look)
        return formula_width(tagged, size) > room and lay_out(in_lines(tagged))

    def _room(self, look: Look) -> tuple[float, int]:
        """The font size and the room for a formula, in px."""
        return STYLES["formula"].px * look.factor, max(self.width(), look.px(_ROOM))

    def _draw(self) -> None:
        """Draws the formula for the room that there is."""
        look, tagged = self._look, self._tagged
        if look is None:
            return
        size, room = self._room(look)
        if formula_width(tagged, size) > room:
            tagged = in_lines(tagged)
            size *= max(SMALLEST, min(1.0, room / formula_width(tagged, size)))
        self._marks = formula_marks(tagged, size, look.theme.text)
        self.setPixmap(formula_pixmap(tagged, size, look.theme.text, self.devicePixelRatioF()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A formula in another room may need lines, or none."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._draw()

    # ---- links

    def link(self, linkable: frozenset[str]) -> None:
        """Takes the keys that the picture has layers for."""
        self._linkable = linkable

    def light(self, keys: frozenset[str]) -> None:
        """Lights the symbols of these keys."""
        lit = frozenset(mark.key for mark in self._marks) & keys
        if lit != self._lit:
            self._lit = lit
            self.update()

    @property
    def lit_keys(self) -> frozenset[str]:
        """The keys whose symbols are lit."""
        return self._lit

    def spots(self) -> dict[str, QPointF]:
        """A position on each symbol that has a layer."""
        top = self._top()
        found = {}
        for mark in self._marks:
            middle = QPointF(mark.x + mark.width / 2, top + mark.y + mark.height / 2)
            if self._key_at(middle) == mark.key:
                found[mark.key] = middle
        return found

    def _top(self) -> float:
        return (self.height() - self.pixmap().deviceIndependentSize().height()) / 2

    def _key_at(self, position: QPointF) -> str:
        """The smallest symbol at a position that has a layer, or nothing."""
        x, y = position.x(), position.y() - self._top()
        held = [mark.key for mark in self._marks if mark.key in self._linkable and mark.holds(x, y)]
        return held[-1] if held else ""

    def _point(self, key: str) -> None:
        keys = frozenset({key}) if key else NONE
        if keys != self._pointed:
            self._pointed = keys
            self.setCursor(Qt.CursorShape.PointingHandCursor if key else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(keys)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Another symbol may be under the cursor."""
        self._point(self._key_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """No symbol is."""
        self._point("")

    def paintEvent(self, event: QPaintEvent) -> None:
        """What is lit has a tint under it."""
        if self._lit and self._look is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self._look.color("accent"))
            painter.setBrush(self._look.color("soft"))
            edge, top = self._look.px(2), self._top()
            for mark in self._marks:
                if mark.key in self._lit:
                    box = QRectF(mark.x, top + mark.y, mark.width, mark.height).adjusted(-edge, -edge, edge, edge)
                    painter.drawRoundedRect(box, 2 * edge, 2 * edge)
            painter.end()
        super().paintEvent(event)
