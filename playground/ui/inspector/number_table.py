"""Numbers over a choice as a table: a row for each value with the mark of its series, a column for each number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from playground.figures.layers import Role
from playground.render.words import NamedWidget
from playground.ui.controls.series_mark import WIDE, paint_mark
from playground.ui.controls.style import Look

ROW, GAP, APART = 22, 8, 10  # px at factor 1: a row, between columns, between two parts of a table
LEAST = 34  # px at factor 1 of a column
MOST_HEAD = 84  # px at factor 1 that the head of a column has before it breaks


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column.

    Attributes:
        head: its words.
        meaning: for the tool tip.
        part: columns of one part stand side by side as far as they fit; its words stand above them, if it has any.
        strong: what was measured; what is not stands beside the column before it.
    """

    head: str
    meaning: str = ""
    part: str = ""
    strong: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """Columns that stand side by side.

    Attributes:
        widths: the width of each column by its number, px.
        rows: the rows that have something in one of them.
    """

    widths: Mapping[int, int]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row.

    Attributes:
        words: the value of the choice.
        role: how its series is drawn; none: it has no mark.
        cells: a text for each column.
    """

    words: str
    role: Role | None
    cells: tuple[str, ...]


class NumberTable(NamedWidget, QWidget):
    """A table that is drawn as a whole; columns that do not fit side by side go on below, with their rows again."""

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self.columns: tuple[TableColumn, ...] = ()
        self.rows: tuple[TableRow, ...] = ()
        self._widths: dict[TableColumn, int] = {}
        self._blocks: list[Block] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._widths.clear()
        self._fit()

    def show_table(self, columns: Sequence[TableColumn], rows: Sequence[TableRow]) -> None:
        """Shows other numbers; columns never become narrower, so that nothing jumps."""
        new, old = (tuple(columns), tuple(rows)), (self.columns, self.rows)
        if new == old:
            return
        self.columns, self.rows = new
        if [row.words for row in self.rows] != [row.words for row in old[1]] or self.columns != old[0]:
            self._widths.clear()
        self._fit()
        words = "; ".join(
            f"{row.words}: "
            + ", ".join(f"{one.head} {cell}" for one, cell in zip(self.columns, row.cells, strict=True))
            for row in self.rows
        )
        if words != self.accessibleName():
            self.setAccessibleName(words)
        self.update()

    def _metrics(self, style: str) -> QFontMetrics:
        assert self._look is not None
        return QFontMetrics(self._look.font(style))

    def _style(self, column: TableColumn) -> str:
        return "small strong" if column.strong else "small"

    def _fit(self) -> None:
        """Measures the columns and parts them into blocks that are as wide as there is room."""
        look = self._look
        if look is None:
            return
        heads = self._metrics("caption")
        for i, column in enumerate(self.columns):
            text = self._metrics(self._style(column))
            word = max((heads.horizontalAdvance(word) for word in column.head.split()), default=0)
            cells = max((text.horizontalAdvance(row.cells[i]) for row in self.rows), default=0)
            wide = max(cells, word, min(heads.horizontalAdvance(column.head), look.px(MOST_HEAD) - look.px(24)))
            self._widths[column] = max(self._widths.get(column, look.px(LEAST)), wide)
        blocks = [self._block(numbers) for numbers in self._parted()]
        changed = blocks != self._blocks
        self._blocks = blocks
        if changed or self.height() != self._tall():
            self.setFixedHeight(max(1, self._tall()))

    def _parted(self) -> list[list[int]]:
        """The numbers of the columns that stand side by side; a number and what stands beside it stay together."""
        assert self._look is not None
        gap, room = self._look.px(GAP), self.width() - self._name_width()
        together: list[list[int]] = []
        for i, column in enumerate(self.columns):
            if column.strong or not together:
                together.append([])
            together[-1].append(i)
        found: list[list[int]] = []
        used = 0
        for group in together:
            wide = sum(self._widths[self.columns[i]] + gap for i in group)
            part = self.columns[group[0]].part
            if not found or used + wide > room or part != self.columns[found[-1][0]].part:
                found.append([])
                used = 0
            found[-1] += group
            used += wide
        return found

    def _block(self, numbers: list[int]) -> Block:
        """Columns with the room that is left, as far as their heads need it, and the rows that they have."""
        assert self._look is not None
        heads = self._metrics("caption")
        widths = {i: self._widths[self.columns[i]] for i in numbers}
        spare = self.width() - self._name_width() - sum(widths.values()) - self._look.px(GAP) * len(numbers)
        for i in numbers:
            more = min(max(0, spare), max(0, heads.horizontalAdvance(self.columns[i].head) + 2 - widths[i]))
            widths[i] += more
            spare -= more
        return Block(widths, tuple(k for k, row in enumerate(self.rows) if any(row.cells[i] for i in numbers)))

    def _name_width(self) -> int:
        look = self._look
        if look is None:
            return 0
        metrics = self._metrics("small")
        words = max((metrics.horizontalAdvance(row.words) for row in self.rows), default=0)
        return words + (look.px(WIDE) + look.px(GAP) if any(row.role for row in self.rows) else 0)

    def _head_height(self, block: Block) -> int:
        metrics = self._metrics("caption")
        boxes = [
            metrics.boundingRect(QRect(0, 0, wide, 1000), _HEAD, self.columns[i].head)
            for i, wide in block.widths.items()
        ]
        return max((box.height() for box in boxes), default=0)

    def _tall(self) -> int:
        look = self._look
        if look is None or not self._blocks:
            return 0
        parts = [self._part(block) for block in self._blocks]
        titles = sum(bool(part) and (i == 0 or part != parts[i - 1]) for i, part in enumerate(parts))
        heads = sum(map(self._head_height, self._blocks))
        body = (titles + sum(len(block.rows) for block in self._blocks)) * look.px(ROW)
        return heads + body + (len(self._blocks) - 1) * look.px(APART) + look.px(2)

    def sizeHint(self) -> QSize:
        """As high as its blocks."""
        return QSize(1, max(1, self._tall()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may take other blocks."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws block below block."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y, before = 0, ""
        for block in self._blocks:
            part = self._part(block)
            if part and part != before:
                painter.setFont(look.font("small"))
                painter.setPen(look.color("muted"))
                painter.drawText(QRect(0, y, self.width(), look.px(ROW)), _LEFT, part)
                y += look.px(ROW)
            before = part
            y = self._draw_block(painter, look, block, y) + look.px(APART)
        painter.end()

    def _part(self, block: Block) -> str:
        return self.columns[next(iter(block.widths))].part

    def _places(self, block: Block) -> Mapping[int, tuple[int, int]]:
        """Left end and width of each column of a block; they stand at the right."""
        assert self._look is not None
        right, found = self.width(), {}
        for i, wide in reversed(tuple(block.widths.items())):
            found[i] = (right - wide, wide)
            right -= wide + self._look.px(GAP)
        return found

    def _draw_block(self, painter: QPainter, look: Look, block: Block, y: int) -> int:
        places = self._places(block)
        head = self._head_height(block)
        painter.setPen(look.color("muted"))
        painter.setFont(look.font("caption"))
        for i, (left, wide) in places.items():
            painter.drawText(QRect(left, y, wide, head), _HEAD, self.columns[i].head)
        y += head
        for row in (self.rows[k] for k in block.rows):
            middle, x = y + look.px(ROW) / 2, 0
            if row.role is not None:
                paint_mark(painter, 0, middle, look, row.role)
            if any(one.role for one in self.rows):
                x = look.px(WIDE) + look.px(GAP)
            first = min(left for left, _ in places.values()) - look.px(4)
            self._put(painter, QRectF(x, y, max(1, first - x), look.px(ROW)), row.words, "small", "text", _LEFT)
            for i, (left, wide) in places.items():
                column = self.columns[i]
                tone = "text" if column.strong else "muted"
                box = QRectF(left - look.px(GAP), y, wide + look.px(GAP), look.px(ROW))
                self._put(painter, box, row.cells[i], self._style(column), tone, _RIGHT)
            y += look.px(ROW)
        return y

    def _put(self, painter: QPainter, box: QRectF, words: str, style: str, tone: str, where: Qt.AlignmentFlag) -> None:
        assert self._look is not None
        painter.setFont(self._look.font(style))
        painter.setPen(self._look.color(tone))
        fits = self._metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()) + 1)
        painter.drawText(box, where, fits)

    def event(self, event: QEvent) -> bool:
        """The tool tip says what the column under the cursor means."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.meaning_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def meaning_at(self, place: QPointF) -> str:
        """What the column at a place means."""
        y, before = 0.0, ""
        look = self._look
        for block in self._blocks if look is not None else ():
            assert look is not None
            part = self._part(block)
            y += look.px(ROW) if part and part != before else 0
            before = part
            bottom = y + self._head_height(block) + len(block.rows) * look.px(ROW)
            if place.y() <= bottom:
                held = [i for i, (left, wide) in self._places(block).items() if left <= place.x() <= left + wide]
                return self.columns[held[0]].meaning if held else ""
            y = bottom + look.px(APART)
        return ""


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_HEAD = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap)
