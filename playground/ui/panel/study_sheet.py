"""The sheet of a study over the stage: a map, curves or a table of its runs; a click enters one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.engine.errors import BadInput
from playground.engine.frame import Frame
from playground.render.figure_view import FigureView
from playground.render.tokens import SPACING
from playground.ui.controller.state import Panel
from playground.ui.controls.closable import Closable
from playground.ui.controls.picker import Picker
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import IconButton

if TYPE_CHECKING:
    from playground.sweep.summary import Summary

KINDS = {"map": "Map", "curves": "Curves", "table": "Table"}
ORDERS = {"": "smallest first", "falling": "largest first"}
PAGE = 20  # rows of the table that a page key passes over; a notch of the wheel passes over three


class StudySheet(Closable):
    """Covers the stage while a study is looked at. Its file is read by a thread, since it may be large.

    Signals:
        entered: the study, and the number of one of its runs.
        closed: the sheet was closed.
        arrived: the path that was read, and its `Summary` or the sentence why there is none.
    """

    entered = Signal(object, int)
    arrived = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("plane", "surface")
        self.setAccessibleName("Study")
        self._look: Look | None = None
        self._panel: Panel | None = None
        self._path = ""
        self.summary: Summary | None = None
        self.view: FigureView | None = None
        self._column = QVBoxLayout(self)
        self._row = QHBoxLayout()
        self.kind, self.across, self.up, self.colour = Picker("View"), Picker("Across"), Picker("Up"), Picker("Metric")
        self._words = {name: label("", "small", "muted") for name in ("across", "up", "colour")}
        self.order = Picker("Rows")
        self.order.offer(ORDERS)
        self.order.pick("")
        self._first = 0
        self._row.addWidget(self.kind, 1)
        for name, picker in (("across", self.across), ("up", self.up), ("colour", self.colour)):
            self._row.addWidget(self._words[name])
            self._row.addWidget(picker, 1)
        self._row.addWidget(self.order, 1)
        for picker in (self.kind, self.across, self.up, self.colour, self.order):
            picker.chosen.connect(self._choose)
        close = IconButton("close", "Close the study", size=15)
        close.clicked.connect(self.close_up)
        self._row.addWidget(close)
        self._column.addLayout(self._row)
        self.message = label("", "caption", "muted")
        self._column.addWidget(self.message)
        self._column.addStretch(1)
        self.arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)  # from the thread that reads
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._column.setContentsMargins(look.px(SPACING.stage[0]), look.px(8), look.px(8), 0)
        self._column.setSpacing(look.px(4))
        self._row.setSpacing(look.px(8))
        if self.view is not None:
            self.view.set_theme(look.theme, look.factor)

    # ---- opening

    def show_study(self, path: str, panel: Panel) -> None:
        """Opens a file, or closes the sheet where the path is empty; does nothing where it is open already."""
        self._panel = panel
        if path == self._path:
            return
        self._path, self.summary = path, None
        if not path:
            self._hide()
            return
        self.message.setText("Reading the study")
        self.show()
        self.raise_()
        self.kind.setFocus(Qt.FocusReason.PopupFocusReason)
        threading.Thread(target=self._read, args=(path,), name="study reader", daemon=True).start()

    def _read(self, path: str) -> None:
        from playground.sweep.summary import read

        found: Summary | str
        try:
            found = read(path)
        except BadInput as bad:
            found = str(bad)
        self.arrived.emit(path, found)

    def _take(self, path: str, found: Summary | str) -> None:
        if path != self._path:
            return
        if isinstance(found, str):
            self.message.setText(found)
            return
        self.summary = found
        self._offer(found)
        self._draw()

    def _offer(self, summary: Summary) -> None:
        """Offers what this study can be looked at by."""
        from playground.sweep.pictures import STEP
        from playground.sweep.summary import STATUS

        declared = summary.study.base.declaration()
        specs, names = declared.params.specs(), list(summary.axes)
        kinds = [kind for kind in KINDS if kind == "table" or (summary.whole and (kind == "curves" or len(names) > 1))]
        kinds = [kind for kind in kinds if kind != "curves" or names or len(summary.steps)]
        self.kind.offer({kind: KINDS[kind] for kind in kinds})
        self.kind.pick(kinds[0])
        words = {name: specs[name].label for name in names}
        self.across.offer(words | ({STEP: "step"} if len(summary.steps) else {}))
        self.up.offer(words | {"": "all together"})
        self.across.pick(names[0] if names else STEP)
        self.up.pick(names[1] if len(names) > 1 else "")
        metrics = {}
        for name in summary.study.base.metrics:
            metric = declared.metric(name)
            if metric is not None:
                metrics[name] = metric.label + (f", {name.partition('.')[2]}" if "." in name else "")
        self.colour.offer(metrics | {STATUS: "status"})
        self.colour.pick(next(iter(summary.telling()), next(iter(metrics), STATUS)))

    def _leave(self) -> None:
        """The study is forgotten."""
        self._path = ""
        self._hide()

    def _hide(self) -> None:
        self.hide()
        self.summary = None
        if self.view is not None:
            self.view.hide()
            self.view.deleteLater()
            self.view = None

    # ---- showing

    def _choose(self, _: str) -> None:
        self._first = 0
        self._draw()

    def _scroll(self, rows: int) -> None:
        """Passes over some rows of the table."""
        if self.summary is not None and self.kind.value == "table":
            self._first = max(0, min(self._first + rows, self.summary.count - 1))
            self._draw()

    def _draw(self) -> None:
        """Draws what is chosen."""
        summary, kind = self.summary, self.kind.value
        if summary is None or self._look is None:
            return
        if self.view is None:
            self.view = FigureView(self._look.theme, self._look.factor, self)
            self.view.gesture.connect(self._enter)
            self._column.insertWidget(2, self.view, 100)
        said = {"map": ("Across", "Up", "Colour"), "curves": ("Across", "A curve each", "Up"), "table": ("", "", "By")}
        for (name, words), text in zip(self._words.items(), said[kind], strict=True):
            words.setText(text)
            words.setVisible(bool(text))
            getattr(self, name).setVisible(bool(text))
        self.order.setVisible(kind == "table")
        shown = self._frame(summary)
        faults = f" · {summary.faults:,} stopped early" if summary.faults else ""
        total = f"{summary.count:,} of {len(summary.study):,} runs{faults}"
        if shown is None:
            self.message.setText(f"{total} · two different parameters make a picture")
            self.view.hide()
            return
        what = {"map": "a cell", "curves": "a point", "table": "a row"}[kind]
        self.message.setText(f"{summary.name} · {total} · click {what} to enter its run")
        assert shown.figure is not None
        self.view.show()
        self.view.set_figure(shown.figure, summary.study.base.declaration())
        self.view.set_frame(shown)

    def _frame(self, summary: Summary) -> Frame | None:
        from playground.sweep.pictures import STEP, curves_frame, map_frame, table_frame
        from playground.sweep.summary import STATUS

        x, y, metric = self.across.value, self.up.value, self.colour.value
        if self.kind.value == "table":
            return table_frame(summary, metric, self.order.value == "falling", self._first)
        if x == y or (self.kind.value == "map" and (x == STEP or not y)) or (x == STEP and metric == STATUS):
            return None
        if self.kind.value == "curves":
            return curves_frame(summary, x, y, metric)
        assert self._panel is not None
        return map_frame(summary, x, y, metric, self._panel.params)

    def _enter(self, kind: str, values: dict[str, Any], stroke: str) -> None:
        from playground.sweep.pictures import run_of_cell

        summary = self.summary
        if summary is None:
            return
        if self.kind.value == "map":
            found = run_of_cell(summary, self.across.value, self.up.value, values["row"], values["column"])
        else:
            found = int(values["id"])
        if found is not None:
            self.entered.emit(summary.study, found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes; the page and arrow keys move the table."""
        keys = Qt.Key
        moves = {keys.Key_PageDown: PAGE, keys.Key_PageUp: -PAGE, keys.Key_Down: 1, keys.Key_Up: -1}
        if self.kind.value == "table" and event.key() in moves:
            self._scroll(moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel moves the table."""
        self._scroll(-round(event.angleDelta().y() / 40))
