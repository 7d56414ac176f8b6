"""Records what is done live as a lesson: asks the engine for the run whenever something new begins. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.lecture.lesson import SUFFIX
from playground.lecture.recorder import Cut, Recorder
from playground.ui.controller.notices import Notices
from playground.ui.controller.protocols import Catalog
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.store import Store


class Recording:
    """The recorder of a window.

    Attributes:
        recorder: what was done so far; None: nothing is recorded.
    """

    def __init__(self, store: Store, catalog: Catalog, notices: Notices, records: RecordRequests) -> None:
        self._store, self._catalog, self._notices, self._records = store, catalog, notices, records
        self.recorder: Recorder | None = None

    def start(self) -> None:
        """From now on everything counts."""
        self.recorder = Recorder(self._catalog)
        self._store.put(recording=True)
        self._notices.notify("Recording a lesson", "record_lesson", "Stop and save")

    def cut(self) -> None:
        """Something new begins: what stands on the stage ends a beat."""
        panel, recorder = self._store.state.panel, self.recorder
        if recorder is not None and panel is not None and panel.frame is not None:
            preset, asking = panel.preset, panel.asking

            def take(record: Mapping[str, Any]) -> None:
                recorder.cuts.append(Cut(record, preset, asking))

            self._records.ask(take)

    def stop(self, path: str) -> None:
        """Ends the recording and writes it; with an empty path it goes on."""
        recorder = self.recorder
        if recorder is None:
            return
        if not path:
            self._notices.notify("Still recording", "record_lesson", "Stop and save")
            return
        self.cut()
        self.recorder = None
        self._store.put(recording=False)
        if self._store.state.panel is None:
            self._save(recorder, path)
        else:
            # The engine answers in order, so every cut has come by then.
            self._records.ask(lambda record: self._save(recorder, path))

    def _save(self, recorder: Recorder, path: str) -> None:
        name = Path(path).name
        try:
            beats = recorder.save(path, name.removesuffix(SUFFIX).replace("-", " ").replace("_", " "))
        except (BadInput, OSError) as error:
            self._notices.notify(f"{name} was not saved: {error}", kind="failed")
            return
        self._notices.notify(f"Saved {name}: {beats} beat{'' if beats == 1 else 's'}")
