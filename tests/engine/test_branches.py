"""Runs that were left behind: ghosts, names, the way back, and what a record keeps of them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
import toys

from playground.engine.errors import BadInput
from playground.engine.frame import Branch, View
from playground.engine.kit import tree
from playground.engine.run import stored_branches
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session

VIEW = View(series=("total",))


@pytest.fixture
def session() -> Session:
    """Twenty steps, then back to step 8 and another rate, eight steps on."""
    made = Session(toys.walk(), seed=3)
    made.advance(20)
    made.seek(8)
    made.set({"rate": 0.7})
    made.advance(4)
    return made


def again(session: Session) -> Session:
    stored: dict[str, Any] = json.loads(json.dumps(store(session)))
    return restore(session.concept, stored)


def test_a_changed_knob_leaves_the_old_run_as_a_ghost(session: Session) -> None:
    frame = session.frame(VIEW)
    assert frame.branches == (Branch("rate 0.1", 20),)
    steps, values = frame.ghosts["total"]
    assert steps[-1] == 20
    alone = Session(toys.walk(), seed=3)
    alone.advance(20)
    history = alone.history("total", 2000)
    assert history is not None
    assert np.array_equal(values, history[1])


def ghost_of(session: Session) -> Any:
    return session.ghost


def test_only_a_knob_leaves_a_ghost(session: Session) -> None:
    assert session.undo()
    assert ghost_of(session) is None
    session.redo()
    session.set({"start": 2.0})
    assert ghost_of(session) is not None
    session.hide_ghost()
    assert not session.frame(VIEW).ghosts
    session.set({"start": 4.0})
    session.advance(2)
    session.reset()
    assert ghost_of(session) is None


def test_a_drag_keeps_the_ghost_of_its_beginning(session: Session) -> None:
    before = session.run
    for start in (1.0, 2.0, 3.0):
        session.set({"start": start}, "a drag")
    assert session.ghost is before


def test_going_to_a_kept_run_keeps_the_present_one_beside_it(session: Session) -> None:
    digest = tree.digest(session.state)
    session.rename(0, "  the   slow one ")
    session.rename(None, "fast")
    session.switch(0)
    assert session.step == 20
    frame = session.frame(VIEW)
    assert (frame.name, frame.branches) == ("the slow one", (Branch("fast", 12),))
    assert frame.ghosts["total"][0][-1] == 12
    session.undo()
    assert (session.step, tree.digest(session.state)) == (12, digest)


def test_names_are_bounded_and_branches_exist(session: Session) -> None:
    with pytest.raises(BadInput, match="at most 60"):
        session.rename(0, "x" * 61)
    with pytest.raises(BadInput, match="allowed is 0 to 0"):
        session.rename(1, "x")


def test_kept_runs_come_back_with_a_record_and_go_on_bit_for_bit(session: Session) -> None:
    session.rename(0, "slow")
    other = again(session)
    assert other.frame(VIEW).branches == (Branch("slow", 20),)
    assert np.array_equal(session.frame(VIEW).ghosts["total"], other.frame(VIEW).ghosts["total"])
    for one in (session, other):
        one.switch(0)
        one.advance(3)
    assert tree.digest(other.state) == tree.digest(session.state)
    assert again(other).frame(VIEW).branches == other.frame(VIEW).branches


def test_kept_runs_with_other_data_come_back(session: Session) -> None:
    session.act("move", {"id": 0, "value": 5.0})
    session.set({"start": 1.0})  # a new start with the moved point
    session.advance(3)
    session.set({"n": 4})
    session.advance(1)
    other = again(session)
    assert [branch.reached for branch in other.frame(VIEW).branches] == [20, 12, 3]
    for place in range(3):
        one, two = again(session), again(session)
        one.switch(place)
        two.switch(place)
        assert tree.digest((one.data, one.state)) == tree.digest((two.data, two.state))
        assert (one.step, one.data_source) == (two.step, two.data_source)
    other.switch(2)
    session.switch(2)
    assert tree.digest((other.data, other.state)) == tree.digest((session.data, session.state))


@pytest.mark.parametrize(
    "damage",
    [[], {"version": 9, "runs": []}, {"version": 1, "runs": [{}]}, {"version": 1, "runs": [{"params": 3}]}],
)
def test_damaged_branches_are_refused(session: Session, damage: Any) -> None:
    record = store(session) | {"branches": damage}
    with pytest.raises(BadInput, match="branches of the scene"):
        restore(session.concept, record)


def test_what_is_too_large_is_left_out(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_branches, "MOST_BYTES", 300)
    kept = store(session)["branches"]["runs"]
    assert [one["series"] for one in kept] == [None]
    monkeypatch.setattr(stored_branches, "MOST_BYTES", 30)
    assert "branches" not in store(session)
    assert again(session).step == session.step
