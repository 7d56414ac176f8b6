"""Lessons from strangers: the scenes that they name stand beside them, and what is wrong is one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground import catalog
from playground.engine.errors import BadInput
from playground.lecture.beat_start import beginning
from playground.lecture.lesson import parse_lesson, read_lesson
from playground.lecture.scene import save_scene

HEAD = 'format = "playground.lesson"\ntitle = "A"\n'
RECORD = {"concept": "minimax", "params": {}, "seed": 0, "log": [], "step": 0, "data": {"source": "made"}}


@pytest.mark.parametrize(
    "named", ["/dev/zero", "../a.scene.json", "in/../../a.scene.json", r"C:\\a.json", "C:a.json", r"..\\a.json"]
)
def test_a_lesson_names_scenes_beside_itself(named: str) -> None:
    _, problems = parse_lesson(f'{HEAD}[[beats]]\nscene = "{named}"\n', "x")
    assert [str(one) for one in problems if "allowed is the path of a scene file beside the lesson" in str(one)]
    assert problems[0].line == 4


def test_a_link_does_not_lead_elsewhere(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "lesson", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    save_scene(elsewhere / "a.scene.json", RECORD)
    save_scene(home / "b.scene.json", RECORD)
    (home / "out.scene.json").symlink_to(elsewhere / "a.scene.json")
    (home / "in.scene.json").symlink_to(home / "b.scene.json")
    (home / "round").symlink_to(home / "round")
    beats = "".join(f'[[beats]]\nscene = "{name}"\n' for name in ("out.scene.json", "in.scene.json", "round"))
    (home / "a.lesson.toml").write_text(HEAD + beats)
    lesson, problems = read_lesson(home / "a.lesson.toml")
    assert not problems
    with pytest.raises(BadInput, match="leads elsewhere"):
        beginning(lesson, lesson.beats[0], catalog)
    assert beginning(lesson, lesson.beats[1], catalog).declaration.id == "minimax"
    with pytest.raises(BadInput, match="too many levels of symbolic links"):
        beginning(lesson, lesson.beats[2], catalog)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("9" * 400, "a number of more than 18 digits"),
        ("9" * 5000, "a number of more than 18 digits"),
        ("0x" + "f" * 5000, "a number of more than 18 digits"),
        ("[" * 600 + "]" * 600, "nested too deeply"),
    ],
)
def test_monstrous_values_are_one_sentence(value: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_lesson(f"{HEAD}[[beats]]\nparams = {{ rate = {value} }}\n", "x")


def test_a_mark_of_byte_order_is_read_over(tmp_path: Path) -> None:
    (tmp_path / "a.lesson.toml").write_text(f"\ufeff{HEAD}[[beats]]\nconcept = 'minimax'\n", encoding="utf-8")
    lesson, problems = read_lesson(tmp_path / "a.lesson.toml")
    assert (lesson.title, problems) == ("A", [])
