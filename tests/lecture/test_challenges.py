"""Challenges: what their file may hold, how what is wrong is told, and when one is done."""

from __future__ import annotations

from typing import Any

import pytest

from playground import catalog
from playground.engine.errors import BadInput
from playground.engine.run.aims import Aim, Pursuit
from playground.lecture.attempts import attempt, begin, problems
from playground.lecture.challenges import Challenge, Move, check_challenge, move_of, read_challenges
from playground.lecture.lesson import parse_lesson
from playground.lecture.lesson_check import check_lesson
from playground.lecture.rehearse import rehearse, shots

GOOD = """[jump]
title = "Jump"
task = "Make one mistake."
preset = "small_margin"
holds = "updates >= 1"
allows = ["rate"]
hint = "Take a step."
after = "A step is a mistake at first."
solution = [{ steps = 3 }]
wrong = [{ set = { rate = 0.5 } }]
"""


def one(**changes: str) -> Challenge:
    lines = [line for line in GOOD.splitlines() if line.split(" = ")[0] not in changes]
    text = "\n".join([*lines, *(f"{name} = {value}" for name, value in changes.items())])
    return next(iter(read_challenges(text, "perceptron").values()))


def test_a_challenge_is_read() -> None:
    challenge = one(during="4", within="30", solution='[{ say = "why", set = { rate = 2.0 } }, { steps = 3 }]')
    assert (challenge.ref, challenge.during, challenge.within) == ("perceptron/jump", 4, 30)
    assert challenge.aim(7) == Aim("updates >= 1", 4, 30, 7)
    first, second = challenge.moves
    assert (first.say, first.needs, second.steps, second.needs) == ("why", ("rate",), 3, ())


def test_the_view_may_always_change() -> None:
    declared = catalog.declaration("perceptron")
    view = next(spec.name for spec in declared.params.specs().values() if spec.effect.name == "VIEW")
    challenge = one()
    assert challenge.permits("rate", declared)
    assert challenge.permits(view, declared)
    assert not challenge.permits("points", declared)
    assert not challenge.permits("seed", declared)


@pytest.mark.parametrize(
    ("changes", "line", "says"),
    [
        ({"titel": '"x"'}, 11, "key 'titel' does not exist; did you mean title?"),
        ({"title": "3"}, 10, "title is 3, allowed is a short name"),
        ({"holds": '"updates"'}, 10, "condition 'updates' cannot be read"),
        ({"during": "0"}, 11, "during is 0, allowed is for how many steps"),
        ({"id": '"x"'}, 11, "key 'id' does not exist"),
        ({"solution": "[{ steps = 0 }]"}, 10, "move 1: steps is 0, allowed is a whole number from 1"),
        ({"solution": "[{ steps = 3, seed = 2 }]"}, 10, "a move is one of steps = N"),
        ({"solution": "[{ step = 3, set = { rate = 1.0 } }]"}, 10, "a move is one of steps = N"),
        ({"wrong": "[{ say = 3, steps = 2 }]"}, 10, "say is no text"),
        ({"wrong": "[{ job = 3 }]"}, 10, "job is 3, allowed is the name of a job"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(changes: dict[str, str], line: int, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        one(**changes)
    assert f"perceptron/challenges.toml line {line}: jump: " in str(caught.value)
    assert says in str(caught.value)


def test_a_missing_key_and_a_file_that_is_none_are_said() -> None:
    with pytest.raises(BadInput, match="line 1: jump: hint is missing"):
        read_challenges(GOOD.replace("hint = ", "#"), "perceptron")
    with pytest.raises(BadInput, match="line 1: it is not TOML"):
        read_challenges("what?", "perceptron")
    with pytest.raises(BadInput, match=r"line 1: jump is no table \[jump\]"):
        read_challenges("jump = 3", "perceptron")
    assert not read_challenges("", "perceptron")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"preset": '"small_margim"'}, "preset 'small_margim' does not exist; did you mean small_margin?"),
        ({"params": "{ rate = -1.0 }"}, "params: "),
        ({"allows": '["rats"]'}, "allows: parameter or gesture 'rats' does not exist"),
        ({"holds": '"updatez >= 1"'}, "holds: number 'updatez' does not exist; did you mean updates?"),
        ({"now": '"{updatez}"'}, "now: number 'updatez' does not exist"),
        ({"after": '"{updatez}."'}, "after: number 'updatez' does not exist"),
        ({"solution": '[{ kind = "jump" }]'}, "solution: move 1: gesture of perceptron 'jump' does not exist"),
        ({"solution": '[{ job = "jump" }]'}, "solution: move 1: job of perceptron 'jump' does not exist"),
        ({"wrong": "[{ seed = 3 }]"}, "wrong: move 1: seed is not among what is allowed"),
    ],
)
def test_what_the_panel_does_not_have_is_said(changes: dict[str, str], says: str) -> None:
    found = list(check_challenge(one(**changes), catalog.declaration("perceptron"), catalog.presets("perceptron")))
    assert any(sentence.startswith(says) for sentence in found), found
    assert not list(check_challenge(one(), catalog.declaration("perceptron"), catalog.presets("perceptron")))


def seen(aim: Aim, *values: Any) -> list[bool]:
    """Whether an aim over x is reached, step by step."""
    pursuit = Pursuit(aim)
    return [pursuit.note({"x": value}, step, 1) for step, value in enumerate(values)]


def test_an_aim_is_reached_once_and_stays_so() -> None:
    assert seen(Aim("x > 1"), 0, 2, 0) == [False, True, True]
    assert seen(Aim("x > 1", within=1), 0, 0, 2) == [False, False, False]
    assert seen(Aim("x > 1", during=2), 2, 2, 0, 2, 2, 2) == [False, False, False, False, False, True]


def test_what_shall_hold_for_a_while_is_counted_anew_by_an_act_and_by_a_leap() -> None:
    pursuit = Pursuit(Aim("x > 1", during=3))
    for step, acts, held in ((4, 1, 0), (5, 1, 1), (5, 1, 1), (6, 1, 2), (6, 2, 0), (7, 2, 1), (9, 2, 0), (10, 2, 1)):
        assert not pursuit.note({"x": 2}, step, acts)
        assert pursuit.reached.held == held


def test_what_holds_at_the_end_of_a_run_holds_for_ever() -> None:
    pursuit = Pursuit(Aim("x > 1", during=30))
    assert pursuit.note({"x": 2, "status": "converged"}, 4, 1)


def test_an_attempt_stops_where_it_is_done() -> None:
    tried = attempt(one(), catalog, (Move(steps=30),))
    assert tried.done
    assert tried.values["updates"] == 1
    assert not attempt(one(), catalog, ()).done
    assert begin(one(step="2"), catalog).step == 2


def test_what_is_too_easy_and_what_does_not_work_is_told() -> None:
    assert [said.split(":")[0] for said in problems(one(), catalog)] == ["it is done by waiting"]
    assert [said.split(":")[0] for said in problems(one(holds='"updates >= 0"'), catalog)] == [
        "the wrong moves do it",
        "it is done by waiting",
    ]
    assert [said.split(":")[0] for said in problems(one(holds='"updates >= 900"'), catalog)] == [
        "its solution does not do it"
    ]


@pytest.mark.parametrize("raw", [{}, {"steps": True}, {"seed": -1}, {"kind": 3}, {"set": 3}, {"job": "a", "kind": "b"}])
def test_what_is_no_move_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        move_of(raw)


LESSON = """format = "playground.lesson"
title = "A lesson"
concept = "perceptron"

[[beats]]
challenge = "gate"
caption = "{unit_right} right"
after = "{unit_right} of 4"

[[beats]]
challenge = "off_origin"
caption = "Go"
"""


def test_a_lesson_is_rehearsed_and_filmed_by_the_solutions_of_its_challenges() -> None:
    lesson, _ = parse_lesson(LESSON, "F")
    assert not check_lesson(lesson, catalog)
    played = list(rehearse(lesson, catalog))
    assert [beat.problems for beat in played] == [(), ()]
    assert played[0].caption == "4 of 4"
    phases = [shot.place.phase for shot in shots(lesson, catalog)]
    assert phases.count("trying") > 8
    assert phases[-1] == "end"


def test_a_challenge_of_a_beat_is_checked() -> None:
    wrong = LESSON.replace('"gate"', '"gat"').replace('"off_origin"', '"off_origin"\npreset = "xor"\nuntil = 3')
    lesson, _ = parse_lesson(wrong, "F")
    first, second = map(str, check_lesson(lesson, catalog))
    assert first == "line 6: beat 1: challenge of perceptron 'gat' does not exist; did you mean gate?"
    assert second.startswith(
        "line 11: beat 2: a challenge says itself how its run begins and ends: leave out preset, u"
    )
