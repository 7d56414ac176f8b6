"""Records what is done live as a lesson: asks the engine for the run whenever something new begins. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.engine.errors import BadInput
from playground.lecture.lesson import SUFFIX
from playground.lecture.recorder import Cut, Recorder

if TYPE_CHECKING:
    from playground.ui.controller.controller import Controller


class Recording:
    """The recorder of a window.

    Attributes:
        recorder: what was done so far; None: nothing is recorded.
    """

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self.recorder: Recorder | None = None

    def start(self) -> None:
        """From now on everything counts."""
        self.recorder = Recorder(self._controller.catalog)
        self._controller.put(recording=True)
        self._controller.notify("Recording a lesson", "record_lesson", "Stop and save")

    def cut(self) -> None:
        """Something new begins: what stands on the stage ends a beat."""
        panel, recorder = self._controller.state.panel, self.recorder
        if recorder is not None and panel is not None and panel.frame is not None:
            preset, asking = panel.preset, panel.asking

            def take(record: Mapping[str, Any]) -> None:
                recorder.cuts.append(Cut(record, preset, asking))

            self._controller.ask_record(take)

    def stop(self, path: str) -> None:
        """Ends the recording and writes it; with an empty path it goes on."""
        recorder, controller = self.recorder, self._controller
        if recorder is None:
            return
        if not path:
            controller.notify("Still recording", "record_lesson", "Stop and save")
            return
        self.cut()
        self.recorder = None
        controller.put(recording=False)
        if controller.state.panel is None:
            self._save(recorder, path)
        else:
            # The engine answers in order, so every cut has come by then.
            controller.ask_record(lambda record: self._save(recorder, path))

    def _save(self, recorder: Recorder, path: str) -> None:
        name = Path(path).name
        try:
            beats = recorder.save(path, name.removesuffix(SUFFIX).replace("-", " ").replace("_", " "))
        except (BadInput, OSError) as error:
            self._controller.notify(f"{name} was not saved: {error}", kind="failed")
            return
        self._controller.notify(f"Saved {name}: {beats} beat{'' if beats == 1 else 's'}")
