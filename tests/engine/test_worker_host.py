"""The engine without its process, under a clock of the test's own."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import engine_toys
import pytest
from engine_desk import Desk

from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.process import messages as m
from playground.engine.process.handlers import HANDLERS
from playground.engine.process.host import Host
from playground.engine.run.history import join
from playground.engine.run.record import restore
from playground.engine.run.session import Session


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_opening_shows_the_start(desk: Desk) -> None:
    desk.open(points=3)
    assert desk.last(m.Handled).ok
    assert desk.frame.step == 0
    assert desk.frame.params["points"] == 3
    assert not desk.last(m.FrameMessage).playing


def test_one_frame_is_in_flight_until_the_window_asks(desk: Desk) -> None:
    desk.take(m.Open((m.SessionStart("walk"),), 1), m.Pace(100.0), m.Play(True))
    for _ in range(50):
        desk.host.run()
        desk.time += 0.02
    assert len(desk.all(m.FrameMessage)) == 1
    here = desk.session().step
    desk.take(m.Ask())
    desk.host.run()
    assert len(desk.all(m.FrameMessage)) == 2
    assert desk.frame.step >= here >= 50


def test_frames_of_a_playing_group_keep_to_the_raster(desk: Desk) -> None:
    desk.open()
    desk.take(m.Pace(1000.0), m.Play(True))
    before = len(desk.all(m.FrameMessage))
    desk.go(1.0)
    assert 58 <= len(desk.all(m.FrameMessage)) - before <= 64


def test_pace_counts_steps_and_a_step_is_a_step(desk: Desk) -> None:
    desk.open()
    desk.take(m.Pace(5.0), m.Play(True))
    desk.go(2.0)
    assert desk.session().step == pytest.approx(10, abs=1)
    assert desk.last(m.FrameMessage).steps_per_second == pytest.approx(5.0, rel=0.1)
    desk.take(m.Pace(500.0))
    desk.go(2.0)
    assert desk.session().step == pytest.approx(1010, abs=60)
    desk.take(m.Play(False))
    desk.go(1.0)
    straight = Session(engine_toys.WALK)
    straight.advance(desk.session().step)
    assert tree.same(straight.state, desk.session().state)


def test_the_card_gives_the_first_pace(desk: Desk) -> None:
    desk.open()
    desk.take(m.Play(True))
    desk.go(1.0)
    assert desk.session().step == pytest.approx(engine_toys.WALK.declaration.card.pace, abs=1)


def test_a_hidden_group_stands_still_and_keeps_its_state(desk: Desk) -> None:
    desk.open()
    desk.take(m.Pace(100.0), m.Play(True))
    desk.go(0.5)
    desk.take(m.Show(False))
    desk.go(0.0)
    step, frames = desk.session().step, len(desk.all(m.FrameMessage))
    desk.go(2.0)
    assert (desk.session().step, len(desk.all(m.FrameMessage))) == (step, frames)
    desk.take(m.Show(True))
    desk.go(0.1)
    assert 5 <= desk.session().step - step <= 15


def test_steps_seeks_and_resets_stop_the_clock(desk: Desk) -> None:
    desk.open()
    desk.take(m.Step(5), m.Step(-2))
    assert desk.session().step == 3
    for command, step in ((m.Step(1), 4), (m.Seek(2), 2), (m.Reset(), 0)):
        desk.take(m.Play(True))
        assert desk.host.groups["a"].playing
        desk.take(command)
        desk.go(0.1)
        assert desk.session().step == step
        assert not desk.host.groups["a"].playing


def test_a_long_seek_goes_in_slices_and_a_newer_one_replaces_it(desk: Desk) -> None:
    desk.open()
    desk.tick = 5e-4
    desk.take(m.Seek(2_000_000))
    for _ in range(3):
        desk.host.run()
    assert 0 < desk.session().step < 2_000_000
    assert desk.host.wait() == 0.0
    desk.take(m.Seek(7))
    desk.go(0.1)
    assert desk.session().step == 7


def test_an_act_after_a_seek_is_at_the_step_it_went_to(desk: Desk) -> None:
    desk.open()
    desk.take(m.Seek(3000), m.Set({"rate": 0.5}))
    assert desk.session().step == 3000
    assert desk.session().log[0]["step"] == 3000


def test_every_change_gives_a_frame_at_once_while_paused(desk: Desk) -> None:
    desk.open()
    commands: list[m.Command] = [
        m.Set({"rate": 0.5}),
        m.Act("add_point", {"xy": [0.0, 1.0]}),
        m.Step(1),
        m.Seek(0),
        m.Reseed(4),
        m.Undo(),
        m.Undo(redo=True),
        m.SetView(View()),
        m.Set({"block": 3}),
        m.StartJob("count"),
        m.Play(True),
    ]
    for command in commands:
        desk.go(0.05)
        before = len(desk.all(m.FrameMessage))
        desk.take(command)
        desk.go(0.0)
        assert len(desk.all(m.FrameMessage)) > before, command


def test_bad_input_is_refused_in_one_sentence_and_changes_nothing(desk: Desk) -> None:
    desk.open()
    commands: list[m.Command] = [
        m.Set({"rate": -1.0}),
        m.Act("move_point", {"id": 99, "xy": [0, 0]}),
        m.Act("fly", {}),
        m.Reseed(-1),
    ]
    commands += [m.Load(("/no/such/file",)), m.StartJob("dance"), m.Set({"rate": 1.0}, twin=3)]
    for command in commands:
        epoch = desk.session().epoch
        desk.take(command)
        assert desk.last(m.Refused).sentence
        assert desk.last(m.Handled) == m.Handled("a", desk.serial, (0,), False)
        assert desk.session().epoch == epoch
    assert len(desk.all(m.Refused)) == len(commands)


def test_of_waiting_changes_the_newest_allowed_one_counts(desk: Desk) -> None:
    desk.open()
    desk.take(m.Set({"rate": 0.2}), m.Set({"rate": 0.3}), m.Set({"rate": -1.0}))
    assert desk.session().params.plain()["rate"] == 0.3
    assert len(desk.session().log) == 1
    assert [handled.serial for handled in desk.all(m.Handled)[1:]] == [desk.serial, desk.serial - 1]


def test_waiting_moves_of_one_point_become_one(desk: Desk) -> None:
    desk.open()
    desk.take(*(m.Act("move_point", {"id": 0, "xy": [float(i), 0.0]}, "s1") for i in range(20)))
    assert [entry["xy"] for entry in desk.session().log] == [[19.0, 0.0]]


def test_twins_go_in_lockstep_in_one_message(desk: Desk) -> None:
    desk.open(twins=3, points=4)
    desk.take(m.Pace(1000.0), m.Play(True))
    desk.go(0.3)
    desk.take(m.Set({"rate": 0.7}, twin=1), m.Set({"points": 6}), m.Step(4))
    desk.go(0.1)
    for message in desk.all(m.FrameMessage):
        assert len(message.frames) == 3
        assert len({frame.step for frame in message.frames}) == 1
    frames = desk.last(m.FrameMessage).frames
    assert [frame.params["rate"] for frame in frames] == [0.1, 0.7, 0.1]
    assert [frame.params["points"] for frame in frames] == [6, 6, 6]
    assert len({frame.metrics["norm"] for frame in frames}) == 3


def test_a_group_has_one_to_four_runs(desk: Desk) -> None:
    desk.take(m.Open((m.SessionStart("walk"),) * 5, 1))
    assert "allowed is 1 to 4" in desk.last(m.Refused).sentence
    assert not desk.host.groups


@pytest.mark.parametrize("trap", ["raise in step", "raise in observe", "raise in apply"])
def test_an_exception_is_a_failed_frame_in_its_group_alone(desk: Desk, trap: str) -> None:
    desk.open("a", trap=trap)
    desk.open("b")
    for group in ("a", "b"):
        desk.take(m.Pace(100.0), m.Play(True), m.Act("add_point", {"xy": [0.0, 0.0]}), group=group)
    desk.go(1.0)
    failed = [message for message in desk.all(m.FrameMessage) if message.group == "a"][-1]
    failure = failed.frames[0].failure
    assert failed.frames[0].status == "failed"
    assert not failed.playing
    assert failure is not None
    assert failure.sentence == "RuntimeError: the trap was sprung"
    assert "Traceback" in failure.report
    other = [message for message in desk.all(m.FrameMessage) if message.group == "b"][-1]
    assert other.playing
    assert other.frames[0].failure is None
    assert desk.session("b").step > 90
    desk.take(m.Set({"trap": "none"}), m.Play(True))
    desk.go(1.0)
    assert desk.session("a").step > 90
    assert [message for message in desk.all(m.FrameMessage) if message.group == "a"][-1].frames[0].failure is None


def test_a_concept_that_cannot_be_loaded_is_a_fault_and_an_unknown_one_is_refused(desk: Desk) -> None:
    desk.take(m.Open((m.SessionStart("broken"),), 1))
    assert "cannot be imported" in desk.last(m.Fault).sentence
    assert "Traceback" in desk.last(m.Fault).report
    desk.take(m.Open((m.SessionStart("wlak"),), 1))
    assert "did you mean walk?" in desk.last(m.Refused).sentence
    assert not desk.host.groups


def test_a_refused_open_leaves_the_old_run(desk: Desk) -> None:
    desk.open()
    desk.take(m.Step(3), m.Open((m.SessionStart("walk", record={"concept": "walk"}),), 1))
    assert not desk.last(m.Handled).ok
    assert desk.session().step == 3


def test_epochs_grow_when_an_id_is_used_again(desk: Desk) -> None:
    desk.open()
    desk.take(m.Step(3), m.Seek(0), m.Seek(2))
    desk.go(0.1)
    epochs = [desk.frame.epoch]
    desk.open()
    epochs.append(desk.frame.epoch)
    desk.take(m.Close())
    desk.open()
    epochs.append(desk.frame.epoch)
    assert epochs == sorted(set(epochs))


def test_a_converged_run_goes_on_when_an_act_allows_it(desk: Desk) -> None:
    desk.open(until=20)
    desk.take(m.Pace(1000.0), m.Play(True))
    desk.go(0.2)
    assert desk.session().step == 20
    assert not desk.last(m.FrameMessage).playing
    desk.take(m.Set({"until": 10**9}))
    desk.go(0.2)
    assert desk.session().step > 20
    assert desk.last(m.FrameMessage).playing


def test_jobs_go_on_while_paused_and_stop_when_hidden(desk: Desk) -> None:
    desk.open()
    desk.take(m.StartJob("count"))
    desk.host.run()
    part = desk.session().jobs.get("count")
    assert part is not None
    assert 0.0 < part.latest.progress < 0.2
    desk.take(m.Show(False))
    for _ in range(10):
        desk.host.run()
    assert part.latest.progress < 0.2
    assert desk.host.wait() != 0.0
    desk.take(m.Show(True))
    while desk.session().jobs.running():
        assert desk.host.wait() == 0.0
        desk.go(0.0)
    desk.go(0.05)
    assert desk.frame.jobs["count"].progress == 1.0
    assert desk.frame.metrics["counted"] == 100.0


def test_records_and_questions_are_answered(desk: Desk) -> None:
    desk.open(twins=2)
    desk.take(m.Step(3), m.GetRecord("t1"))
    answer = desk.last(m.Recorded)
    assert answer.token == "t1"
    assert [answer.record["step"], answer.record["twins"]["runs"][0]["step"]] == [3, 3]
    desk.take(m.GetRecord("t2"), group="nobody")
    assert "no open run" in desk.last(m.Refused).sentence
    desk.take(m.RunChecks("walk"))
    desk.go(0.0)
    assert "no self-check" in desk.last(m.Refused).sentence


def test_a_self_check_runs_case_by_case() -> None:
    desk = Desk(cases=engine_toys.cases)
    desk.take(m.RunChecks("walk"))
    assert desk.host.wait() == 0.0
    for _ in range(3):
        desk.host.run()
    assert [result["name"] for result in desk.last(m.Checked).results] == ["first", "second"]
    assert desk.last(m.Handled).serial == desk.serial
    assert desk.host.wait() is None


def test_checkpoints_come_at_most_every_two_seconds_and_only_after_changes(desk: Desk) -> None:
    desk.open()
    desk.go(10.0)
    assert not desk.all(m.Checkpoint)
    desk.take(m.Pace(100.0), m.Play(True))
    desk.go(10.0)
    assert 3 <= len(desk.all(m.Checkpoint)) <= 5
    desk.take(m.Play(False))
    desk.go(5.0)
    count = len(desk.all(m.Checkpoint))
    desk.go(5.0)
    assert len(desk.all(m.Checkpoint)) == count
    kept = [checkpoint.records[0] for checkpoint in desk.all(m.Checkpoint)]
    for old, new in pairwise([None, *kept]):
        assert new is not None
        join(old, new)
    restored = restore(engine_toys.WALK, kept[-1])
    assert tree.same(restored.state, desk.session().state)


def test_checkpoints_join_after_one_from_the_start_of_the_run(desk: Desk) -> None:
    desk.open()
    for command in (m.Step(5), m.Reset(), m.Seek(5), m.Step(1)):
        desk.take(command)
        desk.go(10.0)
    kept = [checkpoint.records[0] for checkpoint in desk.all(m.Checkpoint)]
    assert ["state" in record for record in kept] == [True, False, True, True]
    for old, new in pairwise([None, *kept]):
        assert new is not None
        join(old, new)
    assert tree.same(restore(engine_toys.WALK, kept[-1]).state, desk.session().state)


def test_a_checkpoint_names_the_last_command_that_it_contains(desk: Desk) -> None:
    desk.open()
    desk.take(m.Step(5), m.Set({"rate": 0.4}))
    serial = desk.serial
    desk.take(m.Ask())
    desk.go(3.0)
    assert desk.last(m.Checkpoint).serial == serial
    assert desk.last(m.Checkpoint).records[0]["log"][0]["set"] == {"rate": 0.4}
    desk.take(m.Undo())
    assert desk.last(m.Checkpoint).serial == desk.serial
    assert desk.last(m.Checkpoint).records[0]["log"] == []


def test_user_data_are_loaded_by_path(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("1 2\n3 4\n")
    desk.open()
    desk.take(m.Load((str(path),)))
    desk.go(0.05)
    assert desk.frame.data_source == "mine.txt"
    assert desk.frame.arrays["points"].tolist() == [[1, 2], [3, 4]]


def test_the_group_at_work_is_marked_and_cleared(desk: Desk) -> None:
    desk.open("a")
    desk.open("b")
    desk.busy.clear()
    desk.take(m.Step(1), group="b")
    assert desk.busy == [2, 0]
    desk.busy.clear()
    desk.host.run()
    assert desk.busy == [1, 2, 0]


def test_a_probe_says_what_a_group_waits_for(desk: Desk) -> None:
    def probed() -> str:
        desk.take(m.Probe())
        return desk.last(m.Alive).state

    assert probed() == "gone"
    desk.open()
    assert probed() == "going"
    for _ in range(2):
        desk.time += 1.0
        desk.take(m.Step(1))
        desk.host.run()
    assert probed() == "held", "the first frame is not drawn yet"
    desk.take(m.Show(False))
    assert probed() == "hidden"
    desk.take(m.Show(True))
    assert probed() == "going", "what was sent before it was hidden is not waited for"


def test_stop_ends_the_host(desk: Desk) -> None:
    desk.take(m.Shutdown())
    assert not desk.host.running


def test_every_command_has_one_handler() -> None:
    bases = {m.Command, m.Acting, m.Asking, m.Setting}
    commands = {kind for kind in vars(m).values() if isinstance(kind, type) and issubclass(kind, m.Command)} - bases
    host = Host(engine_toys.load, lambda message: None)
    assert not HANDLERS.keys() & host._handlers.keys()
    assert HANDLERS.keys() | host._handlers.keys() == commands
