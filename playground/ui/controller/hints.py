"""The part of the controller that knows which hints have done their work. No Qt."""

from __future__ import annotations

from playground.ui.controller.state import LESSON
from playground.ui.controller.store import Store


class Hints:
    """Hints for a first run and for a first lesson."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def use(self) -> None:
        """The first-run hint of the panel has done its work; in a lesson the script acts, not a hand."""
        panel = self._store.state.panel
        if panel is not None and self._store.state.lesson is None:
            self._saw(panel.declaration.id)

    def close(self) -> None:
        """The hint on the stage was read."""
        self._saw(LESSON) if self._store.state.lesson is not None else self.use()

    def use_lesson(self) -> None:
        """The keys of lessons are known."""
        self._saw(LESSON)

    def _saw(self, hint: str) -> None:
        if hint not in self._store.state.hinted:
            self._store.put(hinted=(*self._store.state.hinted, hint))
