"""Keeps what must outlive the window: settings, and the records of open runs in case of a crash."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer

from playground.engine.frame import Frame
from playground.lecture.autosave import Autosave, Leftover
from playground.lecture.settings import Settings, write_settings
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import State
from playground.ui.system.geometry import settings_of

EVERY = 15_000  # ms between two records of a run
SOON = 2_000  # ms from a new run to its first record
SETTLED = 400  # ms without another change until the settings are written
MOST_NAMED = 3  # runs in the offer


class Keeper(QObject):
    """Autosaves the run on the stage, offers what a crash left, and writes the settings when they change."""

    def __init__(
        self, controller: Controller, autosave: Autosave, settings: Settings, geometry: Callable[[], str]
    ) -> None:
        """A keeper of one window.

        Args:
            controller: whose runs and settings are kept.
            autosave: where the runs go.
            settings: as they were read.
            geometry: says where the window is.
        """
        super().__init__()
        self._controller = controller
        self._autosave = autosave
        self._settings = settings
        self._geometry = geometry
        self._saved: Frame | None = None
        self._kept: set[str] = set()  # runs with a record
        self._said = ""
        self._left: list[Leftover] = []
        self._opened: dict[str, Leftover] = {}  # by group: opened again, and not kept anew so far
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.save)
        self._soon = _once(self, SOON, self.save)
        self._settle = _once(self, SETTLED, self.write)

    def start(self) -> None:
        """Begins to save, and offers what is left."""
        self._timer.start()
        self._controller.listeners.append(self._on_change)
        self._left = self._autosave.leftovers()
        self._offer("The last session broke off")

    def _offer(self, why: str) -> None:
        if self._left:
            runs = [f"{self._title(left)} at step {left.step:,}" for left in self._left[:MOST_NAMED]]
            more = [f"{len(self._left) - MOST_NAMED} more"] if len(self._left) > MOST_NAMED else []
            self._controller.notices.notify(
                f"{why}; left are {', '.join(runs + more)}", "recover", "Open again", closed="discard_recovery"
            )

    def _title(self, left: Leftover) -> str:
        declared = self._controller.state.catalog.get(left.concept)
        return declared.card.title if declared is not None else left.concept

    def recover(self) -> None:
        """Opens what a crash left: of every panel the newest run, the newest of all on the stage."""
        if not self._left:
            self._controller.notices.notify("Nothing was left behind")
            return
        newest: dict[str, Leftover] = {}
        for left in self._left:
            newest.setdefault(left.concept, left)
        self._left = [left for left in self._left if left not in newest.values()]
        for left in reversed(newest.values()):
            if self._controller.opening.open_scene(str(left.path), remember=False):
                panel = self._controller.state.panel
                assert panel is not None
                self._opened[panel.group] = left
        self._offer("Opened the newest")

    def discard(self) -> None:
        """The user does not want what a crash left."""
        for left in self._left:
            self._autosave.discard(left)
        self._left = []

    def save(self) -> None:
        """Saves the run on the stage if anything happened in it."""
        panel = self._controller.state.panel
        if panel is None or panel.frame is None or panel.frame is self._saved:
            return
        self._saved = panel.frame
        self._ask(panel.group)

    def _ask(self, group: str) -> None:
        self._controller.records.ask(lambda record: self._keep(group, record), group)

    def _keep(self, group: str, record: Mapping[str, Any]) -> None:
        """Keeps a run; only now those go that it has replaced, and the older record from which it was opened."""
        groups = self._controller.opening.groups()
        if group not in groups:
            return
        why = self._autosave.save(group, record)
        if why != self._said:
            self._said = why
            sentence = f"This run cannot be kept for the next start: {why}" if why else "Runs are kept again"
            self._controller.notices.notify(sentence, kind="warning" if why else "notice", later=True)
        if why:
            self._saved = None  # it is tried again
            return
        self._kept.add(group)
        for gone in self._kept - groups:
            self._autosave.forget(gone)
        self._kept &= groups
        if group in self._opened:
            self._autosave.discard(self._opened.pop(group))

    def _on_change(self, state: State, before: State) -> None:
        """Keeps the run that leaves the stage, and writes settings that are new."""
        if (state.panel and state.panel.group) != (before.panel and before.panel.group):
            left, groups = before.panel, self._controller.opening.groups()
            if left is not None and left.frame is not None and left.frame is not self._saved and left.group in groups:
                self._ask(left.group)
            self._soon.start()
        if settings_of(self._settings, state, "") != settings_of(self._settings, before, ""):
            self.settle()

    def settle(self) -> None:
        """Something that is kept has changed; it is written when it has come to rest."""
        self._settle.start()

    def write(self) -> None:
        """Writes the settings."""
        self._settle.stop()
        write_settings(settings_of(self._settings, self._controller.state, self._geometry()))

    def hurry(self) -> None:
        """Does at once what it would do soon."""
        if self._soon.isActive():
            self._soon.stop()
            self.save()
        if self._settle.isActive():
            self.write()

    def stop(self, clean: bool = True) -> None:
        """The window closes.

        Args:
            clean: the user has closed it, and its runs are not offered the next time; else they are. What an earlier
                end left is offered until the user decides.
        """
        self._timer.stop()
        self._soon.stop()
        self.write()
        for group, left in self._opened.items() if clean else ():
            if self._controller.opening.has_come(group):
                self._autosave.discard(left)
        (self._autosave.clean_exit if clean else self._autosave.leave)()


def _once(parent: QObject, after: int, act: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(after)
    timer.timeout.connect(act)
    return timer
