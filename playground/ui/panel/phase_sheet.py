"""The sheet of a phase map over the stage: two parameters and a metric are chosen, a click on a cell enters its run."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from playground.engine.declarations.axes import axis_names, colour_names
from playground.engine.declarations.concept import Declaration
from playground.engine.frame import PhaseMap
from playground.engine.run.variants import Sweep
from playground.render.figure_view import FigureView
from playground.render.phase import cell_values, frame
from playground.render.tokens import SPACING
from playground.ui.controller.state import Panel
from playground.ui.controls.closable import Closable
from playground.ui.controls.field import TextField
from playground.ui.controls.picker import Picker
from playground.ui.controls.style import Look, label
from playground.ui.controls.widgets import IconButton, button

LEAST_STEPS, MOST_STEPS = 20, 100_000


class PhaseSheet(Closable):
    """Covers the stage while a map is looked at.

    Signals:
        wanted: the sweep that shall be made.
        stopped: the map shall be left off.
        entered: the two values of a cell by parameter, and the steps of its run.
        closed: the sheet was closed.
        saved: the map shall be kept as a study.
    """

    wanted = Signal(object)
    stopped = Signal()
    entered = Signal(dict, int)
    saved = Signal()

    def __init__(self, parent: QWidget, declaration: Declaration) -> None:
        super().__init__(parent)
        self.setProperty("plane", "surface")
        self.setAccessibleName("Phase map")
        self._declaration = declaration
        self._look: Look | None = None
        self._panel: Panel | None = None
        self._phase: PhaseMap | None = None
        self.view: FigureView | None = None
        self._column = QVBoxLayout(self)
        self._rows = (QHBoxLayout(), QHBoxLayout())
        first, second = self._rows
        self.across, self.up, self.colour = Picker("Across"), Picker("Up"), Picker("Colour")
        for row, words, picker in (
            (first, "Across", self.across),
            (first, "Up", self.up),
            (second, "Colour", self.colour),
        ):
            row.addWidget(label(words, "small", "muted"))
            row.addWidget(picker, 1)
        second.addWidget(label("Steps", "small", "muted"))
        self.steps = TextField("Steps of each run", False)
        self.steps.setToolTip("How many steps each run takes")
        second.addWidget(self.steps)
        self.go = button("Compute", "primary")
        self.go.clicked.connect(self._press)
        second.addWidget(self.go)
        self.save = IconButton("content-save-outline", "Save as a study", size=15)
        self.save.clicked.connect(self.saved)
        first.addWidget(self.save)
        close = IconButton("close", "Close the map", size=15)
        close.clicked.connect(self.close_up)
        first.addWidget(close)
        for row in self._rows:
            self._column.addLayout(row)
        self.message = label("", "caption", "muted")
        self._column.addWidget(self.message)
        self._column.addStretch(1)
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        edge = look.px(SPACING.stage[0])
        self._column.setContentsMargins(edge, look.px(8), look.px(8), 0)
        self._column.setSpacing(look.px(4))
        for row in self._rows:
            row.setSpacing(look.px(8))
        self.steps.setFixedSize(look.px(66), look.px(SPACING.field))
        self.go.setFixedWidth(look.px(104))
        if self.view is not None:
            self.view.set_theme(look.theme, look.factor)

    # ---- opening

    def open_for(self, panel: Panel) -> None:
        """Opens it with what matters beside the present parameters."""
        self._panel = panel
        specs = panel.params.specs()
        here = [name for name in axis_names(self._declaration) if specs[name].matters(panel.params)]
        if len(here) < 2:
            return
        words = {name: specs[name].label for name in here}
        numbers = [name for name in here if specs[name].kind == "real"] + here
        for picker, first in ((self.across, numbers[0]), (self.up, next(n for n in numbers if n != numbers[0]))):
            picker.offer(words)
            if picker.value not in words:
                picker.pick(first)
        self._offer_colours(panel)
        if not self.steps.text():
            self.steps.show_text(str(max(LEAST_STEPS, panel.step)))
        self._build()
        self.show()
        self.raise_()
        self.show_panel(panel)
        self.go.setFocus(Qt.FocusReason.PopupFocusReason)

    def _offer_colours(self, panel: Panel) -> None:
        metrics = panel.frame.metrics if panel.frame is not None else {}
        words = {"status": "status"}
        for name in colour_names(self._declaration):
            metric = self._declaration.metric(name)
            if metric is not None and metric.shown and isinstance(metrics.get(name), int | float):
                words[name] = metric.label + (f", {name.partition('.')[2]}" if "." in name else "")
        self.colour.offer(words)
        if self.colour.value not in words:
            # A quantity says more than a count, which is often the number of steps.
            kinds = {name: self._declaration.metric(name) for name in words if name != "status"}
            real = [name for name, metric in kinds.items() if metric is not None and metric.decimals is not None]
            self.colour.pick(next(iter(real), "status"))

    def _build(self) -> None:
        if self.view is None and self._look is not None:
            self.view = FigureView(self._look.theme, self._look.factor, self)
            self.view.gesture.connect(self._enter)
            self._column.insertWidget(3, self.view, 100)
            self._phase = None

    def _leave(self) -> None:
        """A map that is under way is left off."""
        if self.view is not None:
            self.view.hide()
            self.view.deleteLater()
            self.view = None
        if self._phase is not None and self._phase.running:
            self.stopped.emit()

    # ---- showing

    def show_panel(self, panel: Panel) -> None:
        """Shows the newest state of the map, while the sheet is open."""
        if self.isHidden() or self.view is None:
            return
        moved = self._panel is None or self._panel.params is not panel.params
        self._panel = panel
        phase = panel.phase
        self.save.setEnabled(phase is not None)
        if phase is None:
            self.message.setText("Every cell is a run with these two parameters from its start")
            return
        if phase is self._phase and not moved:
            return
        self._phase = phase
        total = len(phase.xs) * len(phase.ys)
        self.go.setText("Stop" if phase.running else "Compute")
        state = "" if phase.done == total else " · stopped" if not phase.running else ""
        self.message.setText(f"{phase.done} of {total} runs{state} · click a cell to enter its run")
        shown = frame(self._declaration, phase, panel.params)
        if shown.figure is not None:
            self.view.set_figure(shown.figure, self._declaration)
        self.view.set_frame(shown)

    def _press(self) -> None:
        if self._phase is not None and self._phase.running:
            self.stopped.emit()
            return
        words = self.steps.text().strip()
        if not words.isdecimal() or int(words) > MOST_STEPS:
            self.message.setText(f"Steps must be a whole number from 0 to {MOST_STEPS:,}")
            return
        if self.across.value == self.up.value:
            self.message.setText("A map has two different parameters")
            return
        self.wanted.emit(Sweep(self.across.value, self.up.value, self.colour.value, int(words)))

    def _enter(self, kind: str, values: dict[str, int], stroke: str) -> None:
        if self._phase is not None:
            phase = self._phase
            self.close_up()
            self.entered.emit(cell_values(phase, values["row"], values["column"]), phase.steps)
