"""A clock that stops by itself: at the very step at which a condition first holds."""

from __future__ import annotations

import engine_toys
import pytest
from engine_desk import Desk

from playground.engine.process import messages as m
from playground.engine.run.session import Session


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("rate", [30.0, None])
def test_it_stops_where_the_condition_first_holds(desk: Desk, rate: float | None) -> None:
    desk.open(rate=1.0)
    session = Session(engine_toys.load("walk"), engine_toys.load("walk").declaration.params.make({"rate": 1.0}), 0)
    session.advance(1)
    while float(session.info.norm) <= 6:
        session.advance(1)
    desk.take(m.Pace(rate), m.Play(True, m.Goal("norm > 6", 10_000, 4)))
    desk.go(20.0)
    message = desk.last(m.FrameMessage)
    assert (desk.frame.step, message.playing, message.arrived) == (session.step, False, 4)
    desk.take(m.Pace(30.0), m.Play(True))
    desk.go(1.0)
    assert desk.frame.step > session.step, "once it has arrived, the clock runs freely"


def test_a_pause_keeps_the_goal_and_a_step_by_hand_drops_it(desk: Desk) -> None:
    desk.open()
    desk.take(m.Pace(100.0), m.Play(True, m.Goal("step >= 50", 10_000, 1)))
    desk.go(0.1)
    desk.take(m.Play(False))
    desk.go(0.1)
    desk.take(m.Play(True))
    desk.go(5.0)
    assert (desk.frame.step, desk.last(m.FrameMessage).arrived) == (50, 1)
    desk.take(m.Play(True, m.Goal("step >= 60", 10_000, 2)), m.Step(1), m.Play(True))
    desk.go(1.0)
    assert desk.frame.step > 60
    assert desk.last(m.FrameMessage).arrived == 1


def test_a_condition_that_holds_already_stops_at_once(desk: Desk) -> None:
    desk.open()
    desk.take(m.Play(True, m.Goal("step >= 0", 10_000, 7)))
    desk.go(0.5)
    assert (desk.frame.step, desk.last(m.FrameMessage).arrived) == (0, 7)


def test_the_last_step_and_the_end_of_the_run_stop_it_too(desk: Desk) -> None:
    desk.open()
    desk.take(m.Pace(None), m.Play(True, m.Goal("norm < 0", 30, 1)))
    desk.go(0.5)
    assert (desk.frame.step, desk.last(m.FrameMessage).arrived) == (30, 1)
    desk.open(group="b", until=9)
    desk.take(m.Pace(None), m.Play(True, m.Goal("norm < 0", 30, 2)), group="b")
    desk.go(0.5)
    message = next(one for one in reversed(desk.all(m.FrameMessage)) if one.group == "b")
    assert (message.frames[0].step, message.frames[0].status, message.arrived) == (9, "converged", 2)


def test_a_condition_that_cannot_be_read_is_refused(desk: Desk) -> None:
    desk.open()
    desk.take(m.Play(True, m.Goal("norm", 30, 1)))
    desk.go(0.1)
    assert "cannot be read" in desk.last(m.Refused).sentence
    assert not desk.last(m.FrameMessage).playing
