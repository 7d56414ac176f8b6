"""The numbers of the inspector: one line a declared metric, with its note and its meaning as the tool tip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from playground.engine.concept import Declaration, Metric
from playground.engine.frame import Frame
from playground.figures.template import fill
from playground.ui.style import Look, label


class NumbersPane(QWidget):
    """The declared metrics of a frame; those that the mode does not have are left out."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__()
        self._declaration = declaration
        self._rows: dict[str, tuple[QLabel, QLabel, QLabel]] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(label("Numbers", "section"))
        self._grid = QGridLayout()
        self._grid.setColumnStretch(0, 1)
        self._column.addLayout(self._grid)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._column.setSpacing(look.px(8))
        self._grid.setVerticalSpacing(look.px(9))
        self._grid.setHorizontalSpacing(look.px(8))

    @property
    def texts(self) -> dict[str, str]:
        """What stands on screen, by metric name."""
        return {name: value.text() for name, (_, value, _) in self._rows.items() if not value.isHidden()}

    def show_frame(self, frame: Frame) -> None:
        """Shows the numbers of a frame."""
        for name, value in frame.metrics.items():
            metric = self._declaration.metric(name)
            if metric is not None and metric.shown and name not in self._rows and value is not None:
                self._add(name, metric)
        for name, (words, number, note) in self._rows.items():
            metric = self._declaration.metric(name)
            here = metric is not None and frame.metrics.get(name) is not None
            for part in (words, number, note):
                if part.isHidden() == here:
                    part.setVisible(here)
            if metric is not None and here:
                unit = f" {metric.unit}" if metric.unit else ""
                _put(number, metric.text(frame.metrics[name]) + unit)
                _put(note, fill(metric.note, self._declaration, {**frame.params, **frame.metrics}, frame.arrays))

    def _add(self, name: str, metric: Metric) -> None:
        words = metric.label if name == metric.name else f"{metric.label}, {name.split('.', 1)[1]}"
        parts = (label(words, "small", "muted"), label("", "value"), label("", "caption", "muted"))
        parts[0].setWordWrap(True)
        order = [m.name for m in self._declaration.metrics]
        row = order.index(metric.name) * 16 + len([n for n in self._rows if n.split(".")[0] == metric.name])
        for column, part in enumerate(parts):
            part.setToolTip(metric.meaning)
            self._grid.addWidget(part, row, column, Qt.AlignmentFlag.AlignRight if column == 1 else Qt.AlignmentFlag(0))
        self._rows[name] = parts


def _put(where: QLabel, words: str) -> None:
    if where.text() != words:
        where.setText(words)
        where.setAccessibleName(words)
