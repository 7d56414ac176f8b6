"""The part of the controller for gestures, and for taking acts back. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.figures.figure import SET
from playground.ui.controller.clock import Clock
from playground.ui.controller.hints import Hints
from playground.ui.controller.locks import Locks
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.parameters import Parameters
from playground.ui.controller.protocols import Engine
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.state import Panel
from playground.ui.controller.store import Store


class Acts:
    """What was done to the run on the stage, and the runs that it has left behind.

    Attributes:
        before_undo: takes something else back instead; says whether it did.
    """

    def __init__(
        self,
        store: Store,
        engine: Engine,
        *,
        notices: Notices,
        records: RecordRequests,
        hints: Hints,
        clock: Clock,
        parameters: Parameters,
        opening: Opening,
        locks: Locks,
    ) -> None:
        self._store, self._engine = store, engine
        self._notices, self._records, self._hints = notices, records, hints
        self._clock, self._parameters, self._opening = clock, parameters, opening
        self._locks = locks
        self.before_undo: Callable[[], bool] = lambda: False
        self._before: dict[str, tuple[Mapping[str, Any], str, str]] = {}  # what presets have replaced

    def act(self, kind: str, values: Mapping[str, Any], stroke: str = "") -> None:
        """A gesture in a plot or by a button, or new values of parameters."""
        panel = self._store.state.panel
        if panel is None:
            return
        if kind == SET:
            self._parameters.set(panel.declaration.params.clipped(values), stroke)
            self._hints.use()
            return
        if why := self._locks.refusal([kind]):
            self._notices.notify(why)
            return
        try:
            checked = panel.declaration.gesture(kind).check(values)
        except BadInput as bad:
            self._notices.notify(str(bad), kind="warning")
            return
        self._engine.send(panel.group, m.Act(kind, checked, stroke))
        self._hints.use()

    def undo(self) -> None:
        """Takes the newest act back, or the preset that replaced a run."""
        panel = self._store.state.panel
        if panel is None:
            return
        if self._store.state.notice is not None and self._store.state.notice.action == "undo":
            self._notices.dismiss()
        if self.before_undo():
            return
        before = self._before.pop(panel.declaration.id, None)
        if panel.frame is not None and (panel.frame.can_undo or panel.pending):
            self._engine.send(panel.group, m.Undo())
            self._halt()
            if before is not None:
                self._before[panel.declaration.id] = before
        elif before is not None:
            record, preset, name = before
            self._opening.open(panel.declaration.id, record=record, preset=preset, name=name)
        else:
            self._notices.notify("There is nothing to undo")

    def redo(self) -> None:
        """Returns to what was taken back."""
        panel = self._store.state.panel
        if panel is None:
            return
        if panel.frame is None or not panel.frame.can_redo:
            self._notices.notify("There is nothing to redo")
            return
        self._engine.send(panel.group, m.Undo(redo=True))
        self._halt()

    def switch(self, branch: int) -> None:
        """Goes to a run that was kept; the present one is kept as well, and drawn beside it."""
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.SwitchRun(branch))
            self._halt()

    def rename(self, branch: int | None, name: str) -> None:
        """Calls a kept run, or the present one, by a name."""
        if self._store.state.panel is not None:
            self._engine.send(self._store.state.panel.group, m.Rename(branch, name))

    def hide_ghost(self) -> None:
        """Draws no run beside the present one."""
        if self._store.state.panel is not None:
            self._engine.send(self._store.state.panel.group, m.HideGhost())

    def _halt(self) -> None:
        """After undo and redo the engine's word counts alone, and the run is paused."""
        with self._store.together():
            self._parameters.forget()
            self._clock.halt()

    def keep(self, panel: Panel) -> None:
        """Records the run that a preset replaces, before its group is closed."""
        concept = panel.declaration.id

        def take(record: Mapping[str, Any]) -> None:
            self._before[concept] = (record, panel.preset, panel.name)

        self._before.pop(concept, None)
        self._records.ask(take)
