"""The part of the controller that opens and leaves: panels, scenes, data files, presets, claims. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.process.messages import Goal
from playground.lecture.scene import read_scene, save_scene
from playground.ui.controller.inbox import Inbox, WayBack, at_end
from playground.ui.controller.state import LESSON, Check, Panel, Proof

RECENT = 8
REPLACED = "Your data were replaced; undo brings them back"


class Opening(Inbox):
    """Which run is on the stage, and how it came there."""

    # ---- opening and leaving

    def gallery(self) -> None:
        """Shows the gallery; the run is paused where it stands and keeps its state."""
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.Show(False))
        self.put(page="gallery", bare=False, presenting=False, lens=False)

    def show(self, concept: str) -> None:
        """Opens a panel by its first preset or a door by its own, or returns to the run that it left."""
        try:
            concept, preset = self._catalog.resolve(concept)
        except BadInput as bad:
            self.notify(str(bad), kind="failed")
            return
        panel = self.state.panel
        if panel is not None and panel.declaration.id == concept:
            kept: Panel | None = panel
        else:
            kept = self._kept.get(concept)
        if kept is None:
            self.open(concept, preset=preset)
            return
        self.cutting()
        self._leave(concept)
        self._engine.send(kept.group, m.Show(True))
        self.put(page="panel", panel=kept, recent_panels=self._recent_panels(concept))
        if preset and kept.preset != preset:
            self.choose_preset(preset)

    def open(
        self,
        concept: str,
        *,
        sets: Mapping[str, str] | None = None,
        params: Mapping[str, Any] | None = None,
        seed: int | None = None,
        preset: str = "",
        record: Mapping[str, Any] | None = None,
        name: str = "",
        play: bool = False,
    ) -> bool:
        """Opens a new run of a concept.

        Args:
            concept: the id of a panel or a door.
            sets: parameter texts on top of the preset's, as behind `--set`.
            params: parameters instead of the preset's, in their plain form.
            seed: instead of the preset's.
            preset: its name; empty: the door's, or the first of the panel.
            record: a run to continue, as in a scene file.
            name: of the scene.
            play: starts at once.

        Returns:
            Whether it was opened; if not, a notice says why.
        """
        try:
            concept, through = self._catalog.resolve(concept)
            preset = preset or through
            declaration = self._catalog.declaration(concept)
            presets = self._catalog.presets(concept)
            chosen = preset if record else preset or next(iter(presets), "")
            start: Mapping[str, Any] = record or presets.get(chosen, {})
            made = declaration.params.make(start.get("params", {}) if params is None or record else params)
            first = declaration.params.make(presets[chosen].get("params", {})) if record and preset else made
            made = declaration.params.parse(sets, made) if sets else made
        except BadInput as bad:
            self.notify(str(bad), kind="failed")
            return False
        self.cutting()
        self._settle()
        old = self.state.panel
        same = old is not None and old.declaration.id == concept
        way_back = WayBack(self.state.page, old, old if same else self._kept.get(concept))
        self._leave(concept)
        panel = Panel(
            group=self._new_group(concept),
            declaration=declaration,
            params=made,
            seed=int(start.get("seed", 0)) if seed is None else seed,
            figure=old.figure if old is not None and same else None,
            presets=presets,
            preset=chosen,
            name=name,
            start=first,
            frame=old.frame if old is not None and same else None,
            speed=old.speed if old is not None and same else "normal",
        )
        if old is not None and same:
            self._engine.send(old.group, m.Show(False))
        self._way_back = way_back
        self._engine.send(panel.group, m.Open.of(concept, made.plain(), panel.seed, dict(record) if record else None))
        self._tell(panel)
        self.put(page="panel", panel=panel, recent_panels=self._recent_panels(concept))
        if play:
            self.play()
        return True

    def _leave(self, concept: str) -> None:
        """Hides the panel on the stage, unless it shows the same concept."""
        panel = self.state.panel
        if panel is not None and panel.declaration.id != concept:
            self._engine.send(panel.group, m.Show(False))
            self._kept[panel.declaration.id] = replace(panel, playing=False)
        self._kept.pop(concept, None)

    def _tell(self, panel: Panel) -> None:
        """What a new group of the engine must know of the window."""
        self._engine.send(panel.group, m.Pace(self.pace(panel)))
        if self._view is not None:
            self._engine.send(panel.group, m.SetView(self._view))
        self._engine.send(panel.group, m.Show(True))

    def _recent_panels(self, concept: str) -> tuple[str, ...]:
        return (concept, *(name for name in self.state.recent_panels if name != concept))[:RECENT]

    def open_lesson(self, path: str) -> bool:
        """Begins a lesson; a file that cannot be used changes nothing."""
        raise NotImplementedError

    def open_data(self, path: str) -> None:
        """The panel on the stage starts anew with the user's data."""
        if self.state.panel is not None:
            self._engine.send(self.state.panel.group, m.Load(str(Path(path).resolve())))
            self.hint_seen()

    def open_scene(self, path: str, *, remember: bool = True) -> bool:
        """Continues a saved run; a file that cannot be used changes nothing."""
        try:
            scene = read_scene(Path(path))
        except BadInput as bad:
            self.notify(str(bad), kind="failed")
            return False
        name = Path(path).name.split(".")[0] if remember else "Recovered run"
        opened = self.open(str(scene["concept"]), record=scene, name=name)
        if opened and remember:
            self._remember(path)
        return opened

    def save_scene(self, path: str) -> None:
        """Asks the engine for the run's record and writes it when it comes."""
        panel = self.state.panel
        if panel is not None:
            self.ask_record(lambda record: self._write_scene(path, record))

    def _write_scene(self, path: str, record: Mapping[str, Any]) -> None:
        try:
            save_scene(Path(path), dict(record))
        except (BadInput, OSError) as error:
            self.notify(f"{Path(path).name} was not saved: {error}", kind="failed")
            return
        self._remember(path)
        self.notify(f"Saved {Path(path).name}")

    def _remember(self, path: str) -> None:
        full = str(Path(path).resolve())
        self.put(recent=(full, *(kept for kept in self.state.recent if kept != full))[:RECENT])

    # ---- presets and claims

    def choose_preset(self, name: str, play: bool = False) -> None:
        """Starts a preset; the run so far is kept for one undo."""
        panel = self.state.panel
        if panel is None or name not in panel.presets:
            return
        if panel.frame is not None:
            self._keep_before(panel)
        if self.open(panel.declaration.id, preset=name, play=play):
            if panel.source != "made":
                self.notify(REPLACED, "undo", "Undo", kind="warning")
            else:
                self.notify(str(panel.presets[name].get("fails", "")) or str(panel.presets[name].get("line", "")))

    def _keep_before(self, panel: Panel) -> None:
        """Records the run that a preset replaces, before its group is closed."""
        concept = panel.declaration.id

        def keep(record: Mapping[str, Any]) -> None:
            self._before[concept] = (record, panel.preset, panel.name)

        self._before.pop(concept, None)
        self.ask_record(keep)

    def reproduce(self, claim_id: str) -> None:
        """Sets a claim's preset, runs to its step, and compares."""
        panel = self.state.panel
        claim = next((c for c in panel.declaration.claims if c.id == claim_id), None) if panel is not None else None
        if panel is None or claim is None:
            return
        proofs, speed = panel.proofs, panel.speed
        self.choose_preset(claim.preset)
        self.put_panel(proofs={**proofs, claim_id: Proof(claim_id, "running")}, speed=speed)
        fresh = self.state.panel
        if fresh is None:
            return
        if claim.job:
            self._engine.send(fresh.group, m.StartJob(claim.job))
        if claim.steps:
            self._engine.send(fresh.group, m.Step(claim.steps))

    def self_check(self) -> None:
        """Runs the panel's shipped cases in the engine."""
        panel = self.state.panel
        if panel is not None and not panel.check.running:
            self.put_panel(check=Check(running=True))
            self._engine.send(panel.group, m.RunChecks(panel.declaration.id))

    def hint_seen(self) -> None:
        """The first-run hint of the panel has done its work; in a lesson the script acts, not a hand."""
        panel = self.state.panel
        if panel is not None and self.state.lesson is None:
            self._saw(panel.declaration.id)

    def hint_closed(self) -> None:
        """The hint on the stage was read."""
        self._saw(LESSON) if self.state.lesson is not None else self.hint_seen()

    def lesson_hint_seen(self) -> None:
        """The keys of lessons are known."""
        self._saw(LESSON)

    def _saw(self, hint: str) -> None:
        if hint not in self.state.hinted:
            self.put(hinted=(*self.state.hinted, hint))

    def play(self) -> None:
        """Lets the run go on."""
        panel = self.state.panel
        if panel is None:
            return
        frame = panel.clock
        if frame is not None and at_end(panel.frames):
            words = {"converged": "has converged", "done": "is at its end", "failed": "has stopped"}[frame.status]
            self.notify(f"This run {words}", "reset", "Back to the start", kind="ended")
            return
        self.hint_seen()
        self.cutting()
        self._asked = True
        self._engine.send(panel.group, m.Play())
        self.put_panel(playing=True)

    def play_to(self, goal: Goal, pace: float | None, hurry: bool) -> None:
        """Lets the run go on until a goal is reached.

        Args:
            goal: where it stops by itself.
            pace: steps a second; None: as the panel has it.
            hurry: as fast as it can.
        """
        panel = self.state.panel
        if panel is not None:
            self._goal = goal.number
            self._asked = True
            self._engine.send(panel.group, m.Pace(None if hurry else pace or self.pace(panel)))
            self._engine.send(panel.group, m.Play(True, goal))
            self.put_panel(playing=True)
