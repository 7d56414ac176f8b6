"""The controller without Qt: what the user wants becomes commands, what the engine says becomes the state."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import window_toy
from window_desk import Desk

from playground.engine.declarations.concept import Door
from playground.engine.declarations.params import LIVE
from playground.engine.frame import Failure, JobState
from playground.engine.process import messages as m
from playground.engine.process.messages import (
    Alive,
    Checked,
    Fault,
    FrameMessage,
    Ready,
    Recorded,
    Refused,
    Restarted,
    Restarting,
)
from playground.figures.figure import SET
from playground.lecture.scene import save_scene
from playground.ui.controller.pulse import BUSY, HELD, STILL
from playground.ui.controller.state import State, pace, status_line
from playground.ui.gallery.search import entries, find_entries

RECORD = {"concept": "toy", "params": {"rate": 2.0}, "seed": 4, "log": [], "step": 0, "version": 1, "data": "made"}


def test_it_needs_neither_qt_nor_torch() -> None:
    code = (
        "import sys, playground.ui.controller.controller; "
        "print([m for m in sys.modules if m.split('.')[0] in ('PySide6', 'torch', 'pyqtgraph')])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_opening_takes_the_first_preset_and_tells_the_engine(desk: Desk) -> None:
    desk.controller.opening.open("toy", sets={"rate": "2.5"}, seed=11)
    start = desk.engine.opened()
    assert start.params is not None
    assert (start.concept_id, start.params["rate"], start.seed, start.record) == ("toy", 2.5, 11, None)
    assert (desk.panel.group, m.Pace(40.0)) in desk.engine.calls
    assert desk.controller.state.recent_panels == ("toy",)


@pytest.mark.parametrize("sets", [{"rate": "0"}, {"nothing": "1"}, {"order": "backwards"}])
def test_opening_with_a_bad_value_changes_nothing_and_says_so(desk: Desk, sets: dict[str, str]) -> None:
    before = desk.panel
    assert not desk.controller.opening.open("toy", sets=sets)
    assert desk.panel is before
    assert desk.engine.calls == []
    notice = desk.controller.state.notice
    assert notice is not None
    assert notice.kind == "failed"
    assert next(iter(sets)) in notice.text


def test_an_unknown_concept_is_a_notice(desk: Desk) -> None:
    assert not desk.controller.opening.open("nothing")
    assert desk.controller.state.notice is not None


def test_a_run_that_returns_to_the_stage_from_the_gallery_is_shown_to_the_engine(desk: Desk) -> None:
    desk.controller.opening.gallery()
    desk.controller.opening.return_to_stage()
    assert [command for _, command in desk.engine.calls] == [m.Show(False), m.Ask(), m.Show(True)]
    assert desk.controller.state.page == "panel"


def test_a_run_that_goes_on_after_a_refused_switch_is_shown_as_playing(desk: Desk) -> None:
    desk.send(playing=True)
    desk.controller.acts.switch(0)
    desk.controller.handle(Refused(desk.panel.group, "there is no such run", "branch"))
    desk.send(playing=True, step=1)
    assert desk.panel.playing


def test_a_hidden_panel_keeps_its_run(desk: Desk) -> None:
    group = desk.panel.group
    desk.controller.presets.show("other")
    assert (group, m.Show(False)) in desk.engine.calls
    assert desk.panel.declaration.id == "other"
    desk.controller.presets.show("toy")
    assert desk.panel.group == group
    assert desk.engine.calls[-1] == (group, m.Show(True))
    assert len(desk.engine.sent(m.Open)) == 1


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> str:
    """A door of the toy, to its preset `noisy`."""
    door = Door("noise", "Noisy labels", "Memories", "What no line separates", "noisy", ("agnostic",))
    monkeypatch.setattr(window_toy, "DECLARATION", replace(window_toy.DECLARATION, doors=(door,)))
    return door.id


def test_a_door_opens_its_panel_at_its_preset(door: str) -> None:
    desk = Desk()
    assert desk.controller.opening.open(door, sets={"rate": "2.5"})
    assert (desk.panel.declaration.id, desk.panel.preset, desk.panel.seed) == ("toy", "noisy", 3)
    assert (desk.panel.params.noise, desk.panel.params.rate) == (0.4, 2.5)
    assert desk.controller.state.recent_panels == ("toy",)
    assert ("open", door) in [
        (line.what, line.value) for line in find_entries("agnostic", entries(desk.controller.state))
    ]


def test_a_door_leaves_the_run_of_its_panel_to_one_undo_and_returns_to_its_own(door: str, desk: Desk) -> None:
    before = desk.panel.group
    desk.controller.presets.show(door)
    assert desk.panel.preset == "noisy"
    assert desk.engine.sent(m.GetRecord), "the run before is kept"
    group = desk.panel.group
    assert group != before
    desk.controller.opening.gallery()
    desk.controller.presets.show(door)
    assert (desk.panel.group, desk.controller.state.page) == (group, "panel")
    desk.controller.presets.show("nothing")
    notice = desk.controller.state.notice
    assert notice is not None
    assert notice.kind == "failed"


def test_frames_of_older_epochs_and_other_groups_are_dropped(desk: Desk) -> None:
    desk.send(epoch=5, step=9, reached=9)
    desk.controller.handle(
        FrameMessage(desk.panel.group, (replace(desk.frame, epoch=4, step=3),), False, 0, "CPU", False)
    )
    desk.controller.handle(FrameMessage("toy#77", (replace(desk.frame, epoch=9, step=1),), False, 0, "CPU", False))
    assert desk.panel.step == 9
    desk.controller.handle(Restarted("killed"))
    desk.send(epoch=0, step=8)
    assert desk.panel.step == 8


def test_a_panel_that_comes_back_is_not_measured_by_the_epochs_of_another(desk: Desk) -> None:
    desk.controller.presets.show("other")
    desk.send(epoch=50)
    desk.controller.presets.show("toy")
    desk.send(epoch=2, step=3, reached=3)
    assert desk.panel.step == 3


def test_play_shows_at_once_and_late_frames_do_not_take_it_back(desk: Desk) -> None:
    desk.controller.clock.toggle()
    assert desk.panel.playing
    assert desk.engine.calls[-1] == (desk.panel.group, m.Play())
    desk.send(playing=False)
    assert desk.panel.playing
    desk.send(playing=True, step=1, reached=1)
    desk.send(playing=False, step=2, reached=2, status="converged")
    assert not desk.panel.playing


def test_play_on_a_finished_run_says_why_and_offers_the_start(desk: Desk) -> None:
    desk.send(step=5, reached=5, status="converged")
    desk.engine.calls.clear()
    desk.controller.clock.play()
    assert desk.engine.calls == []
    notice = desk.controller.state.notice
    assert notice is not None
    assert (notice.text, notice.action) == ("This run has converged", "replay")
    desk.send(step=5, reached=5, status="converged")
    assert desk.controller.state.notice is notice
    desk.send(step=4, status="running")
    assert desk.controller.state.notice is None


def test_a_finished_run_is_played_from_its_start_and_kept(desk: Desk) -> None:
    desk.send(step=5, reached=5, status="converged")
    desk.engine.calls.clear()
    desk.controller.clock.replay()
    assert [command for _, command in desk.engine.calls] == [m.Seek(0), m.Play()]
    assert desk.panel.playing
    desk.send(step=5, reached=5, status="converged")
    desk.send(playing=True, step=0, reached=5, status="running")
    assert desk.panel.playing


@pytest.mark.parametrize(
    ("intent", "call"),
    [("forward", m.Step(1)), ("back", m.Step(-1)), ("to_start", m.Seek(0)), ("reset", m.Reset())],
)
def test_steps_pause_first(desk: Desk, intent: str, call: m.Command) -> None:
    desk.controller.clock.play()
    getattr(desk.controller.clock, intent)()
    group = desk.panel.group
    assert desk.engine.calls == [(group, m.Play()), (group, m.Play(False)), (group, call)]
    assert not desk.panel.playing


def test_seek_goes_to_a_step(desk: Desk) -> None:
    desk.controller.clock.seek(-3)
    desk.controller.clock.seek(17)
    assert desk.engine.sent(m.Seek) == [m.Seek(0), m.Seek(17)]


def test_the_die_never_gives_the_same_seed(desk: Desk) -> None:
    desk.controller.parameters.reseed()
    desk.controller.parameters.reseed()
    assert desk.engine.sent(m.Reseed) == [m.Reseed(5), m.Reseed(6)]
    desk.send(seed=7)
    assert desk.panel.seed == 6
    desk.send(seed=6)
    assert (desk.panel.seed, desk.panel.pending) == (6, {})


@pytest.mark.parametrize("words", ["", "-1", "1.5", "seven", str(2**53 + 1)])
def test_a_bad_seed_is_refused(desk: Desk, words: str) -> None:
    desk.controller.parameters.typed_seed(words)
    assert desk.engine.calls == []
    assert desk.controller.state.notice is not None


@pytest.mark.parametrize(("speed", "pace"), [("slow", 1 / 1.5), ("normal", 40.0), ("fast", None)])
def test_speed_changes_the_pace_alone(desk: Desk, speed: Any, pace: float | None) -> None:
    desk.send()
    desk.engine.calls.clear()
    desk.controller.clock.set_speed(speed)
    assert desk.engine.calls == [(desk.panel.group, m.Pace(pace))]
    assert desk.panel.speed == speed


def test_a_parameter_is_shown_at_once_and_kept_until_a_frame_confirms_it(desk: Desk) -> None:
    assert desk.controller.parameters.set({"rate": 2.0}, "drag/1")
    assert desk.engine.calls == [(desk.panel.group, m.Set({"rate": 2.0}, stroke="drag/1"))]
    desk.send()
    assert desk.panel.params.rate == 2.0
    desk.send(params={**desk.frame.params, "rate": 2.0})
    assert desk.panel.pending == {}
    desk.send(params={**desk.frame.params, "rate": 0.5})
    assert desk.panel.params.rate == 0.5


def test_an_equal_value_is_not_sent(desk: Desk) -> None:
    assert desk.controller.parameters.set({"rate": 1.0})
    assert desk.engine.calls == []


@pytest.mark.parametrize(
    ("name", "words", "sentence"),
    [
        ("noise", "1.4", "label noise must be at most 0.5"),
        ("noise", "-1", "label noise must be at least 0"),
        ("rate", "fast", "learning rate must be a number from 0.01 to 10"),
        ("many", "2.5", "points must be a whole number from 2 to 200"),
        ("schedule", "1,2,3,4", "schedule must be 1 to 3 numbers, each 0 to 5"),
        ("name", "x" * 13, "caption must be 0 to 12 characters"),
    ],
)
def test_a_refused_value_keeps_the_last_valid_one(desk: Desk, name: str, words: str, sentence: str) -> None:
    before = desk.panel.params
    assert not desk.controller.parameters.set_text(name, words)
    assert desk.panel.refusal == (name, sentence)
    assert desk.panel.params == before
    assert desk.engine.calls == []
    desk.controller.parameters.give_up()
    assert desk.panel.refusal == ("", "")


def test_a_restart_is_said_once_and_offers_undo(desk: Desk) -> None:
    desk.controller.parameters.set({"noise": 0.1})
    notice = desk.controller.state.notice
    assert notice is not None
    assert (notice.text, notice.action) == ("New start: label noise changed", "undo")
    desk.controller.parameters.set({"noise": 0.2})
    assert desk.controller.state.notice is notice
    desk.controller.notices.dismiss()
    desk.controller.parameters.set({"rate": 3.0})
    assert desk.controller.state.notice is None


def test_what_the_engine_refuses_goes_back(desk: Desk) -> None:
    desk.controller.parameters.set({"noise": 0.1})
    desk.controller.handle(Refused(desk.panel.group, "noise is not possible here", "noise"))
    desk.send()
    assert desk.panel.params.noise == 0.0
    assert desk.panel.refusal[0] == "noise"


def test_a_gesture_is_checked_before_it_is_sent(desk: Desk) -> None:
    desk.controller.acts.act("move", {"id": 3, "x": 0.5, "y": 1})
    desk.controller.acts.act("move", {"id": 3, "x": "far", "y": 1})
    desk.controller.acts.act("fly", {})
    assert desk.engine.calls == [(desk.panel.group, m.Act("move", {"id": 3, "x": 0.5, "y": 1.0}))]
    assert desk.controller.state.hinted == ("toy",)


def test_a_click_may_change_parameters_and_is_no_act(desk: Desk) -> None:
    desk.controller.acts.act(SET, {"noise": 0.25})
    assert desk.engine.calls == [(desk.panel.group, m.Set({"noise": 0.25}))]
    assert desk.panel.params.noise == 0.25


def test_a_drag_beyond_the_range_of_a_parameter_stays_within(desk: Desk) -> None:
    spec = desk.panel.params.specs()["noise"]
    desk.controller.acts.act(SET, {"noise": 1e9})
    assert desk.panel.params.noise == spec.high
    desk.controller.acts.act(SET, {"noise": -1e9})
    assert desk.panel.params.noise == spec.low


def test_undo_and_redo_follow_the_frame(desk: Desk) -> None:
    desk.controller.acts.undo()
    desk.controller.acts.redo()
    assert desk.engine.calls == []
    desk.send(can_undo=True, can_redo=True)
    desk.controller.clock.play()
    desk.controller.acts.undo()
    assert not desk.panel.playing
    desk.controller.acts.redo()
    assert [command for _, command in desk.engine.calls] == [m.Play(), m.Undo(), m.Undo(redo=True)]


def test_a_preset_replaces_the_run_and_undo_brings_it_back(desk: Desk) -> None:
    group = desk.panel.group
    desk.controller.presets.choose("noisy")
    assert [type(command) for _, command in desk.engine.calls][:3] == [m.GetRecord, m.Show, m.Open]
    assert desk.panel.group != group
    assert (desk.panel.params.noise, desk.panel.seed, desk.panel.fails != "") == (0.4, 3, True)
    token = desk.engine.sent(m.GetRecord)[0].token
    desk.controller.handle(Recorded(group, token, RECORD))
    desk.controller.acts.undo()
    assert desk.engine.opened().record == RECORD
    assert desk.panel.params.rate == 2.0


def test_the_run_before_is_closed_with_the_first_frame_of_the_next(desk: Desk) -> None:
    group = desk.panel.group
    desk.controller.presets.choose("noisy")
    assert (group, m.Close()) not in desk.engine.calls
    desk.send()
    assert (group, m.Close()) in desk.engine.calls


def test_repair_sets_what_the_preset_says(desk: Desk) -> None:
    desk.controller.presets.repair()
    assert desk.engine.calls == []
    desk.controller.presets.choose("noisy")
    desk.engine.calls.clear()
    desk.controller.presets.repair()
    assert desk.engine.calls == [(desk.panel.group, m.Set({"noise": 0.0}))]
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.text == desk.panel.presets["noisy"]["repair"]["label"]


def test_a_repair_that_shows_as_the_run_goes_on_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.controller.presets.choose("noisy")
    monkeypatch.setattr(type(desk.panel.params), "effect", lambda self, names: LIVE)
    desk.controller.presets.repair()
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.text.endswith("; space goes on")


def test_a_claim_is_decided_at_its_step_and_not_before(desk: Desk) -> None:
    desk.controller.claims.reproduce("few")
    assert isinstance(desk.engine.calls[-1][1], m.Step)
    assert desk.panel.proofs["few"].state == "running"
    desk.send(step=29, reached=29, metrics={**desk.frame.metrics, "mistakes": 3})
    assert desk.panel.proofs["few"].state == "running"
    desk.send(step=30, reached=30)
    assert desk.panel.proofs["few"].state == "holds"
    assert desk.panel.proofs["few"].text == "mistakes 3, claimed ≤ 50"


def test_a_claim_that_does_not_hold_is_said_to_fail(desk: Desk) -> None:
    desk.controller.claims.reproduce("none")
    desk.send()
    assert desk.panel.proofs["none"].state == "fails"


def test_the_self_check_is_kept_as_it_came(desk: Desk) -> None:
    desk.controller.claims.self_check()
    assert desk.panel.check.running
    desk.controller.claims.self_check()
    assert len(desk.engine.sent(m.RunChecks)) == 1
    desk.controller.handle(Checked(desk.panel.group, [{"name": "a", "ok": True}]))
    assert desk.panel.check.results == ({"name": "a", "ok": True},)


def test_a_scene_is_saved_when_its_record_comes_and_remembered(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "a.scene.json"
    desk.controller.opening.save_scene(str(path))
    assert not path.exists()
    desk.controller.handle(Recorded(desk.panel.group, desk.engine.sent(m.GetRecord)[-1].token, RECORD))
    assert json.loads(path.read_text())["seed"] == 4
    assert desk.controller.state.recent == (str(path.resolve()),)
    assert desk.controller.opening.open_scene(str(path))
    assert desk.panel.seed == 4


def test_a_scene_that_cannot_be_used_changes_nothing(desk: Desk, tmp_path: Path) -> None:
    broken, foreign = tmp_path / "b.scene.json", tmp_path / "c.scene.json"
    broken.write_text('{"format": "playground.scene", "version": 1, "concept"')
    foreign.write_text(json.dumps({"format": "playground.scene", **RECORD, "concept": "strange"}))
    before = desk.panel
    for path in (broken, foreign, tmp_path / "none.scene.json"):
        assert not desk.controller.opening.open_scene(str(path))
        assert desk.controller.state.notice is not None
    assert desk.panel is before
    assert desk.engine.calls == []


@pytest.mark.parametrize("answer", [Refused, Fault])
def test_a_scene_that_the_engine_refuses_brings_the_run_before_back(desk: Desk, tmp_path: Path, answer: Any) -> None:
    scene = tmp_path / "d.scene.json"
    save_scene(scene, RECORD)
    before = desk.panel
    assert desk.controller.opening.open_scene(str(scene))
    asked = desk.panel.group
    assert asked != before.group
    desk.controller.handle(answer(asked, "log has no gesture zap", "log"))
    assert desk.panel.group == before.group
    assert desk.panel.frame is before.frame
    assert desk.engine.sent(m.Close) == []
    assert desk.engine.calls[-1] == (before.group, m.Show(True))
    assert desk.controller.state.notice is not None
    assert "zap" in desk.controller.state.notice.text


def test_a_stranger_s_scene_is_tried_once(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    scene = tmp_path / "d.scene.json"
    save_scene(scene, RECORD)
    opening = desk.controller.opening
    assert opening.open_scene(str(scene), remember=False)
    assert not desk.engine.opened().foreign, "a run that a crash left is the user's own"
    assert opening.open_scene(str(scene))
    assert desk.engine.opened().foreign
    desk.controller.handle(Refused(desk.panel.group, "it takes too long", "scene"))
    assert opening.open_scene(str(scene))
    assert desk.engine.opened().foreign, "it was refused"
    opening.settle(desk.panel.group)
    assert opening.open_scene(str(scene))
    assert not desk.engine.opened().foreign, "its first frame has come"


def test_files_are_told_apart_by_their_content(desk: Desk, tmp_path: Path) -> None:
    data, scene = tmp_path / "points.csv", tmp_path / "renamed.txt"
    data.write_text("1,2,1\n")
    scene.write_text(json.dumps({"format": "playground.scene", **RECORD}))
    desk.controller.exchange.open_file(str(data))
    assert desk.engine.calls == [(desk.panel.group, m.Load((str(data.resolve()),)))]
    desk.controller.exchange.open_file(str(scene))
    assert desk.engine.opened().seed == 4
    desk.controller.opening.gallery()
    desk.engine.calls.clear()
    desk.controller.exchange.open_file(str(data))
    desk.controller.exchange.open_file(str(tmp_path / "missing"))
    assert desk.engine.calls == []


def test_the_window_asks_for_the_next_frame_when_it_has_drawn(desk: Desk) -> None:
    desk.controller.pictures.finish_picture()
    assert desk.engine.calls == [(desk.panel.group, m.Ask())]
    desk.controller.opening.gallery()
    desk.controller.pictures.finish_picture()
    assert len(desk.engine.sent(m.Ask)) == 1


def test_a_frame_is_answered_whatever_becomes_of_it(desk: Desk) -> None:
    group = desk.panel.group
    message = FrameMessage(group, (desk.frame,), True, 0.0, "CPU", False)

    def answered(name: str) -> bool:
        found, desk.engine.calls = (name, m.Ask()) in desk.engine.calls, []
        return found

    desk.controller.opening.gallery()
    assert answered(group), "its panel was left before it was drawn"
    desk.controller.handle(message)
    assert answered(group), "it came when the gallery was there"
    desk.controller.presets.show("other")
    desk.controller.handle(message)
    assert answered(group), "it came when another panel was there"
    other = desk.panel.group
    desk.send()
    assert not answered(other), "it is being drawn"
    desk.controller.presets.choose("noisy")
    assert answered(other), "its run was replaced before it was drawn"
    desk.send(epoch=9)
    desk.controller.pictures.finish_picture()
    assert answered(desk.panel.group)
    desk.send(epoch=8)
    assert answered(desk.panel.group), "it was dropped"


def test_what_was_asked_of_one_run_is_not_expected_of_another(desk: Desk) -> None:
    desk.controller.clock.play()
    desk.controller.presets.show("other")
    desk.send(playing=False)
    assert not desk.panel.playing
    desk.controller.presets.show("toy")
    desk.send(playing=False)
    assert desk.panel.playing, "it was asked for here, and this frame may be older"


def test_a_run_that_is_refused_after_another_panel_came_gives_its_place_back(desk: Desk) -> None:
    before = desk.panel.group
    desk.controller.presets.choose("noisy")
    refused = desk.panel.group
    desk.controller.presets.show("other")
    desk.send()
    assert (before, m.Close()) not in desk.engine.calls, "nothing has come of the run that replaces it"
    desk.controller.handle(Refused(refused, "n is 1,000", "n"))
    desk.controller.presets.show("toy")
    assert desk.panel.group == before


# ---- the pulse


def beats(desk: Desk, count: int, alive: bool) -> None:
    """The pulse beats; the heart of the engine may or may not."""
    for _ in range(count):
        desk.engine.beats += alive
        desk.controller.pulse.beat()


def said(desk: Desk) -> str:
    """The notice on screen."""
    notice = desk.controller.state.notice
    return f"{notice.text}: {notice.action_label}" if notice is not None else ""


def test_an_engine_that_stands_still_is_said_and_its_answer_takes_that_back(desk: Desk) -> None:
    beats(desk, STILL, alive=False)
    assert said(desk) == ""
    beats(desk, 2, alive=False)
    assert said(desk) == "The engine has stood still for 5 seconds: Start it again"
    desk.controller.handle(Alive(desk.panel.group, "going"))
    assert said(desk) == ""


def test_an_engine_in_a_long_step_is_given_time(desk: Desk) -> None:
    beats(desk, BUSY, alive=True)
    assert said(desk) == ""
    beats(desk, 1, alive=True)
    assert said(desk) == "The engine has been busy with one step for 30 seconds: Start it again"
    desk.controller.inbox.restart_engine()
    assert desk.engine.life_of == ["restart"]


@pytest.mark.parametrize("state", ["held", "hidden"])
def test_a_run_that_waits_for_the_window_while_that_waits_for_it_is_asked_again(desk: Desk, state: Any) -> None:
    for _ in range(HELD - 1):
        desk.controller.handle(Alive(desk.panel.group, state))
    desk.controller.pictures.finish_picture()
    desk.engine.calls.clear()
    for _ in range(HELD - 1):
        desk.controller.handle(Alive(desk.panel.group, state))
        assert desk.engine.calls == [], "a frame may be on its way"
    desk.controller.handle(Alive(desk.panel.group, state))
    assert [command for _, command in desk.engine.calls] == [m.Show(True), m.Ask()]
    assert said(desk) == "The picture had stopped; it was asked for again: "


def test_a_fault_is_a_notice_with_its_report(desk: Desk) -> None:
    desk.controller.clock.play()
    desk.controller.handle(Fault(desk.panel.group, "this panel cannot go on", "Traceback ..."))
    assert (desk.panel.playing, desk.panel.fault[1]) == (False, "Traceback ...")
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.action == "copy_report"


def test_an_engine_that_was_given_up_can_be_started_again(desk: Desk) -> None:
    desk.send(playing=True)
    desk.controller.handle(Fault("", "the engine process ended 3 times before it was ready", "exit status 1"))
    assert (desk.controller.state.engine, desk.panel.playing) == ("off", False)
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.action == "restart_engine"
    desk.controller.inbox.restart_engine()
    assert desk.engine.life_of == ["stop", "start"]
    assert desk.controller.state.engine == "starting"


def test_the_engine_is_ready_when_it_says_so(desk: Desk) -> None:
    heard: list[str] = []
    desk.controller.listeners.append(lambda state, before: heard.append(state.engine))
    desk.controller.handle(Restarted("killed"))
    desk.controller.handle(Ready("CPU", {}))
    assert (heard[0], heard[-1]) == ("starting", "ready")


def test_the_figure_stays_the_same_object_while_it_is_equal(desk: Desk) -> None:
    desk.send()
    figure = desk.panel.figure
    assert figure is not None
    desk.send(params={**desk.frame.params, "rate": 2.0})
    assert desk.panel.figure is figure
    desk.send(params={**desk.frame.params, "arrows": False})
    assert desk.panel.figure is not figure


def test_listeners_hear_of_changes_only(desk: Desk) -> None:
    heard: list[State] = []
    desk.controller.listeners.append(lambda state, before: heard.append(state))
    desk.controller.screen.set_theme("dark")
    desk.controller.screen.set_theme("dark")
    desk.controller.screen.set_theme("pink")
    assert len(heard) == 1
    desk.controller.screen.next_theme()
    desk.controller.screen.next_theme()
    assert desk.controller.state.theme == "light"


@pytest.mark.parametrize(("asked", "got"), [(0.1, 0.85), (1.234, 1.25), (9.0, 2.0)])
def test_the_scale_keeps_to_its_range(desk: Desk, asked: float, got: float) -> None:
    desk.controller.screen.set_scale(asked)
    assert desk.controller.state.scale == got


def test_the_status_warns_where_the_budget_is_exceeded(desk: Desk) -> None:
    assert status_line(desk.panel, 0) == ("CPU · paused", False)
    desk.controller.clock.set_speed("fast")
    desk.controller.clock.play()
    desk.send(playing=True)
    assert status_line(desk.panel, 60) == ("CPU · 100 steps/s · 60 frames/s", False)
    words, over = status_line(desk.panel, 24)
    assert over
    assert "drawing 24 frames/s" in words
    assert status_line(replace(desk.panel, heavy_step=True), 60)[1]


def test_slow_is_as_fast_as_it_was_asked_to_be_and_never_over_budget(desk: Desk) -> None:
    desk.controller.clock.set_speed("slow")
    desk.controller.clock.play()
    # In the short while that the engine looks at there was a step or there was none.
    desk.send(playing=True)
    words, over = status_line(desk.panel, 6)
    assert not over
    assert words == f"CPU · {pace(desk.panel):.1f} steps/s"


def test_an_engine_that_died_is_said_at_once(desk: Desk) -> None:
    desk.controller.handle(Restarting("killed"))
    assert (desk.controller.state.engine, status_line(desk.panel, 0)) == (
        "starting",
        ("the engine is restarting", True),
    )
    desk.send()
    assert status_line(desk.panel, 0) == ("CPU · paused", False)


def test_jobs_and_failures_of_a_frame_are_kept(desk: Desk) -> None:
    desk.controller.jobs.start("count")
    desk.controller.jobs.stop("count")
    assert [command for _, command in desk.engine.calls] == [m.StartJob("count"), m.StopJob("count")]
    failure = Failure("nonfinite", 3, "w grew past all numbers at step 3")
    desk.send(jobs={"count": JobState(0.5, 0, True)}, failure=failure, arrays={"w": np.zeros(2)})
    assert desk.panel.frame.failure is failure


def test_the_presets_say_what_the_run_was_changed_from(desk: Desk) -> None:
    assert desk.panel.origin == "Separable, small margin"
    desk.controller.parameters.set({"arrows": False})
    assert desk.panel.origin == "Separable, small margin"
    desk.controller.parameters.set({"rate": 2.0})
    assert desk.panel.origin == "Changed from Separable, small margin"
    desk.send(data_source="own.csv", data_kind="file")
    assert desk.panel.origin == "own.csv"


def test_a_repair_in_force_is_offered_no_more(desk: Desk) -> None:
    desk.controller.presets.choose("noisy")
    assert desk.panel.repair
    desk.controller.presets.repair()
    assert (dict(desk.panel.repair), desk.panel.fails) == ({}, "")


def test_replacing_the_users_data_is_said_and_the_offer_goes_with_undo(desk: Desk) -> None:
    desk.send(data_source="own.csv", data_kind="file", can_undo=True)
    desk.controller.parameters.set({"many": 20})
    notice = desk.controller.state.notice
    assert notice is not None
    text = "Your data were replaced; undo brings them back"
    assert (notice.kind, notice.text, notice.action) == ("warning", text, "undo")
    desk.controller.acts.undo()
    assert desk.controller.state.notice is None


def test_running_is_enough_to_lose_the_hint(desk: Desk) -> None:
    desk.controller.clock.play()
    assert desk.controller.state.hinted == ("toy",)


def test_where_a_scene_differs_is_said_once(desk: Desk) -> None:
    desk.send(note="This run first differs at step 3")
    assert desk.controller.state.notice is not None
    assert desk.controller.state.notice.text == "This run first differs at step 3"
    desk.controller.notices.dismiss()
    desk.send(note="This run first differs at step 3", step=4)
    assert desk.controller.state.notice is None
