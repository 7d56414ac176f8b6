"""The part of the controller that asks for the code beside the picture. No Qt."""

from __future__ import annotations

from collections.abc import Callable

from playground.engine.process import messages as m
from playground.ui.controller.notices import Notices
from playground.ui.controller.protocols import Engine
from playground.ui.controller.store import Store


class Listings:
    """The code of the run on the stage, asked for while its tab is open."""

    def __init__(self, store: Store, engine: Engine, notices: Notices) -> None:
        self._store, self._engine, self._notices = store, engine, notices
        self._copy: Callable[[str], None] | None = None

    def ask(self) -> None:
        """Runs the code of the view once in the engine, at the shown step."""
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.GetListing())

    def take(self, message: m.Listed) -> None:
        """Shows the code."""
        panel = self._store.state.panel
        if panel is not None and message.group == panel.group:
            self._store.put_panel(listing=message.listing)
            then = self._copy
            if then is not None and message.listing.script:
                self._copy = None
                then(message.listing.script)
                self._notices.notify("The code is in the clipboard as a script that runs by itself")

    def copy(self, then: Callable[[str], None]) -> None:
        """Asks for the script of the shown step, and hands it to who puts it into the clipboard."""
        panel = self._store.state.panel
        if panel is not None:
            self._copy = then
            self._engine.send(panel.group, m.GetListing(script=True))
