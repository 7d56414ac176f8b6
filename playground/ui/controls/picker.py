"""A button that picks one of several names by a menu."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QMenu

from playground.render.words import tr
from playground.ui.controls.widgets import MenuButton


class Picker(MenuButton):
    """One of several names by a menu.

    Signals:
        chosen: the name.
    """

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.value = ""
        self._words: dict[str, str] = {}
        self.setMinimumWidth(1)
        self.setToolTip(name)
        self.menu_ = QMenu(self)
        self.setMenu(self.menu_)

    def sizeHint(self) -> QSize:
        """As wide as there is room for, the same for all words."""
        return QSize(160, super().sizeHint().height())

    def offer(self, words: dict[str, str]) -> None:
        """Takes the names with their words."""
        self._words = words
        self.menu_.clear()
        for name, text in words.items():
            self.menu_.addAction(tr(text).replace("&", "&&")).triggered.connect(
                lambda _checked=False, name=name: self._choose(name)
            )

    def pick(self, name: str) -> None:
        """Shows a name as chosen."""
        self.value = name
        self.show_words(self._words.get(name, name))

    def _choose(self, name: str) -> None:
        self.pick(name)
        self.chosen.emit(name)
