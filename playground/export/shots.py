"""What a picture shows of one run, or of several side by side; and films, one shot a picture while the runs go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from playground.engine.declarations.value_text import difference
from playground.engine.frame import Frame, View
from playground.engine.run.comparison import Cast
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.export.pace import Plan, Stop
from playground.lecture.scene import at_start
from playground.render.camera import Camera, Pixels
from playground.render.slide import Foot, Sight, SlideWords

_JOB_SLICE = 1.0


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to be taken, before the next shot is made.

    Attributes:
        sights: one to four runs.
        words: below the pictures, or None.
        ask: whether the outcome is hidden.
        times: how many pictures of a film it is.
        foot: the line below the pictures of a film, or None.
    """

    sights: tuple[Sight, ...]
    words: SlideWords | None = None
    ask: bool = False
    times: int = 1
    foot: Foot | None = None


def sight(session: Session, title: str = "", pieces: int | None = None) -> Sight:
    """The present step of a session.

    Args:
        session: the session.
        title: what sets it apart.
        pieces: of the work of the jobs that its mode starts by itself are done; None: they are finished.
    """
    if pieces == 0:
        session.auto_jobs(View())

    def frame_for(view: View) -> Frame:
        if pieces is None:
            if view.plots:  # else nobody looks yet
                session.auto_jobs(view)
            while session.advance_jobs(_JOB_SLICE):
                pass
        return session.frame(view)

    declared = session.concept.declaration
    return Sight(declared, frame_for, title)


def shot(cast: Cast) -> Shot:
    """The present step of all runs, each with what sets it apart."""
    return Shot(tuple(sight(one, words) for one, words in zip(cast.sessions, titles(cast), strict=True)))


def film_shots(stops: Iterable[tuple[Cast, Stop]], plan: Plan) -> Iterator[Shot]:
    """The shots of a film of runs.

    Args:
        stops: the runs, each time where the next picture is taken.
        plan: of the film.
    """
    pieces = shown = 0
    before_last = max(1, plan.pictures - plan.stops[-1].times)
    for cast, stop in stops:
        while pieces < (stop.pieces or 0):
            pieces += 1
            for one in cast.sessions:
                one.advance_jobs(0.0)
        sights = tuple(sight(one, words, stop.pieces) for one, words in zip(cast.sessions, titles(cast), strict=True))
        step = max(one.step for one in cast.sessions)
        yield Shot(sights, times=stop.times, foot=Foot(f"step {step:,}", min(1.0, shown / before_last)))
        shown += stop.times


def titles(cast: Cast) -> tuple[str, ...]:
    """What sets each run apart, in the window's words; nothing where there is but one."""
    if len(cast.sessions) == 1:
        return ("",)
    return tuple(cast.title(i) or difference(cast.names, one.params, one.seed) for i, one in enumerate(cast.sessions))


def rewound(session: Session) -> Session:
    """The same run at its start, with its acts still to come: a film shows traces grow as they did."""
    return restore(session.concept, at_start(store(session, with_state=False)))


def take(shots: Iterable[Shot], camera: Camera) -> Iterator[Pixels | None]:
    """Yields the shots as pixels (height, width, 4), None for one like the last, as `write_film` wants them."""
    for one in shots:
        camera.take(one.sights, one.words, ask=one.ask, foot=one.foot)
        yield camera.pixels()
        for _ in range(one.times - 1):
            yield None
