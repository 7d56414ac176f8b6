"""A lesson without a window: what is wrong in it is found, and what is seen is told moment by moment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest
import toys

from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Points, Trace
from playground.lecture.beat_start import beginning
from playground.lecture.lesson import Lesson, parse_lesson
from playground.lecture.lesson_check import check_lesson
from playground.lecture.rehearse import first_figure, rehearse, shots

HEAD = 'format = "playground.lesson"\ntitle = "A lesson"\nconcept = "walk"\n'
FIGURE = Figure(
    plots=(
        Plot(name="plane", title="Plane", layers=(Points(name="points", xy="w", outcome=True),), main=True),
        Plot(name="sum", title="Sum", layers=(Trace(name="total", series="total"),)),
    )
)


class OneConcept:
    """A catalog of the walk alone."""

    def __init__(self) -> None:
        self.walk = toys.drawn(FIGURE)

    def declaration(self, concept_id: str) -> Declaration:
        if concept_id != self.walk.id:
            raise BadInput(f"concept {concept_id!r} does not exist", concept_id)
        return self.walk.declaration

    def presets(self, concept_id: str) -> Mapping[str, Mapping[str, Any]]:
        return {
            "first": {"title": "First", "params": {}, "seed": 0},
            "many": {"title": "Many", "params": {"n": 9}, "seed": 4},
        }

    def challenges(self, concept_id: str) -> str:
        return ""

    def load(self, concept_id: str) -> Concept:
        return self.walk


@pytest.fixture
def catalog() -> OneConcept:
    return OneConcept()


def lesson(beats: str) -> Lesson:
    found, problems = parse_lesson(HEAD + beats, "F")
    assert not problems
    return found


@pytest.mark.parametrize(
    ("beats", "line", "says"),
    [
        ("[[beats]]\ncaption = 'x'\n", 4, "no beat before it opens"),
        ("[[beats]]\nconcept = 'run'\n", 5, "concept 'run' does not exist"),
        ("[[beats]]\npreset = 'fist'\n", 5, "did you mean first?"),
        ("[[beats]]\npreset = 'first'\nparams = { n = 99 }\n", 6, "n is 99, allowed is"),
        ("[[beats]]\nseed = 0\nset = { rate = -1.0 }\n", 6, "rate is -1"),
        ("[[beats]]\nseed = 0\nuntil = 'totl > 1'\n", 6, "did you mean total?"),
        ("[[beats]]\nseed = 0\nclaim = 'xyz > 1'\n", 6, "playground describe walk lists them"),
        ("[[beats]]\nseed = 0\n\ncaption = '{totl}'\n", 7, "did you mean total?"),
        ("[[beats]]\nseed = 0\nplots = ['plain']\n", 6, "did you mean plane?"),
        ("[[beats]]\nseed = 0\nhide = ['plane.point']\n", 6, "did you mean plane.points?"),
        ("[[beats]]\nseed = 0\nacts = [{ kind = 'jump' }]\n", 6, "act 1: gesture of walk 'jump' does not exist"),
        ("[[beats]]\nseed = 0\njob = 'cubes'\n", 6, "job of walk"),
        ("[[beats]]\nseed = 0\npin = 'rat'\n", 6, "did you mean rate?"),
        ("[[beats]]\ncompare = { rate = [0.1, -1.0] }\n", 5, "compare: rate is -1"),
        ("[[beats]]\ncompare = { seed = [0, -1] }\n", 5, "compare: seed is -1"),
        ("[[beats]]\ncompare = { preset = ['first', 'last'] }\n", 5, "compare: preset of walk"),
        ("[[beats]]\nscene = 'none.scene.json'\n", 5, "does not exist"),
    ],
)
def test_what_cannot_be_shown_is_said_with_its_line(catalog: OneConcept, beats: str, line: int, says: str) -> None:
    problems = check_lesson(lesson(beats), catalog, partial(first_figure, catalog))
    assert [problem.line for problem in problems] == [line]
    assert says in str(problems[0])


def test_a_sound_lesson_has_no_problems_and_plays(catalog: OneConcept) -> None:
    made = lesson(
        "[[beats]]\npreset = 'many'\nuntil = 4\nquestion = 'Where?'\ncaption = '{hits} of 4'\nclaim = 'hits == 4'\n"
        "[[beats]]\nset = { rate = 0.5 }\nuntil = 'hits >= 9 and total > -1e9'\nafter = 'at {step}, rate {rate}'\n"
        "[[beats]]\nparams = { n = 2 }\ncaption = 'end'\n"
    )
    assert not check_lesson(made, catalog, partial(first_figure, catalog))
    played = list(rehearse(made, catalog))
    captions = [(one.beat, one.step, one.caption) for one in played]
    assert captions == [(0, 4, "4 of 4"), (1, 9, "at 9, rate 0.50"), (2, 0, "end")]
    assert not [one.problems for one in played if one.problems]


def test_what_does_not_hold_is_found_by_playing(catalog: OneConcept) -> None:
    made = lesson(
        "[[beats]]\nseed = 0\nuntil = 'hits == 90'\nmost = 6\n"
        "[[beats]]\nclaim = 'hits == 7'\n"
        "[[beats]]\nseed = 1\ncaption = 'moved {move}'\n"
    )
    first, second, third = rehearse(made, catalog)
    assert "hits == 90 was not reached: the run stands at step 6" in str(first.problems[0])
    assert first.problems[0].line == 6
    assert "line 9: beat 2: hits == 7 does not hold: hits is 6" in str(second.problems[0])
    assert "no number for move" in str(third.problems[0])


def test_every_moment_is_a_shot(catalog: OneConcept) -> None:
    made = lesson(
        "[[beats]]\nseed = 0\nuntil = 3\npace = 4.0\nquestion = 'Where?'\ncaption = '{hits}'\nhide = ['total']\n"
    )
    seen = []
    for shot in shots(made, catalog):
        run = shot.runs[0]
        frame = run.frame(View())
        hidden = shot.place.asking
        layers = [
            layer.name for plot in run.visible(FIGURE).plots for layer in plot.layers if not (hidden and layer.outcome)
        ]
        seen.append((shot.place.phase, frame.step, shot.caption_text(), shot.seconds, layers))
    assert seen == [
        ("asking", 0, "Where?", 2.0, []),
        ("playing", 1, "1", 0.25, ["points"]),
        ("playing", 2, "2", 0.25, ["points"]),
        ("playing", 3, "3", 0.25, ["points"]),
        ("end", 3, "3", 2.0, ["points"]),
    ]


def test_a_comparison_differs_in_the_named_thing_alone(catalog: OneConcept) -> None:
    made = lesson("[[beats]]\nparams = { n = 5 }\ncompare = { rate = [0.1, 0.5] }\n")
    begun = beginning(made, made.beats[0], catalog)
    assert [twin.title for twin in begun.twins] == ["rate 0.10", "rate 0.50"]
    assert begun.twins[0].params.diff(begun.twins[1].params) == {"rate": 0.5}
    made = lesson("[[beats]]\ncompare = { seed = [3, 4] }\n")
    assert [twin.seed for twin in beginning(made, made.beats[0], catalog).twins] == [3, 4]
