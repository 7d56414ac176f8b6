"""The open lesson in the window: hands the player's wishes to the controller, and tells it what the run does. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import Frame
from playground.engine.process.messages import Goal
from playground.engine.run.variants import Variant
from playground.figures.figure import Figure
from playground.lecture.acts import Act
from playground.lecture.beat_start import Beginning, beginning
from playground.lecture.challenges import Challenge
from playground.lecture.lesson import Beat, read_lesson
from playground.lecture.lesson_check import check_lesson, unknown_names
from playground.lecture.player import Place, Player
from playground.lecture.visibility import visible
from playground.ui.controller.acts import Acts
from playground.ui.controller.challenges import Challenges
from playground.ui.controller.clock import Clock
from playground.ui.controller.comparison import Comparison
from playground.ui.controller.hints import Hints
from playground.ui.controller.inbox import Inbox
from playground.ui.controller.jobs import JobControl
from playground.ui.controller.lesson_recording import Recording
from playground.ui.controller.notices import Notices
from playground.ui.controller.opening import Opening
from playground.ui.controller.parameters import Parameters
from playground.ui.controller.protocols import Catalog
from playground.ui.controller.records import RecordRequests
from playground.ui.controller.screen import Screen
from playground.ui.controller.state import State
from playground.ui.controller.store import Store

Record = Mapping[str, Any]


class Lessons:
    """The lesson on the stage; a stage for its player.

    Attributes:
        player: plays the open lesson; None: there is none.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        *,
        notices: Notices,
        records: RecordRequests,
        recording: Recording,
        hints: Hints,
        screen: Screen,
        opening: Opening,
        clock: Clock,
        parameters: Parameters,
        acts: Acts,
        comparison: Comparison,
        jobs: JobControl,
        inbox: Inbox,
        challenges: Challenges,
    ) -> None:
        self._store, self._catalog, self._notices, self._records = store, catalog, notices, records
        self._recording, self._hints, self._screen, self._opening = recording, hints, screen, opening
        self._clock, self._parameters, self._acts, self._jobs = clock, parameters, acts, jobs
        self._comparison, self._inbox, self._challenges = comparison, inbox, challenges
        self.player: Player | None = None
        self._beat = Beat()
        self._group = ""  # of the run that the script has put on the stage
        self._opened: Frame | None = None  # what stood there before, until the run's own first frame
        self._uncovered = False  # the controls were shown for a challenge
        self._number = 0  # of the newest goal
        self._challenge: Challenge | None = None  # of the run that the script has opened last
        self._rest: tuple[int, int, int] | None = None  # step, acts and seed where the script rests
        self._resting = False  # a frame has shown that rest
        self._count = 0  # of acts in the log of the script's run
        self._step = 0  # where it was last seen on the script
        inbox.dress = self.figure
        store.listeners.append(self._watch)
        clock.arrivals.append(self._on_arrival)
        challenges.finished.append(self._on_done)

    # ---- what the lecturer does

    def open_file(self, path: str, beat: int = 0) -> bool:
        """Opens a lesson file and begins; a file that cannot be used changes nothing."""
        try:
            lesson, problems = read_lesson(path)
        except BadInput as bad:
            self._notices.notify(str(bad), kind="failed")
            return False
        self.leave()
        self.player = Player(lesson, self, self._show)
        found = [*problems, *check_lesson(lesson, self._catalog)]
        with self._store.together():
            self._screen.bare()
            self._opening.return_to_stage()
        self._do(lambda player: player.begin(beat))
        if found:
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            self._notices.notify(f"{Path(path).name} {found[0]}{more}", kind="warning")
        return True

    def start(self) -> None:
        """Begins the open lesson, or returns to it; without one says where lessons are."""
        if self.player is None:
            self._notices.notify("No lesson is open; choose one in the gallery", "gallery", "Gallery")
        elif self.player.place.away:
            self.again()
        else:
            self._screen.bare()

    def forward(self) -> None:
        """One press forward."""
        player = self.player
        if player is not None:
            self._hints.use_lesson()
        if player is not None and player.over:
            self._notices.notify("This was the last beat", "lesson_leave", "Leave the lesson")
        else:
            self._do(Player.forward)

    def back(self) -> None:
        """One press back."""
        self._do(Player.back)

    def again(self) -> None:
        """Back to the lesson where it was left."""
        if self.player is not None:
            self._screen.bare()
            self._do(lambda player: player.again(self._step))

    def leave(self) -> None:
        """Closes the lesson; the run stays."""
        if self.player is not None:
            self.player = None
            self._beat = Beat()
            self._store.put(lesson=None)
            self._inbox.refigure()

    def toggle_ask(self) -> None:
        """Hides the outcome for the class to predict, or reveals it; without a lesson it is asked at the start."""
        panel = self._store.state.panel
        if panel is not None:
            self._recording.cut()
            if self.player is None and not panel.asking and panel.step:
                self._clock.to_start()
            self._store.put_panel(asking=not panel.asking)
            self._on_reveal(not panel.asking)

    def _on_reveal(self, hidden: bool) -> None:
        """The outcome was hidden or revealed by hand."""
        if self.player is not None and self._on_script(self._store.state):
            self._do(lambda player: player.note_hidden(hidden))

    def figure(self, figure: Figure) -> Figure:
        """What the beat lets the audience see of a figure."""
        return visible(figure, self._beat)

    def _do(self, act: Callable[[Player], None]) -> None:
        player = self.player
        if player is None:
            return
        act(player)
        if player.place.phase in ("asking", "start") and self.player is player:
            self._mark()

    def _show(self, place: Place) -> None:
        self._store.put(lesson=place)

    # ---- the player's stage

    def open(self, beat: Beat) -> None:
        """A new run as the beat says."""
        assert self.player is not None
        lesson = self.player.lesson
        begun = beginning(lesson, beat, self._catalog)
        self._challenge = begun.challenge
        self._forget_rest()
        opened = self._opening.open(
            begun.declaration.id,
            preset=begun.preset,
            params=begun.params.plain(),
            seed=None if begun.record is not None else begun.seed,
            record=begun.record,
            name=lesson.title if begun.record is not None else "",
            foreign=True,
            step=begun.challenge.step if begun.challenge is not None else 0,
        )
        self._took(opened, len(begun.record["log"]) if begun.record is not None else 0)
        if begun.twins:
            self._comparison.set_beside(*_beside(beat, begun))

    def restore(self, record: Record) -> None:
        """The very run of a record."""
        panel = self._store.state.panel
        same = panel is not None and panel.declaration.id == record["concept"]
        self._forget_rest()
        opened = self._opening.open(
            str(record["concept"]), record=record, preset=panel.preset if same and panel is not None else ""
        )
        self._took(opened, len(record["log"]))

    def _forget_rest(self) -> None:
        panel = self._store.state.panel
        self._opened = panel.frame if panel is not None else None
        self._rest, self._resting = None, False

    def _took(self, opened: bool, acts: int) -> None:
        panel = self._store.state.panel
        if not opened or panel is None:
            notice = self._store.state.notice
            raise BadInput(notice.text if notice is not None else "the run cannot be opened", "beats")
        self._group, self._count, self._step = panel.group, acts, 0

    def dress(self, beat: Beat) -> None:
        """What is visible."""
        self._beat = beat
        self._inbox.refigure()
        if not beat.challenge:
            self._challenges.leave()
            if self._uncovered:
                self._screen.bare()
            self._uncovered = False

    def challenge(self) -> None:
        """The run on the stage is that of a challenge, for which the controls are needed."""
        assert self._challenge is not None
        if self._store.state.bare:
            self._screen.uncover()
            self._uncovered = True
        self._challenges.take_up(self._challenge)

    def give_up(self) -> None:
        """The challenge is passed over."""
        self._count = self._acts_done()
        self._challenges.leave()

    def _on_done(self, challenge: Challenge) -> None:
        """The challenge of the beat is done; what was tried for it is on the script."""
        self._count = self._acts_done()
        self._do(Player.note_done)

    def _acts_done(self) -> int:
        panel = self._store.state.panel
        return len(panel.frame.marks) if panel is not None and panel.frame is not None else 0

    def ask(self, hidden: bool) -> None:
        """Hides the outcome, or reveals it."""
        self._store.put_panel(asking=hidden)

    def act(self, act: Act) -> None:
        """Does it, without the notices that a hand's own change would bring."""
        panel = self._store.state.panel
        if panel is None:
            raise BadInput("there is no run", "beats")
        if act.kind:
            act.check(panel.declaration)
            with self._notices.hold():
                self._acts.act(act.kind, act.values)
            self._count += 1
        else:
            changed = panel.params.diff(panel.params.changed(act.values))
            effect = panel.params.effect(list(changed)).name
            with self._notices.hold():
                self._parameters.set(act.values)
            self._count = 0 if effect in ("RESTART", "DATA") else self._count + (effect == "LIVE")

    def seek(self, step: int) -> None:
        """Goes to a step."""
        self._clock.seek(step)

    def start_job(self, name: str) -> None:
        """Starts a job."""
        self._jobs.start(name)

    def play(self, until: str, last: int, pace: float | None, hurry: bool) -> None:
        """Plays to a goal."""
        self._number += 1
        self._rest, self._resting = None, False
        self._clock.play_to(Goal(until, last, self._number), pace, hurry)

    def keep(self, then: Callable[[Record], None]) -> None:
        """Asks for the record of the run as it stands; where it stands is where the script rests."""
        self._rest, self._resting = None, False
        group = self._group

        def kept(record: Record) -> None:
            then(record)
            if group == self._group:
                self._rest = (int(record["step"]), len(record["log"]), int(record["seed"]))
                self._watch(self._store.state, self._store.state)

        self._records.ask(kept)

    def _mark(self) -> None:
        self.keep(lambda record: None)

    # ---- what the run does

    def _on_arrival(self, number: int, frame: Frame) -> None:
        player = self.player
        if player is None or number != self._number or player.place.away:
            return
        self._step = frame.step
        self._do(lambda player: player.note_arrival({**frame.metrics, "step": frame.step, "status": frame.status}))

    def _watch(self, state: State, before: State) -> None:
        """Whether the run on the stage is still the script's."""
        player = self.player
        if player is None or player.place.phase == "broken":
            return
        on = self._on_script(state)
        if on and state.panel is not None and state.panel.frame is not None and state.panel.frame is not self._opened:
            self._step = state.panel.frame.step
        player.left(not on)

    def _check_names(self, frame: Frame) -> None:
        """Says which plots and layers the beat names that its picture does not have; it is shown without them."""
        if self.player is None or frame.figure is None:
            return
        lesson, number = self.player.lesson, self.player.place.beat
        for path, sentence in unknown_names(self._beat, frame.figure):
            self._notices.notify(f"{lesson.problem(number, sentence, *path)}", kind="warning")

    def _on_script(self, state: State) -> bool:
        panel = state.panel
        if state.page != "panel" or panel is None or panel.group != self._group:
            return False
        frame = panel.frame
        if frame is None or frame is self._opened or (self.player is not None and self.player.place.phase == "trying"):
            return True
        if self._rest is None:
            return len(frame.marks) <= self._count
        at_rest = (frame.step, len(frame.marks), frame.seed) == self._rest and not panel.playing
        if at_rest and not self._resting:
            self._resting = True
            self._check_names(frame)
        return at_rest or not self._resting


def _beside(beat: Beat, begun: Beginning) -> tuple[tuple[str, ...], list[Variant], str]:
    """What the runs of a comparison differ by, the twins of the first run, and words for it."""
    first, *others = begun.twins
    name = next(iter(beat.compare))
    if name == "seed":
        return ("@seed",), [Variant({}, twin.seed) for twin in others], ""
    if name == "preset":
        twins = [Variant(twin.params.plain(), twin.seed, twin.title, anew=True) for twin in others]
        return ("@preset",), twins, first.title
    return (name,), [Variant({name: getattr(twin.params, name)}) for twin in others], ""
