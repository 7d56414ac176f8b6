"""What a run shall come to is told with its frames, and seen at every step however fast it plays."""

from __future__ import annotations

import time
from collections.abc import Callable

import toys

from playground.engine.process import messages as m
from playground.engine.process.group import Group
from playground.engine.process.host import Host
from playground.engine.run.aims import Aim, Reached


class Desk:
    """A host with one group of the noisy walk."""

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.host = Host(toys.fetch, lambda message: None, clock=clock)
        self.serial = 0
        self.tell(m.Open((m.SessionStart("walk", {"n": 4}, 3),), 1))

    def tell(self, *commands: m.Command) -> None:
        for command in commands:
            self.serial += 1
            self.host.take([m.Order(self.serial, "a", command)])

    @property
    def group(self) -> Group:
        return self.host.groups["a"]

    def reached(self) -> Reached | None:
        self.group.arrive()
        return self.group.message("a").reached


def test_every_frame_tells_how_far_the_run_is() -> None:
    desk = Desk()
    assert desk.reached() is None
    desk.tell(m.Pursue(Aim("step >= 1 and n == 4", during=2, number=5)))
    assert desk.reached() == Reached(5)
    desk.tell(m.Step(1))
    assert desk.reached() == Reached(5, 0)
    desk.tell(m.Step(1))
    assert desk.reached() == Reached(5, 1)
    desk.tell(m.Step(1))
    assert desk.reached() == Reached(5, 2, True)
    desk.tell(m.Seek(0))
    assert desk.reached() == Reached(5, 2, True), "what is reached stays so"
    desk.tell(m.Pursue(None))
    assert desk.reached() is None


def test_an_act_begins_the_count_anew() -> None:
    desk = Desk()
    desk.tell(m.Pursue(Aim("step >= 0", during=3)), m.Step(1), m.Step(1))
    desk.tell(m.Act("move", {"id": 1, "value": 2.0}))
    reached = desk.reached()
    assert reached is not None
    assert (reached.held, reached.done) == (0, False)


def test_steps_that_take_long_count_as_well() -> None:
    desk = Desk()
    desk.tell(m.Pursue(Aim("step >= 0", during=2)))
    assert desk.reached() == Reached(0, 0)
    for step in (1, 2):
        desk.tell(m.Seek(step))  # a heavy step is a way to the next one
        assert desk.reached() == Reached(0, step, step == 2)


def test_acts_are_counted() -> None:
    desk = Desk()
    desk.tell(m.Pursue(Aim("acts == 2")), m.Act("move", {"id": 1, "value": 2.0}))
    assert desk.reached() == Reached(0)
    desk.tell(m.Act("move", {"id": 2, "value": 2.0}))
    assert desk.reached() == Reached(0, 0, True)


def test_a_moment_between_two_frames_is_seen() -> None:
    desk = Desk(time.perf_counter)
    desk.tell(m.Pursue(Aim("step == 7")), m.Pace(None), m.Play())
    while desk.group.steps[0] < 60:
        desk.group.run()
    assert desk.reached() == Reached(0, 0, True)
