"""Groups of twins: made, changed, taken back, stored, and in lockstep to the end."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import toys

from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.process import messages as m
from playground.engine.process.group import Group
from playground.engine.process.host import Host
from playground.engine.run import history
from playground.engine.run.comparison import Cast, pack_records
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.engine.run.variants import Variant


class Desk:
    """A host with one group of the noisy walk."""

    def __init__(self, concept: str = "walk") -> None:
        self.sent: list[Any] = []
        self.host = Host(toys.fetch, self.sent.append, clock=lambda: 0.0)
        self.serial = 0
        self.tell(m.Open((m.SessionStart(concept, {"n": 4}, 3),), 1))

    def tell(self, *commands: m.Command) -> None:
        for command in commands:
            self.serial += 1
            self.host.take([m.Order(self.serial, "a", command)])

    @property
    def group(self) -> Group:
        group = self.host.groups["a"]
        group.arrive()
        return group

    def message(self) -> m.FrameMessage:
        return self.group.message("a")

    def rates(self) -> list[float]:
        return [session.params.rate for session in self.group.sessions]  # type: ignore[attr-defined]

    def refusals(self) -> list[str]:
        return [message.sentence for message in self.sent if isinstance(message, m.Refused)]


@pytest.fixture
def desk() -> Desk:
    made = Desk()
    made.tell(m.Act("move", {"id": 1, "value": 2.0}), m.Step(5))
    return made


def compare(*rates: float) -> m.Compare:
    return m.Compare(("rate",), tuple(Variant({"rate": rate}) for rate in rates))


def test_twins_come_to_the_step_of_the_first_and_say_what_differs(desk: Desk) -> None:
    desk.tell(compare(0.5, 0.9))
    message = desk.message()
    assert [frame.step for frame in message.frames] == [5, 5, 5]
    assert [frame.params["rate"] for frame in message.frames] == [0.1, 0.5, 0.9]
    assert message.differences == ("rate",)
    assert message.frames[0].can_undo
    assert [len(session.log) for session in desk.group.sessions] == [1, 1, 1]


def test_another_difference_takes_the_place_of_the_first(desk: Desk) -> None:
    desk.tell(compare(0.5), m.Compare(("start",), (Variant({"start": 2.0}),)))
    assert [frame.params["start"] for frame in desk.message().frames] == [0.0, 2.0]
    assert desk.rates() == [0.1, 0.1]


def test_the_same_difference_adds_to_the_twins_up_to_four(desk: Desk) -> None:
    desk.tell(compare(0.5), compare(0.9), compare(0.2))
    assert desk.rates() == [0.1, 0.5, 0.9, 0.2]
    desk.tell(compare(0.3))
    assert desk.refusals() == ["a comparison has 5 runs, allowed is 2 to 4"]
    assert desk.rates() == [0.1, 0.5, 0.9, 0.2]


@pytest.mark.parametrize(
    ("twin", "sentence"),
    [
        (Variant({"rate": -1.0}), "rate is -1"),
        (Variant({"rate": 0.1}), "rate has this value already"),
        (Variant({}, seed=3), "seed has this value already"),
        (Variant({"pace": 1.0}), "pace"),
    ],
)
def test_what_makes_no_twin_is_refused_and_changes_nothing(desk: Desk, twin: Variant, sentence: str) -> None:
    desk.tell(m.Compare(("rate",), (twin,)))
    assert sentence in desk.refusals()[0]
    assert len(desk.group.sessions) == 1


def test_a_comparison_is_one_act_of_undo(desk: Desk) -> None:
    before = tree.digest(desk.group.sessions[0].state)
    desk.tell(compare(0.5), m.Act("move", {"id": 0, "value": -3.0}), m.Step(2))
    desk.tell(m.Undo())
    assert [len(session.log) for session in desk.group.sessions] == [1, 1]
    assert desk.group.steps == (5, 5)
    desk.tell(m.Undo())
    assert len(desk.group.sessions) == 1
    assert tree.digest(desk.group.sessions[0].state) == before
    assert desk.message().frames[0].can_redo
    desk.tell(m.Undo(redo=True))
    assert desk.rates() == [0.1, 0.5]
    desk.tell(m.Undo(redo=True))
    assert [len(session.log) for session in desk.group.sessions] == [2, 2]
    desk.tell(m.Undo(), m.Undo(), m.Undo())
    assert [len(session.log) for session in desk.group.sessions] == [0]
    desk.tell(m.Undo(redo=True))
    assert [len(session.log) for session in desk.group.sessions] == [1]
    desk.tell(m.Undo(redo=True))
    assert desk.rates() == [0.1, 0.5]


def test_a_new_act_leaves_no_way_forward_to_a_comparison(desk: Desk) -> None:
    desk.tell(compare(0.5), m.Undo(), m.Set({"rate": 0.3}), m.Undo(redo=True))
    assert desk.rates() == [0.3]
    assert not desk.message().frames[0].can_redo


def test_twins_that_left_come_back_by_undo_at_the_step_of_the_others(desk: Desk) -> None:
    desk.tell(compare(0.5, 0.9), m.Separate(0))
    assert desk.rates() == [0.5, 0.9]
    desk.tell(m.Step(4), m.Undo())
    assert desk.rates() == [0.1, 0.5, 0.9]
    assert desk.group.steps == (9, 9, 9)
    desk.tell(m.Separate())
    assert desk.rates() == [0.1]
    assert desk.message().differences == ()
    desk.tell(m.Separate(0))
    assert desk.refusals() == ["there is no twin to be removed"]


def test_an_act_on_one_twin_is_taken_back_in_step_with_the_others(desk: Desk) -> None:
    desk.tell(compare(0.5), m.Set({"noisy": False}), m.Set({"rate": 0.7}, twin=1), m.Set({"start": 1.0}))
    desk.tell(m.Undo())
    assert [session.params.start for session in desk.group.sessions] == [0.0, 0.0]  # type: ignore[attr-defined]
    assert desk.rates() == [0.1, 0.7]
    desk.tell(m.Undo())
    assert desk.rates() == [0.1, 0.5]
    assert [session.params.noisy for session in desk.group.sessions] == [False, False]  # type: ignore[attr-defined]
    desk.tell(m.Undo())
    assert [session.params.noisy for session in desk.group.sessions] == [True, True]  # type: ignore[attr-defined]
    assert desk.rates() == [0.1, 0.5]


def test_an_act_that_a_twin_refuses_is_left_out_there(desk: Desk) -> None:
    desk.tell(m.Act("move", {"id": 3, "value": 1.0}), m.Step(2))
    desk.tell(m.Compare(("n",), (Variant({"n": 2}),)))
    first, twin = desk.group.sessions
    assert (first.step, twin.step) == (7, 7)
    assert [entry["id"] for entry in first.log] == [1, 3]
    assert [entry["id"] for entry in twin.log] == [1]
    again = restore(twin.concept, json.loads(json.dumps(store(twin))))
    assert tree.digest(again.state) == tree.digest(twin.state)


def test_edited_data_stay_the_same_in_all(desk: Desk) -> None:
    desk.tell(m.Set({"start": 1.0}))  # a new start with the moved point
    assert desk.group.sessions[0].data_source == "edited"
    desk.tell(m.Compare(("@seed",), (Variant({}, seed=8),)))
    first, twin = desk.group.sessions
    assert tree.digest(first.data) == tree.digest(twin.data)
    assert first.seed != twin.seed


def test_twins_that_end_at_different_steps_let_the_others_go_on_and_catch_up_when_they_can() -> None:
    desk = Desk()
    desk.tell(m.Set({"noisy": False, "rate": 1.0}), m.Compare(("rate",), (Variant({"rate": 0.5}),)), m.Step(10))
    assert desk.group.steps == (2, 10)
    assert [session.status for session in desk.group.sessions] == ["converged", "running"]
    desk.tell(m.Step(-1))
    assert desk.group.steps == (2, 9)
    desk.tell(m.Act("move", {"id": 0, "value": 5.0}))
    assert desk.group.steps == (4, 9)


def test_twins_of_one_record_go_on_bit_for_bit(desk: Desk) -> None:
    desk.tell(compare(0.5, 0.9), m.Step(3), m.GetRecord("t"))
    record = json.loads(json.dumps(next(one.record for one in desk.sent if isinstance(one, m.Recorded))))
    assert record["twins"]["version"] == 1
    other = Desk()
    other.tell(replace(m.Open.of("walk", record=record), number=1))
    for one in (desk, other):
        one.tell(m.Step(4))
    assert other.message().differences == ("rate",)
    assert [tree.digest(one.state) for one in other.group.sessions] == [
        tree.digest(one.state) for one in desk.group.sessions
    ]


def test_a_new_engine_opens_twins_from_their_checkpoint(desk: Desk) -> None:
    desk.tell(m.Compare(("@preset",), (Variant({"rate": 0.7}, 9, "Fast", anew=True),), "Here"))
    records = desk.group.records()
    for record in records:
        history.join(None, record)
    again = Desk()
    again.tell(m.Open(tuple(m.SessionStart("walk", record=record) for record in records), 1))
    message = again.message()
    assert (message.differences, message.titles) == (("@preset",), ("Here", "Fast"))
    assert [frame.seed for frame in message.frames] == [3, 9]


def test_a_session_alone_is_packed_as_it_is() -> None:
    session = Session(toys.walk())
    record = store(session)
    assert pack_records([{**record, "compared": [], "title": ""}]) == record
    with pytest.raises(BadInput, match="no twin"):
        Group(Cast((session,)), 1, 0, lambda: 0.0).separate(0)


def test_a_preset_beside_the_run_has_none_of_its_acts(desk: Desk) -> None:
    desk.tell(m.Compare(("@preset",), (Variant({"start": 0.0}, 3, "Plain", anew=True),), "Moved"))
    first, twin = desk.group.sessions
    assert (len(first.log), len(twin.log), twin.step) == (1, 0, 5)


def test_runs_that_are_opened_side_by_side_say_what_they_differ_by(desk: Desk) -> None:
    desk.tell(m.Open((m.SessionStart("walk", {"rate": 0.2}), m.SessionStart("walk", {"rate": 0.4}, 5)), 1))
    assert desk.message().differences == ("rate", "@seed")
    desk.tell(m.Open((m.SessionStart("walk"),), 1))
    assert desk.message().differences == ()


def test_a_twin_reseeds_alone(desk: Desk) -> None:
    desk.tell(m.Compare(("@seed",), (Variant({}, seed=4),)), m.Reseed(11, twin=0))
    assert [session.seed for session in desk.group.sessions] == [11, 4]
    desk.tell(m.Undo())
    assert [session.seed for session in desk.group.sessions] == [3, 4]
