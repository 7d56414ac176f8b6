"""The part of the controller for what is computed beside a run: jobs and maps of two parameters. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.process import messages as m
from playground.engine.run.variants import Sweep
from playground.ui.controller.clock import Clock
from playground.ui.controller.parameters import Parameters
from playground.ui.controller.protocols import Engine
from playground.ui.controller.store import Store


class JobControl:
    """Jobs and maps of the panel on the stage."""

    def __init__(self, store: Store, engine: Engine, clock: Clock, parameters: Parameters) -> None:
        self._store, self._engine, self._clock, self._parameters = store, engine, clock, parameters

    def start(self, name: str) -> None:
        """Starts a job of the panel."""
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.StartJob(name))

    def stop(self, name: str) -> None:
        """Stops a job of the panel."""
        panel = self._store.state.panel
        if panel is not None:
            self._engine.send(panel.group, m.StopJob(name))

    def sweep(self, sweep: Sweep) -> None:
        """Maps two parameters."""
        if self._store.state.panel is not None:
            self._engine.send(self._store.state.panel.group, m.StartSweep(sweep))

    def stop_sweep(self) -> None:
        """Leaves the map off."""
        if self._store.state.panel is not None:
            self._engine.send(self._store.state.panel.group, m.StopSweep())

    def enter(self, changes: Mapping[str, Any], steps: int) -> None:
        """Enters the run of a map's cell: its parameters from the start on, at the step that the map shows."""
        panel = self._store.state.panel
        if panel is not None:
            self._clock.seek(0)
            if self._parameters.set(changes):
                self._engine.send(panel.group, m.Step(steps))
