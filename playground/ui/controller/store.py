"""The one state of the window and who is told when it changes. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from playground.ui.controller.state import State


class Store:
    """Holds the state; each of its fields is written by one part of the controller.

    Attributes:
        state: what the window shows now.
        listeners: called with the new state and the one before it.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.listeners: list[Callable[[State, State], None]] = []
        self._before: State | None = None  # what stood when several changes began

    def put(self, **changes: Any) -> None:
        """Replaces parts of the state and tells the listeners."""
        before, self.state = self.state, replace(self.state, **changes)
        if self._before is None:
            self._tell(before)

    def put_panel(self, **changes: Any) -> None:
        """Replaces parts of the panel on the stage."""
        if self.state.panel is not None:
            self.put(panel=replace(self.state.panel, **changes))

    @contextmanager
    def together(self) -> Iterator[None]:
        """The listeners hear of all changes inside as one."""
        if self._before is not None:
            yield
            return
        before = self._before = self.state
        try:
            yield
        finally:
            self._before = None
            self._tell(before)

    def _tell(self, before: State) -> None:
        if self.state != before:
            for listener in self.listeners:
                listener(self.state, before)
