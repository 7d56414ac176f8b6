"""The part of the controller that hears what pictures have drawn and show. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from playground.engine.frame import View
from playground.engine.process import messages as m
from playground.ui.controller.protocols import Engine
from playground.ui.controller.store import Store


class PictureFeed:
    """The stage's picture and the audience's.

    Attributes:
        watchers: whose pictures are on a screen; the next frame waits for all of them.
    """

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store, self._engine = store, engine
        self.watchers: Callable[[], frozenset[str]] = lambda: frozenset({"stage"})
        self._drawn: set[str] = set()
        self._views: dict[str, View] = {}
        self._view: View | None = None

    def finish_picture(self, who: str = "stage") -> None:
        """A picture has drawn the last frame; when all have, the next is wanted."""
        self._drawn.add(who)
        panel = self._store.state.panel
        if self._drawn >= self.watchers() and panel is not None and self._store.state.page == "panel":
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
        self._view = reduce(View.union, self._views.values())
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.SetView(self._view))

    def tell(self, group: str) -> None:
        """What is in view, to a run that does not know it."""
        if self._view is not None:
            self._engine.send(group, m.SetView(self._view))
