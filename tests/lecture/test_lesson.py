"""Lesson files: what they may hold, and how what is wrong is told."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.errors import BadInput
from playground.lecture.lesson import MOST_BEATS, Lesson, Problem, is_lesson, parse_lesson, read_lesson, schema
from playground.lecture.toml_lines import line_of, lines_of

HEAD = 'format = "playground.lesson"\ntitle = "A lesson"\n'


def parsed(beats: str) -> tuple[Lesson, list[Problem]]:
    return parse_lesson(HEAD + beats, "F")


def test_a_lesson_is_read() -> None:
    lesson, problems = parsed(
        '[[beats]]\nconcept = "toy"\nuntil = 12\ncaption = "a"\nafter = "b"\nquestion = "c"\n'
        '[[beats]]\nset = { rate = 2.0 }\nuntil = "wrong == 0"\n'
        'acts = [{ step = 3, kind = "add", x = 1.0 }, { step = 1, set = { rate = 1.0 } }]\n'
    )
    assert not problems
    first, second = lesson.beats
    assert (first.opens, first.asks, first.goal) == (True, True, "step >= 12")
    assert [first.caption_text(phase) for phase in ("asking", "playing", "end")] == ["c", "a", "b"]
    assert (second.opens, second.asks, second.goal) == (False, False, "wrong == 0")
    assert [act.as_dict() for act in second.on_entering] == [{"set": {"rate": 2.0}}]
    assert [act.step for act in second.timed_acts] == [1, 3]


@pytest.mark.parametrize(
    ("beats", "line", "says"),
    [
        ("[[beats]]\nuntill = 4\n", 4, "did you mean until?"),
        ("[[beats]]\n[[beats]]\n\nseed = -1\n", 6, "seed is -1, allowed is a whole number from 0"),
        ('[[beats]]\nnotes = """\nuntil = 3\n"""\nmost = 0\n', 7, "most is 0"),
        ('[[beats]]\nuntil = "mistakes = 0"\n', 4, "cannot be read"),
        ("[[beats]]\nuntil = true\n", 4, "until is True"),
        ("[[beats]]\nacts = [\n  { step = 3 },\n]\n", 4, "act 1: kind is None"),
        ("[[beats]]\n[beats.compare]\nrate = [1.0]\n", 4, "allowed are 2 to 4"),
        ('[[beats]]\ncaption = "' + "x" * 241 + '"\n', 4, "241 characters"),
        ("[[beats]]\nset = 3\n", 4, "set is 3"),
        ("[[beats]]\nplots = [1]\n", 4, "plots is 1"),
    ],
)
def test_what_is_wrong_in_a_beat_is_said_with_its_line(beats: str, line: int, says: str) -> None:
    lesson, problems = parsed(beats)
    assert [one.line for one in problems] == [line]
    assert says in problems[0].sentence
    number = problems[0].beat
    assert number is not None
    assert f"line {line}" in lesson.faults[number], "the rest of the lesson can be shown"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("a = 1\ntitle = x", "F line 2: it is not TOML, invalid value"),
        ("title = ", "F line 1: it is not TOML, invalid value"),
        ('title = "x"\n[[beats]]', "is not a lesson"),
        (HEAD, "beats is missing"),
        (HEAD + "beats = 3", "beats is missing"),
        (HEAD + "[[beats]]\n" * (MOST_BEATS + 1), "1 to 200"),
        (HEAD + "minutes = 900\n[[beats]]", "line 3: minutes is 900"),
        (HEAD + "version = 2\n[[beats]]", "newer version"),
        ('format = "playground.lesson"\n[[beats]]', "line 1: title is missing"),
        (HEAD + "author = 3\n[[beats]]", "line 3: key 'author' does not exist"),
        (HEAD + "x = " + "[" * 5000, "not"),
    ],
)
def test_what_is_no_lesson_is_refused_with_a_reason(content: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        parse_lesson(content, "F")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        read_lesson(tmp_path / "none.lesson.toml")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="is not text in UTF-8"):
        read_lesson(tmp_path / "bytes")
    with pytest.raises(BadInput, match="it is a folder or a device, not a file"):
        read_lesson(tmp_path)


def test_files_are_recognised_by_content() -> None:
    assert is_lesson(HEAD.encode())
    assert is_lesson(b"# mine\nformat   =  'playground.lesson'\n")
    assert not is_lesson(b'{"format": "playground.scene"}')
    assert not is_lesson(b'title = "playground.lesson"')
    assert not is_lesson(b"\xff\xd8\x00")


def test_every_key_has_its_line() -> None:
    content = (
        'a = 1\n[t]\n"b c" = [\n 1, # ] {\n]\n[[u]]\nd = { e = "}", f = 2 }\n'
        '[[u.v]]\n[[u]]\n[[u.v]]\ng = """\n[x]\n"""\nh=1'
    )
    lines = lines_of(content)
    tomllib.loads(content)
    wanted = {
        ("a",): 1,
        ("t",): 2,
        ("t", "b c"): 3,
        ("u", 0): 6,
        ("u", 0, "d"): 7,
        ("u", 0, "d", "f"): 7,
        ("u", 0, "v", 0): 8,
        ("u", 1): 9,
        ("u", 1, "v", 0): 10,
        ("u", 1, "v", 0, "g"): 11,
        ("u", 1, "v", 0, "h"): 14,
    }
    assert {path: lines[path] for path in wanted} == wanted
    assert line_of(lines, ("u", 0, "d", "nothing")) == 7
    assert line_of(lines, ("nothing",)) == 1


@given(st.text(max_size=80))
def test_any_text_is_a_lesson_or_is_refused(text: str) -> None:
    for content in (text, HEAD + "[[beats]]\ncaption = " + text):
        try:
            parse_lesson(content, "F")
        except BadInput:
            continue


def test_the_schema_names_every_key() -> None:
    made = json.loads(schema())
    assert set(made["required"]) == {"title", "beats"}
    assert {"until", "caption", "compare", "acts"} <= set(made["$defs"]["Beat"]["properties"])
