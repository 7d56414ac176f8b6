"""The numbers of the inspector: a line for each declared metric, a table for those over a choice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Declaration, Metric
from playground.engine.frame import Frame
from playground.texts.template import fill
from playground.ui.controls.style import Look, label, mark
from playground.ui.controls.widgets import ElidedLabel
from playground.ui.inspector.choice_numbers import parts, rows
from playground.ui.inspector.number_table import NumberTable

COLUMN, NARROW = 66, 44  # px at factor 1: a number of one of two twins, or of more
HIDDEN = "Hidden while you ask."


class NumbersPane(QWidget):
    """The declared metrics of a frame; those that the mode does not have are left out."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__()
        self._declaration = declaration
        self._look: Look | None = None
        self._rows: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.heading = label("Numbers", "section")
        self._top = QHBoxLayout()
        self._top.addWidget(self.heading)
        self._top.addStretch(1)
        self._column.addLayout(self._top)
        self._titles: tuple[str, ...] = ()
        self._heads: list[ElidedLabel] = []
        self._more: dict[str, list[QLabel]] = {}
        self._hidden = label(HIDDEN, "small", "muted")
        self._hidden.setWordWrap(True)
        self._hidden.hide()
        self._column.addWidget(self._hidden)
        self._lines: dict[str, QHBoxLayout] = {}
        self.tables: dict[str, NumberTable] = {}
        self._cells: dict[str, str] = {}

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setSpacing(look.px(9))
        self._size()

    @property
    def texts(self) -> dict[str, str]:
        """What stands on screen, by metric name."""
        lines = {name: value.text() for name, (_, value, _) in self._rows.items() if not value.isHidden()}
        return lines | self._cells

    def show_twins(self, titles: tuple[str, ...]) -> None:
        """A column for every twin, with the difference on top; one column while nothing is compared."""
        if titles == self._titles:
            return
        self._titles = titles
        for head in self._heads:
            head.hide()
            head.deleteLater()
        self._heads = [ElidedLabel(title, "caption strong") for title in apart(titles)]
        for head in self._heads:
            head.setProperty("tone", "muted")
            head.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._top.addWidget(head)
        for name, more in self._more.items():
            while len(more) < len(titles) - 1:
                more.append(label("", "value"))
                more[-1].setToolTip(self._rows[name][1].toolTip())
                self._lines[name].insertWidget(1 + len(more), more[-1])
            for number in more[max(0, len(titles) - 1) :]:
                number.hide()
        self._size()

    def _size(self) -> None:
        """Columns as wide as their numbers need, so that they stand below one another."""
        count, look = len(self._titles), self._look
        if look is None:
            return
        wide = look.px(COLUMN if count == 2 else NARROW)
        for head in self._heads:
            head.setFixedWidth(wide)
        for name, more in self._more.items():
            for number in (self._rows[name][1], *more):
                number.setAlignment(Qt.AlignmentFlag.AlignRight)
                number.setMinimumWidth(wide if count > 1 else 0)
                mark(number, "type", "caption strong" if count > 2 else "value")
        for line in (*self._lines.values(), self._top):
            line.setSpacing(look.px(4 if count > 2 else 8))

    def show_frame(self, frame: Frame, asking: bool = False, others: Sequence[Frame] = ()) -> None:
        """Shows the numbers of a frame, or only that they are hidden while the class is asked.

        Args:
            frame: of the first run.
            asking: the class is asked.
            others: the frames of its twins, each in a column of its own.
        """
        self._hidden.setVisible(asking)
        for name, value in frame.metrics.items():
            metric = self._declaration.metric(name)
            if metric is None or not metric.shown or value is None:
                continue
            if metric.over is not None:
                self._add_table(metric.over)
            elif name not in self._rows:
                self._add(name, metric)
        self._show_tables((frame, *others), asking)
        for name, (words, number, note) in self._rows.items():
            metric = self._declaration.metric(name)
            known = any(one.metrics.get(name) is not None for one in (frame, *others))
            here = metric is not None and known and not asking
            for part in (words, number):
                if part.isHidden() == here:
                    part.setVisible(here)
            note.setVisible(here and bool(metric is not None and metric.note) and not others)
            for twin, column in zip(others, self._more[name], strict=False):
                column.setVisible(here)
                if metric is not None and here:
                    _put(column, metric.text(twin.metrics.get(name)))
            if metric is not None and here:
                unit = f" {metric.unit}" if metric.unit and not others else ""
                _put(number, metric.text(frame.metrics[name]) + unit)
                beside = fill(metric.note, self._declaration, {**frame.params, **frame.metrics}, frame.arrays)
                _put(note, beside if metric.note else "")

    def _show_tables(self, frames: Sequence[Frame], asking: bool) -> None:
        heads = apart(self._titles)
        self._cells = {}
        for over, table in self.tables.items():
            columns = [] if asking else parts(self._declaration, over, frames, heads)
            found = rows(self._declaration, over, frames, columns)
            table.setVisible(bool(found))
            table.show_table([part.column for part in columns], found)
            self._cells |= {
                f"{part.metric.name}.{value}": text
                for part in columns
                if not part.other and part.run == 0
                for value in self._declaration.params.specs()[over].choices
                if (text := part.text(self._declaration, frames, value))
            }

    def _add_table(self, over: str) -> None:
        if over in self.tables:
            return
        table = self.tables[over] = NumberTable()
        if self._look is not None:
            table.restyle(self._look)
        first = next(metric.name for metric in self._declaration.metrics if metric.over == over and metric.shown)
        self._column.insertWidget(self._index(first), table)

    def _index(self, name: str) -> int:
        """Where a metric stands among the lines and the tables that are there."""
        firsts = [
            next(one.name for one in self._declaration.metrics if one.over == over and one.shown)
            for over in self.tables
            if self._column.indexOf(self.tables[over]) >= 0
        ]
        return 2 + sum(self._place(old) < self._place(name) for old in (*self._lines, *firsts))

    def _add(self, name: str, metric: Metric) -> None:
        labels = (label(metric.label, "small", "muted"), label("", "value"), label("", "caption", "muted"))
        labels[0].setWordWrap(True)
        line = QHBoxLayout()
        line.setSpacing(self._look.px(8) if self._look is not None else 8)
        for stretch, part in zip((1, 0, 0), labels, strict=True):
            part.setToolTip(metric.meaning)
            line.addWidget(part, stretch)
        self._column.insertLayout(self._index(name), line)
        self._lines[name] = line
        self._rows[name] = labels
        self._more[name] = []
        titles, self._titles = self._titles, ()
        self.show_twins(titles)

    def _place(self, name: str) -> tuple[int, str]:
        """Metrics stand in the order of their declaration."""
        order = [metric.name for metric in self._declaration.metrics]
        return order.index(name.split(".", 1)[0]), name


def apart(titles: tuple[str, ...]) -> tuple[str, ...]:
    """Titles without the words that all of them begin with."""
    words = [title.split(" ") for title in titles]
    shared = 0
    while words and all(len(one) > shared + 1 and one[shared] == words[0][shared] for one in words):
        shared += 1
    return tuple(" ".join(one[shared:]) for one in words)


def _put(where: QLabel, words: str) -> None:
    if where.text() != words:
        where.setText(words)
        where.setAccessibleName(words)
