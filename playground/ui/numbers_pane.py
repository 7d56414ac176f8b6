"""The numbers of the inspector: one line a declared metric, with its note and its meaning as the tool tip."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from playground.engine.concept import Declaration, Metric
from playground.engine.frame import Frame
from playground.figures.template import fill
from playground.ui.style import Look, label

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
        self._column.addWidget(self.heading)
        self._hidden = label(HIDDEN, "small", "muted")
        self._hidden.setWordWrap(True)
        self._hidden.hide()
        self._column.addWidget(self._hidden)
        self._lines: dict[str, QHBoxLayout] = {}

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setSpacing(look.px(9))
        for line in self._lines.values():
            line.setSpacing(look.px(8))

    @property
    def texts(self) -> dict[str, str]:
        """What stands on screen, by metric name."""
        return {name: value.text() for name, (_, value, _) in self._rows.items() if not value.isHidden()}

    def show_frame(self, frame: Frame, asking: bool = False) -> None:
        """Shows the numbers of a frame, or only that they are hidden while the class is asked."""
        self._hidden.setVisible(asking)
        for name, value in frame.metrics.items():
            metric = self._declaration.metric(name)
            if metric is not None and metric.shown and name not in self._rows and value is not None:
                self._add(name, metric)
        for name, (words, number, note) in self._rows.items():
            metric = self._declaration.metric(name)
            here = metric is not None and frame.metrics.get(name) is not None and not asking
            for part in (words, number):
                if part.isHidden() == here:
                    part.setVisible(here)
            note.setVisible(here and bool(metric is not None and metric.note))
            if metric is not None and here:
                unit = f" {metric.unit}" if metric.unit else ""
                _put(number, metric.text(frame.metrics[name]) + unit)
                _put(
                    note,
                    ""
                    if not metric.note
                    else fill(
                        metric.note.replace(".*}", f".{name.partition('.')[2]}}}"),
                        self._declaration,
                        {**frame.params, **frame.metrics},
                        frame.arrays,
                    ),
                )

    def _add(self, name: str, metric: Metric) -> None:
        words = metric.label
        if metric.over is not None:
            value = name.partition(".")[2]
            words = f"{words}, {self._declaration.params.specs()[metric.over].choices.get(value, value)}"
        parts = (label(words, "small", "muted"), label("", "value"), label("", "caption", "muted"))
        parts[0].setWordWrap(True)
        line = QHBoxLayout()
        line.setSpacing(self._look.px(8) if self._look is not None else 8)
        for stretch, part in zip((1, 0, 0), parts, strict=True):
            part.setToolTip(metric.meaning)
            line.addWidget(part, stretch)
        self._column.insertLayout(2 + sum(self._place(old) < self._place(name) for old in self._lines), line)
        self._lines[name] = line
        self._rows[name] = parts

    def _place(self, name: str) -> tuple[int, str]:
        """Metrics stand in the order of their declaration."""
        order = [metric.name for metric in self._declaration.metrics]
        return order.index(name.split(".", 1)[0]), name


def _put(where: QLabel, words: str) -> None:
    if where.text() != words:
        where.setText(words)
        where.setAccessibleName(words)
