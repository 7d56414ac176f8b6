"""A group: the sessions under one clock, in lockstep, that share one frame message. Synchronous, without threads."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from playground.engine import device as devices
from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, Failure, Frame, View
from playground.engine.kit import tree
from playground.engine.process.messages import FrameMessage, Goal
from playground.engine.process.pacing import SLICE, FramePace, Rate, StepPace
from playground.engine.run import observing
from playground.engine.run.aims import Aim, Pursuit
from playground.engine.run.comparison import Cast, add_twins, mark_records, remove_twins
from playground.engine.run.conditions import Condition, condition
from playground.engine.run.history import Sender
from playground.engine.run.phase import Phase
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.engine.run.variants import Sweep, Variant

JOB_SLICE = 0.004
JOB_SLICE_BESIDE = 0.001  # while steps are taken as fast as they can, which have twice as long
MOST_MAPS = 8  # that are kept when they are done
HEAVY_STEP = 0.010
REPLAY_SECONDS = 1.0
LARGEST_STATE = 16 << 20  # what a checkpoint carries along


class Group:
    """Sessions under one clock.

    Attributes:
        cast: one to four sessions in lockstep, and what they differ by.
        number: the group's number in the arena.
        epoch: what is added to the epochs of the frames, so that they grow beyond a restart.
        visible: whether anybody looks; a hidden group stands still.
        should_run: whether the user wants the clock to run. It does while a session can go on, so a converged run
            goes on by itself when a point is moved.
        view: what the picture shows.
        arrived: the number of the last goal at which the clock stopped by itself.
        window_ready: the window has drawn the last frame.
        changed: there is something new to show.
        urgent: it need not wait for the raster.
        serial: the last acting command that was handled.
        failure: an exception outside of the sessions' own care, until the next act that succeeds.
        missed: why later twins refused what the first one took; emptied by who sends it.
    """

    def __init__(self, cast: Cast, number: int, epoch: int, clock: Callable[[], float]) -> None:
        self.cast = cast
        self._senders = tuple(Sender() for _ in cast.sessions)
        self.number = number
        self.epoch = epoch
        self.visible = True
        self.should_run = False
        self.view = View()
        self.arrived = 0
        self.window_ready = True
        self.changed = True
        self.urgent = True
        self.serial = 0
        self.failure: Failure | None = None
        self.refusals: list[BadInput] = []
        self.pace = StepPace(self.sessions[0].concept.declaration.card.pace)
        self._clock = clock
        self._frames = FramePace()
        self._frame_begun = 0.0
        self._rate = Rate()
        self._chunk = 1
        self._goal: tuple[Goal, Condition] | None = None
        self._pursuit: Pursuit | None = None
        self._journey: list[Iterator[float]] = []
        self._setting_out = False  # on the way to where it is first shown
        self._last: tuple[Frame, ...] = ()
        # Casts that a comparison replaced, and those that an undo left, with the depth of acts at which it was.
        self._depth = 0  # what the first session's count of acts lacks
        self._earlier: list[tuple[int, Cast]] = []
        self._later: list[tuple[int, Cast]] = []
        self._phase: Phase | None = None
        self._maps: dict[str, Phase] = {}

    # ---- what stands

    @property
    def sessions(self) -> tuple[Session, ...]:
        """One to four, in lockstep."""
        return self.cast.sessions

    @property
    def playing(self) -> bool:
        """Whether the clock runs."""
        return self.should_run and any(_can_go(session) for session in self.sessions)

    @property
    def depth(self) -> int:
        """How many acts are done and not taken back, whoever is the first of the twins."""
        return self.sessions[0].depth + self._depth

    @property
    def steps(self) -> tuple[int, ...]:
        """The step of each session."""
        return tuple(session.step for session in self.sessions)

    @property
    def last_epoch(self) -> int:
        """The highest epoch that a frame of this group can have had so far."""
        return self.epoch + max(session.epoch for session in self.sessions)

    @property
    def travelling(self) -> bool:
        """Whether a seek is under way."""
        return bool(self._journey)

    @property
    def version(self) -> tuple[Any, ...]:
        """Equal for as long as nothing happens to the runs."""
        return (self.serial, self.steps, tuple(session.epoch for session in self.sessions))

    def select(self, twin: int | None) -> tuple[Session, ...]:
        """One of the twins, or all.

        Raises:
            BadInput: there is no such twin.
        """
        if twin is None:
            return self.sessions
        if not 0 <= twin < len(self.sessions):
            raise BadInput(f"twin is {twin}, allowed is 0 to {len(self.sessions) - 1}", "twin")
        return (self.sessions[twin],)

    def touch(self) -> None:
        """Something changed by a command: show it at once, and expect nothing of the next step's cost."""
        self.changed = self.urgent = True
        self._chunk = 1

    def each(self, twin: int | None, act: Callable[[Session], object]) -> None:
        """Act on one of the twins or on all; what only a later one refuses it alone misses.

        Raises:
            BadInput: there is no such twin, or the first refuses it; nothing has changed.
        """
        first, *others = self.select(twin)
        act(first)
        for session in others:
            try:
                act(session)
            except BadInput as error:
                self.refusals.append(error)

    # ---- what the window sets

    def look(self, view: View) -> None:
        """What the picture shows from now on."""
        self.view = view
        self.touch()

    def set_pace(self, steps_per_second: float | None) -> None:
        """The clock's speed; None: flat out."""
        self.pace.change(steps_per_second, self._clock())

    def ask(self) -> None:
        """The window has drawn the last frame."""
        self.window_ready = True

    def show(self, visible: bool) -> None:
        """Whether anybody looks; a clock that was hidden does not catch up."""
        if visible and not self.visible:
            now = self._clock()
            self.pace.start(now)
            self._rate.start(now)
            self.window_ready = True  # whatever became of the last frame before it was hidden
            self.touch()
        self.visible = visible

    def condition(self) -> Literal["going", "held", "hidden"]:
        """What the group waits for: that it is shown, that the window draws a frame, or nothing."""
        if not self.visible:
            return "hidden"
        return "held" if self.changed and not self.window_ready else "going"

    # ---- the clock

    def play(self, on: bool, goal: Goal | None = None) -> None:
        """Let the clock run, or stand.

        Args:
            on: whether it runs.
            goal: where it stops by itself, once; it stands while the clock is stopped and goes with a step or a seek.

        Raises:
            BadInput: the goal's condition cannot be read.
        """
        if goal is not None:
            self.arrive()
            self._goal = (goal, condition(goal.until))
        if on and not self.should_run:
            self.failure = None
            now = self._clock()
            self.pace.start(now)
            self._rate.start(now)
        self.should_run = on
        self.touch()

    def step(self, n: int) -> None:
        """Stop the clock and go `n` steps on, or back."""
        self.arrive()
        self._goal = None
        self.play(False)
        if n >= 0 and any(session.seconds_per_step > HEAVY_STEP for session in self.sessions):
            self._journey = [session.seeking(session.step + n) for session in self.sessions]
            self._travel(self._clock() + SLICE)
        elif n >= 0:
            for session in self.sessions:
                session.advance(n)
            self._note_aim()
        else:
            self.seek(max(0, max(self.steps) + n))

    def seek(self, k: int) -> None:
        """Stop the clock and set out for step `k`; `run` gets there in slices, and a newer seek replaces this one."""
        self.abandon()
        self.play(False)
        self._journey = [session.seeking(k) for session in self.sessions]
        self._travel(self._clock() + SLICE)

    def set_out(self, steps: Sequence[int]) -> None:
        """Go to a step of each session as fast as it can, and show nothing before."""
        pairs = zip(self.sessions, steps, strict=True)
        self._journey = [session.seeking(step) for session, step in pairs if step > session.step]
        self._setting_out = bool(self._journey)

    def arrive(self) -> None:
        """Finish a seek that is under way, because what comes next builds on it."""
        while self._journey:
            self._travel(self._clock() + 1.0)

    def abandon(self) -> None:
        """Leave a seek and a goal off, because what comes next starts anew."""
        self._journey, self._goal, self._setting_out = [], None, False

    def advance_to(self, steps: Sequence[int]) -> None:
        """Compute each session on to its step."""
        self.arrive()
        for session, step in zip(self.sessions, steps, strict=True):
            if step > session.step:
                session.advance(step - session.step)
        self.touch()

    def pursue(self, aim: Aim | None) -> None:
        """Say with every frame how far the first run is towards an aim; None: no more.

        Raises:
            BadInput: the condition cannot be read.
        """
        self._pursuit = Pursuit(aim) if aim is not None else None
        self.touch()

    @property
    def _pursues(self) -> bool:
        return self._pursuit is not None and not self._pursuit.reached.done

    def _note_aim(self) -> None:
        """After a step: a frame may come much later."""
        if self._pursuit is not None and self._pursues:
            first = self.sessions[0]
            values = observing.aim_values(first, self._pursuit.aim.names)
            self._pursuit.note(values, first.step, len(first.run.log))

    # ---- twins

    def compare(self, names: Sequence[str], twins: Sequence[Variant], title: str) -> None:
        """Set twins beside the first run; they set out for its step.

        Raises:
            BadInput: as `comparing.compared`; nothing has changed.
        """
        self.arrive()
        self._recast(add_twins(self.cast, names, twins, title))

    def separate(self, twin: int | None) -> None:
        """Take one of the twins away, or all but the first.

        Raises:
            BadInput: there is no such twin.
        """
        self.arrive()
        self._recast(remove_twins(self.cast, twin))

    def _recast(self, cast: Cast) -> None:
        self._earlier.append((self.depth, self.cast))
        self._later.clear()
        self._stage(cast)

    def _stage(self, cast: Cast) -> None:
        """Let a cast take the stage, all at the step that was on it."""
        here = max(self.steps)
        self.epoch = self.last_epoch + 1
        self._depth += self.sessions[0].depth - cast.sessions[0].depth
        self.cast = cast
        self._last = ()
        self._senders = tuple(Sender() for _ in cast.sessions)
        self._journey = [session.seeking(here) for session in cast.sessions if session.step != here]

    def switch(self, branch: int) -> None:
        """Stop the clock and set out for the end of a run that was left behind.

        Raises:
            BadInput: there is no such run, or twins stand beside this one, whose runs are others.
        """
        if len(self.sessions) > 1:
            raise BadInput("runs that were left are reached again when the comparison has ended", "branch")
        self.play(False)
        self.abandon()
        self._journey = [self.sessions[0].seeking(self.sessions[0].switch(branch, arrive=False))]
        self._later.clear()

    def sweep(self, sweep: Sweep) -> None:
        """Begin a map of two parameters, or take it from what was done.

        Raises:
            BadInput: the sweep is not allowed.
        """
        fresh = Phase.begin(self.sessions[0], sweep)
        self._phase = self._maps.get(fresh.key, fresh)
        self.touch()

    def stop_sweep(self, forget: bool) -> None:
        """Leave a map off; what is done stays on screen, unless it is to be forgotten."""
        if self._phase is not None:
            self._phase.stop()
        if forget:
            self._phase = None
        self.touch()

    def undo(self, redo: bool) -> None:
        """Take back the newest act or comparison, or return to the last one that was taken back."""
        origin, other = (self._later, self._earlier) if redo else (self._earlier, self._later)
        depth = self.depth
        if origin and origin[-1][0] == depth:
            other.append((depth, self.cast))
            self._stage(origin.pop()[1])
            return
        for session in self.sessions:
            if redo:
                session.redo()
            else:
                session.undo()

    def note_act(self, depths: Sequence[int]) -> None:
        """After an act on some or all twins: an undo will take it back in all at once, and all stand at one step.

        Args:
            depths: of the sessions before the act.
        """
        grown = [session.depth - before for session, before in zip(self.sessions, depths, strict=True)]
        if any(grown):
            self._later.clear()
        for session, grew in zip(self.sessions, grown, strict=True):
            for _ in range(max(grown) - grew):
                session.hold()
        here = max(self.steps)
        self._journey = [session.seeking(here) for session in self.sessions if session.step < here and _can_go(session)]

    # ---- one slice

    def run(self) -> None:
        """Go on for one slice: steps that are due, a seek, and jobs."""
        if self._journey:
            self._travel(self._clock() + SLICE)
        elif self.should_run and self._at_goal():
            self._arrive_at_goal()
        elif self.playing:
            self._play_slice()
        self._advance_jobs()

    def _play_slice(self) -> None:
        now = self._clock()
        due, deadline = self.pace.due(now), now + SLICE
        taken_all = 0
        while due > 0:
            cost = sum(session.seconds_per_step for session in self.sessions)
            fits = max(1, int((deadline - now) / cost)) if cost > 0 else 1
            # A chunk at most doubles, so that a sudden dear step cannot come a thousandfold.
            self._chunk = 1 if self._goal or self._pursues else int(min(fits, 2 * self._chunk, due))
            taken = self._advance(self._chunk)
            taken_all += taken
            due -= taken
            self._note_aim()
            now = self._clock()
            if not taken or now + cost >= deadline or self._at_goal():
                break
        if taken_all:
            self.changed = True
            self.pace.took(taken_all)
            self._rate.add(taken_all, now, self.pace.rate)
        if self._at_goal():
            self._arrive_at_goal()
        if not self.playing:
            self.touch()

    def _advance(self, n: int) -> int:
        """Take up to n steps of each session; returns how many all of them took that still can.

        A long step may end later: those that are ahead by then wait for the others.
        """
        if n > 1:
            return max([session.advance(n) for session in self.sessions])
        going = [session for session in self.sessions if _can_go(session)]
        behind = min((session.step for session in going), default=0)
        until = time.perf_counter() + SLICE / max(len(going), 1)
        for session in going:
            if session.step == behind:
                session.advance(1, until)
        return min((session.step for session in going), default=behind) - behind

    def _at_goal(self) -> bool:
        """Whether the clock has to stop here: the goal is reached, or cannot be any more."""
        if self._goal is None:
            return False
        goal, until = self._goal
        first = self.sessions[0]
        return (
            first.step >= goal.last
            or not any(_can_go(session) for session in self.sessions)
            or until.holds(observing.values(first, until.names))
        )

    def _arrive_at_goal(self) -> None:
        assert self._goal is not None
        self.arrived, self._goal = self._goal[0].number, None
        self.play(False)

    def _travel(self, deadline: float) -> None:
        self.changed = True
        while self._journey and self._clock() < deadline:
            if next(self._journey[0], None) is None:
                self._journey.pop(0)
        if not self._journey:
            self.urgent, self._setting_out = True, False

    def _advance_jobs(self) -> None:
        seconds, phase = JOB_SLICE_BESIDE if self._flat_out else JOB_SLICE, self._phase
        if phase is not None and phase.work is not None:
            self.changed = True
            if not phase.advance(seconds):
                self.urgent = True
                self._maps[phase.key] = phase
                while len(self._maps) > MOST_MAPS:
                    del self._maps[next(iter(self._maps))]
        for session in self.sessions:
            if session.jobs.running():
                self.changed = True
                if not session.advance_jobs(seconds / len(self.sessions), gives_way=True):
                    self.urgent = True

    def wait(self) -> float | None:
        """How long nothing is to be done: 0 if there is work, None if only a command can bring some."""
        if not self.visible:
            return None
        if self._phase is not None and self._phase.work is not None:
            return 0.0
        if self._journey or any(session.jobs.running() for session in self.sessions):
            return 0.0
        now = self._clock()
        waits = [self.pace.wait(now)] if self.playing else [0.0] if self.should_run and self._goal else []
        if self._shows_news:
            waits.append(self._frames.wait(now, self.urgent))
        return min(waits, default=None)

    # ---- pictures

    @property
    def _shows_news(self) -> bool:
        return self.changed and self.window_ready and not self._setting_out

    def frame_is_due(self) -> bool:
        """Whether a frame may leave now."""
        return self._shows_news and self._frames.wait(self._clock(), self.urgent) <= 0.0

    def message(self, name: str) -> FrameMessage:
        """What the group shows now; the window is not served again before it asks. To be followed by `note_sent`."""
        self._frame_begun = self._clock()
        self.changed = self.urgent = self.window_ready = False
        self._last = tuple(self._frame(session, i) for i, session in enumerate(self.sessions))
        if any(frame.status == "failed" for frame in self._last):
            self.should_run = False
        playing = self.playing
        if self._pursuit is not None and self._pursues:
            self._pursuit.note_frame(self._last[0])
        return FrameMessage(
            group=name,
            frames=self._last,
            playing=playing,
            steps_per_second=self._rate.value() if playing else 0.0,
            device=devices.name(self.sessions[0].device),
            heavy_step=max(session.seconds_per_step for session in self.sessions) > HEAVY_STEP,
            differences=self.cast.names,
            titles=self.cast.titles,
            phase=self._phase.map if self._phase is not None else None,
            arrived=self.arrived,
            reached=self._pursuit.reached if self._pursuit is not None else None,
        )

    def note_sent(self) -> None:
        """The last message is on its way: the next one is due by what this one has cost."""
        self._frames.note_frame(self._frame_begun, self._clock(), self._flat_out)

    @property
    def _flat_out(self) -> bool:
        return self.playing and self.pace.rate is None

    def _frame(self, session: Session, i: int) -> Frame:
        try:
            session.auto_jobs(self.view)
            frame = session.frame(self.view)
            frame = replace(frame, epoch=frame.epoch + self.epoch)
        except Exception as error:
            self.fail(error)
            frame = self._last[i] if self._last else _blank(session, self.epoch)
        if i == 0 and (self._earlier or self._later):
            depth = self.depth
            back, forth = (bool(casts) and casts[-1][0] == depth for casts in (self._earlier, self._later))
            frame = replace(frame, can_undo=frame.can_undo or back, can_redo=frame.can_redo or forth)
        return replace(frame, status="failed", failure=self.failure) if self.failure else frame

    def fail(self, error: Exception) -> None:
        """Stop the clock and show a failed frame until an act succeeds."""
        devices.pass_on(error)
        self.should_run = False
        self.abandon()
        report = "".join(traceback.format_exception(error))
        self.failure = Failure("exception", max(self.steps), f"{type(error).__name__}: {error}", report)
        self.touch()

    # ---- storing

    def records(self) -> tuple[Mapping[str, Any], ...]:
        """One record a session, with the newest state unless it is too large to travel."""
        pairs = zip(self.sessions, self._senders, strict=True)
        return mark_records(self.cast, [store(session, _travels(session), sender.pack) for session, sender in pairs])

    def confirm(self, records: Sequence[Mapping[str, Any]]) -> None:
        """The client has what `records` gave last."""
        for sender, record in zip(self._senders, records, strict=True):
            sender.confirm(record)

    def quick_to_restore(self, records: Sequence[Mapping[str, Any]]) -> bool:
        """Whether no record lacks a state that would spare a replay of more than a second.

        Right after an act a session has no state of its run to store.
        """
        for session, record in zip(self.sessions, records, strict=True):
            long = session.step * session.seconds_per_step > REPLAY_SECONDS
            if "state" not in record and long and _travels(session):
                return False
        return True


def _can_go(session: Session) -> bool:
    length = session.length
    return session.status not in STOPPED and session.failure is None and (length is None or session.step < length)


def _travels(session: Session) -> bool:
    return sum(tree.storages(session.state).values()) <= LARGEST_STATE


def _blank(session: Session, epoch: int) -> Frame:
    """A frame of a run that could never be observed."""
    return Frame(
        epoch=session.epoch + epoch,
        step=session.step,
        reached=session.step,
        length=None,
        status="failed",
        metrics={},
        arrays={},
        series={},
        jobs={},
        params=session.params.plain(),
        seed=session.seed,
    )
