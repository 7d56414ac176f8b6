"""What a film shows: one shot a picture, made while the run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from playground import catalog
from playground.engine.concept import Declaration
from playground.engine.frame import Frame, View
from playground.engine.session import Session
from playground.figures.figure import Figure
from playground.lecture.scene import at_start
from playground.render.camera import Camera, Pixels

_JOB_SLICE = 1.0


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to be taken.

    Attributes:
        figure: what is shown.
        declaration: formats the numbers.
        frame_for: observes the state for a view; asked before the next shot is made.
    """

    figure: Figure
    declaration: Declaration
    frame_for: Callable[[View], Frame]


def shot(session: Session) -> Shot:
    """The present step of a session, with the jobs that its mode starts by itself finished."""

    def frame_for(view: View) -> Frame:
        session.auto_jobs(view)
        while session.advance_jobs(_JOB_SLICE):
            pass
        return session.frame(view)

    return Shot(catalog.figure(session.concept.id, session.params), session.concept.declaration, frame_for)


def rewound(session: Session) -> Session:
    """The same run at its start, with its acts still to come: a film shows traces grow as they did."""
    return Session.restore(session.concept, at_start(session.record(with_state=False)))


def take(shots: Iterable[Shot], camera: Camera) -> Iterator[Pixels | None]:
    """Takes the shots one by one, as `write_film` wants them."""
    for one in shots:
        camera.take(one.figure, one.declaration, one.frame_for)
        yield camera.pixels()
