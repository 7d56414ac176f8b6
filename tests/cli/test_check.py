"""`playground check` and the names of lessons."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from playground.lecture import shipped_lessons

Say = Callable[..., Any]
SOUND = """format = "playground.lesson"
title = "Demo"
concept = "demo"
[[beats]]
preset = "small_steps"
until = 3
caption = "step {step}, error {error:1}"
"""
WRONG = SOUND + 'claim = "error > 1000"\n[[beats]]\nuntil = "eror < 1"\n[[beats]]\nmost = 0\n'


@pytest.fixture
def lesson(tmp_path: Path) -> Callable[[str], Path]:
    def write(content: str) -> Path:
        path = tmp_path / "demo.lesson.toml"
        path.write_text(content)
        return path

    return write


def test_a_sound_lesson_is_told_and_played(say: Say, lesson: Callable[[str], Path]) -> None:
    path = lesson(SOUND)
    assert say("check", path).out.strip() == f"{path}: Demo, 1 beat, sound"
    lines = say("check", path, "--play").out.splitlines()
    assert "step 3" in lines[1]
    found = say("check", path, "--play", "--json").json
    assert (found["ok"], found["beats"], found["played"][0]["step"]) == (True, 1, 3)


def test_every_fault_is_a_line_with_its_place_and_status_2(say: Say, lesson: Callable[[str], Path]) -> None:
    path = lesson(WRONG)
    said = say("check", path)
    assert said.status == 2
    first, second = said.err.splitlines()
    assert first.startswith(f"playground: {path} line 10: beat 2: metric 'eror' of demo does not exist; did you mean")
    assert second.startswith(f"playground: {path} line 12: beat 3: most is 0")
    found = say("check", path, "--json")
    assert (found.status, [one["line"] for one in found.json["problems"]]) == (2, [10, 12])


def test_a_claim_that_does_not_hold_is_found_by_playing(say: Say, lesson: Callable[[str], Path]) -> None:
    path = lesson(SOUND + 'claim = "error > 1000"\n')
    assert say("check", path).status == 0
    assert "line 8: beat 1: error > 1000 does not hold: error is" in say("check", path, "--play").refusal


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("format = ", "is not a scene"),
        (SOUND + "caption = 'twice'\n", "line 8: it is not TOML, cannot overwrite a value"),
        ('format = "playground.lesson"\n', "beats is missing"),
        ("points\n1,2\n", "is not a scene"),
    ],
)
def test_what_is_neither_is_refused(say: Say, lesson: Callable[[str], Path], content: str, says: str) -> None:
    assert says in say("check", lesson(content)).refusal


def test_scenes_are_checked_too(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "a.scene.json"
    say("run", "demo", "--steps", 4, "--save", path)
    assert "a scene of" in say("check", path).out
    assert say("check", path, "--play", "--json").json["note"] == ""
    scene = json.loads(path.read_text())
    path.write_text(json.dumps({**scene, "params": {"rate": 99.0}}))
    assert "rate is 99" in say("check", path).refusal
    path.write_text(json.dumps({**scene, "digests": {"2": "0" * 8, "4": "0" * 8}}))
    assert say("check", path).status == 0
    assert "first differ" in say("check", path, "--play").err
    path.write_text(json.dumps({**scene, "concept": "nothing"}))
    assert "nothing" in say("check", path).refusal


def test_the_schema_is_printed(say: Say) -> None:
    assert json.loads(say("check", "--schema").out)["title"] == "A lesson of the playground"
    assert "FILE is missing" in say("check").refusal


def test_lessons_that_ship_have_names(say: Say) -> None:
    first = shipped_lessons.shelf()[0]
    assert shipped_lessons.lesson_path(first.id) == first.path
    assert f"did you mean {first.id}?" in say("lesson", first.id[:-1]).refusal
    assert "does not exist" in say("lesson", "none.lesson.toml").refusal
    assert "does not exist" in say("check", "some/none.toml").refusal
    assert "it is a folder or a device, not a file" in say("check", str(Path(__file__).parent)).refusal
