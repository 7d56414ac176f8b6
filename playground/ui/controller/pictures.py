"""The part of the controller that hears what pictures have drawn and show. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from playground.engine.frame import View
from playground.engine.process import messages as m
from playground.ui.controller.protocols import Engine
from playground.ui.controller.state import State
from playground.ui.controller.store import Store


class PictureFeed:
    """The stage's picture and the audience's.

    Every frame is answered, so that the engine never waits for an answer that will not come: when it is being drawn, so
    that the engine makes the next one meanwhile; when its run leaves the stage before that; or at once where it is not
    shown at all.

    Attributes:
        watchers: whose pictures are on a screen; the next frame waits for all of them.
        answers: how many frames were answered.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store, self._engine = store, engine
        self.watchers: Callable[[], frozenset[str]] = lambda: frozenset({"stage"})
        self.answers = 0
        self._owed = ""  # the group whose newest frame is not answered yet
        self._drawn: set[str] = set()
        self._views: dict[str, View] = {}
        self._view: View | None = None
        store.listeners.append(self._on_change)

    def expect(self, group: str) -> None:
        """A frame of the run on the stage is going to be drawn."""
        self._owed = group
        self._drawn.clear()
        self._on_change(self._store.state, self._store.state)

    def finish_picture(self, who: str = "stage") -> None:
        """A picture draws the last frame; when all do, the next is wanted."""
        self._drawn.add(who)
        if self._owed and self._drawn >= self.watchers():
            self.answer(self._owed)

    def answer(self, group: str) -> None:
        """The window has done with the last frame of a run, whatever became of it, and takes the next."""
        if group == self._owed:
            self._owed = ""
        self.answers += 1
        self._engine.send(group, m.Ask())

    def _on_change(self, state: State, before: State) -> None:
        """What is not on the stage any more is not drawn any more."""
        shown = state.panel.group if state.panel is not None and state.page == "panel" else ""
        if self._owed and self._owed != shown:
            self.answer(self._owed)

    def view_changed(self, view: View, who: str = "stage") -> None:
        """The ranges or sizes of a picture's plots have changed; an empty view: it is gone."""
        if view.plots:
            self._views[who] = view
        else:
            self._views.pop(who, None)
        if not self._views:
            return
        self._view = reduce(View.union, self._views.values())
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.SetView(self._view))

    def tell(self, group: str) -> None:
        """What is in view, to a run that does not know it."""
        if self._view is not None:
            self._engine.send(group, m.SetView(self._view))
