"""Keeps what must outlive the window: settings, and the records of open runs in case of a crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer

from playground.engine.frame import Frame
from playground.lecture.autosave import Autosave, Leftover
from playground.lecture.settings import Settings, write_settings
from playground.ui.controller import Controller
from playground.ui.geometry import settings_of

EVERY = 15_000  # ms


class Keeper(QObject):
    """Autosaves the run on the stage, and offers what a crash left."""

    def __init__(self, controller: Controller, autosave: Autosave, settings: Settings) -> None:
        super().__init__()
        self._controller = controller
        self._autosave = autosave
        self._settings = settings
        self._saved: Frame | None = None
        self._left: list[Leftover] = []
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.save)

    def start(self) -> None:
        """Begins to save, and offers what is left."""
        self._timer.start()
        self._left = self._autosave.leftovers()
        if self._left:
            newest = self._left[0]
            more = f" and {len(self._left) - 1} more" if len(self._left) > 1 else ""
            text = f"The last session broke off; {newest.concept} at step {newest.step:,}{more} can be opened again"
            self._controller.notify(text, "recover", "Open it again")

    def recover(self) -> None:
        """Opens the newest run that a crash left; asked again, the next."""
        if not self._left:
            self._controller.notify("Nothing was left behind")
            return
        leftover = self._left.pop(0)
        if self._controller.open_scene(str(leftover.path), remember=False):
            self._autosave.discard(leftover)

    def save(self) -> None:
        """Saves the run on the stage if anything happened in it."""
        panel = self._controller.state.panel
        if panel is None or panel.frame is None or panel.frame is self._saved:
            return
        self._saved = panel.frame
        group = panel.group

        def keep(record: Mapping[str, Any]) -> None:
            self._autosave.save(group, record)

        self._controller.ask_record(keep)

    def stop(self, geometry: str) -> None:
        """The window closes in order."""
        self._timer.stop()
        write_settings(settings_of(self._settings, self._controller.state, geometry))
        self._autosave.clean_exit()
