"""A lesson in the window: what it tells the engine, and what it makes of what the engine says. Without Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import window_lesson

from playground.engine.frame import LogMark
from playground.engine.process import messages as m
from playground.engine.process.messages import FrameMessage, Goal, Recorded
from playground.lecture.player import Place
from playground.ui.controller.state import LESSON
from playground.ui.help.overlays import mouse_lines
from playground.ui.lecture.cues import pinned_words
from playground.ui.panel.message_strip import first_hint

if TYPE_CHECKING:
    from window_desk import Desk


class Lecture:
    """The toy's lesson on a desk."""

    def __init__(self, desk: Desk, folder: Path, pin: str = "") -> None:
        self.desk = desk
        assert desk.controller.lessons.open_file(window_lesson.write(folder, pin))

    @property
    def place(self) -> Place:
        assert self.desk.controller.state.lesson is not None
        return self.desk.controller.state.lesson

    def away(self) -> bool:
        """Whether the lecturer has left the script."""
        return self.place.away

    @property
    def said(self) -> str:
        return self.place.caption_text(self.desk.panel.declaration, self.desk.panel.frame)

    def goal(self) -> Goal:
        """The newest goal that the engine was given."""
        found = self.desk.engine.sent(m.Play)[-1].goal
        assert found is not None
        return found

    def arrive(self, step: int, acts: int = 0, **metrics: Any) -> None:
        """The engine stops at the goal and answers with the record that was asked for."""
        self.rest(step, acts, arrived=self.goal().number, **metrics)

    def rest(self, step: int, acts: int = 0, arrived: int = 0, **metrics: Any) -> None:
        self.frame(step, acts, arrived, **metrics)
        token = self.desk.engine.sent(m.GetRecord)[-1].token
        record = {"concept": "toy", "params": {}, "seed": 7, "log": [{"step": 0}] * acts, "step": step}
        self.desk.controller.handle(Recorded(self.desk.panel.group, token, record))

    def frame(self, step: int, acts: int = 0, arrived: int = 0, **metrics: Any) -> None:
        from dataclasses import replace

        desk = self.desk
        marks = (LogMark(0, "set", "rate"),) * acts
        desk.frame = replace(desk.frame, step=step, marks=marks, metrics={**desk.frame.metrics, **metrics})
        desk.controller.handle(FrameMessage(desk.panel.group, (desk.frame,), False, 0.0, "CPU", False, arrived))


@pytest.fixture
def lecture(desk: Desk, tmp_path: Path) -> Lecture:
    return Lecture(desk, tmp_path)


def test_it_begins_with_the_first_beat_and_hides_everything_but_the_picture(lecture: Lecture) -> None:
    state = lecture.desk.controller.state
    assert (lecture.place.number, lecture.place.phase, state.bare) == ("1 of 4", "playing", True)
    assert lecture.goal().until == "mistakes == 3"
    notice = state.notice
    assert notice is not None
    assert "toys.lesson.toml line 22: beat 3: preset of toy 'nothing' does not exist" in notice.text


def test_the_caption_carries_the_numbers_of_the_frame(lecture: Lecture) -> None:
    lecture.frame(2, mistakes=2)
    assert lecture.said == "2 mistakes so far"
    lecture.arrive(5, mistakes=3)
    assert (lecture.place.phase, lecture.said) == ("end", "Three mistakes")
    assert not lecture.desk.panel.playing


def test_an_older_goal_or_a_frame_on_its_way_does_not_end_a_beat(lecture: Lecture) -> None:
    lecture.frame(0, arrived=lecture.goal().number + 5)
    lecture.frame(3, mistakes=3)
    assert lecture.place.phase == "playing"
    assert lecture.desk.panel.playing, "what the lesson has just asked for is not taken back"


def test_the_keys_are_hinted_at_once(lecture: Lecture) -> None:
    lecture.desk.send()
    controller, panel = lecture.desk.controller, lecture.desk.panel
    controller.store.put(hinted=())
    assert first_hint(controller.state, panel).startswith("Page Down goes on")
    controller.acts.act("move", {"id": 3, "x": 0.5, "y": 1.0})
    assert LESSON not in controller.state.hinted, "the script acts as well"
    controller.lessons.forward()
    assert LESSON in controller.state.hinted
    assert first_hint(controller.state, panel) == ""
    controller.lessons.leave()
    assert first_hint(controller.state, panel) == panel.figure.hint != ""


def test_a_pinned_parameter_is_said_with_its_value(desk: Desk, tmp_path: Path) -> None:
    Lecture(desk, tmp_path, pin="rate")
    controller, panel = desk.controller, desk.panel
    assert pinned_words(controller.state, panel) == ("1.0", "learning rate")
    controller.lessons.leave()
    assert pinned_words(controller.state, panel) == ("", "")


def test_the_mouse_is_listed_with_the_plot_that_it_acts_in(desk: Desk) -> None:
    desk.send()
    assert ("click", "add a blue point · Plane of the data") in mouse_lines(desk.controller.state)


def test_a_beat_that_asks_hides_and_reveals(lecture: Lecture) -> None:
    lecture.arrive(5, mistakes=3)
    lecture.desk.engine.calls.clear()
    lecture.desk.controller.lessons.forward()
    assert lecture.desk.panel.asking
    assert lecture.said == "How many more?"
    assert lecture.desk.engine.sent(m.Set) == [m.Set({"rate": 2.0})]
    assert not lecture.desk.engine.sent(m.Open), "it goes on with the run that stands there"
    assert [plot.name for plot in lecture.desk.panel.figure.plots] == ["plane"]
    assert "points" not in [layer.name for layer in lecture.desk.panel.figure.plots[0].layers]
    lecture.desk.controller.lessons.toggle_ask()
    assert not lecture.desk.panel.asking
    assert lecture.goal().until == "step >= 9"


def test_a_press_while_it_runs_hurries(lecture: Lecture) -> None:
    lecture.desk.engine.calls.clear()
    lecture.desk.controller.lessons.forward()
    assert lecture.desk.engine.sent(m.Pace) == [m.Pace(None)]
    lecture.arrive(5, mistakes=3)
    assert lecture.desk.engine.sent(m.Pace)[-1] == m.Pace(40.0), "the pace is the panel's again"


def test_back_restores_the_very_run(lecture: Lecture) -> None:
    lecture.arrive(5, mistakes=3)
    lecture.desk.controller.lessons.forward()
    lecture.rest(5, acts=1, mistakes=3)
    lecture.desk.controller.lessons.forward()
    lecture.arrive(9, acts=1, mistakes=4)
    lecture.desk.engine.calls.clear()
    lecture.desk.controller.lessons.back()
    opened = lecture.desk.engine.opened()
    assert opened.record is not None
    assert opened.record["step"] == 5
    assert lecture.place.phase == "asking"


def test_who_leaves_the_script_is_told_and_returns(lecture: Lecture) -> None:
    lecture.arrive(5, mistakes=3)
    assert not lecture.away()
    lecture.desk.controller.clock.forward()
    lecture.frame(6)
    assert lecture.away()
    lecture.desk.controller.clock.back()
    lecture.frame(5)
    assert not lecture.away(), "back at the very state"
    lecture.desk.controller.parameters.set({"rate": 3.0})
    lecture.frame(5, acts=1)
    assert lecture.away()
    lecture.desk.engine.calls.clear()
    lecture.desk.controller.lessons.again()
    record = lecture.desk.engine.opened().record
    assert record is not None
    assert record["step"] == 5
    lecture.frame(5)
    assert (lecture.away(), lecture.place.phase) == (False, "end")


def test_another_panel_or_the_gallery_is_off_the_script(lecture: Lecture) -> None:
    lecture.arrive(5, mistakes=3)
    lecture.desk.controller.opening.gallery()
    assert lecture.away()
    lecture.desk.controller.lessons.again()
    assert lecture.desk.controller.state.page == "panel"
    lecture.rest(5, mistakes=3)
    lecture.desk.controller.opening.open("toy")
    assert lecture.away()


def test_a_broken_beat_says_which_and_the_lesson_goes_on(lecture: Lecture) -> None:
    lecture.arrive(5, mistakes=3)
    lessons = lecture.desk.controller.lessons
    lessons.forward()
    lessons.forward()
    lecture.arrive(9, acts=1)
    lessons.forward()
    assert lecture.said.startswith("Beat 3 cannot be shown: preset of toy 'nothing' does not exist")
    lessons.forward()
    opened = lecture.desk.engine.opened()
    assert opened.params is not None
    assert (opened.params["noise"], opened.seed) == (0.4, 12)
    assert (lecture.place.phase, lecture.said) == ("end", "The end")
    lessons.forward()
    notice = lecture.desk.controller.state.notice
    assert notice is not None
    assert notice.action == "lesson_leave"
    lessons.leave()
    assert lecture.desk.controller.state.lesson is None
    lecture.desk.send()
    assert len(lecture.desk.panel.figure.plots) == 2


def test_a_file_that_is_no_lesson_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text('format = "playground.lesson"\n')
    before = desk.controller.state.panel
    desk.controller.exchange.open_file(str(tmp_path / "x.toml"))
    assert desk.controller.state.panel is before
    assert desk.controller.state.lesson is None
    notice = desk.controller.state.notice
    assert notice is not None
    assert "beats is missing" in notice.text


def test_files_are_told_apart_by_content(desk: Desk, tmp_path: Path) -> None:
    path = Path(window_lesson.write(tmp_path))
    path = path.rename(tmp_path / "renamed.data")
    desk.controller.exchange.open_file(str(path))
    assert desk.controller.state.lesson is not None
    assert desk.controller.state.lesson.title == "Toys"


def test_keys_without_a_lesson_do_nothing_but_tell(desk: Desk) -> None:
    desk.controller.lessons.forward()
    desk.controller.lessons.back()
    desk.controller.lessons.again()
    assert desk.engine.calls == []
    desk.controller.lessons.start()
    notice = desk.controller.state.notice
    assert notice is not None
    assert "No lesson is open" in notice.text


def recording(desk: Desk) -> bool:
    return desk.controller.state.recording


def test_the_recorder_cuts_before_something_new_begins(desk: Desk, tmp_path: Path) -> None:
    controller = desk.controller
    controller.recording.start()
    assert recording(desk)
    desk.engine.calls.clear()
    controller.clock.play()
    controller.lessons.toggle_ask()
    controller.presets.choose("noisy")
    desk.send(seed=3, step=0)
    asked = [type(command) for _, command in desk.engine.calls if isinstance(command, m.GetRecord | m.Play | m.Open)]
    assert asked[:3] == [m.GetRecord, m.Play, m.GetRecord]
    assert asked.index(m.Open) > 3, "the run that is replaced is asked for before it goes"
    controller.recording.stop("")
    assert recording(desk), "who thinks better of a place to save it loses nothing"
    controller.recording.stop(str(tmp_path / "live.lesson.toml"))
    record = {
        "concept": "toy",
        "params": {},
        "seed": 7,
        "log": [],
        "data": {"source": "made", "stored": None},
        "step": 0,
    }
    for step, token in enumerate(asking.token for asking in desk.engine.sent(m.GetRecord)):
        controller.handle(Recorded(desk.panel.group, token, {**record, "step": 2 * step}))
    assert not recording(desk)
    notice = controller.state.notice
    assert notice is not None
    assert "Saved live.lesson.toml" in notice.text
    assert "until = 2" in (tmp_path / "live.lesson.toml").read_text()


def test_the_bare_picture_is_back_when_a_lesson_is_no_longer_presented(lecture: Lecture) -> None:
    controller = lecture.desk.controller
    controller.screen.toggle_presenting()
    assert (controller.state.presenting, controller.state.bare) == (True, False)
    controller.screen.toggle_presenting()
    assert (controller.state.presenting, controller.state.bare) == (False, True)
    controller.lessons.leave()
    controller.screen.toggle_presenting()
    controller.screen.toggle_presenting()
    assert not controller.state.bare


def test_a_plot_that_a_beat_names_and_its_picture_lacks_is_said(desk: Desk, tmp_path: Path) -> None:
    path = Path(window_lesson.write(tmp_path))
    path.write_text(path.read_text().replace('plots = ["plane"]', 'plots = ["plain"]'))
    assert desk.controller.lessons.open_file(str(path))
    lecture = Lecture.__new__(Lecture)
    lecture.desk = desk
    lecture.arrive(5, mistakes=3)
    desk.controller.lessons.forward()
    desk.controller.lessons.forward()
    lecture.arrive(9, acts=1)
    lecture.frame(9, acts=1)
    notice = desk.controller.state.notice
    assert notice is not None
    assert "plain" in notice.text
    assert "did you mean plane?" in notice.text
