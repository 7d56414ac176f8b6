"""A run that opens at a later step: nothing is shown before it is there, and its past is there to be scrubbed."""

from __future__ import annotations

import pytest
from engine_desk import Desk

from playground.engine.process import messages as m
from playground.engine.process.recovery import Book


def opened(step: int, **params: object) -> Desk:
    desk = Desk()
    desk.take(m.Open((m.SessionStart("walk", params, 0, step=step),), number=1))
    return desk


def test_the_first_frame_is_of_the_step_that_was_asked_for() -> None:
    desk = opened(200)
    desk.go(1.0)
    assert [frame.frames[0].step for frame in desk.all(m.FrameMessage)] == [200]
    desk.take(m.Seek(0))
    desk.go(0.1)
    assert (desk.frame.step, desk.frame.reached) == (0, 200)
    desk.take(m.Play())
    desk.go(1.0)
    assert desk.frame.step > 0


def test_the_run_is_that_of_one_that_was_stepped_there() -> None:
    stepped, straight = Desk(), opened(50)
    stepped.open()
    stepped.take(m.Step(50))
    stepped.go(0.1)
    straight.go(1.0)
    one, other = stepped.session().state, straight.session().state
    assert bool((one.x == other.x).all())


@pytest.mark.parametrize("command", [m.Seek(3), m.Reseed(1), m.Reset()])
def test_whoever_goes_elsewhere_meanwhile_is_shown_that(command: m.Command) -> None:
    desk = opened(100_000)
    desk.host.run()
    desk.take(command)
    desk.go(0.5)
    assert desk.frame.step == (3 if isinstance(command, m.Seek) else 0)


def test_space_on_the_way_plays_on_from_there() -> None:
    desk = opened(300)
    desk.take(m.Play())
    desk.go(1.0)
    assert desk.all(m.FrameMessage)[0].frames[0].step == 300
    assert desk.frame.step > 300


def test_a_run_that_stops_before_is_shown_where_it_stops() -> None:
    desk = opened(50, trap="raise in step", at=7)
    desk.go(0.5)
    assert (desk.frame.status, desk.frame.step) == ("failed", 7)


def test_an_engine_that_died_on_the_way_sets_out_again() -> None:
    book = Book()
    order = book.enter("a", m.Open.of("walk", step=40))
    book.settle(m.Handled("a", order.serial, (), True))
    again = book.everything()
    assert isinstance(again[0].command, m.Open)
    assert again[0].command.runs[0].step == 40
