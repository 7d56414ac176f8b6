"""Rows without a field: switches, toggles of a group, choices."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QMenu

from playground.engine.declarations.params import Spec
from playground.render.words import tr
from playground.ui.controller.sentences import tool_tip
from playground.ui.controls.series_mark import SeriesToggle
from playground.ui.controls.style import mark
from playground.ui.controls.widgets import MenuButton, SegmentedButtons, Switch
from playground.ui.inspector.row import Row

MOST_SEGMENTS = 4


class FlagRow(Row):
    """On or off."""

    def build(self) -> None:
        """Adds the switch."""
        self.switch = Switch(self.spec.label)
        self.switch.setToolTip(tool_tip(self.spec))
        self.switch.clicked.connect(lambda: self._send(self.switch.isChecked()))
        self.head.addWidget(self.switch)

    def show_value(self, value: Any) -> None:
        """Shows the value."""
        self.switch.setChecked(bool(value))


class ToggleRow(Row):
    """On or off as one toggle among others: the toggle itself carries the words, and the mark of its series."""

    goes_back = False

    def build(self) -> None:
        """Adds the toggle in the place of the label."""
        self.toggle = SeriesToggle(self.spec.label, self.spec.roles.get(self.spec.name))
        self.toggle.setToolTip(tool_tip(self.spec))
        self.toggle.clicked.connect(lambda: self._send(self.toggle.isChecked()))
        for part in (self.name, self.back_button, *((self.mark,) if self.has_mark else ())):
            self.head.removeWidget(part)
            part.hide()
        self.head.insertWidget(0, self.toggle)

    def _mark_lock(self, why: str) -> None:
        """The toggle is dimmed, and its tool tip says why."""

    def show_value(self, value: Any) -> None:
        """Shows the value."""
        self.toggle.setChecked(bool(value))

    def show_wrong(self, wrong: bool, changed: bool) -> None:
        """Marks the toggle."""
        mark(self.toggle, "changed", "true" if changed else "false")


class ChoiceRow(Row):
    """One of a few words: segments for up to four that fit, a menu for more, beside the label where it has room."""

    def build(self) -> None:
        """Adds segments or a menu."""
        choices = self.spec.choices
        self.segments: SegmentedButtons | None = None
        if len(choices) <= MOST_SEGMENTS:
            self.segments = SegmentedButtons(choices.items(), self.spec.label)
            self.segments.chosen.connect(self._send)
            self.layout_.addWidget(self.segments)
        self.menu_button = MenuButton(self.spec.label)
        menu = QMenu(self.menu_button)
        for value, text in choices.items():
            menu.addAction(tr(text)).triggered.connect(lambda _checked=False, value=value: self._send(value))
        self.menu_button.setMenu(menu)
        self.menu_button.setMinimumWidth(1)
        self.layout_.addWidget(self.menu_button)
        self.menu_button.setVisible(self.segments is None)
        self._beside_label = False

    def fit(self) -> None:
        """Segments whose words have no room give way to the menu, which stands beside the label where all has room."""
        room = self.segments is not None and self.segments.sizeHint().width() <= self.width()
        if self.segments is not None:
            self.segments.setVisible(room)
            self.menu_button.setVisible(not room)
        if not room:
            self._place_menu()
        if self._beside_label and not room:
            self.wrap_name(False, self.name.fontMetrics().horizontalAdvance(self.name.text()))
        else:
            super().fit()

    def _place_menu(self) -> None:
        """Beside the label where all words have room there, else below."""
        metrics = self.menu_button.fontMetrics()
        words = max(metrics.horizontalAdvance(tr(text)) for text in self.spec.choices.values())
        needs = words + 4 * self.menu_button.chevron
        others = self.name.fontMetrics().horizontalAdvance(self.name.text()) + self.back_button.sizeHint().width()
        others += self.head.spacing() * 4 + (self.mark.sizeHint().width() if self.has_mark else 0)
        others += self.lock.sizeHint().width() if self.lock is not None and not self.has_mark and self._locked else 0
        beside = others + needs <= self.width()
        if beside != self._beside_label:
            self._beside_label = beside
            self.layout_.removeWidget(self.menu_button)
            self.head.removeWidget(self.menu_button)
            if beside:
                self.head.addWidget(self.menu_button)
            else:
                self.layout_.insertWidget(1, self.menu_button)
        least = needs if beside else 1
        if self.menu_button.minimumWidth() != least:
            self.menu_button.setMinimumWidth(least)

    def show_value(self, value: Any) -> None:
        """Shows the value."""
        if self.segments is not None:
            self.segments.set_value(value)
        self.menu_button.show_words(self.spec.choices[value])


def flag_row(spec: Spec) -> Row:
    """A switch, or a toggle where the flag belongs to a group."""
    return ToggleRow(spec) if spec.group else FlagRow(spec)
