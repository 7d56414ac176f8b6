"""Every lesson that ships is played through without a window: its goals are reached, and what it claims holds."""

from __future__ import annotations

import pytest

from playground import catalog
from playground.lecture.lesson import read_lesson
from playground.lecture.lesson_check import check_lesson
from playground.lecture.rehearse import rehearse
from playground.lecture.shipped_lessons import Head, shelf
from playground.texts.template import names


@pytest.mark.slow
@pytest.mark.parametrize("head", shelf(), ids=lambda head: head.id)
def test_it_plays_to_its_end(head: Head) -> None:
    lesson, problems = read_lesson(head.path)
    problems += check_lesson(lesson, catalog)
    played = list(rehearse(lesson, catalog)) if not problems else []
    problems += [problem for beat in played for problem in beat.problems]
    assert not problems, "\n".join(map(str, problems))
    assert [beat.beat for beat in played] == list(range(len(lesson.beats)))


@pytest.mark.parametrize("head", shelf(), ids=lambda head: head.id)
def test_it_is_good_enough_to_teach_from(head: Head) -> None:
    lesson, _ = read_lesson(head.path)
    beats = lesson.beats
    assert 5 <= len(beats) <= 10
    assert head.line.strip()
    assert head.minutes
    assert any(beat.asks for beat in beats), "it asks the class"
    assert all(beat.notes.strip() and beat.title.strip() and beat.caption.strip() for beat in beats)
    assert any(beat.claim for beat in beats), "what it claims is tested"
    assert any(names(beat.caption) for beat in beats), "numbers are bound, not pasted"


def test_the_shelf_has_the_lessons() -> None:
    assert len({head.id for head in shelf()}) == len(shelf()) >= 5
