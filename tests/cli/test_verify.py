"""`verify` must see every way in which a result can be wrong."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest
import torch

from playground import catalog
from playground.commands.verify import checks_of_panel
from playground.engine.errors import BadInput, unknown
from playground.verify import CaseResult, run_cases, verify_cases

EXPECTED: dict[str, Any] = {
    "w": [2.0, -1.0],
    "rows": [{"epoch": 1, "index": 3}, {"epoch": 2, "index": 0}],
    "converged": True,
    "b": None,
    "name": "and",
    "count": 11,
}
TOLERANCE = {"abs": 1e-6, "rel": 1e-3}


def outcome(got: Any, expected: Any = EXPECTED, tolerance: Any = TOLERANCE) -> CaseResult:
    case = {"name": "c", "kind": "k", "inputs": {}, "expected": expected, "tolerance": tolerance}
    (result,) = run_cases({"panel": "p", "cases": [case]}, lambda panel: {"k": lambda inputs: got})
    return result


def changed(**changes: Any) -> dict[str, Any]:
    return {**EXPECTED, **changes}


def test_equal_results_hold() -> None:
    assert outcome(changed()) == CaseResult(
        "c", "k", True, 0.0, "w[0]", compared=10, tolerance=outcome(changed()).tolerance
    )
    assert outcome(changed(), tolerance={"abs": 1e-12, "rel": 1e-9}).tolerance == "1e-12 + 1e-09 of the value"


def test_more_than_expected_may_come() -> None:
    assert outcome(changed(more=3)).ok


@pytest.mark.parametrize(
    ("got", "where"),
    [
        (changed(w=[2.0, -1.1]), "w[1]"),
        (changed(w=[2.0]), "w"),
        (changed(w=[2.0, -1.0, 0.0]), "w"),
        (changed(w=2.0), "w"),
        (changed(w={"0": 2.0, "1": -1.0}), "w"),
        (changed(w=[math.nan, -1.0]), "w[0]"),
        (changed(w=[math.inf, -1.0]), "w[0]"),
        (changed(w=[None, -1.0]), "w[0]"),
        (changed(rows=[{"epoch": 1, "index": 3}, {"epoch": 2}]), "rows[1].index"),
        (changed(rows=[{"epoch": 1, "index": 3}, {"epoch": 2, "index": 1}]), "rows[1].index"),
        (changed(converged=False), "converged"),
        (changed(converged=1), "converged"),
        (changed(converged=None), "converged"),
        (changed(b=0), "b"),
        (changed(b=False), "b"),
        (changed(name="or"), "name"),
        (changed(count=12), "count"),
        (changed(count=True), "count"),
        (changed(count="11"), "count"),
        ({key: value for key, value in EXPECTED.items() if key != "name"}, "name"),
        (None, ""),
        ([], ""),
    ],
)
def test_wrong_results_fail_and_say_where(got: Any, where: str) -> None:
    result = outcome(got)
    assert not result.ok
    assert result.where == where
    assert result.reason


@pytest.mark.parametrize(
    ("got", "ok"),
    [
        (100.0, True),
        (100.1 + 9e-7, True),
        (100.1 + 2e-6, False),
        (99.9 - 9e-7, True),
        (99.9 - 2e-6, False),
        (101, False),
    ],
)
def test_a_number_holds_within_abs_plus_rel(got: float, ok: bool) -> None:
    result = outcome({"x": got}, {"x": 100.0})
    assert result.ok is ok
    assert result.deviation == abs(got - 100.0)


def test_negative_numbers_use_the_absolute_value() -> None:
    assert outcome({"x": -100.05}, {"x": -100.0}).ok


def test_exact_means_equal() -> None:
    exact = {"abs": 1.0, "rel": 1.0, "kind": "exact"}
    assert outcome({"x": 3.0}, {"x": 3}, exact).ok
    assert not outcome({"x": 3.0000000000000004}, {"x": 3.0}, exact).ok
    assert outcome({"x": 3}, {"x": 3}, {"kind": "exact"}).ok


@pytest.mark.parametrize(
    "tolerance",
    [
        None,
        {},
        1e-3,
        {"kind": "roughly", "abs": 1},
        {"abs": -1, "rel": 0},
        {"abs": "1"},
        {"abs": True},
        {"abs": math.nan},
    ],
)
def test_a_tolerance_that_is_none_fails_the_case(tolerance: Any) -> None:
    result = outcome(changed(), tolerance=tolerance)
    assert not result.ok
    assert result.where == "tolerance"


def test_the_deviation_is_the_largest_and_the_first_failure_is_named() -> None:
    result = outcome({"a": 1.5, "b": 12.0}, {"a": 1.0, "b": 10.0}, {"abs": 0.1, "rel": 0})
    assert (result.deviation, result.where, result.ok) == (2.0, "a", False)


def test_an_expectation_that_is_infinite_holds_for_infinity_only() -> None:
    assert outcome({"x": math.inf}, {"x": math.inf}).ok
    assert not outcome({"x": 1.0}, {"x": math.inf}).ok
    assert not outcome({"x": -math.inf}, {"x": math.inf}).ok


@pytest.mark.parametrize("expected", [{}, [], None])
def test_expecting_nothing_is_no_success(expected: Any) -> None:
    assert outcome({}, expected).where == "expected"


class Pair(NamedTuple):
    w: torch.Tensor
    n: int


def test_tensors_and_named_tuples_are_read() -> None:
    assert outcome(Pair(torch.tensor([[1.0, 2.0]]), 2), {"w": [[1.0, 2.0]], "n": 2}).ok
    assert outcome({"flag": torch.tensor(True)}, {"flag": True}).ok
    assert not outcome({"flag": torch.tensor(1)}, {"flag": True}).ok


def test_faults_and_bad_inputs_fail_their_case_only() -> None:
    def fault(inputs: Mapping[str, Any]) -> Any:
        return inputs["missing"]

    def refuse(inputs: Mapping[str, Any]) -> Any:
        raise BadInput("X is empty, allowed is one row or more", "X")

    case = {"inputs": {}, "expected": {"x": 1}, "tolerance": {"abs": 0, "rel": 0}}
    cases = [{**case, "name": kind, "kind": kind} for kind in ("fault", "refuse", "unheard", "good")]
    routines = {"fault": fault, "refuse": refuse, "good": lambda inputs: {"x": 1}}
    results = verify_cases({"panel": "p", "cases": cases}, lambda panel: routines)
    assert [result["ok"] for result in results] == [False, False, False, True]
    assert [result["where"] for result in results] == ["inputs", "inputs.X", "kind", "x"]
    assert set(results[0]) == {"name", "kind", "ok", "deviation", "where"}


@pytest.mark.parametrize("missing", ["kind", "inputs", "expected", "tolerance"])
def test_a_case_without_a_key_fails(missing: str) -> None:
    case = {"name": "c", "kind": "k", "inputs": {}, "expected": {"x": 1}, "tolerance": TOLERANCE}
    del case[missing]
    (result,) = run_cases(
        {
            "panel": "p",
            "cases": [
                case,
            ],
        },
        lambda panel: {"k": lambda inputs: {"x": 1}},
    )
    assert (result.ok, result.where) == (False, missing)


@pytest.mark.parametrize("case_file", [{}, {"panel": 3, "cases": [{}]}, {"panel": "p"}, {"panel": "p", "cases": []}])
def test_what_is_no_case_file_is_refused(case_file: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        verify_cases(case_file, lambda panel: {})


def test_the_routine_is_found_by_panel_and_kind() -> None:
    def checks(panel: str) -> Any:
        if panel != "p":
            raise unknown("panel", panel, ["p"])
        return {}

    with pytest.raises(BadInput, match="did you mean p"):
        verify_cases({"panel": "pp", "cases": [{}]}, checks)


def test_a_concept_may_ship_the_cases_of_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    name, shipped = catalog.ids()[0], catalog.cases
    monkeypatch.setattr(
        catalog, "cases", lambda one: {**shipped(one), "panels": ["first", "last"]} if one == name else shipped(one)
    )
    assert dict(checks_of_panel("last")) == dict(catalog.checks(name))
    with pytest.raises(BadInput, match="last"):
        checks_of_panel("lost")


@pytest.mark.parametrize(
    ("panel", "kinds"),
    [
        ("games", {"mirror_descent_matrix_game", "mixed_nash_entropic_pair"}),
        ("diffusion", {"denoiser_finite_data", "ula_stationary_variance"}),
    ],
)
def test_cases_of_a_panel_that_was_split_find_their_routines(panel: str, kinds: set[str]) -> None:
    assert kinds <= set(checks_of_panel(panel))


def test_an_unknown_panel_is_told_the_panels_alone() -> None:
    with pytest.raises(BadInput, match="does not exist") as refused:
        checks_of_panel("nothing")
    assert "games" not in str(refused.value)
    assert "regression" not in str(refused.value)
    assert all(name in str(refused.value) for name in ("minimax", "hopfield"))
    assert checks_of_panel("games"), "a file of cases may have a name of its own"
