"""The part of the controller that helps: the welcome page, the tour, the handbook. No Qt."""

from __future__ import annotations

import tomllib

from playground.resources import asset
from playground.ui.controller.clock import Clock
from playground.ui.controller.exports import Exports
from playground.ui.controller.lesson_control import Lessons
from playground.ui.controller.notices import Notices
from playground.ui.controller.presets import Presets
from playground.ui.controller.screen import Screen
from playground.ui.controller.state import State
from playground.ui.controller.store import Store
from playground.ui.controller.tour import STOPS

INDEX = "index"


class Help:
    """What is open of the help, and the three ways in."""

    def __init__(
        self,
        store: Store,
        *,
        notices: Notices,
        screen: Screen,
        presets: Presets,
        clock: Clock,
        lessons: Lessons,
        exports: Exports,
    ) -> None:
        self._store, self._notices, self._screen = store, notices, screen
        self._presets, self._clock, self._lessons, self._exports = presets, clock, lessons, exports
        self._figure_at = -1  # the step at which the export card opens; -1: it was not asked for
        self._tour_waits = False  # for a picture to go over
        store.listeners.append(self._watch)

    def greet(self) -> None:
        """Shows the welcome page once in the life of the settings."""
        if not self._store.state.welcomed:
            self.welcome()

    def welcome(self) -> None:
        """Shows the welcome page."""
        self._store.put(welcome=True, welcomed=True, handbook="", tour=0)

    def close(self) -> None:
        """Closes the welcome page."""
        self._store.put(welcome=False)

    def play(self) -> None:
        """The first way in: a panel to play with."""
        self.close()
        self._presets.show(self._first("panel"))

    def teach(self) -> None:
        """The second: a lesson."""
        self.close()
        name = self._first("lesson")
        lessons = self._store.state.lessons
        path = next((head.path for head in lessons if head.id == name), lessons[0].path if lessons else "")
        if path:
            self._lessons.open_file(path)

    def figures(self) -> None:
        """The third: a run at a step worth a picture, and the export card over it."""
        self.close()
        self._presets.show(self._first("panel"))
        panel = self._store.state.panel
        if panel is not None:
            self._figure_at = max(panel.step, int(panel.presets.get(panel.preset, {}).get("steps", 0)))
            self._watch(self._store.state, self._store.state)

    def tour(self) -> None:
        """Begins the tour of the window, on the panel on the stage or the first one."""
        state = self._store.state
        with self._store.together():
            self._screen.uncover()
            self._store.put(welcome=False, handbook="")
        if state.panel is None or state.page != "panel":
            self._presets.show(state.panel.declaration.id if state.panel is not None else self._first("panel"))
        self._tour_waits = True
        self._watch(self._store.state, self._store.state)

    def go(self, by: int) -> None:
        """Some stops on, or back; behind the last one the tour is over."""
        stop = max(1, self._store.state.tour + by)
        self._store.put(tour=stop if stop <= len(STOPS) else 0)
        if stop > len(STOPS):
            self._notices.notify("The tour is over; it is in the help menu", "handbook", "Handbook")

    def leave(self) -> None:
        """Ends the tour before its end."""
        if self._store.state.tour:
            self._store.put(tour=0)
            self._notices.notify("The tour is in the help menu")

    def read(self, page: str = INDEX) -> None:
        """Opens the handbook at a page, or closes it where it is open at none in particular."""
        self._store.put(handbook=page, welcome=False, tour=0)

    def toggle_handbook(self) -> None:
        """Opens the handbook, or closes it."""
        self.read("" if self._store.state.handbook else INDEX)

    def _first(self, what: str) -> str:
        """The panel or lesson to begin with; where the catalog has it not, the first one of the catalog."""
        name = str(tomllib.loads(asset("first.toml").read_text(encoding="utf-8"))[what])
        known = self._store.state.catalog
        return name if what != "panel" or name in known else next(iter(known))

    def _watch(self, state: State, before: State) -> None:
        """Begins the tour and opens the export card once there is a picture for them; ends the tour with its page."""
        if state.page != "panel":
            self._tour_waits = False
            if state.tour:
                self._store.put(tour=0)
        panel = state.panel
        if self._tour_waits and panel is not None and panel.frame is not None and panel.opens_at is None:
            self._tour_waits = False
            self._store.put(tour=1)
        if self._figure_at < 0 or panel is None or panel.frame is None:
            return
        if panel.step < self._figure_at and panel.frame.reached < self._figure_at and panel.frame.status == "running":
            if before.panel is None or before.panel.frame is None or before is state:
                self._clock.seek(self._figure_at)
            return
        self._figure_at = -1
        self._exports.open()
