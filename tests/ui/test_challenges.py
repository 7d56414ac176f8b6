"""A challenge on the stage: what is locked, when it is ticked, the solution that is shown, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from window_desk import Desk

from playground.engine.frame import LogMark
from playground.engine.process import messages as m
from playground.engine.run.aims import Reached
from playground.lecture.settings import Settings, open_settings, write_settings
from playground.ui.controller.locks import lock
from playground.ui.controller.state import Task
from playground.ui.system.geometry import settings_of, state_of


@pytest.fixture
def trying(desk: Desk) -> Desk:
    """The toy's first challenge with its first frame."""
    desk.controller.challenges.begin("toy/gentle")
    desk.send()
    desk.engine.calls.clear()
    return desk


def task(desk: Desk) -> Task:
    """The challenge on the stage."""
    found: Task = desk.panel.task
    return found


def reach(desk: Desk, *, done: bool = True, held: int | None = 0, **changes: Any) -> None:
    """A frame that says how far the aim is."""
    desk.send(**changes)
    frame = m.FrameMessage(
        desk.panel.group, (desk.frame,), False, 0.0, "CPU", False, reached=Reached(task(desk).number, held, done)
    )
    desk.controller.handle(frame)


def test_it_opens_where_it_begins(desk: Desk) -> None:
    desk.controller.challenges.begin("toy/fewer")
    opened = desk.engine.opened()
    assert (opened.concept_id, opened.seed, opened.step) == ("toy", 3, 2)
    assert desk.panel.params.noise == 0.1
    (pursued,) = desk.engine.sent(m.Pursue)
    assert pursued.aim is not None
    assert pursued.aim.holds == "count == 10"


def test_what_it_does_not_allow_is_locked_and_says_why(trying: Desk) -> None:
    controller = trying.controller
    assert not controller.parameters.set({"noise": 0.2})
    assert trying.panel.refusal == (
        "noise",
        "Locked in this challenge, which is about learning rate, flip all labels",
    )
    assert controller.parameters.set({"rate": 0.2})
    assert controller.parameters.set({"arrows": False})
    controller.acts.act("add", {"x": 0.0, "y": 0.0, "label": 1})
    controller.parameters.reseed(4)
    controller.opening.open_data("points.csv")
    controller.comparison.compare("noise", [0.1])
    assert [type(call) for _, call in trying.engine.calls] == [m.Set, m.Set]
    assert controller.state.notice is not None
    assert controller.state.notice.text.startswith("Locked in this challenge")
    controller.acts.act("relabel", {})
    assert trying.engine.sent(m.Act)


def test_it_is_ticked_once_when_it_is_done(trying: Desk) -> None:
    finished = []
    trying.controller.challenges.finished.append(lambda challenge: finished.append(challenge.id))
    reach(trying, done=False, held=1)
    assert (task(trying).phase, task(trying).held) == ("trying", 1)
    reach(trying)
    reach(trying)
    assert task(trying).phase == "done"
    assert trying.controller.state.challenges_done == ("toy/gentle",)
    assert finished == ["gentle"]
    assert not lock(trying.panel, "noise"), "nothing is locked once it is done"


def test_an_aim_of_an_earlier_challenge_ticks_nothing(trying: Desk) -> None:
    number = task(trying).number
    trying.controller.challenges.again()
    trying.send()
    frame = m.FrameMessage(
        trying.panel.group, (trying.frame,), False, 0.0, "CPU", False, reached=Reached(number, 0, True)
    )
    trying.controller.handle(frame)
    assert task(trying).phase == "trying"


def shown(desk: Desk) -> None:
    """The solution begins to be shown."""
    desk.controller.challenges.solve()
    (asked,) = desk.engine.sent(m.GetRecord)
    record = {"concept": "toy", "params": {"rate": 0.3}, "seed": 7, "step": 5, "log": []}
    desk.controller.handle(m.Recorded(desk.panel.group, asked.token, record))
    desk.send()
    desk.engine.calls.clear()


def test_a_solution_is_played_move_by_move_and_ticks_nothing(trying: Desk) -> None:
    challenges = trying.controller.challenges
    shown(trying)
    assert task(trying).phase == "showing"
    assert lock(trying.panel, "rate") == "Locked while the solution is shown"
    assert not lock(trying.panel, "arrows"), "looking is always free"
    challenges.go_on()
    assert trying.engine.sent(m.Set)[-1].changes == {"rate": 0.1}
    assert task(trying).say == "A small rate"
    challenges.go_on()
    goal = trying.engine.sent(m.Play)[-1].goal
    assert goal is not None
    assert goal.until == "step >= 6"
    challenges.go_on()
    assert len(trying.engine.sent(m.Play)) == 1, "the next move waits until the run has arrived"
    reach(trying, params={"rate": 0.1})
    assert task(trying).phase == "shown"
    assert not trying.controller.state.challenges_done


def test_undo_brings_the_own_run_back(trying: Desk) -> None:
    shown(trying)
    trying.controller.challenges.go_on()
    trying.controller.acts.undo()
    record = trying.engine.opened().record
    assert record is not None
    assert record["params"] == {"rate": 0.3}
    assert task(trying).phase == "trying"
    assert not trying.engine.sent(m.Undo)


def test_nobody_is_told_to_have_left_a_challenge_that_is_on_the_stage(trying: Desk) -> None:
    def said() -> str:
        notice = trying.controller.state.notice
        trying.controller.notices.dismiss()
        return notice.text if notice is not None else ""

    while said():
        pass
    shown(trying)
    assert not said()
    trying.controller.challenges.back()
    assert not said()
    trying.controller.challenges.again()
    assert not said()
    trying.controller.presets.choose("noisy")
    assert "Gentle was left" in (said(), said())


def test_the_next_one_is_one_that_is_not_done(trying: Desk) -> None:
    challenges = trying.controller.challenges
    challenges.next()
    assert task(trying).challenge.id == "fewer"
    challenges.next()
    assert task(trying).challenge.id == "gentle"
    trying.controller.store.put(challenges_done=("toy/fewer", "toy/gentle"))
    challenges.next()
    assert trying.controller.state.notice is not None
    assert trying.controller.state.notice.text == "All challenges of this panel are done"


def test_another_run_leaves_it_and_one_press_returns(trying: Desk) -> None:
    trying.controller.presets.choose("noisy")
    assert trying.panel.task is None
    trying.controller.challenges.again()
    assert task(trying).challenge.id == "gentle"
    trying.controller.challenges.leave()
    assert trying.panel.task is None
    assert trying.engine.sent(m.Pursue)[-1].aim is None


def test_one_is_offered_where_a_run_ends_but_not_twice_nor_where_they_are_off(desk: Desk) -> None:
    def end() -> str:
        desk.send(playing=True, status="running")
        desk.send(playing=False, status="converged")
        notice = desk.controller.state.notice
        desk.controller.notices.dismiss()
        return notice.text if notice is not None else ""

    desk.controller.challenges.toggle_offers()
    desk.controller.notices.dismiss()
    assert end() == ""
    desk.controller.challenges.toggle_offers()
    desk.controller.notices.dismiss()
    assert end() == "Something to try: Gentle"
    assert end() == ""


def test_ticks_can_be_cleared(desk: Desk) -> None:
    desk.controller.store.put(challenges_done=("toy/fewer",))
    desk.controller.challenges.clear()
    assert not desk.controller.state.challenges_done


LESSON = """format = "playground.lesson"
title = "Toys"
concept = "toy"

[[beats]]
challenge = "gentle"
caption = "Try it"
after = "Done"

[[beats]]
caption = "And on"
"""


@pytest.fixture
def lecturing(desk: Desk, tmp_path: Path) -> Desk:
    """A lesson at its challenge."""
    path = tmp_path / "toys.lesson.toml"
    path.write_text(LESSON)
    assert desk.controller.lessons.open_file(str(path))
    desk.send(seed=7)
    return desk


def phase(desk: Desk) -> tuple[int, str, bool]:
    """Where the lesson stands, and whether it was left."""
    place = desk.controller.state.lesson
    assert place is not None
    return place.beat, place.phase, place.away


def test_a_beat_of_a_lesson_waits_for_its_challenge(lecturing: Desk) -> None:
    assert phase(lecturing) == (0, "trying", False)
    assert not lecturing.controller.state.bare, "who tries needs the controls"
    lecturing.controller.parameters.set({"rate": 0.2})
    lecturing.send(params={**lecturing.frame.params, "rate": 0.2}, marks=(LogMark(0, "set", "rate"),))
    assert phase(lecturing) == (0, "trying", False), "who tries has not left the script"
    reach(lecturing)
    assert phase(lecturing) == (0, "end", False)
    assert task(lecturing).phase == "done"
    lecturing.controller.lessons.forward()
    assert phase(lecturing) == (1, "end", False)
    assert lecturing.panel.task is None
    assert lecturing.controller.state.bare, "the lesson goes on with the picture alone"


def test_the_presenter_passes_a_challenge_over(lecturing: Desk) -> None:
    lecturing.controller.lessons.forward()
    assert phase(lecturing) == (0, "end", False)
    assert lecturing.panel.task is None
    assert not lecturing.controller.state.challenges_done


def test_ticks_and_the_switch_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    state = state_of(Settings(challenges=("toy/gentle",), tasks=False))
    assert (state.challenges_done, state.challenges_on) == (("toy/gentle",), False)
    assert write_settings(settings_of(Settings(), state, ""), path)
    kept, said = open_settings(path)
    assert (kept.challenges, kept.tasks, said) == (("toy/gentle",), False, "")
    path.write_text('{"tasks": "no", "challenges": 3}')
    kept, said = open_settings(path)
    assert (kept.challenges, kept.tasks) == ((), True)
    assert "challenges, tasks" in said
