"""The part of the controller that exports: one process at a time, which continues the run's scene. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from playground.engine.errors import BadInput
from playground.engine.files import check_target
from playground.lecture.scene import at_start, save_scene
from playground.render.formats import FORMATS
from playground.ui.controller.export_process import Child, ExportEnd, ExportProgress
from playground.ui.controller.notices import Notices
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.state import Export
from playground.ui.controller.store import Store

TABLES = {".csv": "CSV table of every step", ".npz": "NPZ arrays and series"}
WEIGHTS = ".safetensors"
LABELS = {one.suffix: one.label for one in FORMATS} | TABLES | {WEIGHTS: "Safetensors weights of the net"}
PICTURES = frozenset(one.suffix for one in FORMATS)
FILMS = tuple(one.suffix for one in FORMATS if one.kind == "film")
CLEAR = frozenset(one.suffix for one in FORMATS if one.clear)


class Exporting(Protocol):
    """A process that makes a file, or one like it in a test."""

    folder: Path

    def start(self, command: Sequence[str]) -> None:
        """Starts it."""

    def cancel(self) -> None:
        """Asks it to end."""

    def close(self) -> None:
        """Ends it and waits."""


Launch = Callable[[], Exporting]


@dataclass(frozen=True, slots=True)
class Choice:
    """What shall be exported.

    Attributes:
        suffix: the ending of the file's name, which says the format.
        size: width and height in px.
        theme: the colours.
        words: of an SVG: as text or as paths.
        clear: without the ground.
        first, last: the steps of a film, or in `last` the last step of a table.
        every: a film shows every so many steps.
        fps: a film's pictures a second.
        story: the film has the pace of the run's story; `every` and `fps` do not count.
        lesson: the file of a lesson that is filmed; empty: the run is exported.
    """

    suffix: str = ".png"
    size: tuple[int, int] = (1920, 1080)
    theme: str = "light"
    words: str = "text"
    clear: bool = False
    first: int = 0
    last: int = 0
    every: int = 1
    fps: int = 30
    story: bool = False
    lesson: str = ""

    @property
    def film(self) -> bool:
        """Whether it is a film."""
        return self.suffix in FILMS

    @property
    def pictures(self) -> int:
        """How many pictures a film has."""
        return (self.last - self.first) // self.every + 1

    def command(self, concept: str, scene: Path, out: str, scale: float) -> list[str]:
        """The arguments of the program that makes it.

        Args:
            concept: the panel.
            scene: the run.
            out: where it goes.
            scale: the user's own factor of texts.
        """
        if self.suffix not in PICTURES:
            option = self.suffix if self.suffix in TABLES else ".weights"
            kind = [f"--{option[1:]}", out, *(("--steps", str(self.last)) if self.suffix == ".csv" else ())]
            return ["run", concept, "--scene", str(scene), *kind]
        width, height = self.size
        what = [self.lesson] if self.lesson else [concept, "--scene", str(scene)]
        words = ["render", *what, "--out", out, "--size", f"{width}x{height}"]
        words += ["--theme", self.theme, "--scale", str(round(100 * scale))]
        if self.lesson:
            words += ["--fps", str(self.fps), "--progress"]
        elif self.film:
            words += ["--from", str(self.first), "--steps", str(self.last), "--progress"]
            told = ["--every", str(self.every), "--fps", str(self.fps)]
            words += ["--pace", "story"] if self.story else told
        if self.suffix == ".svg":
            words += ["--words", self.words]
        return [*words, "--clear"] if self.clear and self.suffix in CLEAR else words


class Exports:
    """Exports of a window, one at a time.

    Attributes:
        entry: starts the program itself; the command line gives it.
        launch: makes a process that is not started yet.
    """

    def __init__(self, store: Store, notices: Notices, records: RecordRequests) -> None:
        self._store, self._notices, self._records = store, notices, records
        self.entry: Sequence[str] = ()
        self.launch: Launch = lambda: Child(self.take)
        self._child: Exporting | None = None
        self._cancelled = False

    def open(self) -> None:
        """Shows the choices, or how far the export is."""
        state = self._store.state
        if state.panel is not None and state.panel.frame is not None:
            self._store.put(export=replace(state.export or Export(), visible=True))

    def close(self) -> None:
        """Hides the card; an export goes on."""
        export = self._store.state.export
        if export is not None:
            self._store.put(export=replace(export, visible=False) if export.path else None)

    def start(self, choice: Choice, path: str) -> None:
        """Exports the run on the stage.

        Args:
            choice: what.
            path: where.
        """
        state = self._store.state
        panel = state.panel
        if panel is None or self._child is not None or (state.export or Export()).path:
            return
        try:
            check_target(path)
        except BadInput as bad:
            self._notices.notify(_sentence(bad), kind="failed")
            return
        concept, scale = panel.declaration.id, state.scale
        self._cancelled = False
        self._store.put(export=Export(visible=True, path=path, words="Preparing"))
        if choice.lesson:
            self._launch(choice, concept, scale, path, None)
            return
        self._records.ask(lambda record: self._launch(choice, concept, scale, path, record))

    def start_command(self, words: Sequence[str], path: str) -> None:
        """Has a file made by a command of the program, as an export is.

        Args:
            words: the command.
            path: of the file.
        """
        if self._child is not None or (self._store.state.export or Export()).path:
            self._notices.notify("Another export is under way")
            return
        self._cancelled = False
        self._store.put(export=Export(visible=False, path=path, words="Drawing"))
        child = self.launch()
        try:
            child.start([*self.entry, *words])
        except OSError as error:
            child.close()
            self._finish(f"{Path(path).name} was not exported: {error}", "failed")
            return
        self._child = child

    def _launch(self, choice: Choice, concept: str, scale: float, path: str, record: Mapping[str, Any] | None) -> None:
        if self._cancelled:
            self._finish("Export cancelled; nothing was written")
            return
        child = self.launch()
        try:
            scene = child.folder / "run.scene.json"
            if record is not None:
                save_scene(scene, at_start(record) if choice.suffix == ".csv" else record)
            child.start([*self.entry, *choice.command(concept, scene, path, scale)])
        except (BadInput, OSError) as error:
            child.close()
            self._finish(f"{Path(path).name} was not exported: {error}", "failed")
            return
        self._child = child

    def take(self, message: ExportProgress | ExportEnd) -> None:
        """What the process says, in the thread of the window."""
        export = self._store.state.export
        if export is None or self._child is None:
            return
        if isinstance(message, ExportProgress):
            if not self._cancelled:
                share = message.done / max(1, message.total)
                self._store.put(export=replace(export, share=share, words=message.words))
            return
        self._child.close()
        self._child = None
        name = Path(export.path).name
        if message.status == 0:
            self._finish("; ".join([f"Exported {export.path}", *message.sentences]))
        elif self._cancelled:
            self._finish("Export cancelled; nothing was written")
        else:
            reason = message.sentences[-1] if message.sentences else f"its process ended with status {message.status}"
            self._finish(f"{name} was not exported: {reason}", "failed")

    def _finish(self, sentence: str, kind: str = "notice") -> None:
        self._store.put(export=None)
        self._notices.notify(sentence, kind=kind)

    def cancel(self) -> None:
        """Calls the export off."""
        export = self._store.state.export
        if export is not None and export.path and not self._cancelled:
            self._cancelled = True
            self._store.put(export=replace(export, words="Cancelling"))
            if self._child is not None:
                self._child.cancel()

    def stop(self) -> None:
        """The window closes: the export ends with it."""
        child, self._child = self._child, None
        if child is not None:
            child.close()


def _sentence(bad: BadInput) -> str:
    words = str(bad)
    return words[:1].upper() + words[1:] if not words.startswith(("/", ".")) else words
