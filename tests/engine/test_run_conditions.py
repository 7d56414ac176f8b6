"""Conditions on metrics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.errors import BadInput
from playground.engine.frame import Scalar
from playground.engine.run.conditions import LONGEST, condition


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("mistakes == 0", False),
        ("mistakes == 12", True),
        ("mistakes >= 12 and rest == true", True),
        ("mistakes > 12 or distance.eg < 1e-2", True),
        ("mistakes > 12 or distance.eg < 1e-2 and rest == false", False),
        ('status == "converged"', True),
        ("status != 'converged'", False),
        ("step >= 40", False),
        ("distance.eg > -1", True),
        ("distance.eg > −1", True),
        ("margin < 1", False),  # undefined: no comparison with it holds
        ("margin >= 1", False),
        ("nothing == 1", False),
        ("status > 1", False),  # words have no order
        ("mistakes < bound", True),
        ("3 < mistakes", True),
    ],
)
def test_a_condition_holds(text: str, holds: bool) -> None:
    values: dict[str, Scalar] = {
        "mistakes": 12,
        "rest": True,
        "distance.eg": 0.001,
        "status": "converged",
        "step": 39,
        "margin": None,
    }
    assert condition(text).holds({**values, "bound": 30.5}) is holds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "middle of a comparison"),
        ("mistakes", "middle of a comparison"),
        ("mistakes = 0", "'= 0'"),
        ("mistakes == 0 and", "middle of a comparison"),
        ("mistakes == 0 mistakes == 1", "neither and nor or"),
        ("== 1 2", "needs one of"),
        ("a == and", "where a value is expected"),
        ("__import__('os') == 1", 'read: "('),
        ("a" * (LONGEST + 1), "characters"),
    ],
)
def test_what_is_no_condition_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why.replace("(", r"\(")):
        condition(text)


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_is_refused(text: str) -> None:
    try:
        condition(text).holds({})
    except BadInput:
        return


def test_names_are_told_once() -> None:
    assert condition("a == 1 and b.c < a or step > 3").names == ("a", "b.c", "step")
