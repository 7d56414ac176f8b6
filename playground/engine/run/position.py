"""A place in a run: stepping, checking, seeking and replaying. What the user does is in `session`."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from operator import index
from typing import Any, NamedTuple

import torch

from playground.engine import device as devices
from playground.engine.declarations.concept import Concept, Findings, Gesture
from playground.engine.declarations.params import VIEW, ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, Failure, Scalar, Status, View
from playground.engine.kit import tree
from playground.engine.kit.giving_way import LongWork
from playground.engine.run.context import Ctx
from playground.engine.run.overflow import without_warnings
from playground.engine.run.timeline import Entry, Run, Snapshot
from playground.figures.figure import Figure

_REPLAY_CHUNK = 256
_REPLAY_PIECE = 0.01
# Keeping a state costs as much as some short steps, so states stand about this many seconds of replay apart.
_REPLAY_SECONDS = 8e-3
_MOST_SPACING = 256
_TIMED = 8
_LONG_STEP = 10e-3  # s; from here on a step is done where it may give way, on another thread and with its cold caches


class _Unfinished(NamedTuple):
    """A step that has not come to its end, and what it began with."""

    params: ConceptParams
    data: Any
    state: Any
    step: int
    work: LongWork[tuple[Any, Any]]


class Position:
    """A run of a concept and the step at which it stands.

    Attributes:
        concept: what is run.
        device, dtype: where and in what it computes.
        params, data, state: as they stand at `step`.
        info: of the step that led here; None at the start and right after a gesture.
        step: the number of steps taken.
        status: see `playground.engine.frame.Status`.
        failure: why the run stopped, if it did by a fault.
        epoch: counts acts, seeks and restarts.
        figure: the spec of what was last observed; None before that.
        lenient: acts of the log that are refused when the run comes to them are left out, as a twin does.
    """

    step: int
    params: ConceptParams
    data: Any
    state: Any
    info: Any
    _run: Run
    _applied: int
    _next_entry: int
    _previous: Snapshot | None
    _before_entry: Snapshot | None
    _step_ctx: Ctx
    _first_scalars: dict[str, Scalar]

    def __init__(
        self,
        concept: Concept,
        device: torch.device,
        dtype: torch.dtype,
        scalars: Callable[[Position], dict[str, Scalar]],
    ) -> None:
        """Stands nowhere before the first `stand`.

        Args:
            concept: what is run.
            device: where it computes.
            dtype: in what it computes.
            scalars: the metrics of the present state, as `observing.scalars` gives them; for the start of a history.
        """
        self.concept = concept
        self._scalars = scalars
        self.device = device
        self.dtype = dtype
        self.epoch = 0
        self.lenient = False
        self.status: Status = "running"
        self.failure: Failure | None = None
        self._seconds_per_step = 0.0
        self._unfinished: _Unfinished | None = None
        self._spent = 0.0  # seconds of the unfinished step
        self._measured = -1  # the epoch at which a step was timed last
        self._timed = (0, 0.0)  # steps and seconds since the spacing of states was last looked at
        self._known_finite: Any = None
        self.figure: Figure | None = None

    def findings(self, view: View) -> Findings:
        """What the jobs have found for the present state, by the name of the job: nothing, since it has none."""
        return {job.name: {} for job in self.concept.declaration.jobs}

    @property
    def seed(self) -> int:
        """The seed in force."""
        return self._run.base.seed

    @property
    def reached(self) -> int:
        """The furthest step that was computed in this run."""
        return max(self._run.reached, self.step)

    @property
    def length(self) -> int | None:
        """The last possible step, or None."""
        return self.concept.model.length(self.params)

    @property
    def run(self) -> Run:
        """The present run."""
        return self._run

    @property
    def view_values(self) -> dict[str, Any]:
        """The VIEW parameters in force."""
        specs = self.params.specs()
        return {name: v for name, v in self.params.model_dump().items() if specs[name].effect == VIEW}

    @property
    def previous(self) -> Snapshot | None:
        """What stood before the last step; None where no step was taken since the run was stood at its place."""
        return self._previous

    @property
    def seconds_per_step(self) -> float:
        """The measured time of a step, 0 before the first."""
        return self._seconds_per_step

    @property
    def amid_step(self) -> bool:
        """Whether a step has begun that is not at its end; an act leaves it off."""
        here = self._unfinished
        return here is not None and _same_step(here, self.params, self.data, self.state, self.step)

    def advance(self, n: int = 1, deadline: float | None = None) -> int:
        """Take up to `n` steps; returns how many were taken.

        It stops early when the run is done, converged or failed.

        Args:
            n: how many steps.
            deadline: a time of `time.perf_counter` at which a long step gives way; the next call goes on with it. None:
                no step does.
        """
        first, last = self.step, self._last_step(index(n))
        since = started = time.perf_counter() - self._spent
        counted, checkpoints = first, self._run.checkpoints
        while self.step < last and self.status not in STOPPED and self.failure is None:
            if self.step % checkpoints.every == 0 and not self._keep_checkpoint():
                break
            stop = min(last, self.step - self.step % checkpoints.every + checkpoints.every)
            self._stretch(stop if self._next_entry <= self.step else min(stop, self._next_entry), deadline)
            if self.step == self._next_entry:
                self.apply_due()
            now = time.perf_counter()
            if self.step > counted and checkpoints.every < _MOST_SPACING:
                self._space(self.step - counted, now - since)
                counted, since = self.step, now
            if self._unfinished is not None or (deadline is not None and now >= deadline):
                break
        taken, now = self.step - first, time.perf_counter()
        self._spent = now - since if self._unfinished is not None else 0.0
        if taken > 0:
            self._seconds_per_step = (now - started - self._spent) / taken
            self._measured = self.epoch
        if self.step >= self._run.reached:
            self._run.head = self.snapshot()
        if self.length is not None and self.step >= self.length and self.status == "running":
            self.status = "done"
        return max(taken, 0)

    def _space(self, taken: int, seconds: float) -> None:
        """Set states as far apart as their steps are long, measured over some steps, of one call or of several."""
        steps, before = self._timed
        steps, seconds = steps + taken, before + seconds
        if steps < _TIMED:
            self._timed = steps, seconds
            return
        self._timed = 0, 0.0
        self._run.checkpoints.space(_spacing(seconds / steps))

    def _stretch(self, stop: int, deadline: float | None) -> None:
        """Step up to `stop`, with nothing in between: the log, checkpoints and checks are outside of this loop."""
        step_once, ctx, series = self._step_once(deadline), self._step_ctx, self._run.series
        params, data, state, info, status, step = self.params, self.data, self.state, self.info, self.status, self.step
        before, first, recorded = (state, info, status), step, series.last
        rows: list[Any] = []
        try:
            with without_warnings():
                while step < stop and status not in STOPPED:
                    found = step_once(params, data, state, ctx.at(step))
                    if found is None:
                        break
                    new, seen = found
                    before, state, info, status = (state, info, status), new, seen, seen.status
                    step += 1
                    if step > recorded:
                        rows.append(seen)
        except Exception as error:
            self._fail(error, step)
            status = "failed"
        if rows:
            series.extend(rows, self._first_scalars)
        if step > first:
            self._previous = Snapshot(step - 1, self._applied, params, data, *before)
        self.state, self.info, self.status, self.step = state, info, status, step

    def _step_once(self, deadline: float | None) -> Callable[[Any, Any, Any, Ctx], tuple[Any, Any] | None]:
        """What takes a step, or gives None where a long one is not at its end by the deadline."""
        model_step = self.concept.model.step
        if self._unfinished is None and (deadline is None or self._is_short()):
            return model_step

        def go_on(params: Any, data: Any, state: Any, ctx: Ctx) -> tuple[Any, Any] | None:
            here, self._unfinished = self._unfinished, None
            if here is None or not _same_step(here, params, data, state, ctx.step):
                # A context of its own: between two slices others may be given numbers.
                own = self.context("step", ctx.step)
                here = _Unfinished(
                    params, data, state, ctx.step, LongWork(partial(_quiet, model_step, params, data, state, own))
                )
            if not here.work.go_on(math.inf if deadline is None else deadline):
                self._unfinished = here
                return None
            return here.work.result

        return go_on

    def _is_short(self) -> bool:
        """Whether steps were short since the last act, so that the next one will hardly be long."""
        return self._measured == self.epoch and self._seconds_per_step < _LONG_STEP

    def _last_step(self, n: int) -> int:
        return self.step + n if self.length is None else min(self.step + n, self.length)

    def seek(self, step: int) -> None:
        """Go to a step: back by checkpoint and replay, forward by computing."""
        for _ in self.seeking(step, gives_way=False):
            pass

    def seeking(self, step: int, gives_way: bool = True) -> Iterator[float]:
        """`seek` in small pieces: yields how far it is; may be left off at any yield.

        Args:
            step: where to.
            gives_way: whether long steps are parted too; whoever waits for the end in any case needs no such thing.
        """
        step = max(0, int(step))
        self.epoch += 1
        head = self._run.head
        if head is not None and step >= head.step:
            start: Snapshot | None = head
        else:
            start = self._run.checkpoints.before(step)
        if start is not None and not (start.step <= self.step <= step):
            self.stand(start)
        first = self.step
        self.apply_due()
        while self.step < step:
            until = time.perf_counter() + _REPLAY_PIECE if gives_way else None
            if not self.advance(min(self._chunk(), step - self.step), until) and not self.amid_step:
                break
            yield (self.step - first) / max(step - first, 1)

    def _chunk(self) -> int:
        """How many steps a piece of a seek takes: about 10 ms."""
        return max(1, min(_REPLAY_CHUNK, int(_REPLAY_PIECE / max(self._seconds_per_step, 1e-9))))

    def snapshot(self) -> Snapshot:
        """The present by reference."""
        return Snapshot(self.step, self._applied, self.params, self.data, self.state, self.info, self.status)

    def _keep_checkpoint(self) -> bool:
        """Keep a reference to this state unless it is not finite; returns whether the run may go on."""
        if not self.guard():
            return False
        self._run.checkpoints.add(self.snapshot())
        return True

    def _fail(self, error: Exception, step: int) -> None:
        devices.pass_on(error)
        sentence = f"{type(error).__name__}: {error}"
        self.failure = Failure("exception", step, sentence, traceback.format_exc())

    def guard(self) -> bool:
        """Freeze the run at its last finite state if this one is not finite."""
        if self.failure is not None:
            return False
        if tree.is_finite(self.state, self._known_finite):
            self._known_finite = self.state
            return True
        name, bad_step = tree.first_nonfinite(self.state), self.step
        kept = [c for c in self._run.checkpoints.all() if c.step <= bad_step and not tree.first_nonfinite(c.state)]
        here = kept[-1] if kept else self.snapshot()
        if kept:
            self.stand(here)
            self.apply_due()
        while kept and self.step < bad_step:
            here = self.snapshot()
            with without_warnings():
                self.state, self.info = self.concept.model.step(
                    self.params, self.data, self.state, self._step_ctx.at(self.step)
                )
            self.step += 1
            if tree.first_nonfinite(self.state):
                name, bad_step = tree.first_nonfinite(self.state), self.step
            else:
                self.apply_due()
        self.stand(here)
        self._run.head = here
        self._run.series = self._run.series.upto(here.step)
        self.failure = Failure("nonfinite", bad_step, f"{name} grew past all numbers at step {bad_step}")
        self.status = "diverging"
        return False

    def context(self, stream: str, step: int = 0, seed: int | None = None) -> Ctx:
        """What a function of the concept is told, with random numbers from a stream of its own."""
        return Ctx(self.device, self.dtype, self.seed if seed is None else seed, stream, step)

    def stand(self, at: Snapshot, keep_view: bool = True) -> None:
        """Make a snapshot the present, with the VIEW parameters as they are now."""
        kept = self.view_values if keep_view else {}
        self.step, self._applied, self.params, self.data, self.state, self.info, status = at
        self.status = status  # type: ignore[assignment]
        if any(getattr(self.params, name) != value for name, value in kept.items()):
            self.params = self.params.changed(kept)
        self.failure = None
        self._previous = None
        self._before_entry = None
        self._step_ctx = self.context("step")
        self._first_scalars = self._scalars(self) if self.step == 0 and not self._run.series.names else {}
        self.find_entries()
        self.epoch += 1

    def show(self, params: ConceptParams) -> None:
        """Take VIEW parameters over without touching the run."""
        self.params = params
        self.epoch += 1

    def applied_to(self, before: Snapshot, entry: Entry, params: ConceptParams, index: int) -> tuple[Any, Any, Any]:
        """Params, data and state after one entry."""
        if not entry.kind:
            return params, before.data, before.state
        assert self.concept.model.apply is not None
        gesture = Gesture(entry.kind, entry.values)
        ctx = self.context("gesture", index)
        with without_warnings():
            data, state = self.concept.model.apply(before.params, before.data, before.state, gesture, ctx)
        return before.params, data, state

    def apply_due(self) -> None:
        """Replay the entries of the log that belong to this step."""
        log = self._run.log
        if self._applied >= len(log) or log[self._applied].step != self.step:
            return
        while self._applied < len(log) and log[self._applied].step == self.step:
            entry = log[self._applied]
            self._before_entry = self.snapshot()
            params = self.params.changed(entry.changes) if entry.changes else self.params
            try:
                after = self.applied_to(self.snapshot(), entry, params, self._applied)
            except BadInput:
                if not self.lenient:
                    raise
                del log[self._applied]
                self.find_entries()
                continue
            self.params, self.data, self.state = after
            self._applied += 1
            self.after_entries(entry)

    def after_entries(self, entry: Entry) -> None:
        """An act ends whatever had stopped the run; after a gesture the last Info no longer fits the state."""
        if entry.kind:
            self.info = None
        self.failure = None
        # A run that stands at its last step is done, whether it came there by a step or an act followed.
        self.status = "done" if self.length is not None and self.step >= self.length else "running"
        self.epoch += 1
        self.find_entries()

    def find_entries(self) -> None:
        """Look up when the log acts next; needed after the log was filled from outside."""
        log = self._run.log
        self._next_entry = log[self._applied].step if self._applied < len(log) else -1


def _quiet(step: Callable[..., tuple[Any, Any]], *args: Any) -> tuple[Any, Any]:
    """A step without numpy's warnings, which are set for each thread."""
    with without_warnings():
        return step(*args)


def _same_step(here: _Unfinished, params: ConceptParams, data: Any, state: Any, step: int) -> bool:
    """Whether a step that was begun is the one that would begin now; what only the picture shows may differ."""
    if here.data is not data or here.state is not state or here.step != step:
        return False
    return here.params is params or type(params).effect(here.params.diff(params)) == VIEW


def _spacing(seconds: float) -> int:
    """Steps between checkpoints, a power of two, for steps of this length."""
    return 1 << max(0, int(min(_REPLAY_SECONDS / max(seconds, 1e-9), _MOST_SPACING)).bit_length() - 1)
