"""The part of the controller that goes through doors to presets, chooses them and mends them. No Qt."""

from __future__ import annotations

from playground.engine.errors import BadInput
from playground.ui.controller.acts import Acts
from playground.ui.controller.clock import at_end
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.parameters import Parameters
from playground.ui.controller.protocols import Catalog
from playground.ui.controller.sentences import REPLACED
from playground.ui.controller.store import Store


class Presets:
    """The presets of the panel on the stage."""

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        notices: Notices,
        parameters: Parameters,
        opening: Opening,
        acts: Acts,
    ) -> None:
        self._store, self._catalog, self._notices = store, catalog, notices
        self._parameters, self._opening, self._acts = parameters, opening, acts

    def show(self, name: str) -> None:
        """Opens a panel by its first preset or a door by its own, or returns to the run that it left."""
        try:
            concept, preset = self._catalog.resolve(name)
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return
        self._opening.show(concept, preset)
        panel = self._store.state.panel
        if preset and panel is not None and panel.declaration.id == concept and panel.preset != preset:
            self.choose(preset)

    def repair(self) -> None:
        """Mends a failing preset as it says itself."""
        panel = self._store.state.panel
        if panel is None or not panel.repair:
            self._notices.notify("There is nothing to repair here")
            return
        label, changes = str(panel.repair["label"]), panel.repair["set"]
        if panel.params.effect(list(changes)).name == "LIVE" and not at_end(panel.frames):
            label = f"{label}; space goes on"
        self._parameters.set(changes)
        if self._store.state.notice is None or self._store.state.notice.text != REPLACED:
            self._notices.notify(label, "undo", "Undo")

    def choose(self, name: str, telling: bool = True) -> None:
        """Opens a preset; the run so far is kept for one undo.

        Args:
            name: of the preset.
            telling: it stands at its telling step; else at its start.
        """
        panel = self._store.state.panel
        if panel is None or name not in panel.presets:
            return
        if panel.frame is not None:
            self._acts.keep(panel)
        if self._opening.open(panel.declaration.id, preset=name, telling=telling):
            if panel.data_kind != "made":
                self._notices.notify(REPLACED, "undo", "Undo", kind="warning")
            else:
                self._notices.notify(
                    str(panel.presets[name].get("fails", "")) or str(panel.presets[name].get("line", ""))
                )
