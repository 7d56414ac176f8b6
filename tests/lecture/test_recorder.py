"""What was done live becomes a lesson that plays to the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import toys
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.figures.figure import Figure, Plot
from playground.lecture.lesson import parse_lesson, read_lesson
from playground.lecture.lesson_check import check_lesson
from playground.lecture.player import Player
from playground.lecture.recorder import Cut, Recorder, lesson_text
from playground.lecture.rehearse import SessionStage


class OneConcept:
    """A catalog of the walk alone."""

    walk = toys.drawn(Figure(plots=(Plot(name="plane", title="Plane", layers=()),)))

    def declaration(self, concept_id: str) -> Declaration:
        return self.walk.declaration

    def presets(self, concept_id: str) -> Mapping[str, Mapping[str, Any]]:
        return {"few": {"title": "Few", "line": "Three", "params": {}, "seed": 0}, "many": {"params": {"n": 9}}}

    def challenges(self, concept_id: str) -> str:
        return ""

    def load(self, concept_id: str) -> Concept:
        return self.walk


def played(path: Path) -> list[tuple[int, str]]:
    """Where every beat ends: the step and a digest of the state."""
    catalog = OneConcept()
    lesson, problems = read_lesson(path)
    assert not problems
    assert not check_lesson(lesson, catalog)
    stage = SessionStage(lesson, catalog)
    player = Player(lesson, stage)
    player.begin()
    found = []
    while True:
        while stage.order is not None:
            list(stage.run())
            player.note_arrival(stage.values())
        assert not player.place.fault
        if player.place.phase == "end":
            assert stage.session is not None
            found.append((stage.session.step, tree.digest(stage.session.state)))
            if player.last:
                return found
        player.forward()


def test_a_recorded_lesson_plays_to_the_same_numbers(tmp_path: Path) -> None:
    recorder = Recorder(OneConcept())
    seen: list[tuple[int, str]] = []

    def cut(session: Session, asking: bool = False) -> None:
        recorder.cuts.append(Cut(store(session), "few", asking))
        seen.append((session.step, tree.digest(session.state)))

    session = Session(toys.walk(), seed=5)
    cut(session)
    session.advance(4)
    session.act("move", {"id": 1, "value": 2.5})
    session.advance(3)
    cut(session)
    session.set({"rate": 0.5})
    session.set({"mode": "sum"})
    session.advance(2)
    cut(session, asking=True)
    session.set({"start": 3.0})
    session.act("shake", {})
    session.advance(6)
    cut(session)
    session.seek(2)
    session.act("move", {"id": 0, "value": -1.0})
    session.advance(1)
    cut(session)
    path = tmp_path / "live.lesson.toml"
    assert recorder.save(path, "Live") == 5
    assert played(path) == seen
    beats = read_lesson(path)[0].beats
    turns = [(beat.opens, beat.asks) for beat in beats]
    assert turns == [(True, False), (False, False), (False, True), (True, False), (True, False)]
    assert (beats[0].seed, beats[0].title, beats[2].set) == (5, "Few", {"mode": "sum"})


def test_data_of_the_user_go_into_a_scene_beside_the_lesson(tmp_path: Path) -> None:
    (tmp_path / "data.txt").write_text("1.0 2.0")
    session = Session(toys.walk())
    session.load(tmp_path / "data.txt")
    session.advance(5)
    recorder = Recorder(OneConcept(), [Cut(store(session))])
    path = tmp_path / "live.lesson.toml"
    recorder.save(path, "Live")
    assert (tmp_path / "live-1.scene.json").is_file()
    assert played(path) == [(5, tree.digest(session.state))]


def test_what_changes_nothing_makes_no_beat(tmp_path: Path) -> None:
    session = Session(toys.walk())
    recorder = Recorder(OneConcept(), [Cut(store(session)), Cut(store(session))])
    assert len(recorder.beats()[0]) == 1
    with pytest.raises(BadInput, match="nothing was recorded"):
        Recorder(OneConcept()).save(tmp_path / "x.lesson.toml", "X")
    assert list(tmp_path.iterdir()) == []


@given(st.text(max_size=80), st.lists(st.floats(allow_nan=False, allow_infinity=False)), st.booleans())
def test_any_words_and_numbers_are_written_so_that_they_are_read_again(
    words: str, numbers: list[float], flag: bool
) -> None:
    act = {"step": 1, "kind": "move", "path": numbers, "on": flag, "word": words}
    lesson, problems = parse_lesson(lesson_text(words, [{"caption": words, "acts": [act]}]), "F")
    assert not problems
    assert lesson.title == (words or "A lesson")
    assert lesson.beats[0].caption == words
    assert lesson.beats[0].acts == [act]
