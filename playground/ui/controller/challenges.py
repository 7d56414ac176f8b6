"""The part of the controller for the challenge on the stage: its beginning, tick, hint and solution. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, Frame
from playground.engine.process import messages as m
from playground.engine.run.conditions import at_step
from playground.lecture.beat_start import challenge_start
from playground.lecture.challenges import Challenge, Move, read_challenges
from playground.ui.controller.acts import Acts
from playground.ui.controller.clock import Clock
from playground.ui.controller.inbox import Inbox
from playground.ui.controller.jobs import JobControl
from playground.ui.controller.locks import Locks
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.parameters import Parameters
from playground.ui.controller.protocols import Catalog, Engine
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.state import Panel, State, Task
from playground.ui.controller.store import Store

SHOWN_FOR = 5.0  # s that the steps of a solution take at most
FURTHEST = 10**9


class Challenges:
    """The challenge on the stage.

    Attributes:
        finished: called when one is done by hand.
    """

    def __init__(
        self,
        store: Store,
        engine: Engine,
        catalog: Catalog,
        *,
        notices: Notices,
        records: RecordRequests,
        opening: Opening,
        clock: Clock,
        parameters: Parameters,
        acts: Acts,
        jobs: JobControl,
        inbox: Inbox,
        locks: Locks,
    ) -> None:
        self._store, self._engine, self._catalog = store, engine, catalog
        self._notices, self._records, self._opening, self._clock = notices, records, opening, clock
        self._parameters, self._acts, self._jobs, self._locks = parameters, acts, jobs, locks
        self.finished: list[Callable[[Challenge], None]] = []
        self._number = 0  # of the newest aim, and of the newest goal of a solution
        self._own: Mapping[str, Any] | None = None  # the student's run while a solution is shown
        self._moves: list[Move] = []  # of the solution, that are left
        self._step = 0  # where the shown solution stands
        self._offered: set[str] = set()  # panels whose challenges were offered at the end of a run
        self._left: Challenge | None = None
        self._opens = False  # a run of the challenge itself
        inbox.heard.append(self._hear)
        clock.arrivals.append(self._on_arrival)
        store.listeners.append(self._watch)
        acts.before_undo = self._take_back

    # ---- what there is

    def known(self, concept: str) -> tuple[Challenge, ...]:
        """The challenges of a panel; none where its file cannot be read, which is said."""
        try:
            return tuple(read_challenges(self._catalog.challenges(concept), concept).values())
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return ()

    def _find(self, ref: str) -> Challenge | None:
        concept, _, name = ref.partition("/")
        return next((one for one in self.known(concept) if one.id == name), None)

    def _undone(self, concept: str, behind: str = "") -> Challenge | None:
        """The next one that is not done, from one on."""
        every = self.known(concept)
        place = next((i + 1 for i, one in enumerate(every) if one.id == behind), 0)
        left = [one for one in (*every[place:], *every[:place]) if one.ref not in self._store.state.challenges_done]
        return next((one for one in left if one.id != behind), None)

    # ---- what the user does

    def begin(self, ref: str) -> None:
        """Puts the run of a challenge on the stage, named as panel/name."""
        challenge = self._find(ref)
        if challenge is None:
            self._notices.notify(f"There is no challenge {ref}", kind="failed")
            return
        panel = self._store.state.panel
        if panel is not None and panel.declaration.id == challenge.concept and panel.task is None and panel.frame:
            self._acts.keep(panel)
        if self.open(challenge):
            self.take_up(challenge)

    def open(self, challenge: Challenge) -> bool:
        """Opens the run where a challenge begins; false if it cannot be."""
        try:
            begun = challenge_start(challenge, self._catalog)
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return False
        params = begun.params.plain()
        with self._opening_itself():
            return self._opening.open(
                challenge.concept, preset=begun.preset, params=params, seed=begun.seed, step=challenge.step
            )

    @contextmanager
    def _opening_itself(self) -> Iterator[None]:
        """What is opened inside leaves no challenge."""
        self._opens = True
        try:
            yield
        finally:
            self._opens = False

    def take_up(self, challenge: Challenge, phase: str = "trying", hinted: bool = False) -> None:
        """The run on the stage is that of a challenge from now on."""
        self._number += 1
        self._left = None
        panel = self._store.state.panel
        if panel is not None:
            if phase == "trying":
                self._forget_solution()
            self._store.put_panel(task=Task(challenge, phase, hinted=hinted, number=self._number))  # type: ignore[arg-type]
            self._engine.send(panel.group, m.Pursue(challenge.aim(self._number)))

    def again(self) -> None:
        """From the beginning of the challenge on the stage, or of the one that was left."""
        task = self._task
        challenge = task.challenge if task is not None else self._left
        if challenge is None:
            self.next()
        elif self.open(challenge):
            self.take_up(challenge, hinted=task.hinted if task is not None else False)

    def next(self) -> None:
        """The next challenge of the panel that is not done."""
        panel = self._store.state.panel
        if panel is None:
            return
        task = panel.task
        following = self._undone(panel.declaration.id, task.challenge.id if task is not None else "")
        if following is not None:
            self.begin(following.ref)
        elif not self.known(panel.declaration.id):
            self._notices.notify("This panel has no challenges")
        else:
            self._notices.notify("All challenges of this panel are done", "challenges", "See them")

    def hint(self) -> None:
        """Shows the hint, or hides it."""
        if self._task is not None:
            self._store.put_panel(task=replace(self._task, hinted=not self._task.hinted))

    def leave(self) -> None:
        """The run stays, and nothing is locked any more."""
        panel = self._store.state.panel
        if panel is not None and panel.task is not None:
            self._forget_solution()
            self._engine.send(panel.group, m.Pursue(None))
            self._store.put_panel(task=None)

    def toggle_offers(self) -> None:
        """Challenges are offered, or not: a lecturer may want none."""
        on = not self._store.state.challenges_on
        self._store.put(challenges_on=on)
        if not on:
            self.leave()
        self._notices.notify("Challenges are offered" if on else "Challenges are off", "challenges_off", "Undo")

    def clear(self) -> None:
        """Forgets what is done on this machine."""
        many = len(self._store.state.challenges_done)
        self._store.put(challenges_done=())
        self._notices.notify(f"{many} ticks are cleared" if many != 1 else "1 tick is cleared")

    # ---- the shown solution

    def solve(self) -> None:
        """Plays the solution in the panel; the student's own run is kept."""
        task, panel = self._task, self._store.state.panel
        if task is None or panel is None or task.phase != "trying" or self._store.state.lesson is not None:
            return
        self._clock.pause()
        challenge, group = task.challenge, panel.group

        def show(record: Mapping[str, Any]) -> None:
            now = self._store.state.panel
            if now is None or now.group != group or not self.open(challenge):
                return
            self._own = record
            self._moves, self._step = list(challenge.moves), challenge.step
            self.take_up(challenge, "showing", task.hinted)

        self._records.ask(show, group)

    def go_on(self) -> None:
        """The next move of the shown solution, once the last one was read."""
        task, panel = self._task, self._store.state.panel
        if task is None or panel is None or task.phase != "showing" or panel.opens_at is not None or panel.playing:
            return
        if panel.frame is not None and any(job.running for job in panel.frame.jobs.values()):
            return
        if not self._moves:
            self._store.put_panel(task=replace(task, phase="shown"))
            return
        move = self._moves.pop(0)
        self._store.put_panel(task=replace(task, moves=task.moves + 1, say=move.say or task.say))
        with self._locks.lifted(), self._notices.hold():
            self._do(move, panel, task)

    def _do(self, move: Move, panel: Panel, task: Task) -> None:
        if move.act is not None and move.act.kind:
            self._acts.act(move.act.kind, move.act.values)
        elif move.act is not None:
            changes = panel.params.diff(panel.params.changed(move.act.values))
            if panel.params.effect(list(changes)).name in ("RESTART", "DATA"):
                self._step = 0
            self._parameters.set(move.act.values)
        elif move.seed is not None:
            self._step = 0
            self._parameters.reseed(move.seed)
        elif move.job:
            self._jobs.start(move.job)
        else:
            self._step += move.steps
            rate = max(panel.declaration.card.pace, move.steps / SHOWN_FOR)
            self._clock.play_to(m.Goal(at_step(self._step), FURTHEST, -task.number), rate, False)

    def _on_arrival(self, number: int, frame: Frame) -> None:
        task = self._task
        if task is not None and number == -task.number and task.phase == "showing":
            self._step = frame.step
            self.go_on()

    def back(self) -> None:
        """From the shown solution to the student's own run."""
        task, panel, record = self._task, self._store.state.panel, self._own
        if task is None or panel is None:
            return
        self._forget_solution()
        if record is None:
            self.again()
            return
        with self._opening_itself():
            back = self._opening.open(panel.declaration.id, record=record, preset=panel.preset)
        if back:
            self.take_up(task.challenge, hinted=task.hinted)

    def _take_back(self) -> bool:
        """Undo while a solution is shown; whether it is done with that."""
        if self._own is None or self._task is None or self._task.phase not in ("showing", "shown"):
            return False
        self.back()
        return True

    def _forget_solution(self) -> None:
        self._own, self._moves = None, []

    # ---- what the run does

    @property
    def _task(self) -> Task | None:
        panel = self._store.state.panel
        return panel.task if panel is not None else None

    def _hear(self, message: m.FrameMessage) -> None:
        """How far the run is."""
        task, reached = self._task, message.reached
        if task is None or reached is None or reached.number != task.number or task.phase in ("done", "shown"):
            return
        if task.held != reached.held:
            task = replace(task, held=reached.held)
            self._store.put_panel(task=task)
        if not reached.done:
            return
        self._clock.pause()
        if task.phase == "showing":
            self._moves = []
            self._store.put_panel(task=replace(task, phase="shown"))
            return
        done = self._store.state.challenges_done
        ref = task.challenge.ref
        with self._store.together():
            self._store.put_panel(task=replace(task, phase="done"))
            self._store.put(challenges_done=done if ref in done else (*done, ref))
        for finished in self.finished:
            finished(task.challenge)

    def _watch(self, state: State, before: State) -> None:
        now, old = state.panel, before.panel
        if now is None or old is None:
            return
        if now.group != old.group:
            same = now.declaration.id == old.declaration.id
            if old.task is not None and now.task is None and same and not self._opens:
                self._note_left(old.task)
            return
        frame = now.frame if old.playing and not now.playing else None
        ended = frame is not None and (frame.status in STOPPED or frame.failure is not None)
        if ended and now.task is None and self._is_offering(state):
            self._offer(now)

    def _note_left(self, task: Task) -> None:
        """Another run has come, by a preset or a scene; one press leads back to the challenge."""
        self._left = task.challenge
        if task.phase == "trying" and self._store.state.lesson is None:
            self._notices.notify(f"{task.challenge.title} was left", "challenge_again", "Back to it", later=True)

    def _is_offering(self, state: State) -> bool:
        free = state.lesson is None and not (state.bare or state.presenting or state.recording)
        return state.challenges_on and free and state.notice is None

    def _offer(self, panel: Panel) -> None:
        concept = panel.declaration.id
        if concept in self._offered:
            return
        self._offered.add(concept)
        following = self._undone(concept)
        if following is not None:
            self._notices.notify(f"Something to try: {following.title}", "challenge_next", "Try it")
