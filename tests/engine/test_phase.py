"""Phase maps in the engine: in slices, kept, left off, and never in the way of the run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import toys

from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.process import messages as m
from playground.engine.process.host import Host
from playground.engine.run.phase import Phase
from playground.engine.run.session import Session
from playground.engine.run.variants import Sweep

SWEEP = Sweep("rate", "start", "total", 5, 4, 3)


class Desk:
    """A host with one group of the noisy walk at step 5."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.host = Host(toys.fetch, self.sent.append, clock=lambda: 0.0)
        self.tell(m.Open((m.SessionStart("walk", {"n": 4}, 3),), 1), m.Act("move", {"id": 1, "value": 2.0}), m.Step(5))

    def tell(self, *commands: m.Command) -> None:
        for command in commands:
            self.host.take([m.Order(len(self.sent) + 1, "a", command)])

    @property
    def group(self) -> Any:
        return self.host.groups["a"]

    def done(self) -> m.FrameMessage:
        while self.group.wait() == 0.0 and self.group._phase.work is not None:
            self.group.run()
        message = self.group.message("a")
        assert isinstance(message, m.FrameMessage)
        return message


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_map_comes_with_the_frames_and_leaves_the_run_alone(desk: Desk) -> None:
    before = tree.digest(desk.group.sessions[0].state)
    desk.tell(m.StartSweep(SWEEP))
    first = desk.group.message("a").phase
    assert (first.done, first.running) == (0, True)
    phase = desk.done().phase
    assert phase is not None
    assert (phase.done, phase.running) == (12, False)
    assert np.isfinite(phase.z).all()
    assert len(np.unique(phase.z)) == 12
    assert tree.digest(desk.group.sessions[0].state) == before


def test_cells_do_what_was_done_in_the_run(desk: Desk) -> None:
    desk.tell(m.StartSweep(SWEEP))
    phase = desk.done().phase
    assert phase is not None
    single = Session(toys.walk(), toys.Params(n=4, rate=phase.xs[1], start=phase.ys[2]), 3)
    single.act("move", {"id": 1, "value": 2.0})
    single.advance(5)
    assert phase.z[2, 1] == single.frame().metrics["total"]


def test_what_happens_meanwhile_does_not_reach_the_map(desk: Desk) -> None:
    desk.tell(m.StartSweep(SWEEP))
    desk.tell(m.Seek(0), m.Act("move", {"id": 0, "value": 9.0}))
    disturbed = desk.done().phase
    other = Desk()
    other.tell(m.StartSweep(SWEEP))
    calm = other.done().phase
    assert disturbed is not None
    assert calm is not None
    assert np.array_equal(disturbed.z, calm.z)


def test_a_map_that_was_done_is_there_at_once(desk: Desk) -> None:
    desk.tell(m.StartSweep(SWEEP))
    phase = desk.done().phase
    desk.tell(m.StopSweep(forget=True))
    assert desk.group.message("a").phase is None
    desk.tell(m.StartSweep(SWEEP))
    assert desk.group.message("a").phase is phase


def test_a_map_can_be_left_off(desk: Desk) -> None:
    desk.tell(m.StartSweep(SWEEP), m.StopSweep())
    phase = desk.group.message("a").phase
    assert (phase.done, phase.running) == (0, False)
    desk.tell(m.StartSweep(SWEEP))
    assert desk.done().phase is not None


@pytest.mark.parametrize(
    ("sweep", "sentence"),
    [
        (Sweep("rate", "rate"), "which is x already"),
        (Sweep("rate", "mode"), "y is mode"),
        (Sweep("pace", "rate"), "pace"),
        (Sweep("rate", "start", "nothing"), "nothing"),
        (Sweep("rate", "start", steps=-1), "steps is -1"),
        (Sweep("rate", "start", columns=1), "columns is 1"),
        (Sweep("rate", "start", rows=65), "rows is 65"),
    ],
)
def test_what_makes_no_map_is_refused(desk: Desk, sweep: Sweep, sentence: str) -> None:
    desk.tell(m.StartSweep(sweep))
    refused = [message for message in desk.sent if isinstance(message, m.Refused)]
    assert sentence in refused[0].sentence
    assert desk.group.message("a").phase is None


def test_a_run_that_blows_up_is_told_by_its_status() -> None:
    session = Session(toys.exploding())
    phase = Phase.begin(session, Sweep("rate", "start", "status", 40, 2, 2))
    while phase.advance(1.0):
        pass
    assert (phase.map.z == 4).all()


def test_a_cell_that_is_refused_stays_empty() -> None:
    def picky(params: Any, data: Any, ctx: Any) -> Any:
        if params.start > 5:
            raise BadInput("start is too large", "start")
        return toys.init(params, data, ctx)

    phase = Phase.begin(Session(toys.walk(init=picky)), SWEEP)
    while phase.advance(1.0):
        pass
    assert np.isnan(phase.map.z[-1]).all()
    assert np.isfinite(phase.map.z[0]).all()
