"""A lesson as a film: every stop for as long as its caption takes to read, every run at the beat's pace."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playground import catalog
from playground.export.shots import Shot
from playground.lecture.lesson import Lesson
from playground.lecture.rehearse import shots
from playground.render.slide import Sight, SlideWords


def length(lesson: Lesson, ask: Callable[[], None] = lambda: None) -> float:
    """How many seconds a lesson takes; plays it once, without pictures.

    Args:
        lesson: the lesson.
        ask: called at every moment; what it raises ends the play.
    """
    seconds = 0.0
    for moment in shots(lesson, catalog):
        ask()
        seconds += moment.seconds
    return seconds


def clip(lesson: Lesson, fps: int) -> Iterator[Shot]:
    """The shots of a lesson's film; steps that are faster than its pictures are passed over.

    Args:
        lesson: the lesson.
        fps: pictures a second.
    """
    seconds, done = 0.0, 0
    for moment in shots(lesson, catalog):
        seconds += moment.seconds
        times = round(seconds * fps) - done
        if times > 0:
            done += times
            sights = tuple(Sight(moment.declaration, run.frame, run.title, run.visible) for run in moment.runs)
            words = SlideWords(moment.caption_text(), f"beat {moment.place.number}")
            yield Shot(sights, words, moment.place.asking, times)
