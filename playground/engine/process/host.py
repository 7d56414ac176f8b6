"""The engine without its process: takes commands, owns the groups, yields messages. Synchronous, with a given clock."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from playground.engine import device as devices
from playground.engine.declarations.concept import Concept
from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.process.group import Group
from playground.engine.process.orders import chains
from playground.engine.run.comparing import MOST_TWINS, Cast, differing, marked, packed
from playground.engine.run.session import Session

CHECKPOINT_SECONDS = 2.0
CHECKPOINT_SHARE = 40.0  # dear checkpoints come less often: at most a fortieth of the time

_LOGGED = (m.Set, m.Act, m.Reseed, m.Load, m.Reset)  # acts that an undo takes back

Cases = Callable[[str], Iterable[dict[str, Any]]]
Send = Callable[[m.Message | m.Handled | m.Checkpoint], None]


@dataclass
class _SelfCheck:
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
        self._checks: list[_SelfCheck] = []

    # ---- commands

    def take(self, orders: Sequence[m.Order]) -> None:
        """Carry out all commands that have come; of a chain that replaces itself, the newest that is allowed."""
        for chain in chains(orders, self._target_of):
            for order in reversed(chain):
                if self._handle(order):
                    break

    def _target_of(self, group: str, act: m.Act) -> tuple[str, ...]:
        if group not in self.groups:
            return ()
        return self.groups[group].sessions[0].concept.declaration.gesture(act.kind).target

    def _handle(self, order: m.Order) -> bool:
        """Carry out one command; returns false if it was refused."""
        group = self.groups.get(order.group)
        match order.command:
            case m.Stop():
                self.running = False
            case m.Open():
                return self._open(order, order.command)
            case m.Check():
                self._begin_check(order, order.command)
            case m.Record(token):
                self._record(order, token, group)
            case _ if group is None:
                pass
            case m.Close():
                self._epochs[order.group] = group.last_epoch + 1
                del self.groups[order.group], self._kept[order.group]
            case m.Play(on, goal):
                return self._play(order, group, on, goal)
            case m.Look() | m.Show() | m.Pace() | m.Ask() | m.Sweep() | m.StopSweep():
                self._tune(order, group)
            case _:
                return self._act(order, group)
        return True

    def _tune(self, order: m.Order, group: Group) -> None:
        """What nobody takes back and no record holds."""
        match order.command:
            case m.Look(view):
                group.view = view
                group.touch()
            case m.Show(visible):
                group.show(visible)
            case m.Pace(rate):
                group.pace.change(rate, self._clock())
            case m.Ask():
                group.asked = True
            case m.Sweep() as sweep:
                self._sweep(order, group, sweep)
            case m.StopSweep(forget):
                group.stop_sweep(forget)

    def _open(self, order: m.Order, command: m.Open) -> bool:
        old = self.groups.get(order.group)
        self._work_on(command.number)
        try:
            if not 1 <= len(command.runs) <= MOST_TWINS:
                raise BadInput(f"a group has {len(command.runs)} runs, allowed is 1 to {MOST_TWINS}", "runs")
            cast = self._cast(command.runs)
        except BadInput as error:
            return self._refuse(order, (), error)
        except Exception as error:
            self._fault(order.group, "this panel cannot be opened", error)
            self._send(m.Handled(order.group, order.serial, (), False))
            return False
        finally:
            self._work_on(0)
        epoch = max(command.epoch, self._epochs.get(order.group, 0), old.last_epoch + 1 if old else 0)
        group = self.groups[order.group] = Group(cast, command.number, epoch, self._clock)
        if old is not None:
            group.visible, group.view = old.visible, old.view
        group.serial = order.serial
        self._kept[order.group] = _Kept(self._clock() + CHECKPOINT_SECONDS, group.version)
        self._send(m.Handled(order.group, order.serial, (), True))
        return True

    def _cast(self, runs: Sequence[m.Run]) -> Cast:
        """The sessions of a group; records of twins say what they differ by."""
        sessions = tuple(self._session(run) for run in runs)
        marks = [run.record or {} for run in runs]
        names = tuple(marks[0].get("compared", ())) or differing(sessions)
        return Cast(sessions, names, tuple(str(mark.get("title", "")) for mark in marks))

    def _session(self, run: m.Run) -> Session:
        concept = self._load(run.concept_id)
        if run.record is not None:
            return Session.restore(concept, run.record)
        return Session(concept, concept.declaration.params.make(run.params or {}), run.seed)

    def _play(self, order: m.Order, group: Group, on: bool, goal: m.Goal | None) -> bool:
        try:
            group.play(on, goal)
        except BadInput as error:
            return self._refuse(order, group.steps, error)
        return True

    def _act(self, order: m.Order, group: Group) -> bool:
        steps = group.steps
        self._work_on(group.number)
        try:
            depths = [session.depth for session in group.sessions]
            self._apply(order.group, group, order.command)
            if isinstance(order.command, _LOGGED) and len(depths) > 1:
                group.acted(depths)
        except BadInput as error:
            return self._refuse(order, steps, error)
        except Exception as error:
            group.fail(error)
            self._send(m.Handled(order.group, order.serial, steps, False))
            return True
        finally:
            self._work_on(0)
        group.failure = None
        group.touch()
        if order.serial:
            group.serial = order.serial
            self._send(m.Handled(order.group, order.serial, steps, True))
        if isinstance(order.command, m.Undo):
            # A record has no undo history, so an undo must never be among what is replayed after one.
            self._checkpoint(order.group, group, forced=True)
        return True

    def _apply(self, name: str, group: Group, command: m.Command) -> None:
        match command:
            case m.Compare() | m.Separate() | m.Switch() | m.Rename() | m.HideGhost():
                self._among_runs(group, command)
            case m.Step(n):
                group.step(n)
            case m.Seek(k):
                group.seek(k)
            case m.Advance(steps):
                group.advance_to(steps)
            case m.Set(changes, twin, stroke):
                group.arrive()
                for session in group.chosen(twin):
                    session.params.changed(changes)
                self._each(name, group.chosen(twin), lambda session: session.set(changes, stroke))
            case m.Act(kind, values, stroke, twin):
                group.arrive()
                self._each(name, group.chosen(twin), lambda session: session.act(kind, values, stroke))
            case m.Job(job, on):
                group.arrive()
                work = (lambda s: s.start_job(job, group.view)) if on else (lambda s: s.stop_job(job))
                self._each(name, group.sessions, work)
            case _:
                self._start_anew(name, group, command)

    def _sweep(self, order: m.Order, group: Group, sweep: m.Sweep) -> None:
        try:
            group.sweep(sweep)
        except BadInput as error:
            self._send(m.Refused(order.group, str(error), error.field))

    @staticmethod
    def _among_runs(group: Group, command: m.Command) -> None:
        match command:
            case m.Compare(names, twins, title):
                group.compare(names, twins, title)
            case m.Separate(twin):
                group.separate(twin)
            case m.Switch(branch):
                group.switch(branch)
            case m.Rename(branch, words):
                group.sessions[0].rename(branch, words)
            case m.HideGhost():
                for session in group.sessions:
                    session.hide_ghost()

    def _start_anew(self, name: str, group: Group, command: m.Command) -> None:
        group.abandon()
        match command:
            case m.Reseed(seed, twin):
                self._each(name, group.chosen(twin), lambda session: session.reseed(seed))
            case m.Load(path):
                self._each(name, group.sessions, lambda session: session.load(path))
            case m.Reset():
                group.play(False)
                self._each(name, group.sessions, lambda session: session.reset())
            case m.Undo(redo):
                group.play(False)
                group.undo(redo)
            case _:
                raise TypeError(f"no such command: {command}")

    def _each(self, name: str, sessions: Sequence[Session], act: Callable[[Session], object]) -> None:
        """Act on twins; what the first refuses is refused, what only a later one refuses it alone misses."""
        act(sessions[0])
        for session in sessions[1:]:
            try:
                act(session)
            except BadInput as error:
                self._send(m.Refused(name, str(error), error.field))

    def _refuse(self, order: m.Order, steps: tuple[int, ...], error: BadInput) -> bool:
        self._send(m.Refused(order.group, str(error), error.field))
        self._send(m.Handled(order.group, order.serial, steps, False))
        return False

    def _fault(self, name: str, sentence: str, error: Exception) -> None:
        devices.pass_on(error)
        report = "".join(traceback.format_exception(error))
        self._send(m.Fault(name, f"{sentence}: {type(error).__name__}: {error}", report))

    # ---- questions

    def _record(self, order: m.Order, token: str, group: Group | None) -> None:
        try:
            if group is None:
                raise BadInput(f"there is no open run {order.group!r}", "group")
            group.arrive()
            records = marked(group.cast, [session.record() for session in group.sessions])
            self._send(m.Recorded(order.group, token, packed(records)))
        except BadInput as error:
            self._send(m.Refused(order.group, str(error), error.field))
        except Exception as error:
            self._fault(order.group, "this run cannot be stored", error)
        self._send(m.Handled(order.group, order.serial, (), True))

    def _begin_check(self, order: m.Order, command: m.Check) -> None:
        cases = self._cases

        def results() -> Iterator[dict[str, Any]]:
            if cases is None:
                raise BadInput("this engine has no self-check", "check")
            yield from cases(command.concept_id)

        self._checks.append(_SelfCheck(order, results()))

    def _advance_check(self, check: _SelfCheck) -> None:
        name = check.order.group
        try:
            result = next(check.results, None)
            if result is not None:
                check.found.append(result)
                return
            self._send(m.Checked(name, check.found))
        except BadInput as error:
            self._send(m.Refused(name, str(error), error.field))
        except Exception as error:
            self._fault(name, "the self-check stopped", error)
        self._checks.remove(check)
        self._send(m.Handled(name, check.order.serial, (), True))

    # ---- work

    def run(self) -> None:
        """One slice of work for every visible group, with the frames and checkpoints that are due."""
        for name, group in list(self.groups.items()):
            self._work_on(group.number)
            if group.visible:
                self._run_group(name, group)
            if self._checkpoint_wait(name, group) == 0.0:
                self._checkpoint(name, group)
        self._work_on(0)
        for check in self._checks[:1]:
            self._advance_check(check)

    def _run_group(self, name: str, group: Group) -> None:
        if group.frame_is_due():
            self._send(group.message(name))
        try:
            group.run()
        except Exception as error:
            group.fail(error)
        if group.frame_is_due():
            self._send(group.message(name))

    def wait(self) -> float | None:
        """How long there is nothing to do: 0 if there is work, None if only a command can bring some."""
        if self._checks:
            return 0.0
        waits = [group.wait() for group in self.groups.values()]
        waits += [self._checkpoint_wait(name, group) for name, group in self.groups.items()]
        return min((wait for wait in waits if wait is not None), default=None)

    # ---- checkpoints

    def _checkpoint_wait(self, name: str, group: Group) -> float | None:
        kept = self._kept[name]
        if group.travelling or kept.contained == group.version:
            return None
        return max(0.0, kept.due - self._clock())

    def _checkpoint(self, name: str, group: Group, *, forced: bool = False) -> None:
        kept, started = self._kept[name], self._clock()
        kept.due = started + CHECKPOINT_SECONDS
        try:
            records = group.records()
        except Exception as error:
            self._fault(name, "this run cannot be kept for a restart of the engine", error)
            kept.due = math.inf
            return
        # The client's older record is better than one that could only be replayed from the start.
        if forced or group.quick_to_restore(records):
            self._send(m.Checkpoint(name, group.serial, records))
            group.records_sent()
            kept.contained = group.version
        ended = self._clock()
        kept.due = max(kept.due, ended + CHECKPOINT_SHARE * (ended - started))
