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
from playground.engine.process.command_chains import chains
from playground.engine.process.group import Group
from playground.engine.process.handlers import HANDLERS
from playground.engine.process.trials import POLL, Trial
from playground.engine.run.comparison import MOST_TWINS, Cast, differing, mark_records, pack_records
from playground.engine.run.listing import listing
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.engine.run.shipped_starts import shipped

CHECKPOINT_SECONDS = 2.0
CHECKPOINT_SHARE = 40.0  # dear checkpoints come less often: at most a fortieth of the time

Cases = Callable[[str], Iterable[dict[str, Any]]]
Send = Callable[[m.Message | m.Handled | m.Checkpoint], None]


@dataclass
class _SelfCheck:
    """A self-check under way."""

    order: m.Order
    results: Iterator[dict[str, Any]]
    answers: list[dict[str, Any]] = field(default_factory=list)


@dataclass
class _Saved:
    """When a group's next checkpoint is due, and what the last one contained."""

    due: float
    contents: tuple[Any, ...]


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
        trial: Sequence[str] = (),
        clock: Callable[[], float] = time.perf_counter,
        work_on: Callable[[int], None] = lambda number: None,
    ) -> None:
        self.groups: dict[str, Group] = {}
        self.running = True
        self._load = load
        self._send = send
        self._cases = cases
        self._trial = trial
        self._trials: dict[str, Trial] = {}
        self._clock = clock
        self._work_on = work_on
        self._epochs: dict[str, int] = {}
        self._saved: dict[str, _Saved] = {}
        self._checks: list[_SelfCheck] = []
        # What concerns more than one group; everything else is in HANDLERS.
        self._handlers: dict[type[m.Command], Callable[[m.Order, Any], bool]] = {
            m.Open: self._open,
            m.Close: self._close,
            m.GetRecord: self._record,
            m.GetListing: self._listing,
            m.RunChecks: self._begin_check,
            m.Probe: self._probe,
            m.Shutdown: self._shut_down,
        }

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
        trial = self._trials.get(order.group)
        if trial is not None and not isinstance(order.command, m.Open | m.Close | m.Probe | m.Shutdown):
            trial.later.append(order)
            return True
        own = self._handlers.get(type(order.command))
        if own is not None:
            return own(order, order.command)
        group = self.groups.get(order.group)
        if group is None:
            return True
        return self._act(order, group) if isinstance(order.command, m.Acting) else self._tune(order, group)

    def _shut_down(self, order: m.Order, command: m.Shutdown) -> bool:
        self.running = False
        return True

    def end_trials(self) -> None:
        """No scene is tried any more."""
        for trial in self._trials.values():
            trial.end()
        self._trials.clear()

    def _close(self, order: m.Order, command: m.Close) -> bool:
        if order.group in self._trials:
            self._trials.pop(order.group).end()
        group = self.groups.pop(order.group, None)
        if group is not None:
            self._epochs[order.group] = group.last_epoch + 1
            del self._saved[order.group]
        return True

    def _open(self, order: m.Order, command: m.Open) -> bool:
        if order.group in self._trials:
            self._trials.pop(order.group).end()
        foreign = [run.record for run in command.runs if run.foreign and run.record is not None]
        if self._trial and foreign:
            self._trials[order.group] = Trial(order, self._trial, foreign)
            return True
        return self._open_now(order, command)

    def _advance_trials(self) -> None:
        for name, trial in list(self._trials.items()):
            try:
                reason = trial.advance()
            except OSError:
                reason = ""  # no process can be had: the scene is opened as one of ours
            if reason is None:
                continue
            del self._trials[name]
            command = trial.order.command
            assert isinstance(command, m.Open)
            if reason:
                self._refuse(trial.order, (), BadInput(reason, "scene"))
            else:
                self._open_now(trial.order, command)
            self.take(trial.later)

    def _open_now(self, order: m.Order, command: m.Open) -> bool:
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
        group.set_out([run.step for run in command.runs])
        if old is not None:
            group.visible, group.view = old.visible, old.view
        group.serial = order.serial
        self._saved[order.group] = _Saved(self._clock() + CHECKPOINT_SECONDS, group.version)
        self._send(m.Handled(order.group, order.serial, (), True))
        return True

    def _cast(self, runs: Sequence[m.SessionStart]) -> Cast:
        """The sessions of a group; records of twins say what they differ by."""
        sessions = tuple(self._session(run) for run in runs)
        marks = [run.record or {} for run in runs]
        names = tuple(marks[0].get("compared", ())) or differing(sessions)
        return Cast(sessions, names, tuple(str(mark.get("title", "")) for mark in marks))

    def _session(self, run: m.SessionStart) -> Session:
        concept = self._load(run.concept_id)
        if run.record is not None:
            return restore(concept, run.record)
        begun = Session(concept, concept.declaration.params.make(run.params or {}), run.seed)
        return shipped(begun, run.step)

    def _tune(self, order: m.Order, group: Group) -> bool:
        """What nobody takes back and no record holds."""
        try:
            HANDLERS[type(order.command)](group, order.command)
        except BadInput as error:
            return self._refuse(order, group.steps, error)
        return True

    def _act(self, order: m.Order, group: Group) -> bool:
        steps, command = group.steps, order.command
        assert isinstance(command, m.Acting)
        self._work_on(group.number)
        try:
            depths = [session.depth for session in group.sessions]
            HANDLERS[type(command)](group, command)
            if command.logged and len(depths) > 1:
                group.note_act(depths)
        except BadInput as error:
            return self._refuse(order, steps, error)
        except Exception as error:
            group.fail(error)
            self._send(m.Handled(order.group, order.serial, steps, False))
            return True
        finally:
            self._work_on(0)
            refusals, group.refusals = group.refusals, []
            for one in refusals:
                self._send(m.Refused(order.group, str(one), one.field))
        group.failure = None
        group.touch()
        if order.serial:
            group.serial = order.serial
            self._send(m.Handled(order.group, order.serial, steps, True))
        if isinstance(command, m.Undo):
            # A record has no undo history, so an undo must never be among what is replayed after one.
            self._checkpoint(order.group, group, forced=True)
        return True

    def _refuse(self, order: m.Order, steps: tuple[int, ...], error: BadInput) -> bool:
        self._send(m.Refused(order.group, str(error), error.field))
        self._send(m.Handled(order.group, order.serial, steps, False))
        return False

    def _fault(self, name: str, sentence: str, error: Exception) -> None:
        devices.pass_on(error)
        report = "".join(traceback.format_exception(error))
        self._send(m.Fault(name, f"{sentence}: {type(error).__name__}: {error}", report))

    # ---- questions

    def _record(self, order: m.Order, command: m.GetRecord) -> bool:
        group = self.groups.get(order.group)
        try:
            if group is None:
                raise BadInput(f"there is no open run {order.group!r}", "group")
            group.arrive()
            records = mark_records(group.cast, [store(session) for session in group.sessions])
            self._send(m.Recorded(order.group, command.token, pack_records(records)))
        except BadInput as error:
            self._send(m.Refused(order.group, str(error), error.field))
        except Exception as error:
            self._fault(order.group, "this run cannot be stored", error)
        self._send(m.Handled(order.group, order.serial, (), True))
        return True

    def _listing(self, order: m.Order, command: m.GetListing) -> bool:
        group = self.groups.get(order.group)
        if group is not None:
            group.arrive()
            first = group.sessions[0]
            epoch = first.epoch
            self._work_on(group.number)
            try:
                self._send(m.Listed(order.group, listing(first, group.view, command.script)))
            except Exception as error:
                self._fault(order.group, "the code of this view cannot be shown", error)
            finally:
                self._work_on(0)
            if first.epoch != epoch:
                group.touch()
        self._send(m.Handled(order.group, order.serial, (), True))
        return True

    def _probe(self, order: m.Order, command: m.Probe) -> bool:
        group = self.groups.get(order.group)
        if order.group in self._trials:
            self._send(m.Alive(order.group, "going"))
            return True
        self._send(m.Alive(order.group, group.condition() if group is not None else "gone"))
        return True

    def _begin_check(self, order: m.Order, command: m.RunChecks) -> bool:
        cases = self._cases

        def results() -> Iterator[dict[str, Any]]:
            if cases is None:
                raise BadInput("this engine has no self-check", "check")
            yield from cases(command.concept_id)

        self._checks.append(_SelfCheck(order, results()))
        return True

    def _advance_check(self, check: _SelfCheck) -> None:
        name = check.order.group
        try:
            result = next(check.results, None)
            if result is not None:
                check.answers.append(result)
                return
            self._send(m.Checked(name, check.answers))
        except BadInput as error:
            self._send(m.Refused(name, str(error), error.field))
        except Exception as error:
            self._fault(name, "the self-check stopped", error)
        self._checks.remove(check)
        self._send(m.Handled(name, check.order.serial, (), True))

    # ---- work

    def run(self) -> None:
        """One slice of work for every visible group, with the frames and checkpoints that are due."""
        self._advance_trials()
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
        self._show(name, group)
        try:
            group.run()
        except Exception as error:
            group.fail(error)
        self._show(name, group)

    def _show(self, name: str, group: Group) -> None:
        if group.frame_is_due():
            self._send(group.message(name))
            group.note_sent()

    def wait(self) -> float | None:
        """How long there is nothing to do: 0 if there is work, None if only a command can bring some."""
        if self._checks:
            return 0.0
        waits = [group.wait() for group in self.groups.values()]
        waits += [POLL] * bool(self._trials)
        waits += [self._checkpoint_wait(name, group) for name, group in self.groups.items()]
        return min((wait for wait in waits if wait is not None), default=None)

    # ---- checkpoints

    def _checkpoint_wait(self, name: str, group: Group) -> float | None:
        kept = self._saved[name]
        if group.travelling or kept.contents == group.version:
            return None
        return max(0.0, kept.due - self._clock())

    def _checkpoint(self, name: str, group: Group, *, forced: bool = False) -> None:
        kept, started = self._saved[name], self._clock()
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
            group.confirm(records)
            kept.contents = group.version
        ended = self._clock()
        kept.due = max(kept.due, ended + CHECKPOINT_SHARE * (ended - started))
