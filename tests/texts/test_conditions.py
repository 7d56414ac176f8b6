"""Conditions of the notes over parameters and numbers."""

from __future__ import annotations

import pytest

from playground.engine.errors import BadInput
from playground.texts.conditions import holds, names

KNOWN = {"mode": "heads", "silenced": False, "layers": 2, "rate": 0.5, "moved": True, "gone": None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", True),
        ("moved", True),
        ("silenced", False),
        ("not silenced", True),
        ("gone", False),
        ("not gone", True),
        ("missing", False),
        ("not missing", True),
        ("mode = heads", True),
        ("mode = order|heads", True),
        ("mode != heads", False),
        ("mode != order|scaling", True),
        ("mode = heads, not silenced", True),
        ("mode = heads, silenced", False),
        ("layers > 1", True),
        ("layers >= 3", False),
        ("layers = 2", True),
        ("rate = 0.5", True),
        ("rate < 0.5", False),
        ("gone > 0", False),
        ("silenced = false", True),
    ],
)
def test_a_condition_holds_or_not(text: str, expected: bool) -> None:
    assert holds(text, KNOWN) is expected


def test_its_names_are_known() -> None:
    assert names("mode = heads|digits, not silenced, layers > 1") == ("mode", "silenced", "layers")


@pytest.mark.parametrize("text", ["mode =", "layers > many", "a b", "not", "= 3", ",", "mode heads"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="condition"):
        holds(text, KNOWN)
