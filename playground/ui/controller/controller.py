"""What the user wants and what the engine says, turned into one frozen `State`. No Qt.

Widgets call the intents; the engine's messages come in by `handle`; whoever listens is told the new state and the
one before it. Nothing else in the window keeps a fact about a run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.process import messages as m
from playground.engine.run.variants import Sweep
from playground.lecture.report import Trouble
from playground.lecture.shelf import shelf
from playground.ui.controller.arriving import Arriving
from playground.ui.controller.comparing import Comparing
from playground.ui.controller.exports import Exports
from playground.ui.controller.helping import Help
from playground.ui.controller.lesson_control import Lessons
from playground.ui.controller.lesson_recording import Recording
from playground.ui.controller.opening import REPLACED
from playground.ui.controller.parts import Catalog, Engine
from playground.ui.controller.sentences import refusal
from playground.ui.controller.state import Curtain, Panel, Speed, State

THEMES = ("light", "dark", "projector")
MOST_SEED = 2**53


class Controller(Arriving, Comparing):
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
        self.lessons = Lessons(self)
        self.dressed = self.lessons.figure
        self.recording = Recording(self)
        self.cutting = self.recording.cut
        self.exports = Exports(self)
        self.help = Help(self)
        # Whose pictures are on a screen; the next frame waits for all of them.
        self.watchers: Callable[[], frozenset[str]] = lambda: frozenset({"stage"})
        self._drawn: set[str] = set()
        self._views: dict[str, View] = {}

    # ---- the window

    def groups(self) -> set[str]:
        """The names of all runs that are open, on the stage or hidden."""
        shown = [self.state.panel.group] if self.state.panel is not None else []
        return {*shown, *(panel.group for panel in self._kept.values())}

    def load_catalog(self) -> None:
        """Reads all declarations; the window has painted by then."""
        self.put(catalog={name: self._catalog.declaration(name) for name in self._catalog.ids()}, lessons=shelf())

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

    def set_language(self, name: str) -> None:
        """System, or a language that is shipped; what is on screen keeps its own until the next start."""
        self.put(language=name)
        self.notify("The language changes with the next start")

    def report(self) -> None:
        """Writes a report at the user's wish."""
        where = self.troubled(Trouble("asked", "The user asked for this report"))
        if where:
            self.notify(f"Written{where}", "reports", "Show it")
        else:
            self.notify("The report could not be written", kind="failed")

    def toggle_bare(self) -> None:
        """Everything but the picture, hidden or back."""
        self.put(bare=not self.state.bare)

    def toggle_curtain(self, color: Curtain) -> None:
        """The screen black or white, or back to the picture."""
        self.put(curtain="" if self.state.curtain == color else color)

    def toggle_presenting(self) -> None:
        """The audience gets a window of its own, or loses it; the screens begin in their usual order."""
        on = not self.state.presenting and self.state.page == "panel"
        lesson = self.state.lesson  # it is told with the bare picture, before and after it is presented
        bare = self.state.presenting and lesson is not None and not lesson.away
        self.put(presenting=on, swapped=False, curtain="", lens=False, bare=bare)

    def swap_screens(self) -> None:
        """The audience's picture and the speaker's notes change places."""
        if self.state.presenting:
            self.put(swapped=not self.state.swapped)
        else:
            self.notify("Swapping needs the presenter view", "present", "Present")

    def toggle_halo(self) -> None:
        """The ring round the cursor on the audience's screen, on or off."""
        self.put(halo=not self.state.halo)
        self.notify("The cursor has a ring" if self.state.halo else "The cursor has no ring")

    def toggle_keycaps(self) -> None:
        """Pressed keys on the audience's screen, on or off."""
        self.put(keycaps=not self.state.keycaps)
        self.notify("Pressed keys are shown" if self.state.keycaps else "Pressed keys are not shown")

    def toggle_lens(self) -> None:
        """The magnifier, out or away."""
        self.put(lens=not self.state.lens)

    # ---- the run

    def toggle(self) -> None:
        """Runs or pauses."""
        panel = self.state.panel
        if panel is not None:
            if panel.playing:
                self.pause()
            else:
                self.play()

    def pause(self) -> None:
        """Stops at this step."""
        panel = self.state.panel
        if panel is not None and panel.playing:
            self._asked = False
            self._engine.send(panel.group, m.Play(False))
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
            self.hint_seen()
            self._engine.send(panel.group, m.Step(by))

    def seek(self, step: int) -> None:
        """To a step of this run, paused."""
        self.pause()
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.Seek(max(0, step)))

    def reset(self) -> None:
        """To the start of the run."""
        self.pause()
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.Reset())

    def reseed(self, seed: int | None = None) -> None:
        """Starts with another seed; by the die if none is given."""
        panel = self.state.panel
        if panel is None:
            return
        if seed is None:
            seed = self._dice()
            seed += seed == panel.seed
        if "@seed" in panel.own:
            self._engine.send(panel.group, m.Reseed(seed, twin=0))
        else:
            self._engine.send(panel.group, m.Reseed(seed))
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
            self._engine.send(panel.group, m.Pace(self.pace(replace(panel, speed=speed))))

    # ---- parameters and gestures

    def repair(self) -> None:
        """Mends a failing preset as it says itself."""
        panel = self.state.panel
        if panel is None or not panel.repair:
            self.notify("There is nothing to repair here")
            return
        self.set(panel.repair["set"])
        if self.state.notice is None or self.state.notice.text != REPLACED:
            self.notify(str(panel.repair["label"]), "undo", "Undo")

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
        common = {name: value for name, value in difference.items() if name not in panel.own}
        first = {name: value for name, value in difference.items() if name in panel.own}
        if common:
            self._engine.send(panel.group, m.Set(common, stroke=stroke))
        if first:
            self._engine.send(panel.group, m.Set(first, stroke=stroke, twin=0))
        if difference:
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
        if panel.params.effect(list(changes)).name == "DATA" and panel.source != "made":
            self.notify(REPLACED, "undo", "Undo", kind="warning")
            return
        specs = panel.params.specs()
        text = f"New start: {' and '.join(specs[name].label for name in changes)} changed"
        now = self.state.notice.text if self.state.notice is not None else ""
        if now not in (text, REPLACED):
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
        self._engine.send(panel.group, m.Act(kind, checked, stroke))
        self.hint_seen()

    def undo(self) -> None:
        """Takes the newest act back, or the preset that replaced a run."""
        panel = self.state.panel
        if panel is None:
            return
        if self.state.notice is not None and self.state.notice.action == "undo":
            self.dismiss()
        before = self._before.pop(panel.declaration.id, None)
        if panel.frame is not None and (panel.frame.can_undo or panel.pending):
            self._engine.send(panel.group, m.Undo())
            self._halt()
            if before is not None:
                self._before[panel.declaration.id] = before
        elif before is not None:
            record, preset, name = before
            self.open(panel.declaration.id, record=record, preset=preset, name=name)
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
        self._engine.send(panel.group, m.Undo(redo=True))
        self._halt()

    def switch(self, branch: int) -> None:
        """Goes to a run that was kept; the present one is kept as well, and drawn beside it."""
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.SwitchRun(branch))
            self._halt()

    def rename(self, branch: int | None, name: str) -> None:
        """Calls a kept run, or the present one, by a name."""
        if self.state.panel is not None:
            self._engine.send(self.state.panel.group, m.Rename(branch, name))

    def sweep(self, sweep: Sweep) -> None:
        """Maps two parameters."""
        if self.state.panel is not None:
            self._engine.send(self.state.panel.group, m.StartSweep(sweep))

    def stop_sweep(self) -> None:
        """Leaves the map off."""
        if self.state.panel is not None:
            self._engine.send(self.state.panel.group, m.StopSweep())

    def enter(self, changes: Mapping[str, Any], steps: int) -> None:
        """Enters the run of a map's cell: its parameters from the start on, at the step that the map shows."""
        panel = self.state.panel
        if panel is not None:
            self.seek(0)
            if self.set(changes):
                self._engine.send(panel.group, m.Step(steps))

    def hide_ghost(self) -> None:
        """Draws no run beside the present one."""
        if self.state.panel is not None:
            self._engine.send(self.state.panel.group, m.HideGhost())

    def _halt(self) -> None:
        """After undo and redo the engine's word counts alone, and the run is paused."""
        self._asked = False
        self.put_panel(pending={}, refused=("", ""), playing=False)

    def toggle_ask(self) -> None:
        """Hides the outcome for the class to predict, or reveals it."""
        panel = self.state.panel
        if panel is not None:
            self.cutting()
            self.put_panel(asking=not panel.asking)
            self.lessons.revealed(not panel.asking)

    def open_lesson(self, path: str) -> bool:
        """Begins a lesson; a file that cannot be used changes nothing."""
        return self.lessons.open_file(path)

    def start_job(self, name: str) -> None:
        """Starts a job of the panel."""
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.StartJob(name))

    def stop_job(self, name: str) -> None:
        """Stops a job of the panel."""
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.StopJob(name))

    # ---- what the picture says

    def drawn(self, who: str = "stage") -> None:
        """A picture has drawn the last frame; when all have, the next is wanted."""
        self._drawn.add(who)
        panel = self.state.panel
        if self._drawn >= self.watchers() and panel is not None and self.state.page == "panel":
            self._drawn.clear()
            self._engine.send(panel.group, m.Ask())

    def view_changed(self, view: View, who: str = "stage") -> None:
        """The ranges or sizes of a picture's plots have changed; an empty view: it is gone."""
        if view.plots:
            self._views[who] = view
        else:
            self._views.pop(who, None)
        if not self._views:
            return
        self._view = reduce(View.joined, self._views.values())
        panel = self.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.SetView(self._view))
