"""A scene opened elsewhere says where its numbers first differ; hostile data get a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from toys import Data, State, step, walk

from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session


def stored(steps: int = 64, with_state: bool = False) -> dict[str, Any]:
    session = Session(walk(), seed=3)
    session.advance(steps)
    return store(session, with_state=with_state)


def drifting(from_step: int, by: float) -> Callable[..., Any]:
    """The walk on a machine that computes `by` more from a step on."""

    def drifted(params: Any, data: Data, state: State, ctx: Any) -> Any:
        new, info = step(params, data, state, ctx)
        if ctx.step < from_step:
            return new, info
        return new._replace(w=new.w * (1 + by)), info._replace(total=info.total * (1 + by))

    return drifted


def test_the_same_machine_says_nothing() -> None:
    for with_state in (False, True):
        assert restore(walk(), stored(64, with_state)).note == ""


def test_a_difference_beyond_rounding_is_named_with_its_step_and_number() -> None:
    session = restore(walk(step=drifting(21, 1e-2)), stored())
    assert session.note.startswith("This run first differs from the saved one at or before step 24: total was ")
    was, now = (float(part) for part in session.note.partition("total was ")[2].split(", is "))
    assert now / was == pytest.approx(1.01, rel=0.05)


def test_rounding_is_told_from_a_difference() -> None:
    said = restore(walk(step=drifting(0, 1e-13)), stored()).note
    assert said.startswith("The numbers agree to within 1e-06, the last bits first differ at or before step ")


def test_a_difference_in_the_present_state_alone_is_found() -> None:
    record = stored(0)
    record["numbers"]["now"]["total"] = 7.0
    assert restore(walk(), record).note.endswith("step 0: total was 7, is 0")


def test_version_and_machine_are_named() -> None:
    record = stored() | {"version": "9.1"}
    record["digests"]["64"] = "0" * 16
    assert "; it was saved by version 9.1, this is " in restore(walk(), record).note
    record = stored() | {"machine": {"torch": "1.0", "capability": "VSX", "threads": 1}}
    record["digests"]["64"] = "0" * 16
    assert restore(walk(), record).note.endswith("; it was saved with torch 1.0, capability VSX")


@pytest.mark.parametrize(
    "numbers",
    [
        None,
        [],
        {"steps": "x", "history": 3, "now": []},
        {"steps": [1e9], "history": {}},
        {"steps": [5], "history": {"total": ["a"], "none": [1]}, "now": {"hits": "b"}},
    ],
)
def test_odd_numbers_are_passed_over(numbers: Any) -> None:
    assert restore(walk(), stored() | {"numbers": numbers}).note == ""


# ---- hostile scenes whose digests fit


def signed(part: Any) -> dict[str, Any]:
    return {**tree.dump(part), "digest": tree.digest(part)}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (Data(torch.zeros(2, 2, dtype=torch.float64), ("a",)), "x has 2 dimensions, expected are 1"),
        (Data(torch.tensor([1.0, float("nan")], dtype=torch.float64), ("a",)), "x holds a number that is not finite"),
        (Data(torch.zeros(4_000_001, dtype=torch.float64), ("a",)), "x has 4,000,001 numbers, allowed are 4,000,000"),
        (Data(torch.zeros(2, dtype=torch.float64), (3.5, "a")), r"names\.0 is a number, expected is text"),  # type: ignore[arg-type]
        (Data(torch.zeros(2, dtype=torch.float64), ("a", "b" * 1_000_001)), r"names\.1 has 1,000,001 letters"),
        (Data(torch.zeros(2, dtype=torch.float32), ("a",)), "x is of type torch.float32"),
    ],
)
def test_data_of_another_kind_are_refused(data: Data, sentence: str) -> None:
    record = stored() | {"data": {"source": "edited", "stored": signed(data)}}
    with pytest.raises(BadInput, match=sentence):
        restore(walk(), record)


def test_data_at_which_the_model_fails_are_refused() -> None:
    def fragile(params: Any, data: Data, state: State, ctx: Any) -> Any:
        return step(params, data, State(state.w[torch.tensor([2])].expand(2), 0), ctx)

    record = stored(0) | {"data": {"source": "edited", "stored": signed(Data(torch.zeros(2).double(), ("a", "b")))}}
    with pytest.raises(BadInput, match="data of the scene cannot be used: its parts do not fit each other"):
        restore(walk(step=fragile), record)


def test_a_state_of_another_kind_is_refused() -> None:
    record = stored(64, with_state=True)
    record["state"]["state"] = signed(State(torch.zeros(3, 3, dtype=torch.float64), 0))
    with pytest.raises(BadInput, match="state of the scene cannot be used: w has 2 dimensions"):
        restore(walk(), record)
    record["state"]["state"] = signed(State(torch.zeros(5, dtype=torch.float64), 0))
    with pytest.raises(BadInput, match="the run ends at step 63: its parts do not fit each other"):
        restore(walk(), record)


def test_a_replay_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.engine.run.record.REPLAY_LIMIT", -1.0)
    with pytest.raises(BadInput, match="step 64 of this scene is more than -1 s of computing away"):
        restore(walk(), stored())
