"""Turns what was done live into a lesson: runs as the engine recorded them at a few cuts become beats. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playground.engine.declarations.params import VIEW, ConceptParams
from playground.engine.errors import BadInput
from playground.engine.files import write_bytes
from playground.lecture.beat_start import Catalog
from playground.lecture.lesson import FORMAT, MOST_BEATS, SUFFIX, VERSION
from playground.lecture.scene import save_scene
from playground.lecture.toml_tables import written

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cut:
    """The run as it stood when something new began.

    Attributes:
        record: as the engine gives it.
        preset: the preset that was chosen, or empty.
        asking: the outcome was hidden since the cut before.
    """

    record: Record
    preset: str = ""
    asking: bool = False


@dataclass(slots=True)
class Recorder:
    """Collects cuts and makes a lesson of them.

    Attributes:
        catalog: presets and parameters.
        cuts: in order.
    """

    catalog: Catalog
    cuts: list[Cut] = field(default_factory=list)

    def beats(self) -> tuple[list[dict[str, Any]], dict[str, Record]]:
        """The beats as the file writes them, and the scenes that they need by name.

        A cut that goes on with the run of the one before becomes a beat that goes on; anything else opens a run.
        """
        made: list[dict[str, Any]] = []
        scenes: dict[str, Record] = {}
        before: Cut | None = None
        for cut in self.cuts:
            if before is not None and self._goes_on(before.record, cut.record):
                beat = self._further(before, cut)
            else:
                beat = self._opening(cut, scenes)
            if beat:
                made.append(beat)
            before = cut
        return made[:MOST_BEATS], scenes

    def save(self, path: str | Path, title: str) -> int:
        """Writes the lesson, and beside it the scenes that hold data of the user; returns how many beats it has.

        Raises:
            BadInput: nothing was done, or a file cannot be written.
        """
        beats, scenes = self.beats()
        if not beats:
            raise BadInput("nothing was recorded: run something first", "lesson")
        place = Path(path)
        stem = place.name.removesuffix(SUFFIX).removesuffix(".mllesson")
        for name, record in scenes.items():
            save_scene(place.parent / f"{stem}-{name}", record)
        for beat in beats:
            if "scene" in beat:
                beat["scene"] = f"{stem}-{beat['scene']}"
        write_bytes(place, lesson_text(title, beats).encode())
        return len(beats)

    def _goes_on(self, old: Record, new: Record) -> bool:
        """Whether a record shows the same run later."""
        if any(old[name] != new[name] for name in ("concept", "seed", "data")) or new["step"] < old["step"]:
            return False
        params = self._params(new)
        if type(params).effect(self._params(old).diff(params)) != VIEW:
            return False
        known = list(old["log"])
        further = list(new["log"][len(known) :])
        return list(new["log"][: len(known)]) == known and all(entry["step"] >= old["step"] for entry in further)

    def _params(self, record: Record) -> ConceptParams:
        return self.catalog.declaration(str(record["concept"])).params.make(record["params"])

    def _opening(self, cut: Cut, scenes: dict[str, Record]) -> dict[str, Any]:
        record = cut.record
        beat: dict[str, Any] = {}
        if record["data"]["stored"] is not None:
            name = f"{len(scenes) + 1}.scene.json"
            scenes[name] = {**record, "log": [], "step": 0, "digests": {}, "state": None}
            beat = {"title": "Own data", "scene": name}
        else:
            beat = self._fresh(cut)
        return beat | self._run(cut, list(record["log"]), 0)

    def _fresh(self, cut: Cut) -> dict[str, Any]:
        record, concept = cut.record, str(cut.record["concept"])
        declared = self.catalog.declaration(concept)
        presets = self.catalog.presets(concept)
        name = cut.preset if cut.preset in presets else next(iter(presets), "")
        preset = presets.get(name, {})
        first = declared.params.make(preset.get("params", {}))
        changed = first.diff(self._params(record))
        beat: dict[str, Any] = {"title": str(preset.get("title", ""))[:60], "concept": concept, "preset": name}
        if changed:
            beat["params"] = changed
        if record["seed"] != preset.get("seed", 0):
            beat["seed"] = record["seed"]
        return beat | {"caption": str(preset.get("line", ""))}

    def _further(self, before: Cut, cut: Cut) -> dict[str, Any]:
        old, new = before.record, cut.record
        seen = self._params(old).diff(self._params(new))
        more = self._run(cut, list(new["log"][len(old["log"]) :]), int(old["step"]))
        if not more and not seen:
            return {}
        beat: dict[str, Any] = {"title": f"From step {old['step']}"}
        return beat | ({"set": seen} if seen else {}) | more | {"caption": "Step {step}"}

    @staticmethod
    def _run(cut: Cut, log: list[Any], start: int) -> dict[str, Any]:
        """What was done and how far it went."""
        step = int(cut.record["step"])
        found: dict[str, Any] = {"acts": log} if log else {}
        if step > start or log:
            found["until"] = step
        return found | ({"ask": True} if cut.asking else {})


def lesson_text(title: str, beats: list[dict[str, Any]]) -> str:
    """A lesson file with these beats, to be edited by hand."""
    lines = [f'format = "{FORMAT}"', f"version = {VERSION}", f"title = {written(title[:80] or 'A lesson')}"]
    for beat in beats:
        lines += ["", "[[beats]]"]
        for name, value in beat.items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                lines += [f"{name} = [", *(f"  {written(entry)}," for entry in value), "]"]
            else:
                lines.append(f"{name} = {written(value)}")
        lines.append('notes = ""')
    return "\n".join(lines) + "\n"
