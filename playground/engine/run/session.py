"""One run of one concept: synchronous, without threads; the window, the command line and notebooks share it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.engine import device as devices
from playground.engine.declarations.concept import Concept, Findings, JobDecl, Partial
from playground.engine.declarations.params import DATA, LIVE, VIEW, ConceptParams, Effect
from playground.engine.declarations.plain import plain
from playground.engine.errors import BadInput
from playground.engine.files import read_head
from playground.engine.frame import Array, Frame, LogMark, View
from playground.engine.kit import tree
from playground.engine.reading.foreign import refuse_own
from playground.engine.reading.remarks import listening
from playground.engine.run import branches, observing
from playground.engine.run.context import Ctx
from playground.engine.run.jobs import JobKey, Jobs, key_of
from playground.engine.run.position import Position
from playground.engine.run.source import EDITED, MADE, Source, of_files
from playground.engine.run.timeline import Base, Entry, Run, Snapshot

MEMORY = 256 << 20
MOST_MARKS = 64
MOST_BRANCHES = 16


class UndoPoint(NamedTuple):
    """Where an undo or a redo goes.

    Attributes:
        run: the run to stand in.
        step: its step; None where only VIEW parameters changed, so that the picture stays where it is.
        view_values: the VIEW parameters.
    """

    run: Run
    step: int | None
    view_values: dict[str, Any]


class Session(Position):
    """A run of a concept that can be played, scrubbed, changed, taken back and stored.

    Acts (`set`, `act`, `reseed`, `load`, `reset`) are validated first: after a BadInput nothing has changed.

    Attributes:
        jobs: the jobs of this session.
        note: after a restore, where the replay first differed from what was stored; after a load, what was guessed or
            left out; or empty.
        depth: how many acts are done and not taken back.
        memory: how many bytes of states are kept along the run.
    """

    def __init__(
        self,
        concept: Concept,
        params: ConceptParams | None = None,
        seed: int = 0,
        *,
        device: torch.device | None = None,
        memory: int = MEMORY,
    ) -> None:
        devices.prepare()
        card = concept.declaration.card
        chosen, dtype = devices.choose(card.dtype, card.heavy)
        super().__init__(concept, device if device is not None else chosen, dtype, observing.scalars)
        self.jobs = Jobs()
        self.note = ""
        self.memory = memory
        self._ghost: Run | None = None
        self.depth = 0
        self._undo: list[UndoPoint] = []
        self._redo: list[UndoPoint] = []
        self._branches: list[Run] = []
        self._undo_stroke = ""
        self._digests: dict[str, tuple[Any, str]] = {}
        params = params if params is not None else concept.declaration.params()
        seed = _checked_seed(seed)
        data = self._make_data(params, seed)
        self.begin(Base(params, data, seed, MADE))

    # ---- what stands

    @property
    def log(self) -> list[dict[str, Any]]:
        """The acts of this run that need replay, in the order of their steps."""
        return [entry.as_dict() for entry in self._run.log]

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether an act was taken back and nothing was done since."""
        return bool(self._redo)

    @property
    def branches(self) -> list[Run]:
        """The runs that were left behind, the newest last."""
        return list(self._branches)

    @property
    def source(self) -> Source:
        """Where the data came from."""
        base = self._run.base
        return base.source if self.data is base.data else EDITED

    @property
    def data_source(self) -> str:
        """Where the data came from, in words: "made", "edited", or the name of the opened file."""
        return self.source.words

    @property
    def marks(self) -> tuple[LogMark, ...]:
        """The log as the scrub bar shows it."""
        return tuple(entry.mark() for entry in self._run.log)

    def history(self, name: str, points: int) -> tuple[Array, Array] | None:
        """Steps (n,) and values (n,) of a recorded metric, thinned to about `points` with its extremes kept."""
        return self._run.series.get(name, points)

    # ---- acts

    def set(self, changes: Mapping[str, Any], stroke: str = "") -> Effect:
        """Change parameters; returns what it cost.

        Args:
            changes: values by name.
            stroke: changes of one stroke (a slider's drag) are taken back together.

        Raises:
            BadInput: a name or value is not allowed.
        """
        new = self.params.changed(changes)
        differs = self.params.diff(new)
        effect = type(new).effect(differs)
        if not differs:
            return VIEW
        goes_on = bool(stroke) and stroke == self._undo_stroke
        if effect == VIEW:
            if not goes_on:
                self._mark(moves=False)
            self.show(new)
        elif effect == LIVE:
            logged = {name: value for name, value in differs.items() if new.specs()[name].effect == LIVE}
            self._enter(Entry(self.step, changes=logged, stroke=stroke), new)
        else:
            specs = [new.specs()[name] for name in differs]
            kept = self.source != MADE and all(spec.redraws or spec.effect != DATA for spec in specs)
            made = effect == DATA and not kept
            data = self._make_data(new, self.seed) if made else self.data
            if effect == DATA and kept:
                data = self._redrawn(new, data)
            source = MADE if made else self.source
            if not goes_on:
                self._mark()
            before, ghost = self._run, self._ghost
            self.begin(Base(new, data, self.seed, source))
            if any(run is before for run in self._branches):
                self._ghost = before
            elif goes_on:
                self._ghost = ghost
        self._undo_stroke = stroke
        return effect

    def act(self, kind: str, values: Mapping[str, Any], stroke: str = "") -> None:
        """Apply a gesture at this step.

        Args:
            kind: a declared gesture.
            values: its fields.
            stroke: gestures of one stroke (a drag) are taken back together.

        Raises:
            BadInput: the gesture or a value is not allowed, here or now.
        """
        declared = self.concept.declaration.gesture(kind)
        if self.concept.model.apply is None:
            raise BadInput(f"{self.concept.id} takes no gestures", kind)
        entry = Entry(self.step, kind=kind, values=declared.check(values), stroke=stroke)
        self._enter(entry, self.params)

    def reseed(self, seed: int) -> None:
        """Start anew with another seed; data that the user made or opened stay.

        Raises:
            BadInput: the seed is not a whole number from 0 to 2^53.
        """
        seed = _checked_seed(seed)
        source = self.source
        data = self._make_data(self.params, seed) if source == MADE else self.data
        self._mark()
        self.begin(Base(self.params, data, seed, source))

    def reset(self) -> None:
        """Start anew with these parameters, these data and this seed."""
        if self.step == 0 and not self._run.log:
            return
        self._mark()
        self.begin(Base(self.params, self.data, self.seed, self.source))

    def load(self, *paths: Path | str) -> None:
        """Start anew with the user's own data: a file, or several where the concept has places for them.

        Raises:
            BadInput: the concept opens no files, or not so many, or one of these cannot be used.
        """
        if self.concept.model.load is None:
            raise BadInput(f"{self.concept.id} opens no data files", "load")
        most = max((one.files for one in self.concept.declaration.card.opens), default=1)
        if not 1 <= len(paths) <= most:
            allowed = "one file" if most == 1 else f"1 to {most} files"
            raise BadInput(f"{len(paths)} files are given, {self.concept.id} opens {allowed} at once", "load")
        for path in map(Path, paths):
            refuse_own(path.name, read_head(path, 4096))
        with listening() as said:
            data = self.concept.model.load(self.params, *map(Path, paths))
        self._mark()
        self.begin(Base(self.params, self._redrawn(self.params, data), self.seed, of_files(paths)))
        self.note = "; ".join(said)

    def hold(self) -> None:
        """Counts an act that only a twin took part in, so that an undo takes it back in all twins at once."""
        self._mark(moves=False)

    def follow(self, entries: list[Entry]) -> None:
        """Take the log of another run over, at the start of this one; what this run refuses is left out."""
        self._run.log[:] = entries
        self.lenient = True
        self.find_entries()

    # ---- going back

    def undo(self) -> bool:
        """Take back the newest act: go to its step, without it; returns whether there was one."""
        return self._travel(self._undo, self._redo)

    def redo(self) -> bool:
        """Return to the run that an undo left; returns whether there was one."""
        return self._travel(self._redo, self._undo)

    @property
    def ghost(self) -> Run | None:
        """The run that the present one left when a knob was turned, drawn beside it."""
        return self._ghost

    def hide_ghost(self) -> None:
        """Draw no run beside the present one."""
        self._ghost = None
        self.epoch += 1

    def rename(self, branch: int | None, name: str) -> None:
        """Call a run that was left behind, or the present one, by a name; an empty one takes the name away.

        Raises:
            BadInput: there is no such branch, or the name is too long.
        """
        (self._run if branch is None else self._branch(branch)).name = branches.checked_name(name)
        self.epoch += 1

    def take_branches(self, runs: list[Run], ghost: Run | None) -> None:
        """Take over runs that were stored with this one."""
        self._branches = runs[-MOST_BRANCHES:]
        self._ghost = ghost

    def data_of(self, params: ConceptParams, seed: int) -> Any:
        """The data that these parameters and this seed make."""
        return self._make_data(params, seed)

    def frozen(self) -> Session:
        """The beginning and the log of this run, which nobody changes any more."""
        twin = Session.__new__(Session)
        twin.__dict__.update(self.__dict__)
        twin._run = self._run.fork(0, len(self._run.log))
        return twin

    def beginning(self, branch: Run) -> Session:
        """A run that was left behind, in a session of its own, at its start."""
        there = Session(self.concept, branch.base.params, branch.base.seed, device=self.device)
        there.begin(branch.base)
        return there

    def _branch(self, branch: int) -> Run:
        if not 0 <= branch < len(self._branches):
            raise BadInput(f"branch is {branch}, allowed is 0 to {len(self._branches) - 1}", "branch")
        return self._branches[branch]

    def switch(self, branch: int, *, arrive: bool = True) -> int:
        """Go to a run that was left behind; returns its last step.

        Args:
            branch: its number.
            arrive: at its last step, else at its start.

        Raises:
            BadInput: there is no such branch.
        """
        run, before = self._branch(branch), self._run
        self._mark()
        self._leave(run)
        last = run.reached
        self._go(run, last if arrive else 0, self.view_values)
        self._ghost = before if any(one is before for one in self._branches) else None
        return last

    def _travel(self, origin: list[UndoPoint], other: list[UndoPoint]) -> bool:
        if not origin:
            return False
        run, step, view_values = origin.pop()
        self.depth += -1 if origin is self._undo else 1
        other.append(UndoPoint(self._run, None if step is None else self.step, self.view_values))
        if step is None:
            self.show(self.params.changed(view_values))
        else:
            self._ghost = None
            self._leave(run)
            self._go(run, step, view_values)
        return True

    def _leave(self, run: Run) -> None:
        """Keep the current run as a branch when another one takes its place."""
        if run is self._run:
            return
        self._branches = [b for b in self._branches if b is not run and b is not self._run]
        self._run.checkpoints.shrink(self.memory // MOST_BRANCHES)
        if self._run.reached > 0 or self._run.log:
            self._branches.append(self._run)
        del self._branches[:-MOST_BRANCHES]

    def _go(self, run: Run, step: int, view_values: dict[str, Any]) -> None:
        self._run = run
        run.checkpoints.shrink(self.memory)
        self._undo_stroke = ""
        first = run.checkpoints.before(0)
        if first is None:  # it was stored, and nobody has been there since
            first = self._first(run.base)
            run.checkpoints.add(first)
        self.stand(first)
        self.seek(step)
        self.show(self.params.changed(view_values))

    # ---- pictures

    def frame(self, view: View | None = None) -> Frame:
        """What the picture shows of this state.

        A state that is not finite freezes the run first; an exception in `observe` becomes a failed frame.
        """
        self.guard()
        view = view if view is not None else View()
        seen = observing.frame(self, view)
        return replace(
            seen,
            jobs={job.declaration.name: job.state() for job in self.jobs.all()},
            marks=self.marks,
            can_undo=self.can_undo,
            can_redo=self.can_redo,
            branches=branches.describe_branches(self._branches, self.params, self.seed),
            ghosts=branches.ghosts(self._ghost, observing.traced_metrics(self, view), view.points),
            data_source=self.data_source,
            data_kind=self.source.kind,
            note=self.note,
        )

    # ---- jobs

    def start_job(self, name: str, view: View | None = None) -> None:
        """Start a job (or take its result from the cache).

        Raises:
            BadInput: there is no such job.
        """
        declared = self.concept.declaration.job(name)
        work = self.concept.model.jobs[name]
        params, data, state, where = self.params, self.data, self.state, view if view is not None else View()

        def begin() -> Iterator[Partial]:
            return work(params, data, state, where, self.context(name))

        self.jobs.start(declared, self._job_key(declared, where), self.step, begin)
        self._adopt()

    def asked_jobs(self) -> tuple[str, ...]:
        """The jobs whose results belong to what is on screen and that do not start by themselves."""
        view, found = View(), []
        for job in self.jobs.all():
            declared = job.declaration
            ended = job.latest.progress >= 1.0
            if (job.running or ended) and not job.error and not self._is_automatic(declared):
                found += [declared.name] if self.job_is_fresh(declared.name, view) else []
        return tuple(found)

    def _is_automatic(self, declared: JobDecl) -> bool:
        """Whether a job belongs to the mode on screen, so that it starts by itself."""
        return bool(declared.when) and all(getattr(self.params, n) in v for n, v in declared.when.items())

    def stop_job(self, name: str) -> None:
        """Cancel a job; its partial result stays."""
        self.concept.declaration.job(name)
        self.jobs.stop(name)

    def auto_jobs(self, view: View) -> None:
        """Start the jobs that belong to the mode on screen, and cancel those that read something else since."""
        for declared in self.concept.declaration.jobs:
            wanted = self._is_automatic(declared)
            job = self.jobs.get(declared.name)
            if job is not None and job.running and not self.job_is_fresh(declared.name, view):
                self.jobs.stop(declared.name)
            if wanted and not (job is not None and (job.running or job.key == self._job_key(declared, view))):
                self.start_job(declared.name, view)

    def advance_jobs(self, seconds: float, *, gives_way: bool = False) -> bool:
        """Advance running jobs for about this long; returns whether work is left. See `Jobs.advance`."""
        left = self.jobs.advance(seconds, gives_way=gives_way)
        self._adopt()
        return left

    def finish_job(self, name: str, view: View | None = None) -> None:
        """Start a job and work on it until it has ended.

        Raises:
            BadInput: there is no such job.
            RuntimeError: the job failed.
        """
        self.start_job(name, view)
        job = self.jobs.get(name)
        while job is not None and job.running:
            self.jobs.advance(1.0)
        if job is not None and job.error:
            raise RuntimeError(f"job {name} failed: {job.error}\n{job.report}")
        self._adopt()

    def _adopt(self) -> None:
        """Take over what ended jobs found, by the gestures that they declare; what was made for other data is left."""
        for job in [job for job in self.jobs.collect() if job.declaration.adopt]:
            name, kind = job.declaration.name, job.declaration.adopt
            fresh = self.job_is_fresh(name, View())
            self.jobs.forget(name)
            if fresh:
                fields = self.concept.declaration.gesture(kind).fields
                self.act(kind, {field.name: _plain(job.latest.found[field.name]) for field in fields})

    def findings(self, view: View) -> Findings:
        """What the jobs have found for these parameters and data, by name; nothing of one that has no result.

        A job that reads the state keeps its newest result while the run goes on, and only then: its panel says of which
        step it is.
        """
        started = {job.declaration.name: job for job in self.jobs.all()}
        fresh = {name for name in started if self.job_is_fresh(name, view)}
        declared = self.concept.declaration.jobs
        return {one.name: started[one.name].latest.found if one.name in fresh else {} for one in declared}

    def job_is_fresh(self, name: str, view: View) -> bool:
        """Whether what a job gave still belongs to the present parameters and data, if of an earlier step."""
        job = self.jobs.get(name)
        if job is None or (job.declaration.reads_state and job.step > self.step):
            return False
        return job.key.settings == self._job_settings(job.declaration, view)

    def _job_key(self, declared: JobDecl, view: View) -> JobKey:
        passing: list[Any] = []  # what a job that follows the run need not have read to say something of it
        if declared.reads_state:
            passing = [self.step, self._digest("state", self.state)]
            passing += [getattr(self.params, name) for name in self._passing_names(declared)]
        return JobKey(self._job_settings(declared, view), key_of(passing))

    def _passing_names(self, declared: JobDecl) -> list[str]:
        """The parameters that a job which follows the run reads, and that change the picture alone."""
        specs = self.params.specs()
        return [name for name in declared.reads if specs[name].effect is VIEW] if declared.reads_state else []

    def _job_settings(self, declared: JobDecl, view: View) -> str:
        """The part of a job's key that no step changes, so that no frame reads a whole state for it."""
        passing = self._passing_names(declared)
        values = {name: getattr(self.params, name) for name in declared.reads if name not in passing}
        parts: list[Any] = [self.seed, values]
        if declared.reads_data:
            parts.append(self._digest("data", self.data))
        if declared.reads_view:
            parts.append(view.plots)
        return key_of(parts)

    def _digest(self, what: str, value: Any) -> str:
        """A hash of data or state, computed once for each object."""
        kept = self._digests.get(what)
        if kept is None or kept[0] is not value:
            kept = (value, tree.digest(value))
            self._digests[what] = kept
        return kept[1]

    # ---- inside

    def _make_data(self, params: ConceptParams, seed: int) -> Any:
        return self._place(self.concept.model.make_data(params, self.context("data", seed=seed)))

    def _redrawn(self, params: ConceptParams, data: Any) -> Any:
        """The user's own data with what these parameters and the seed add to them."""
        redraw = self.concept.model.redraw
        return self._place(data if redraw is None else redraw(params, data, self.context("data", seed=self.seed)))

    def _place(self, data: Any) -> Any:
        return tree.map_leaves(lambda leaf: leaf.to(self.device) if isinstance(leaf, Tensor) else leaf, data)

    def begin(self, base: Base) -> None:
        """Start a new run at step 0."""
        before = getattr(self, "_run", None)
        run = Run(base, self.memory)
        first = self._first(base)
        run.checkpoints.add(first)
        run.head = first
        if before is not None:
            self._leave(run)
        self._run = run
        self._ghost = None
        self.stand(first, keep_view=False)
        self._undo_stroke = ""

    def _first(self, base: Base) -> Snapshot:
        """Where a run from a base begins."""
        ctx = Ctx(self.device, self.dtype, base.seed, "init")
        state = self.concept.model.init(base.params, base.data, ctx)
        status = "done" if self.concept.model.length(base.params) == 0 else "running"
        return Snapshot(0, 0, base.params, base.data, state, None, status)

    def _mark(self, moves: bool = True) -> None:
        """Remember where we are, so that an undo can come back here."""
        self.depth += 1
        self._undo.append(UndoPoint(self._run, self.step if moves else None, self.view_values))
        del self._undo[:-MOST_MARKS]
        self._redo.clear()
        self._undo_stroke = ""

    def _enter(self, entry: Entry, params: ConceptParams) -> None:
        """Put an act into the log at this step, in a run of its own unless it goes on with a stroke."""
        log = self._run.log
        same_stroke = bool(entry.stroke) and entry.stroke == self._undo_stroke and self.step >= self._run.reached
        last = log[-1] if log else None
        replaces = (
            same_stroke
            and last is not None
            and self._before_entry is not None
            and entry.replaces(last, self.concept.declaration.gesture(entry.kind) if entry.kind else None)
        )
        before = self._before_entry if replaces else self.snapshot()
        assert before is not None
        position = before.applied
        after = self.applied_to(before, entry, params, position)
        if same_stroke:
            self._run.checkpoints.forget(self.step, position)
        else:
            self._fork(before)
        self._run.log[position:] = [entry]
        self._before_entry = before
        self.params, self.data, self.state = after
        self._applied = position + 1
        self.after_entries(entry)
        self._run.head = self.snapshot()
        self._undo_stroke = entry.stroke

    def _fork(self, here: Snapshot) -> None:
        self._mark()
        run = self._run.fork(self.step, here.applied)
        old = self._run
        old_future = old.reached > self.step or len(old.log) > here.applied
        if old_future:
            self._leave(run)
            self._ghost = old
        self._run = run


def _checked_seed(seed: int) -> int:
    """The seed as a plain whole number."""
    seed = plain(seed)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= 2**53:
        raise BadInput(f"seed is {seed!r}, allowed is a whole number from 0 to 2^53", "seed")
    return seed


def _plain(value: Tensor | float | str) -> Any:
    """A result as a gesture's value: a tensor as the flat list of its numbers."""
    return value.flatten().tolist() if isinstance(value, Tensor) else value
