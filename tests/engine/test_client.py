"""The client and a real engine process, which the tests of this file share."""

from __future__ import annotations

import subprocess
import sys

import engine_toys
import numpy as np
import pytest
from engine_inbox import Inbox

from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session

Engine = tuple[EngineClient, Inbox]


def test_a_run_in_the_engine_equals_one_in_this_process(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk", {"points": 7}, seed=3))
    client.send("a", m.Step(40))
    client.send("a", m.Set({"rate": 0.5}))
    client.send("a", m.Act("move_point", {"id": 2, "xy": [1.0, 2.0]}, "s"))
    client.send("a", m.Step(25))
    client.send("a", m.GetRecord("t"))
    record = inbox.wait(m.Recorded, "a").record
    here = Session(engine_toys.WALK, engine_toys.Params(points=7), 3)
    here.advance(40)
    here.set({"rate": 0.5})
    here.act("move_point", {"id": 2, "xy": [1.0, 2.0]}, "s")
    here.advance(25)
    assert record["digests"]["65"] == store(here)["digests"]["65"]
    assert record["log"] == store(here)["log"]
    frame, mine = inbox.frame("a", lambda frame: frame.step == 65), here.frame()
    assert frame.metrics == mine.metrics
    assert all(np.array_equal(frame.arrays[name], array) for name, array in mine.arrays.items())


def test_a_playing_group_sends_frames_with_growing_steps(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk"))
    client.send("a", m.Pace(None))
    client.send("a", m.Play())
    inbox.frame("a", lambda frame: frame.step > 5000)
    message = inbox.wait(m.FrameMessage, "a", lambda message: message.steps_per_second > 0)
    assert message.playing
    client.send("a", m.Play(False))
    inbox.wait(m.FrameMessage, "a", lambda message: not message.playing, since=inbox.now)
    steps = [frame.step for frame in inbox.frames("a")]
    assert steps == sorted(steps)


def test_without_asking_no_second_frame_comes(engine: Engine) -> None:
    client, inbox = engine
    inbox.asking = False
    client.send("a", m.Open.of("walk"))
    inbox.frame("a")
    client.send("a", m.Step(3))
    client.send("a", m.GetRecord("t"))
    inbox.wait(m.Recorded, "a")
    assert sum(isinstance(message, m.FrameMessage) for message in inbox.messages) == 1
    client.send("a", m.Ask())
    inbox.frame("a", lambda frame: frame.step == 3)


@pytest.mark.parametrize("numbers", [100_000, 2_000_000, 6_000_000])
def test_frames_of_any_size_arrive_whole(engine: Engine, numbers: int) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk", {"block": numbers}))
    client.send("a", m.Pace(1000.0))
    client.send("a", m.Play())
    frames = [inbox.frame("a", lambda frame, k=k: frame.step >= k) for k in (1, 20, 40)]  # type: ignore[misc]
    for frame in frames:
        block = frame.arrays["block"]
        assert block.shape == (numbers,)
        assert block.dtype == np.float32
        assert np.array_equal(block, np.full(numbers, frame.step, np.float32))


def test_views_with_series_come_back(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk"))
    client.send("a", m.SetView(View(series=("norm",), points=50)))
    client.send("a", m.Step(200))
    steps, values = inbox.frame("a", lambda frame: frame.step == 200 and "norm" in frame.series).series["norm"]
    assert len(steps) == len(values) <= 50
    assert 190 < steps[-1] <= 200


def test_twins_are_opened_by_a_list_and_by_their_record(engine: Engine) -> None:
    client, inbox = engine
    client.send(
        "a",
        m.Open(
            (
                m.SessionStart("walk", {"rate": 0.1}),
                m.SessionStart("walk", {"rate": 0.9}),
            )
        ),
    )
    client.send("a", m.Step(12))
    client.send("a", m.GetRecord("t"))
    record = inbox.wait(m.Recorded, "a").record
    client.send("b", m.Open.of("walk", record=record))
    client.send("b", m.Step(3))
    message = inbox.wait(m.FrameMessage, "b", lambda message: message.frames[0].step == 15)
    assert [frame.step for frame in message.frames] == [15, 15]
    assert [frame.params["rate"] for frame in message.frames] == [0.1, 0.9]


def test_bad_input_comes_back_as_a_sentence(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk"))
    client.send("a", m.Set({"rate": -5.0}))
    refused = inbox.wait(m.Refused, "a")
    assert refused == m.Refused("a", "rate is -5, allowed is 0 to 1000000", "rate")


def test_the_self_check_runs_in_the_engine(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.RunChecks("walk"))
    assert [result["name"] for result in inbox.wait(m.Checked, "a").results] == ["first", "second"]


def test_frames_of_a_closed_run_do_not_reach_the_next_one_of_that_id(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk", {"points": 3}))
    client.send("a", m.Pace(None))
    client.send("a", m.Play())
    inbox.frame("a", lambda frame: frame.step > 100)
    since = inbox.now
    client.send("a", m.Close())
    client.send("a", m.Open.of("walk", {"points": 9}))
    client.send("a", m.Step(1))
    inbox.frame("a", lambda frame: frame.step == 1 and frame.params["points"] == 9, since=since)
    points = [frame.params["points"] for frame in inbox.frames("a", since)]
    assert points == sorted(points)
    epochs = [frame.epoch for frame in inbox.frames("a")]
    assert epochs == sorted(epochs)


def test_warnings_are_errors_when_strict(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk", {"trap": "warn in step"}))
    client.send("a", m.Step(1))
    failure = inbox.frame("a", lambda frame: frame.status == "failed").failure
    assert failure is not None
    assert failure.sentence == "UserWarning: the trap was sprung"


def test_a_load_that_cannot_be_named_is_refused_at_once() -> None:
    with pytest.raises(Exception, match="pickle"):
        EngineClient(lambda concept_id: engine_toys.WALK, print)


def test_the_clients_modules_load_no_torch_and_no_qt() -> None:
    code = (
        "import sys, playground.engine.process.client, playground.engine.process.messages;"
        "print({'torch', 'PySide6', 'scipy', 'networkx'} & {name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_records_restore_bit_for_bit(engine: Engine) -> None:
    client, inbox = engine
    client.send("a", m.Open.of("walk", seed=8))
    client.send("a", m.Step(30))
    client.send("a", m.GetRecord("t"))
    restored = restore(engine_toys.WALK, inbox.wait(m.Recorded, "a").record)
    straight = Session(engine_toys.WALK, seed=8)
    straight.advance(30)
    assert tree.same(restored.state, straight.state)
