"""What the user wants and what the engine says, turned into one frozen `State`. No Qt.

Widgets call the intents; the engine's messages come in by `handle`; whoever listens is told the new state and the
one before it. Nothing else in the window keeps a fact about a run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, View
from playground.lecture.scene import read_scene, save_scene
from playground.ui.inbox import Inbox
from playground.ui.parts import Catalog, Engine
from playground.ui.sentences import refusal
from playground.ui.state import Check, Curtain, Panel, Proof, Speed, State

THEMES = ("light", "dark", "projector")
RECENT = 8
MOST_SEED = 2**53


class Controller(Inbox):
    """Resolves the window's state.

    Attributes:
        state: what the window shows now.
        listeners: called with the new state and the one before it.
    """

    def __init__(
        self,
        engine: Engine,
        catalog: Catalog,
        state: State | None = None,
        dice: Callable[[], int] = lambda: random.randrange(1000),
    ) -> None:
        """A controller of one window.

        Args:
            engine: the engine client, or one like it.
            catalog: the catalog module, or one like it.
            state: what was restored from the last time.
            dice: draws a new seed.
        """
        super().__init__(engine, state or State())
        self._catalog = catalog
        self._dice = dice

    # ---- the window

    def load_catalog(self) -> None:
        """Reads all declarations; the window has painted by then."""
        self.put(catalog={name: self._catalog.declaration(name) for name in self._catalog.ids()})

    def set_theme(self, name: str) -> None:
        """Light, dark or projector."""
        if name in THEMES:
            self.put(theme=name)

    def next_theme(self) -> None:
        """The theme after this one."""
        self.set_theme(THEMES[(THEMES.index(self.state.theme) + 1) % len(THEMES)])

    def set_scale(self, scale: float) -> None:
        """The user's own factor, 0.85 to 2.0 in steps of 0.05."""
        self.put(scale=min(2.0, max(0.85, round(scale * 20) / 20)))

    def toggle_still(self) -> None:
        """Motion of the window itself, on or off."""
        self.put(still=not self.state.still)
        self.notify("Motion is reduced" if self.state.still else "Motion is on")

    def toggle_bare(self) -> None:
        """Everything but the picture, hidden or back."""
        self.put(bare=not self.state.bare)

    def toggle_curtain(self, color: Curtain) -> None:
        """The screen black or white, or back to the picture."""
        self.put(curtain="" if self.state.curtain == color else color)

    def hint_seen(self) -> None:
        """The first-run hint of the panel has done its work."""
        panel = self.state.panel
        if panel is not None and panel.declaration.id not in self.state.hinted:
            self.put(hinted=(*self.state.hinted, panel.declaration.id))

    # ---- opening and leaving

    def gallery(self) -> None:
        """Shows the gallery; the run is paused where it stands and keeps its state."""
        panel = self.state.panel
        if panel is not None:
            self._engine.show(panel.group, False)
        self.put(page="gallery", bare=False)

    def show(self, concept: str) -> None:
        """Opens a concept by its first preset, or returns to the run that it left."""
        panel = self.state.panel
        if panel is not None and panel.declaration.id == concept:
            kept: Panel | None = panel
        else:
            kept = self._kept.get(concept)
        if kept is None:
            self.open(concept)
            return
        self._leave(concept)
        self._engine.show(kept.group, True)
        self.put(page="panel", panel=kept, recent_panels=self._recent_panels(concept))

    def open(
        self,
        concept: str,
        *,
        sets: Mapping[str, str] | None = None,
        seed: int | None = None,
        preset: str = "",
        record: Mapping[str, Any] | None = None,
        play: bool = False,
    ) -> bool:
        """Opens a new run of a concept.

        Args:
            concept: its id.
            sets: parameter texts on top of the preset's, as behind `--set`.
            seed: instead of the preset's.
            preset: its name; empty: the first.
            record: a run to continue, as in a scene file.
            play: starts at once.

        Returns:
            Whether it was opened; if not, a notice says why.
        """
        try:
            declaration = self._catalog.declaration(concept)
            presets = self._catalog.presets(concept)
            chosen = preset or next(iter(presets), "")
            start: Mapping[str, Any] = record or presets.get(chosen, {})
            params = declaration.params.make(start.get("params", {}))
            params = declaration.params.parse(sets, params) if sets else params
            figure = self._catalog.figure(concept, params)
        except BadInput as bad:
            self.notify(str(bad), kind="failed")
            return False
        self._leave(concept)
        old = self.state.panel
        same = old is not None and old.declaration.id == concept
        panel = Panel(
            group=self._new_group(concept),
            declaration=declaration,
            params=params,
            seed=int(start.get("seed", 0)) if seed is None else seed,
            figure=old.figure if old is not None and same else figure,
            presets=presets,
            preset="" if record else chosen,
            frame=old.frame if old is not None and same else None,
            speed=old.speed if old is not None and same else "normal",
        )
        if old is not None and same:
            self._engine.close(old.group)
        self._engine.open(panel.group, concept, params.plain(), panel.seed, dict(record) if record else None)
        self._tell(panel)
        self.put(page="panel", panel=panel, recent_panels=self._recent_panels(concept))
        if play:
            self.play()
        return True

    def _leave(self, concept: str) -> None:
        """Hides the panel on the stage, unless it shows the same concept."""
        panel = self.state.panel
        if panel is not None and panel.declaration.id != concept:
            self._engine.show(panel.group, False)
            self._kept[panel.declaration.id] = replace(panel, playing=False)
        self._kept.pop(concept, None)

    def _tell(self, panel: Panel) -> None:
        """What a new group of the engine must know of the window."""
        self._engine.pace(panel.group, self.pace(panel))
        if self._view is not None:
            self._engine.view(panel.group, self._view)
        self._engine.show(panel.group, True)

    def _recent_panels(self, concept: str) -> tuple[str, ...]:
        return (concept, *(name for name in self.state.recent_panels if name != concept))[:RECENT]

    def open_file(self, path: str) -> None:
        """A scene or a data file, told apart by its content."""
        try:
            with Path(path).open("rb") as file:
                start = file.read(4096)
        except OSError as error:
            self.notify(f"{Path(path).name} cannot be read: {error.strerror}", kind="failed")
            return
        if path.endswith((".scene.json", ".mlscene")) or b'"playground.scene"' in start:
            self.open_scene(path)
        elif self.state.panel is None or self.state.page == "gallery":
            self.notify(f"{Path(path).name} is data; open a panel first, then drop it there", kind="warning")
        else:
            self.open_data(path)

    def open_data(self, path: str) -> None:
        """The panel on the stage starts anew with the user's data."""
        if self.state.panel is not None:
            self._engine.load(self.state.panel.group, str(Path(path).resolve()))
            self.hint_seen()

    def open_scene(self, path: str, *, remember: bool = True) -> bool:
        """Continues a saved run; a file that cannot be used changes nothing."""
        try:
            scene = read_scene(Path(path))
        except BadInput as bad:
            self.notify(str(bad), kind="failed")
            return False
        opened = self.open(str(scene["concept"]), record=scene)
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
            self.notify(str(panel.presets[name].get("fails", "")) or str(panel.presets[name].get("line", "")))

    def _keep_before(self, panel: Panel) -> None:
        """Records the run that a preset replaces, before its group is closed."""
        concept = panel.declaration.id

        def keep(record: Mapping[str, Any]) -> None:
            self._before[concept] = record

        self._before.pop(concept, None)
        self.ask_record(keep)

    def repair(self) -> None:
        """Mends a failing preset as it says itself."""
        panel = self.state.panel
        if panel is None or not panel.repair:
            self.notify("There is nothing to repair here")
            return
        self.set(panel.repair["set"])
        self.notify(str(panel.repair["label"]), "undo", "Undo")

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
            self._engine.start_job(fresh.group, claim.job)
        if claim.steps:
            self._engine.step(fresh.group, claim.steps)

    def self_check(self) -> None:
        """Runs the panel's shipped cases in the engine."""
        panel = self.state.panel
        if panel is not None and not panel.check.running:
            self.put_panel(check=Check(running=True))
            self._engine.check(panel.group, panel.declaration.id)

    # ---- the run

    def toggle(self) -> None:
        """Runs or pauses."""
        panel = self.state.panel
        if panel is not None:
            if panel.playing:
                self.pause()
            else:
                self.play()

    def play(self) -> None:
        """Lets the run go on."""
        panel = self.state.panel
        if panel is None:
            return
        frame = panel.frame
        if frame is not None and frame.status in STOPPED and frame.step >= frame.reached:
            words = {"converged": "has converged", "done": "is at its end", "failed": "has stopped"}[frame.status]
            self.notify(f"This run {words}", "reset", "Back to the start")
            return
        self._asked = True
        self._engine.play(panel.group)
        self.put_panel(playing=True)

    def pause(self) -> None:
        """Stops at this step."""
        panel = self.state.panel
        if panel is not None and panel.playing:
            self._asked = False
            self._engine.pause(panel.group)
            self.put_panel(playing=False)

    def forward(self) -> None:
        """One step, paused."""
        self._move(1)

    def back(self) -> None:
        """One step back, paused."""
        self._move(-1)

    def _move(self, by: int) -> None:
        self.pause()
        panel = self.state.panel
        if panel is not None:
            self._engine.step(panel.group, by)

    def seek(self, step: int) -> None:
        """To a step of this run, paused."""
        self.pause()
        panel = self.state.panel
        if panel is not None:
            self._engine.seek(panel.group, max(0, step))

    def reset(self) -> None:
        """To the start of the run."""
        self.pause()
        panel = self.state.panel
        if panel is not None:
            self._engine.reset(panel.group)

    def reseed(self, seed: int | None = None) -> None:
        """Starts with another seed; by the die if none is given."""
        panel = self.state.panel
        if panel is None:
            return
        if seed is None:
            seed = self._dice()
            seed += seed == panel.seed
        self._engine.reseed(panel.group, seed)
        self.put_panel(seed=seed, pending={**panel.pending, "@seed": seed})

    def typed_seed(self, words: str) -> None:
        """Starts with a seed as it was typed."""
        words = words.strip()
        if words.isdecimal() and int(words) <= MOST_SEED:
            panel = self.state.panel
            if panel is not None and int(words) != panel.seed:
                self.reseed(int(words))
        else:
            self.notify("The seed must be a whole number from 0 to 2^53", kind="warning")

    def set_speed(self, speed: Speed) -> None:
        """Slow, normal or fast; the step size never depends on it."""
        panel = self.state.panel
        if panel is not None:
            self.put_panel(speed=speed)
            self._engine.pace(panel.group, self.pace(replace(panel, speed=speed)))

    # ---- parameters and gestures

    def set(self, changes: Mapping[str, Any], stroke: str = "") -> bool:
        """Changes parameters; a value that is not allowed is refused beside its row and changes nothing.

        Args:
            changes: values by name.
            stroke: changes of one stroke (a drag) are taken back together.

        Returns:
            Whether the values were allowed.
        """
        panel = self.state.panel
        if panel is None:
            return False
        try:
            params = panel.params.changed(changes)
        except BadInput as bad:
            self.put_panel(refused=(bad.field, refusal(panel.declaration, bad, changes.get(bad.field))))
            return False
        difference = panel.params.diff(params)
        self.put_panel(params=params, refused=("", ""), pending={**panel.pending, **difference})
        if difference:
            self._engine.set(panel.group, difference, stroke)
            self._say_restart(panel, difference)
        return True

    def typed(self, name: str, words: str) -> bool:
        """Changes one parameter by text as it was typed."""
        panel = self.state.panel
        if panel is None:
            return False
        try:
            value = getattr(panel.params.parse({name: words}, panel.params), name)
        except BadInput as bad:
            self.put_panel(refused=(name, refusal(panel.declaration, bad, words)))
            return False
        return self.set({name: value})

    def type_all(self, pairs: Mapping[str, str]) -> None:
        """Changes several parameters by text, as behind `--set`."""
        panel = self.state.panel
        if panel is not None and pairs:
            self.set(panel.params.diff(panel.params.parse(pairs, panel.params)))

    def give_up(self) -> None:
        """A refused value was given up: its sentence goes."""
        if self.state.panel is not None:
            self.put_panel(refused=("", ""))

    def default(self, name: str) -> None:
        """Takes a parameter back to its default."""
        panel = self.state.panel
        if panel is not None:
            self.set({name: panel.params.specs()[name].default})

    def _say_restart(self, panel: Panel, changes: Mapping[str, Any]) -> None:
        """A parameter that restarts the run asks nothing: it restarts, and the notice offers undo."""
        if panel.params.effect(list(changes)).name not in ("RESTART", "DATA"):
            return
        specs = panel.params.specs()
        text = f"New start with another {', '.join(specs[name].label for name in changes)}"
        if self.state.notice is None or self.state.notice.text != text:
            self.notify(text, "undo", "Undo")

    def act(self, kind: str, values: Mapping[str, Any], stroke: str = "") -> None:
        """A gesture in a plot or by a button."""
        panel = self.state.panel
        if panel is None:
            return
        try:
            checked = panel.declaration.gesture(kind).check(values)
        except BadInput as bad:
            self.notify(str(bad), kind="warning")
            return
        self._engine.act(panel.group, kind, checked, stroke)
        self.hint_seen()

    def undo(self) -> None:
        """Takes the newest act back, or the preset that replaced a run."""
        panel = self.state.panel
        if panel is None:
            return
        before = self._before.pop(panel.declaration.id, None)
        if panel.frame is not None and (panel.frame.can_undo or panel.pending):
            self._engine.undo(panel.group)
            self._halt()
            if before is not None:
                self._before[panel.declaration.id] = before
        elif before is not None:
            self.open(panel.declaration.id, record=before)
        else:
            self.notify("There is nothing to undo")

    def redo(self) -> None:
        """Returns to what was taken back."""
        panel = self.state.panel
        if panel is None:
            return
        if panel.frame is None or not panel.frame.can_redo:
            self.notify("There is nothing to redo")
            return
        self._engine.redo(panel.group)
        self._halt()

    def _halt(self) -> None:
        """After undo and redo the engine's word counts alone, and the run is paused."""
        self._asked = False
        self.put_panel(pending={}, refused=("", ""), playing=False)

    def toggle_ask(self) -> None:
        """Hides the outcome for the class to predict, or reveals it."""
        panel = self.state.panel
        if panel is not None:
            self.put_panel(asking=not panel.asking)

    def start_job(self, name: str) -> None:
        """Starts a job of the panel."""
        panel = self.state.panel
        if panel is not None:
            self._engine.start_job(panel.group, name)

    def stop_job(self, name: str) -> None:
        """Stops a job of the panel."""
        panel = self.state.panel
        if panel is not None:
            self._engine.stop_job(panel.group, name)

    # ---- what the picture says

    def drawn(self) -> None:
        """The window has drawn the last frame and wants the next."""
        panel = self.state.panel
        if panel is not None and self.state.page == "panel":
            self._engine.ask(panel.group)

    def view_changed(self, view: View) -> None:
        """The ranges or sizes of the plots have changed."""
        self._view = view
        panel = self.state.panel
        if panel is not None:
            self._engine.view(panel.group, view)
