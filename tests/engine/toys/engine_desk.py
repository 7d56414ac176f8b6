"""A host under a clock of the test's own."""

from __future__ import annotations

from typing import Any, TypeVar

import engine_toys

from playground.engine.frame import Frame
from playground.engine.process import messages as m
from playground.engine.process.host import Host
from playground.engine.run.session import Session

T = TypeVar("T")


class Desk:
    """A host with a clock that goes a little at every look and as far as the test says."""

    def __init__(self, **options: Any) -> None:
        self.time = 0.0
        self.tick = 2e-5
        self._seen = 0
        self.sent: list[Any] = []
        self.busy: list[int] = []
        self.serial = 0
        self.host = Host(engine_toys.load, self.sent.append, clock=self._clock, work_on=self.busy.append, **options)

    def _clock(self) -> float:
        self.time += self.tick
        return self.time

    def order(self, command: m.Command, group: str = "a") -> m.Order:
        self.serial += 1
        return m.Order(self.serial, group, command)

    def take(self, *commands: m.Command, group: str = "a") -> None:
        self.host.take([self.order(command, group) for command in commands])

    def open(self, group: str = "a", twins: int = 1, **params: Any) -> None:
        runs = tuple(m.SessionStart("walk", params, seed) for seed in range(twins))
        self.take(m.Open(runs, number=len(self.host.groups) + 1), group=group)
        self.go(0.0)

    def go(self, seconds: float) -> None:
        """Run the host's loop for at least one slice, skipping idle time."""
        end = self.time + seconds
        while True:
            self.host.run()
            for message in self.take_frames():
                self.take(m.Ask(), group=message.group)
            if self.time >= end:
                return
            wait = self.host.wait()
            self.time = min(end, self.time + wait) if wait is not None else end

    def take_frames(self) -> list[m.FrameMessage]:
        new = self.all(m.FrameMessage)[self._seen :]
        self._seen = len(self.all(m.FrameMessage))
        return new

    def all(self, kind: type[T]) -> list[T]:
        return [message for message in self.sent if isinstance(message, kind)]

    def last(self, kind: type[T]) -> T:
        return self.all(kind)[-1]

    @property
    def frame(self) -> Frame:
        return self.last(m.FrameMessage).frames[0]

    def session(self, group: str = "a", i: int = 0) -> Session:
        return self.host.groups[group].sessions[i]
