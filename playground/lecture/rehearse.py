"""A lesson played without a window, by the very player of the lecture: for tests, `check --play` and clips. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, Frame, View
from playground.engine.run import observing
from playground.engine.run.conditions import condition
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.figures.figure import Figure
from playground.lecture.acts import Act
from playground.lecture.attempts import Attempt, Loading
from playground.lecture.beat_start import beginning
from playground.lecture.challenges import Challenge
from playground.lecture.lesson import Beat, Lesson, Problem
from playground.lecture.player import Place, Player, words
from playground.lecture.visibility import visible
from playground.texts.template import names

READING = 0.35  # s a word of a caption
LEAST_HOLD = 2.0  # s


def first_figure(catalog: Loading, concept_id: str, params: ConceptParams) -> Figure:
    """What a panel shows before its first step.

    Raises:
        BadInput: there is no such concept.
    """
    figure = Session(catalog.load(concept_id), params).frame().figure
    return figure if figure is not None else Figure(plots=())


@dataclass(frozen=True, slots=True)
class Seen:
    """One run on the stage.

    Attributes:
        visible: what is visible of its figure; outcome layers too, which are hidden while the class is asked.
        frame: observes it for a view; to be called before the next shot is asked for.
        title: what sets it apart where runs are compared, or empty.
    """

    visible: Callable[[Figure], Figure]
    frame: Callable[[View], Frame]
    title: str


@dataclass(frozen=True, slots=True)
class Shot:
    """One moment of a lesson.

    Attributes:
        declaration: of the concept on the stage.
        runs: one, or those that are compared.
        caption_text: the caption, with the numbers of this moment; to be called before the next shot is asked for.
        place: where the lesson stands.
        seconds: how long it is seen: a step while the run plays, reading time where it rests.
    """

    declaration: Declaration
    runs: tuple[Seen, ...]
    caption_text: Callable[[], str]
    place: Place
    seconds: float


@dataclass(frozen=True, slots=True)
class Played:
    """How a beat came out.

    Attributes:
        beat: its number, from 0.
        step: where the run stood at its end.
        caption: what was said there.
        problems: what did not hold.
    """

    beat: int
    step: int
    caption: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Order:
    """What the player wants to be played."""

    until: str
    last: int
    pace: float | None


class SessionStage:
    """The stage of a run without a window.

    Attributes:
        session: the run on it, or None; of a beat that compares the first.
        twins: the other runs of a comparison, in lockstep.
        titles: of all runs of a comparison.
        order: what is to be played, or None.
    """

    def __init__(self, lesson: Lesson, catalog: Loading) -> None:
        self._lesson, self._catalog = lesson, catalog
        self._beat = Beat()
        self.session: Session | None = None
        self.twins: tuple[Session, ...] = ()
        self.titles: tuple[str, ...] = ()
        self.order: _Order | None = None
        self._challenge: Challenge | None = None

    def open(self, beat: Beat) -> None:
        """A new run as the beat says."""
        begun = beginning(self._lesson, beat, self._catalog)
        self._challenge = begun.challenge
        concept = self._catalog.load(begun.declaration.id)
        if begun.record is not None:
            self.session = restore(concept, begun.record)
        else:
            self.session = Session(concept, begun.params, begun.seed)
        if begun.challenge is not None:
            self.session.seek(begun.challenge.step)
        self.twins = tuple(Session(concept, twin.params, twin.seed) for twin in begun.twins[1:])
        self.titles = tuple(twin.title for twin in begun.twins)

    def restore(self, record: Mapping[str, Any]) -> None:
        """The very run of a record."""
        concept = self._catalog.load(str(record["concept"]))
        self.session = restore(concept, record)
        self.twins = tuple(restore(concept, twin) for twin in record.get("twins", ()))
        self.titles = tuple(record.get("titles", ()))

    def dress(self, beat: Beat) -> None:
        """What is visible."""
        self._beat = beat

    def ask(self, hidden: bool) -> None:
        """Hides the outcome, or reveals it: the place of the lesson says so."""

    def act(self, act: Act) -> None:
        """Does it to the run."""
        for session in (self._there, *self.twins):
            act.apply(session)

    def seek(self, step: int) -> None:
        """Goes to a step."""
        for session in (self._there, *self.twins):
            session.seek(step)

    def start_job(self, name: str) -> None:
        """Starts a job and works until it has ended."""
        self._there.finish_job(name)

    def challenge(self) -> None:
        """The run is that of a challenge; `solve` does it."""

    def give_up(self) -> None:
        """Nothing more is tried."""

    def solve(self) -> Iterator[float]:
        """Plays the solution of the challenge, step by step; yields the seconds of each.

        Raises:
            BadInput: it does not do what the challenge asks.
        """
        assert self._challenge is not None
        trial = Attempt(self._challenge, self._there)
        for move in self._challenge.moves:
            if trial.done:
                return
            yield LEAST_HOLD if move.say else 0.0
            for _ in trial.moving(move):
                yield 1.0 / self._there.concept.declaration.card.pace
        if not trial.done:
            raise BadInput(f"the solution of {self._challenge.id} does not do it: {self._challenge.holds}", "challenge")

    def play(self, until: str, last: int, pace: float | None, hurry: bool) -> None:
        """Notes what is to be played; `run` does it."""
        self.order = _Order(until, last, None if hurry else pace)

    def keep(self, then: Callable[[Mapping[str, Any]], None]) -> None:
        """The record at once."""
        if self.session is not None:
            record = store(self.session)
            twins = {"twins": [store(twin) for twin in self.twins], "titles": list(self.titles)}
            then(record | twins if self.twins else record)

    @property
    def _there(self) -> Session:
        if self.session is None:
            raise BadInput("there is no run", "beats")
        return self.session

    def run(self) -> Iterator[float]:
        """Plays what is noted, step by step; yields the seconds of each."""
        order, self.order = self.order, None
        if order is None:
            return
        session, until = self._there, condition(order.until)
        pace = order.pace or session.concept.declaration.card.pace
        while session.step < order.last and session.status not in STOPPED and session.failure is None:
            if until.holds(observing.values(session, until.names)) or not session.advance(1):
                return
            for twin in self.twins:
                twin.advance(1)
            yield 1.0 / pace

    def values(self) -> dict[str, Any]:
        """The metrics of the present step, with `step` and `status`; jobs that belong to the mode are finished."""
        session = self._there
        session.auto_jobs(View())
        while session.advance_jobs(1.0):
            pass
        return dict(session.frame().metrics) | {"step": session.step, "status": session.status}

    def shot(self, place: Place, seconds: float) -> Shot | None:
        """What is seen now; None before the first run."""
        session = self.session
        if session is None:
            return None
        declared = session.concept.declaration
        runs = tuple(
            self._look(one, self.titles[i] if i < len(self.titles) else "")
            for i, one in enumerate((session, *self.twins))
        )
        plain = not place.fault and "{" not in place.caption
        return Shot(
            declared,
            runs,
            lambda: place.caption if plain else place.caption_text(declared, session.frame()),
            place,
            seconds,
        )

    def _look(self, session: Session, title: str) -> Seen:
        """A run as the audience sees it."""

        def frame(view: View) -> Frame:
            if view.plots:  # else nobody looks yet
                session.auto_jobs(view)
            while session.advance_jobs(1.0):
                pass
            return session.frame(view)

        return Seen(partial(visible, beat=self._beat), frame, title)


def shots(lesson: Lesson, catalog: Loading) -> Iterator[Shot]:
    """The whole lesson, moment by moment: every stop once, and every step of every run."""
    stage = SessionStage(lesson, catalog)
    player = Player(lesson, stage)
    player.begin()
    while True:
        while stage.order is not None:
            for seconds in stage.run():
                if (shot := stage.shot(player.place, seconds)) is not None:
                    yield shot
            player.note_arrival(stage.values())
        if player.place.phase == "trying":
            for seconds in stage.solve():
                if seconds and (shot := stage.shot(player.place, seconds)) is not None:
                    yield shot
            player.note_done()
        if (shot := stage.shot(player.place, _hold(player.place))) is not None:
            yield shot
        if player.place.phase in ("end", "broken") and player.last:
            return
        player.forward()


def rehearse(lesson: Lesson, catalog: Loading) -> Iterator[Played]:
    """Plays every beat to its end and tells what did not hold: goals, claims, and numbers that captions lack."""
    stage = SessionStage(lesson, catalog)
    player = Player(lesson, stage)
    player.begin()
    found: list[Problem] = []
    while True:
        while stage.order is not None:
            for _ in stage.run():
                pass
            player.note_arrival(stage.values())
        found += _solved(lesson, player, stage)
        found += _at_stop(lesson, player, stage)
        place = player.place
        if place.phase in ("end", "broken"):
            session = stage.session
            said = (
                place.caption_text(session.concept.declaration, session.frame()) if session is not None else place.fault
            )
            yield Played(place.beat, session.step if session is not None else 0, said, tuple(found))
            found = []
            if player.last:
                return
        player.forward()


def _solved(lesson: Lesson, player: Player, stage: SessionStage) -> list[Problem]:
    """Does the challenge where a beat waits for it, and says what is wrong with its solution."""
    if player.place.phase != "trying":
        return []
    try:
        for _ in stage.solve():
            pass
    except BadInput as bad:
        player.forward()
        return [lesson.problem(player.place.beat, str(bad), "challenge")]
    player.note_done()
    return []


def _at_stop(lesson: Lesson, player: Player, stage: SessionStage) -> list[Problem]:
    """What is wrong where a beat rests."""
    place, beat = player.place, player.beat
    if place.fault:
        return [lesson.problem(place.beat, place.fault, "until" if place.phase == "end" else "caption")]
    found = []
    values = stage.values()
    session = stage.session
    assert session is not None
    for one in (session, *stage.twins):
        if one.failure is not None and one.failure.kind == "exception":
            found.append(lesson.problem(place.beat, f"the run stopped: {one.failure.sentence}"))
    frame = session.frame()
    for name in names(place.caption):
        if words(f"{{{name}}}", session.concept.declaration, frame) == "none":
            key = "question" if place.phase == "asking" and beat.question else "after" if beat.after else "caption"
            found.append(lesson.problem(place.beat, f"the caption has no number for {name} here", key))
    if place.phase == "end" and beat.claim and not condition(beat.claim).holds(values):
        got = ", ".join(f"{name} is {values.get(name)}" for name in condition(beat.claim).names)
        found.append(lesson.problem(place.beat, f"{beat.claim} does not hold: {got}", "claim"))
    return found


def _hold(place: Place) -> float:
    return max(LEAST_HOLD, READING * len(place.caption.split()))
