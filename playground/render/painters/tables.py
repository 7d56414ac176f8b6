"""Tables of words."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from playground.figures.layers import Table
from playground.figures.values import Column, Rows, Scalar
from playground.render.data import Data
from playground.render.painter import Hit, Painter
from playground.render.painters.points import draw_point
from playground.render.pg import pen
from playground.texts.template import fixed, plain

_GAP = 14  # px between columns
_LEAD = 1.45  # height of a row, of a line's
_HEAD, _BODY = "caption", "small"
_SWATCH = 34  # px before the words of a row that tells of a series
_POINT = 0.8  # of a point


class TablePainter(Painter[Table]):
    """Draws `Table`: the first column on the left, numbers on the right of theirs."""

    def __init__(self, layer: Table) -> None:
        super().__init__(layer)
        self._cells: list[tuple[QRectF, str, int, bool]] = []
        self._rows: list[QRectF] = []

    def read(self, data: Data) -> tuple[Any, ...]:
        """Rows of cells, marks, ids, and the roles of the series."""
        table = data.table(self.layer.rows)
        head = tuple(column.head for column in table.columns)
        cells = (tuple(map(_words, row, _decimals(table, len(row)))) for row in table.cells)
        rows = (head, *cells) if head else ()
        return rows, data.column(self.layer.mark), data.column(self.layer.ids), data.words(self.layer.roles)

    def prepare(self) -> None:
        """The cells that have room."""
        rows: tuple[tuple[str, ...], ...] = self.values[0]
        line = self.look.text_height(_BODY) * _LEAD
        room = max(1, int(self.map.height / line))
        more = len(rows) - room
        shown = rows[: room - 1] if more > 0 else rows
        columns = max((len(row) for row in shown), default=0)
        gap = self.look.px(_GAP)
        # A row with one cell is as wide as the table.
        cells = [row for row in shown if len(row) > 1] or list(shown)
        drawn = [[self.look.text_width(_BODY, row[c]) for row in cells if c < len(row)] for c in range(columns)]
        widths = [max(one, default=0.0) for one in drawn]
        if self.values[3] and widths:
            widths[0] += self._swatch
        while len(widths) > 2 and sum(widths) + gap * (len(widths) - 1) > self.map.width:
            widths.pop()
        spare = max(0.0, self.map.width - sum(widths) - gap * (len(widths) - 1))
        step = gap + min(spare / max(len(widths) - 1, 1), 3.0 * gap)
        lefts = np.cumsum([0.0, *(width + step for width in widths)]).tolist()
        self._rows = [QRectF(0.0, k * line, self.map.width, line) for k in range(len(shown))]
        self._cells = []
        for k, row in enumerate(shown):
            for c, words in enumerate(row[: len(widths)]):
                wide = self.map.width if len(row) == 1 else widths[c]
                inset = self._swatch if self.values[3] and c == 0 and k else 0.0
                self._cells.append((QRectF(lefts[c] + inset, k * line, wide - inset, line), words, c, k == 0))
        if more > 0:
            self._cells.append((QRectF(0.0, len(shown) * line, self.map.width, line), f"{more + 1} more", 0, True))

    @property
    def _swatch(self) -> float:
        """Room for the mark of a series, px."""
        return float(self.look.px(_SWATCH))

    def _draw_series(self, painter: QPainter, box: QRectF, role: Any) -> None:
        """A short line with the point of a series, as in the plots."""
        ink, theme = self.look.ink(role), self.look.theme
        y, end = round(box.center().y()), self._swatch - self.look.px(8)
        painter.setPen(pen(ink.color, ink.width))
        painter.drawLine(QPointF(0.0, y), QPointF(end, y))
        name = theme.slots[ink.slot].shape if ink.slot >= 0 else "o"
        draw_point(painter, end / 2, y, name, self.look.point * _POINT, ink.color, theme.surface, self.look.outline)

    def draw(self, painter: QPainter) -> None:
        """Marked rows, a line below the head, the marks of series, the words."""
        theme, mark = self.look.theme, self.values[1]
        for k, box in enumerate(self._rows[1:]):
            if k < len(mark) and mark[k]:
                painter.fillRect(box, QColor(theme.soft))
        if len(self._rows) > 1:
            painter.setPen(pen(theme.line, self.look.rule))
            y = round(self._rows[0].bottom())
            painter.drawLine(0, y, round(self.map.width), y)
        for box, role in zip(self._rows[1:], self.values[3], strict=False):
            self._draw_series(painter, box, role)
        for box, words, column, head in self._cells:
            painter.setFont(self.look.font(_HEAD if head else _BODY))
            painter.setPen(QColor(theme.muted if head else theme.text))
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            if painter.fontMetrics().horizontalAdvance(words) > box.width() + 1:
                words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, words)

    def hit(self, x: float, y: float, reach: float) -> Hit | None:
        """The row under the cursor; the head is none."""
        for k, box in enumerate(self._rows[1:]):
            if box.contains(x, y):
                ids = self.values[2]
                number = int(ids[k]) if k < len(ids) else k
                words = "  ".join(self.values[0][k + 1])
                return Hit(self.layer.name, number, x, box.center().y(), (x, y), text=words, ring=False, of=(k,))
        return None

    def near(self, x: float, y: float, reach: float) -> bool:
        """On a row."""
        return any(box.contains(x, y) for box in self._rows)


def _decimals(table: Rows, cells: int) -> tuple[int, ...]:
    """Of the columns of a row's first cells."""
    known = tuple(column.decimals for column in table.columns[:cells])
    return known + (Column("").decimals,) * (cells - len(known))


def _words(cell: Scalar, decimals: int) -> str:
    """A cell as it is drawn; what is undefined is a dash."""
    if cell is None:
        return "–"
    return fixed(cell, decimals) if isinstance(cell, float) else plain(cell)
