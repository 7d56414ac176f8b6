"""The part of the controller that asks the engine for records of runs. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.process import messages as m
from playground.ui.controller.protocols import Engine
from playground.ui.controller.store import Store


class RecordRequests:
    """Questions for records, and who waits for the answers."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store, self._engine = store, engine
        self._wanted: dict[str, Callable[[Mapping[str, Any]], None]] = {}
        self._tokens = 0

    def ask(self, then: Callable[[Mapping[str, Any]], None], group: str = "") -> None:
        """Asks for the record of a run; without a name for that of the one on the stage."""
        panel = self._store.state.panel
        group = group or (panel.group if panel is not None else "")
        if group:
            self._tokens += 1
            token = str(self._tokens)
            self._wanted[token] = then
            self._engine.send(group, m.GetRecord(token))

    def hand(self, message: m.Recorded) -> None:
        """Gives a record to who asked for it."""
        then = self._wanted.pop(message.token, None)
        if then is not None:
            then(message.record)
