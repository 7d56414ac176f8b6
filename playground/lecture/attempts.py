"""Challenges tried without a window: for tests, lessons and the command line. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from playground.engine.declarations.concept import Concept
from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED, View
from playground.engine.run import observing
from playground.engine.run.aims import Pursuit
from playground.engine.run.session import Session
from playground.lecture.beat_start import Catalog, challenge_start
from playground.lecture.challenges import Challenge, Move


class Loading(Catalog, Protocol):
    """A catalog that also gives the functions of a concept."""

    def load(self, concept_id: str) -> Concept:
        """A concept with its functions."""


@dataclass(frozen=True, slots=True)
class Tried:
    """How an attempt came out.

    Attributes:
        done: the aim was reached.
        held: during how many steps it held at the end; None: it does not hold.
        step: where the run stood at the end.
        values: what the condition mentions, at the end.
    """

    done: bool
    held: int | None
    step: int
    values: Mapping[str, Any]


def begin(challenge: Challenge, catalog: Loading) -> Session:
    """A run where a challenge begins.

    Raises:
        BadInput: its preset or its parameters cannot be used.
    """
    begun = challenge_start(challenge, catalog)
    session = Session(catalog.load(challenge.concept), begun.params, begun.seed)
    session.seek(challenge.step)
    return session


class Attempt:
    """Somebody tries a challenge."""

    def __init__(self, challenge: Challenge, session: Session) -> None:
        """Begins where the session stands."""
        self._session = session
        self._challenge = challenge
        self._pursuit = Pursuit(challenge.aim())
        self._settle()
        self._note()

    def move(self, move: Move) -> bool:
        """Does one thing; returns whether the aim is reached.

        Raises:
            BadInput: the panel refuses it.
        """
        for _ in self.moving(move):
            pass
        return self.done

    def moving(self, move: Move) -> Iterator[None]:
        """Does one thing, step by step.

        Raises:
            BadInput: the panel refuses it.
        """
        session = self._session
        if move.act is not None:
            move.act.apply(session)
        if move.seed is not None:
            session.reseed(move.seed)
        if move.job:
            session.finish_job(move.job)
        yield from self._play(move.steps)
        if not self.done:
            self._settle()
            self._note()

    @property
    def done(self) -> bool:
        """Whether the aim is reached."""
        return self._pursuit.reached.done

    def _play(self, steps: int) -> Iterator[None]:
        """Steps until the aim is reached or the run ends."""
        session = self._session
        for _ in range(steps):
            if session.status in STOPPED or session.failure is not None or not session.advance(1):
                return
            yield
            if self._note():
                return

    def outcome(self) -> Tried:
        """How it stands."""
        reached = self._pursuit.reached
        return Tried(reached.done, reached.held, self._session.step, self._values())

    def _settle(self) -> None:
        """The jobs that belong to the view are done to their end, if the aim waits for a number."""
        session, values = self._session, self._values()
        if all(values.get(name) is not None for name in self._pursuit.aim.names):
            return
        session.auto_jobs(View())
        while session.advance_jobs(1.0):
            pass

    def _values(self) -> dict[str, Any]:
        return observing.aim_values(self._session, self._pursuit.aim.names)

    def _note(self) -> bool:
        return self._pursuit.note(self._values(), self._session.step, len(self._session.run.log))


def attempt(challenge: Challenge, catalog: Loading, moves: Iterable[Move]) -> Tried:
    """A challenge tried from its beginning; it ends as soon as the aim is reached.

    Raises:
        BadInput: the panel refuses a move.
    """
    trial = Attempt(challenge, begin(challenge, catalog))
    for move in moves:
        if trial.done or trial.move(move):
            break
    return trial.outcome()


def problems(challenge: Challenge, catalog: Loading) -> Iterator[str]:
    """What does not hold: it is done at its beginning or by waiting, its solution fails, or the wrong moves do it."""
    steps = sum(move.steps for move in challenge.moves)
    for what, moves, wanted in (
        ("its solution does not do it", challenge.moves, True),
        ("the wrong moves do it", challenge.wrong_moves, False),
        ("it is done by waiting", (Move(steps=steps),) if steps else (), False),
    ):
        try:
            tried = attempt(challenge, catalog, moves)
        except BadInput as bad:
            yield f"{what}: {bad}"
            continue
        if tried.done != wanted:
            now = ", ".join(f"{name} is {value}" for name, value in tried.values.items())
            yield f"{what}: {challenge.holds} at step {tried.step}, where {now}"
