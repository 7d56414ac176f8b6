"""A lesson is played: what every press does, also backwards and after leaving the script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from playground.engine.errors import BadInput
from playground.lecture.acts import Act
from playground.lecture.lesson import Beat, parse_lesson
from playground.lecture.player import Place, Player, legs, words

HEAD = 'format = "playground.lesson"\ntitle = "A lesson"\nconcept = "toy"\n'
THREE = (
    '[[beats]]\npreset = "one"\nuntil = 5\ncaption = "A"\nafter = "A2"\nnotes = "n"\ntitle = "first"\n'
    '[[beats]]\nquestion = "B?"\nuntil = "wrong == 0"\ncaption = "B {wrong}"\nset = { rate = 2.0 }\npace = 4.0\n'
    '[[beats]]\npreset = "two"\ncaption = "C"\ntitle = "third"\n'
)


class FakeStage:
    """A stage that writes down what it is told, and answers when the test says."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.step = 0
        self.refused = ""

    def open(self, beat: Beat) -> None:
        if beat.preset == self.refused:
            raise BadInput("there is no such preset")
        self.step = 0
        self.calls.append(("open", beat.preset))

    def restore(self, record: Mapping[str, Any]) -> None:
        self.step = record["step"]
        self.calls.append(("restore", self.step))

    def dress(self, beat: Beat) -> None: ...

    def ask(self, hidden: bool) -> None:
        self.calls.append(("ask", hidden))

    def act(self, act: Act) -> None:
        self.calls.append(("act", dict(act.values)))

    def seek(self, step: int) -> None:
        self.step = step
        self.calls.append(("seek", step))

    def challenge(self) -> None:
        self.calls.append("challenge")

    def give_up(self) -> None:
        self.calls.append("give up")

    def start_job(self, name: str) -> None:
        self.calls.append(("job", name))

    def play(self, until: str, last: int, pace: float | None, hurry: bool) -> None:
        self.calls.append(("play", until, hurry))

    def keep(self, then: Callable[[Mapping[str, Any]], None]) -> None:
        then({"step": self.step})

    def since(self) -> list[Any]:
        """What it was told since the last look, but for what is visible."""
        told, self.calls = self.calls, []
        return [call for call in told if call != ("ask", False)]


def started(beats: str = THREE) -> tuple[Player, FakeStage]:
    stage = FakeStage()
    lesson, problems = parse_lesson(HEAD + beats, "F")
    player = Player(lesson, stage)
    assert not problems or lesson.faults
    player.begin()
    return player, stage


def arrive(player: Player, stage: FakeStage, step: int, **metrics: Any) -> None:
    stage.step = step
    player.note_arrival({"step": step, "status": "running", **metrics})


def test_every_press_forward_does_one_thing() -> None:
    player, stage = started()
    assert player.place == Place(
        "A lesson", 0, 3, "playing", "first", "A", "n", next_caption="B?", next_name="", asking=False
    )
    assert stage.since() == [("open", "one"), ("play", "step >= 5", False)]
    arrive(player, stage, 5)
    assert (player.place.phase, player.place.caption, stage.since()) == ("end", "A2", [])
    player.forward()
    assert (player.place.phase, player.place.caption, player.place.asking) == ("asking", "B?", True)
    assert stage.since() == [("ask", True), ("act", {"rate": 2.0})], "it goes on with the run that stands there"
    player.forward()
    assert (player.place.phase, player.place.caption) == ("playing", "B {wrong}")
    assert stage.since() == [("play", "wrong == 0", False)]
    player.forward()
    assert stage.since() == [("play", "wrong == 0", True)], "a press while it runs hurries to the end"
    arrive(player, stage, 9, wrong=0)
    player.forward()
    assert (player.place.phase, player.place.number) == ("end", "3 of 3"), "a beat without a run is at its end at once"
    assert stage.since() == [("open", "two")]
    player.forward()
    assert (player.place.beat, stage.since()) == (2, []), "nothing follows the last beat"


def test_back_goes_to_the_start_of_the_beat_and_then_to_the_one_before() -> None:
    player, stage = started()
    arrive(player, stage, 5)
    player.forward()
    player.forward()
    arrive(player, stage, 9, wrong=0)
    player.forward()
    stage.since()
    player.back()
    assert (player.place.beat, player.place.phase) == (1, "asking")
    assert stage.since() == [("restore", 5), ("ask", True), ("act", {"rate": 2.0})], "the very state it began in"
    player.back()
    assert (player.place.beat, player.place.phase) == (0, "start")
    assert stage.since() == [("open", "one")]
    player.back()
    assert player.place.beat == 0
    stage.since()
    player.forward()
    assert stage.since() == [("play", "step >= 5", False)]
    arrive(player, stage, 5)
    player.back()
    assert (player.place.beat, player.place.phase) == (0, "start"), "from the end of a run to its start"


def test_who_leaves_the_script_returns_to_where_it_was() -> None:
    player, stage = started()
    arrive(player, stage, 5)
    player.left(True)
    assert player.place.away
    player.again()
    assert (player.place.away, player.place.phase, stage.since()[-1]) == (False, "end", ("restore", 5))
    player.left(True)
    player.forward()
    assert (player.place.beat, player.place.away) == (1, False), "a press forward goes on with the lesson"
    assert stage.since() == [("restore", 5), ("ask", True), ("act", {"rate": 2.0})]
    player.left(True)
    player.forward()
    assert (player.place.beat, player.place.phase) == (1, "asking"), "nothing was revealed yet"
    player.forward()
    stage.since()
    player.left(True)
    player.again(step=7)
    assert stage.since() == [
        ("restore", 5),
        ("ask", True),
        ("act", {"rate": 2.0}),
        ("play", "wrong == 0 or step >= 7", True),
    ]
    arrive(player, stage, 7, wrong=3)
    assert (player.place.phase, player.place.asking) == ("start", False)
    player.forward()
    assert stage.since() == [("play", "wrong == 0", False)]


def test_acts_wait_for_their_step() -> None:
    beat = (
        '[[beats]]\npreset = "one"\nuntil = 8\n'
        "acts = [{ set = { a = 1 } }, { step = 3, set = { a = 2 } }, { step = 0, set = { a = 3 } }]\n"
    )
    player, stage = started(beat)
    assert [leg.until for leg in legs(player.beat)] == ["step >= 0", "step >= 3", "step >= 8"]
    assert stage.since() == [("open", "one"), ("act", {"a": 1}), ("play", "step >= 0", False)]
    arrive(player, stage, 0)
    assert stage.since() == [("act", {"a": 3}), ("play", "step >= 3", False)]
    arrive(player, stage, 3)
    assert stage.since() == [("act", {"a": 2}), ("play", "step >= 8", False)]
    player.forward()
    assert stage.since() == [("play", "step >= 8", True)], "an act is done once"
    arrive(player, stage, 8)
    assert player.place.phase == "end"


def test_a_condition_that_is_not_reached_is_said_and_the_lesson_goes_on() -> None:
    player, stage = started('[[beats]]\npreset = "one"\nuntil = "wrong == 0"\n[[beats]]\npreset = "two"\n')
    arrive(player, stage, 10_000, wrong=1)
    assert player.place.phase == "end"
    assert "wrong == 0 was not reached" in player.place.caption_text(None, None)
    player.forward()
    assert (player.place.beat, player.place.fault) == (1, "")


def test_a_broken_beat_says_which_and_the_lesson_goes_on() -> None:
    player, stage = started(
        '[[beats]]\npreset = "one"\n[[beats]]\nuntil = []\n[[beats]]\npreset = "bad"\n[[beats]]\nuntil = 3\n'
    )
    stage.refused = "bad"
    player.forward()
    assert (player.place.phase, player.place.beat) == ("broken", 1)
    assert "Beat 2 cannot be shown: line 7: until is []" in player.place.caption_text(None, None)
    player.forward()
    assert "Beat 3 cannot be shown: there is no such preset" in player.place.caption_text(None, None)
    stage.since()
    player.forward()
    assert stage.since() == [("restore", 0), ("play", "step >= 3", False)], "it goes on with the last run shown"
    player.back()
    player.back()
    assert player.place.phase == "broken"


def test_a_reveal_by_hand_goes_on_like_a_press() -> None:
    player, stage = started('[[beats]]\npreset = "one"\nask = true\nuntil = 3\n')
    player.note_hidden(True)
    assert stage.since()[-1] == ("ask", True)
    player.note_hidden(False)
    assert stage.since() == [("play", "step >= 3", False)]


@pytest.mark.parametrize(("template", "filled"), [("{wrong} of 3", ""), ("plain", "plain")])
def test_without_a_frame_a_caption_with_numbers_says_nothing(template: str, filled: str) -> None:
    assert words(template, None, None) == filled


def test_a_beat_waits_until_its_challenge_is_done() -> None:
    player, stage = started(
        '[[beats]]\npreset = "one"\nchallenge = "jump"\ncaption = "A"\nafter = "A2"\n[[beats]]\ncaption = "B"\n'
    )
    assert (player.place.phase, player.place.caption) == ("trying", "A")
    assert stage.since() == [("open", "one"), "challenge"]
    player.note_done()
    assert (player.place.phase, player.place.caption) == ("end", "A2")
    player.note_done()
    player.forward()
    assert (player.place.beat, player.place.phase) == (1, "end")


def test_a_press_passes_a_challenge_over_and_a_second_one_goes_on() -> None:
    player, stage = started(
        '[[beats]]\npreset = "one"\nchallenge = "jump"\nquestion = "Q?"\n[[beats]]\ncaption = "B"\n'
    )
    assert player.place.asking
    player.forward()
    assert player.place.phase == "trying"
    stage.since()
    player.forward()
    assert stage.since() == ["give up"]
    assert (player.place.beat, player.place.phase) == (0, "end")
    player.forward()
    assert player.place.beat == 1
