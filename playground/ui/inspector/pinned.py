"""The parameter that a beat pins as a row, where the lecturer has no inspector."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look, dress
from playground.ui.inspector.parameter_rows import row
from playground.ui.inspector.row import Row

WIDTH = 250  # logical px


class Pinned(QFrame):
    """The row of one parameter, or nothing.

    Signals:
        changed: name, value and the stroke that it belongs to.
        typed: name and words.
        back: name; the default is wanted.
        given_up: a refused value was given up.
    """

    changed = Signal(str, object, str)
    typed = Signal(str, str)
    back = Signal(str)
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.row: Row | None = None
        self.hide()

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look

    def show_panel(self, name: str, panel: Panel) -> bool:
        """Shows the row of a parameter, or nothing for an empty name; whether it came or went."""
        specs = panel.params.specs()
        name = name if name in specs and specs[name].matters(panel.params) else ""
        here = self.row.spec.name if self.row is not None else ""
        if name != here:
            self._change(name, panel)
        if self.row is not None:
            where, sentence = panel.refusal
            self.row.show_own(panel.data_kind != "made")
            self.row.set_value(getattr(panel.params, name), sentence if name == where else "")
        self.setVisible(bool(name))
        return bool(name) != bool(here)

    def _change(self, name: str, panel: Panel) -> None:
        if self.row is not None:
            self.row.hide()
            self.row.deleteLater()
            self.row = None
        if name:
            self.row = made = row(panel.params.specs()[name])
            made.changed.connect(self.changed)
            made.typed.connect(self.typed)
            made.back.connect(self.back)
            made.given_up.connect(self.given_up)
            self._column.addWidget(made)
            if self._look is not None:
                dress(made, self._look)
