"""The engine without its process: takes commands, owns the groups, yields messages. Synchronous, with a given clock."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from playground.engine import messages as m
from playground.engine.concept import Concept
from playground.engine.errors import BadInput
from playground.engine.group import Group
from playground.engine.params import VIEW
from playground.engine.session import Session

CHECKPOINT_SECONDS = 2.0
CHECKPOINT_SHARE = 40.0  # dear checkpoints come less often: at most a fortieth of the time
MOST_TWINS = 4

Cases = Callable[[str], Iterable[dict[str, Any]]]
Send = Callable[[m.Message | m.Handled | m.Checkpoint], None]


@dataclass
class _Self:
    """A self-check under way."""

    order: m.Order
    results: Iterator[dict[str, Any]]
    found: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class _Kept:
    """When a group's next checkpoint is due, and what the last one contained."""

    due: float
    contained: tuple[Any, ...]


class Host:
    """Owns all groups.

    Attributes:
        groups: by id.
        running: false once it was told to stop.
    """

    def __init__(
        self,
        load: Callable[[str], Concept],
        send: Send,
        *,
        cases: Cases | None = None,
        clock: Callable[[], float] = time.perf_counter,
        work_on: Callable[[int], None] = lambda number: None,
    ) -> None:
        self.groups: dict[str, Group] = {}
        self.running = True
        self._load = load
        self._send = send
        self._cases = cases
        self._clock = clock
        self._work_on = work_on
        self._epochs: dict[str, int] = {}
        self._kept: dict[str, _Kept] = {}
        self._checks: list[_Self] = []

    # ---- commands

    def take(self, orders: Sequence[m.Order]) -> None:
        """Carry out all commands that have come; of a chain that replaces itself, the newest that is allowed."""
        for chain in m_chains(orders, self._target_of):
            for order in reversed(chain):
                if self._handle(order):
                    break

    def _target_of(self, group: str, act: m.Act) -> tuple[str, ...]:
        if group not in self.groups:
            return ()
        return self.groups[group].sessions[0].concept.declaration.gesture(act.kind).target
