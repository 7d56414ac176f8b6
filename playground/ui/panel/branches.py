"""The list of kept runs: what was left behind by a turned knob or an undo, by name, with a way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from playground.render.tokens import SPACING
from playground.ui.controller.state import Panel
from playground.ui.controls.closable import Closable
from playground.ui.controls.field import TextField
from playground.ui.controls.style import Look, label, quiet_scroll
from playground.ui.controls.widgets import IconButton, button

WIDTH, ROW = 430, 34  # px at factor 1
MOST_SHOWN = 6  # rows before the list scrolls


class BranchList(Closable):
    """The kept runs of the panel on the stage, the newest on top.

    Signals:
        switched: the number of a kept run that is wanted.
        renamed: the number of a run, None for the present one, and its new name.
        unghosted: the run before shall not be drawn.
        separated: the comparison shall end.
        closed: the list was closed.
    """

    switched = Signal(int)
    renamed = Signal(object, str)
    unghosted = Signal()
    separated = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setAccessibleName("Kept runs")
        self._look: Look | None = None
        self._shown: tuple[object, ...] | None = None
        self._column = QVBoxLayout(self)
        self._head = QHBoxLayout()
        self._head.addWidget(label("Kept runs", "body strong"))
        self._head.addStretch(1)
        self.hide_button = button("Hide the run before")
        self.hide_button.clicked.connect(self.unghosted)
        self._head.addWidget(self.hide_button)
        self.stop_button = button("Stop comparing")
        self.stop_button.clicked.connect(self.separated)
        self._head.addWidget(self.stop_button)
        close = IconButton("close", "Close the list", size=15)
        close.clicked.connect(self.close_up)
        self._head.addWidget(close)
        self._column.addLayout(self._head)
        self._inside = QWidget()
        self._inside.setProperty("plane", "surface")
        self._rows = QVBoxLayout(self._inside)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self.area = QScrollArea()
        quiet_scroll(self.area)
        self.area.setWidget(self._inside)
        self._column.addWidget(self.area)
        self.fields: list[TextField] = []
        self._lines: list[tuple[QHBoxLayout, TextField, QPushButton]] = []
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(*[look.px(12)] * 4)
        self._column.setSpacing(look.px(8))
        self._rows.setSpacing(look.px(4))
        for row, field, go in self._lines:
            _size(row, field, go, look)
        self.place()

    def show_panel(self, panel: Panel) -> None:
        """Shows the kept runs, while the list is open."""
        frame = panel.frame
        if self.isHidden() or frame is None:
            return
        self.hide_button.setVisible(bool(frame.ghosts))
        comparing = bool(panel.twins)
        self.stop_button.setVisible(comparing)
        shown = (panel.group, frame.name, frame.branches, comparing)
        if shown == self._shown:
            return
        self._shown = shown
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.fields, self._lines = [], []
        self._row(None, frame.name, max(frame.reached, frame.step))
        for i in reversed(range(len(frame.branches))):
            self._row(i, frame.branches[i].name, frame.branches[i].reached, comparing)
        if comparing and frame.branches:
            self._rows.addWidget(label("They are reached again when the comparison has ended", "small", "muted"))
        if not frame.branches:
            self._rows.addWidget(label("Scrub back, change something: the run so far is kept here", "small", "muted"))
        self.place()

    def _row(self, number: int | None, name: str, reached: int, barred: bool = False) -> None:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        field = TextField("Name of this run" if number is None else f"Name of kept run {number + 1}", False)
        field.setPlaceholderText("This run" if number is None else "")
        field.setToolTip("Type a name for this run")
        field.show_text(name)
        field.typed.connect(lambda words: self.renamed.emit(number, words))
        row.addWidget(field, 1)
        row.addWidget(label(f"to step {reached:,}", "caption", "muted"))
        go = button("On the stage" if number is None else "Go there", name=f"Go to: {name or 'this run'}")
        go.setEnabled(number is not None and not barred)
        go.clicked.connect(lambda: self.switched.emit(number))
        row.addWidget(go)
        if self._look is not None:
            _size(row, field, go, self._look)
        self.fields.append(field)
        self._lines.append((row, field, go))
        self._rows.addWidget(line)

    def open_for(self, panel: Panel) -> None:
        """Opens the list."""
        self._shown = None
        self.show()
        self.raise_()
        self.show_panel(panel)
        if self.fields:
            self.fields[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """Above the transport, at the left."""
        look, page = self._look, self.parentWidget()
        if look is None or page is None:
            return
        width = min(look.px(WIDTH), page.width() - 2 * look.px(16))
        count = min(MOST_SHOWN, max(2, self._rows.count()))
        height = min(look.px(72 + ROW * count), page.height() - look.px(SPACING.transport + SPACING.top_bar + 16))
        bottom = page.height() - look.px(SPACING.transport) - look.px(8)
        self.setGeometry(look.px(16), bottom - height, width, height)


def _size(row: QHBoxLayout, field: TextField, go: QPushButton, look: Look) -> None:
    row.setSpacing(look.px(8))
    field.setFixedHeight(look.px(SPACING.field))
    go.setFixedWidth(look.px(104))
