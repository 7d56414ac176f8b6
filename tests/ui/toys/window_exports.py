"""A process that only writes down what an export asks of it, and a run for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from window_desk import Desk

from playground.engine.process import messages as m
from playground.engine.process.messages import Recorded

SCENE = {
    "concept": "toy",
    "version": "0.1",
    "params": {},
    "seed": 7,
    "log": [],
    "step": 5,
    "digests": {"5": "abc"},
    "data": {"source": "made", "stored": None},
}


class FakeChild:
    """Writes down what it is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commands: list[Sequence[str]] = []
        self.calls: list[str] = []

    def start(self, command: Sequence[str]) -> None:
        self.commands.append(command)

    def cancel(self) -> None:
        self.calls.append("cancel")

    def close(self) -> None:
        self.calls.append("close")


def answer(desk: Desk) -> None:
    desk.controller.handle(Recorded(desk.panel.group, desk.engine.sent(m.GetRecord)[-1].token, SCENE))


def notice(desk: Desk) -> tuple[str, str]:
    shown = desk.controller.state.notice
    assert shown is not None
    return shown.kind, shown.text
