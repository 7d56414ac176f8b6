"""Declarations: metrics as text, gesture fields as sentences, claims as comparisons."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.declarations.concept import Claim, Field, GestureDecl, Metric
from playground.engine.errors import BadInput


@pytest.mark.parametrize(
    ("decimals", "value", "expected"),
    [
        (2, -0.5, "−0.50"),
        (2, None, "none"),
        (2, float("nan"), "none"),
        (2, float("inf"), "∞"),
        (2, float("-inf"), "−∞"),
        (None, 1234, "1,234"),
        (None, 7.0, "7"),
        (2, True, "yes"),
        (2, False, "no"),
        (2, "both", "both"),
    ],
)
def test_values_on_screen_have_fixed_decimals_and_a_real_minus(decimals: int | None, value: Any, expected: str) -> None:
    assert Metric("m", "m", "m", decimals=decimals).text(value) == expected


FIELDS = {
    "real": Field("x", "real", -1, 1),
    "integer": Field("x", "integer", 0, 9),
    "vector": Field("x", "vector", -1, 1, length=2),
    "free": Field("x", "vector", -1, 1),
    "choice": Field("x", "choice", choices=("a", "b")),
    "text": Field("x", "text"),
}


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("real", 1, 1.0),
        ("real", -0.25, -0.25),
        ("integer", 3.0, 3),
        ("vector", (0, 1), [0.0, 1.0]),
        ("free", [], []),
        ("choice", "b", "b"),
        ("text", "", ""),
    ],
)
def test_allowed_values_become_plain(kind: str, value: Any, expected: Any) -> None:
    got = FIELDS[kind].check(value)
    assert got == expected
    assert type(got) is type(expected)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("real", 1.5),
        ("real", True),
        ("real", "1"),
        ("real", float("nan")),
        ("real", 10**400),
        ("integer", 2.5),
        ("integer", 10),
        ("vector", [0.0]),
        ("vector", [0.0, 2.0]),
        ("vector", 3),
        ("free", [None]),
        ("choice", "c"),
        ("text", 3),
    ],
)
def test_other_values_get_a_sentence(kind: str, value: Any) -> None:
    with pytest.raises(BadInput, match="allowed is") as caught:
        FIELDS[kind].check(value)
    assert caught.value.field == "x"


def test_missing_and_unknown_fields_are_named() -> None:
    declared = GestureDecl("move", (Field("id", "integer", 0, 9), FIELDS["real"]), "moves")
    with pytest.raises(BadInput, match="needs the field x, given were id"):
        declared.check({"id": 1})
    with pytest.raises(BadInput, match="did you mean id"):
        declared.check({"idd": 1, "x": 0.0})


@pytest.mark.parametrize(
    ("op", "threshold", "metrics", "holds"),
    [
        ("<=", 3.0, {"m": 3}, True),
        ("<", 3.0, {"m": 3}, False),
        (">=", "bound", {"m": 3, "bound": 2.5}, True),
        ("==", True, {"m": True}, True),
        (">", 0.0, {"m": None}, False),
        (">", "bound", {"m": 1}, False),
        ("<=", 3.0, {}, False),
    ],
)
def test_claims_compare(op: Any, threshold: Any, metrics: dict[str, Any], holds: bool) -> None:
    claim = Claim("c", "text", "preset", "m", op, threshold, 1)
    assert claim.holds(metrics) is holds
