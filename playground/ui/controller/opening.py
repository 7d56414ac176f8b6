"""The part of the controller that opens and leaves: panels, scenes, data files. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.lecture import known_scenes
from playground.lecture.scene import read_scene, save_scene
from playground.ui.controller.clock import Clock
from playground.ui.controller.hints import Hints
from playground.ui.controller.lesson_recording import Recording
from playground.ui.controller.locks import Locks
from playground.ui.controller.notices import Notices
from playground.ui.controller.pictures import PictureFeed
from playground.ui.controller.protocols import Catalog, Engine
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.screen import Screen
from playground.ui.controller.state import PageName, Panel, pace
from playground.ui.controller.store import Store

RECENT = 8


@dataclass(frozen=True)
class WayBack:
    """What stood before a run of which no frame has come yet.

    Attributes:
        page: the page on screen.
        panel: the panel on the stage, or None.
        former_panel: the run of the same concept that the new one replaces, or None; it is closed with the first frame.
    """

    page: PageName
    panel: Panel | None
    former_panel: Panel | None

    def without(self, group: str, earlier: WayBack) -> WayBack:
        """The way back where a run on it was refused itself: what stood before that one."""
        here = self.panel is not None and self.panel.group == group
        former = self.former_panel is not None and self.former_panel.group == group
        return WayBack(
            earlier.page if here else self.page,
            earlier.panel if here else self.panel,
            earlier.former_panel if former else self.former_panel,
        )


class Opening:
    """Which run is on the stage, and how it came there."""

    def __init__(
        self,
        store: Store,
        engine: Engine,
        catalog: Catalog,
        *,
        notices: Notices,
        records: RecordRequests,
        recording: Recording,
        hints: Hints,
        clock: Clock,
        pictures: PictureFeed,
        screen: Screen,
        locks: Locks,
    ) -> None:
        self._store, self._engine, self._catalog = store, engine, catalog
        self._notices, self._records, self._recording, self._hints = notices, records, recording, hints
        self._clock, self._pictures, self._screen = clock, pictures, screen
        self._locks = locks
        self._kept: dict[str, Panel] = {}
        self._ways_back: dict[str, WayBack] = {}  # by group
        self._strangers: dict[str, Mapping[str, Any]] = {}  # records that are being tried, by group
        self._groups = 0

    def groups(self) -> set[str]:
        """The names of all runs that are open, on the stage or hidden."""
        shown = [self._store.state.panel.group] if self._store.state.panel is not None else []
        return {*shown, *(panel.group for panel in self._kept.values())}

    def has_come(self, group: str) -> bool:
        """Whether a run is open and its first frame has come."""
        return group in self.groups() and group not in self._ways_back

    # ---- opening and leaving

    def gallery(self) -> None:
        """Shows the gallery; the run is paused where it stands and keeps its state."""
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.Show(False))
        with self._store.together():
            self._screen.leave_stage()
            self._store.put(page="gallery")

    def show(self, concept: str, preset: str = "") -> None:
        """Opens a panel by a preset (empty: the first), or returns to the run that it left, whatever that shows."""
        panel = self._store.state.panel
        if panel is not None and panel.declaration.id == concept:
            kept: Panel | None = panel
        else:
            kept = self._kept.get(concept)
        if kept is None:
            self.open(concept, preset=preset, telling=True)
            return
        self._recording.cut()
        self._leave(concept)
        self._engine.send(kept.group, m.Show(True))
        self._store.put(page="panel", panel=kept, recent_panels=self._recent_panels(concept))

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
        telling: bool = False,
        foreign: bool = False,
        step: int = 0,
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
            telling: it stands at the telling step of its preset, as what a person opens does; else at its start.
            foreign: the record comes from a file or a link; it is tried first unless it is known.
            step: where it stands if neither a record nor its preset says it.

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
            self._notices.notify(str(bad), kind="failed")
            return False
        self._recording.cut()
        old = self._store.state.panel
        same = old is not None and old.declaration.id == concept
        way_back = WayBack(self._store.state.page, old, old if same else self._kept.get(concept))
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
            opens_at=int(start["step"]) if record else int(start.get("steps", 0)) if telling and not play else step,
            frame=old.frame if old is not None and same else None,
            speed=old.speed if old is not None and same else "normal",
        )
        if old is not None and same:
            self._engine.send(old.group, m.Show(False))
        self._ways_back[panel.group] = way_back
        tried = not foreign or record is None or known_scenes.is_known(record)
        if record is not None and not tried:
            self._strangers[panel.group] = record
        opened = m.Open.of(
            concept, made.plain(), panel.seed, dict(record) if record else None, panel.opens_at or 0, not tried
        )
        self._engine.send(panel.group, opened)
        self._tell(panel)
        self._store.put(page="panel", panel=panel, recent_panels=self._recent_panels(concept))
        if play:
            self._clock.play()
        return True

    def _leave(self, concept: str) -> None:
        """Hides the panel on the stage, unless it shows the same concept."""
        panel = self._store.state.panel
        if panel is not None and panel.declaration.id != concept:
            self._engine.send(panel.group, m.Show(False))
            self._kept[panel.declaration.id] = replace(panel, playing=False)
        self._kept.pop(concept, None)

    def _tell(self, panel: Panel) -> None:
        """What a new group of the engine must know of the window."""
        self._clock.set_off(panel.group, pace(panel))
        self._pictures.tell(panel.group)
        self._engine.send(panel.group, m.Show(True))

    def _recent_panels(self, concept: str) -> tuple[str, ...]:
        return (concept, *(name for name in self._store.state.recent_panels if name != concept))[:RECENT]

    def open_data(self, *paths: str) -> None:
        """The panel on the stage starts anew with the user's data, of one file or of several."""
        if why := self._locks.whole():
            self._notices.notify(why, "challenge_leave", "Leave the challenge")
        elif self._store.state.panel is not None and paths:
            full = tuple(str(Path(path).absolute()) for path in paths)
            self._engine.send(self._store.state.panel.group, m.Load(full))
            self._hints.use()

    def open_scene(self, path: str, *, remember: bool = True) -> bool:
        """Continues a saved run; a file that cannot be used changes nothing."""
        try:
            scene = read_scene(Path(path))
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return False
        name = Path(path).name.split(".")[0] if remember else "Recovered run"
        opened = self.open(str(scene["concept"]), record=scene, name=name, foreign=remember)
        if opened and remember:
            self._remember(path)
        return opened

    def save_scene(self, path: str) -> None:
        """Asks the engine for the run's record and writes it when it comes."""
        panel = self._store.state.panel
        if panel is not None:
            self._records.ask(lambda record: self._write_scene(path, record))

    def _write_scene(self, path: str, record: Mapping[str, Any]) -> None:
        try:
            save_scene(Path(path), dict(record))
        except (BadInput, OSError) as error:
            self._notices.notify(f"{Path(path).name} was not saved: {error}", kind="failed")
            return
        known_scenes.remember(record)
        self._remember(path)
        self._notices.notify(f"Saved {Path(path).name}")

    def _remember(self, path: str) -> None:
        full = str(Path(path).resolve())
        self._store.put(recent=(full, *(kept for kept in self._store.state.recent if kept != full))[:RECENT])

    def return_to_stage(self) -> None:
        """Shows the panel that there is; its run goes on as it was left."""
        panel = self._store.state.panel
        if panel is not None and self._store.state.page != "panel":
            self._engine.send(panel.group, m.Show(True))
            self._store.put(page="panel")

    # ---- runs of which no frame has come yet

    def _new_group(self, concept: str) -> str:
        """A name that no older run has, so that its late frames find no reader."""
        self._groups += 1
        return f"{concept}#{self._groups}"

    def settle(self, group: str) -> None:
        """A run's first frame has come: the one that it replaces is closed."""
        stranger = self._strangers.pop(group, None)
        if stranger is not None:
            known_scenes.remember(stranger)
        way_back = self._ways_back.pop(group, None)
        if way_back is not None and way_back.former_panel is not None:
            former = way_back.former_panel.group
            self.settle(former)
            self._engine.send(former, m.Close())
            self._clock.forget(former)

    def go_back(self, group: str) -> bool:
        """Returns to what stood before a run, if the engine refused that before its first frame."""
        self._strangers.pop(group, None)
        way_back = self._ways_back.pop(group, None)
        if way_back is None:
            return False
        for name, other in self._ways_back.items():
            self._ways_back[name] = other.without(group, way_back)
        self._clock.forget(group)
        shown = self._store.state.panel
        if shown is None or shown.group != group:
            self._replace_kept(group, way_back.former_panel)
        elif way_back.panel is None:
            self._store.put(page="gallery", panel=None)
        else:
            former = way_back.former_panel
            if former is not None and former is not way_back.panel:
                self._kept[former.declaration.id] = former
            self._kept.pop(way_back.panel.declaration.id, None)
            self._engine.send(way_back.panel.group, m.Show(way_back.page == "panel"))
            self._store.put(page=way_back.page, panel=way_back.panel)
        return True

    def _replace_kept(self, group: str, former: Panel | None) -> None:
        """A hidden run is none: the one that it was to replace is there again."""
        gone = [concept for concept, panel in self._kept.items() if panel.group == group]
        for concept in gone:
            del self._kept[concept]
            if former is not None:
                self._kept[concept] = former
