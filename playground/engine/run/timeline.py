"""One run as a line in time: where it began, what was done to it, and references to states along the way."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playground.engine.declarations.concept import GestureDecl
from playground.engine.declarations.params import ConceptParams
from playground.engine.frame import LogMark
from playground.engine.kit import tree
from playground.engine.run.series import Series
from playground.engine.run.source import Source

MOST_CHECKPOINTS = 2048


class Snapshot(NamedTuple):
    """A run at one step, by reference: steps never write into their inputs, so nothing is copied.

    Attributes:
        step: the step of the state.
        applied: how many entries of the log are in it.
        params, data, state, info: as they stood.
        status: of the last step.
    """

    step: int
    applied: int
    params: Any
    data: Any
    state: Any
    info: Any
    status: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One act in the log.

    Attributes:
        step: the step at whose state it was applied, before the next step.
        changes: changed LIVE parameters; empty for a gesture.
        kind: the gesture's kind; empty for parameters.
        values: the gesture's values.
        stroke: acts of one stroke are one act for undo; not stored.
    """

    step: int
    changes: dict[str, Any] = field(default_factory=dict)
    kind: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    stroke: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The entry as it stands in a scene file or a gesture file."""
        if self.kind:
            return {"step": self.step, "kind": self.kind, **self.values}
        return {"step": self.step, "set": dict(self.changes)}

    def replaces(self, other: Entry, declared: GestureDecl | None) -> bool:
        """Whether `other` is an earlier move of the same thing, or change of the same parameters, at the same step."""
        if self.kind != other.kind or self.step != other.step:
            return False
        if declared is None:
            return self.changes.keys() == other.changes.keys()
        return bool(declared.target) and all(self.values[name] == other.values.get(name) for name in declared.target)

    def mark(self) -> LogMark:
        """The entry as the scrub bar shows it."""
        if self.kind:
            return LogMark(self.step, "gesture", self.kind.replace("_", " "))
        words = ", ".join(f"{name} = {value}" for name, value in self.changes.items())
        return LogMark(self.step, "set", words)


@dataclass(frozen=True, slots=True)
class Base:
    """Where a run began.

    Attributes:
        params: the first parameters.
        data: the first data.
        seed: the seed.
        source: where the data came from.
    """

    params: ConceptParams
    data: Any
    seed: int
    source: Source


class Checkpoints:
    """References to states, evenly spaced by a power of two and thinned to a memory budget.

    Attributes:
        every: the spacing in steps.
    """

    def __init__(self, memory: int) -> None:
        self.every = 1
        self._memory = memory
        self._used = 0
        self._kept: dict[int, Snapshot] = {}
        self._storages: dict[int, dict[int, int]] = {}
        self._holders: Counter[int] = Counter()

    def add(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; when the budget is full, drop every second one."""
        if snapshot.step not in self._kept:
            self._kept[snapshot.step] = snapshot
            self._storages[snapshot.step] = tree.storages((snapshot.data, snapshot.state))
            for address, size in self._storages[snapshot.step].items():
                self._used += size if not self._holders[address] else 0
                self._holders[address] += 1
            self.shrink(self._memory)

    def put(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of what stands at its step."""
        if snapshot.step in self._kept:
            self._drop(snapshot.step)
        self.add(snapshot)

    def _drop(self, step: int) -> None:
        del self._kept[step]
        for address, size in self._storages.pop(step).items():
            self._holders[address] -= 1
            if not self._holders[address]:
                del self._holders[address]
                self._used -= size

    def shrink(self, memory: int) -> None:
        """Thin to a budget; the first snapshot and one more always stay."""
        self._memory = memory
        while len(self._kept) > 2 and (self._used > memory or len(self._kept) > MOST_CHECKPOINTS):
            self.every *= 2
            for step in [step for step in self._kept if step % self.every]:
                self._drop(step)

    def before(self, step: int) -> Snapshot | None:
        """The last snapshot at or before a step, or None."""
        steps = sorted(self._kept)
        i = bisect_right(steps, step)
        return self._kept[steps[i - 1]] if i else None

    def all(self) -> list[Snapshot]:
        """All snapshots in the order of their steps."""
        return [self._kept[step] for step in sorted(self._kept)]

    def upto(self, step: int) -> Checkpoints:
        """A copy that ends at `step`."""
        copy = Checkpoints(self._memory)
        copy.every = self.every
        copy._kept, copy._storages = dict(self._kept), dict(self._storages)
        copy._holders, copy._used = self._holders.copy(), self._used
        for late in [at for at in self._kept if at > step]:
            copy._drop(late)
        return copy

    def space(self, every: int) -> None:
        """Keep at most every so many steps from now on."""
        if self.every < every:
            self.every = every

    def forget(self, step: int, applied: int) -> None:
        """Drop the snapshot of a step if it holds more than the first `applied` entries of the log."""
        if step in self._kept and self._kept[step].applied > applied:
            self._drop(step)

    @property
    def nbytes(self) -> int:
        """The memory of all tensors that snapshots refer to."""
        return self._used


class Run:
    """One line of time: a base, a log, and what was computed along it.

    Attributes:
        base: where it began.
        log: the entries in the order of their steps.
        checkpoints: states along the way.
        series: the recorded metrics.
        head: the furthest point that was computed.
        name: as the user called it.
        promised: how far it was computed when it was stored, before anybody went there again.
    """

    def __init__(self, base: Base, memory: int) -> None:
        self.base = base
        self.log: list[Entry] = []
        self.checkpoints = Checkpoints(memory)
        self.series = Series()
        self.head: Snapshot | None = None
        self.name = ""
        self.promised = 0

    def fork(self, step: int, applied: int) -> Run:
        """A new run that shares everything up to `step`, with the first `applied` entries of the log."""
        run = Run(self.base, 0)
        run.log = self.log[:applied]
        run.checkpoints = self.checkpoints.upto(step)
        run.series = self.series.upto(step)
        return run

    @property
    def reached(self) -> int:
        """The furthest computed step."""
        return self.head.step if self.head else self.promised
