"""The part of the controller for studies: their file is looked at over the stage, and their runs are entered. No Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.protocols import Engine
from playground.ui.controller.state import OpenStudy
from playground.ui.controller.store import Store

if TYPE_CHECKING:
    from playground.engine.frame import PhaseMap
    from playground.sweep.study import Study


class Studies:
    """Opens the file of a study, and enters its runs."""

    def __init__(self, store: Store, engine: Engine, notices: Notices, opening: Opening) -> None:
        self._store, self._engine, self._notices, self._opening = store, engine, notices, opening

    def open_file(self, path: str) -> None:
        """Shows a study over the stage of its panel."""
        from playground.sweep.store import Store as File  # imported here: no start needs it

        try:
            with File.read(path) as file:
                concept = file.study.base.concept
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return
        with self._store.together():
            self._opening.show(concept)
            self._store.put(study=OpenStudy(path, concept))

    def keep(self, path: str, phase: PhaseMap) -> None:
        """Writes the map of the panel on the stage as a study."""
        from playground.sweep.of_map import keep

        panel = self._store.state.panel
        if panel is None:
            return
        try:
            keep(path, panel.declaration.id, phase)
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
        else:
            self._notices.notify(f"Saved {Path(path).name}")

    def close(self) -> None:
        """Leaves the study; the stage is as it was."""
        if self._store.state.study:
            self._store.put(study=None)

    def enter(self, study: Study, number: int) -> None:
        """Opens a run of a study at the step that its row tells of."""
        run, base = study.run(number), study.base
        specs = base.declaration().params.specs()
        sets = {name: specs[name].text(value) for name, value in {**base.fixed, **run.values}.items()}
        self.close()
        if not self._opening.open(base.concept, preset=base.preset, sets=sets, seed=run.seed):
            return
        self._opening.open_data(*(path for path, _ in base.files))
        panel = self._store.state.panel
        if panel is not None and base.steps:
            self._engine.send(panel.group, m.Step(base.steps))
