"""Titles begin with a capital letter, symbols stay what they are."""

from __future__ import annotations

import pytest

from playground.figures.titles import title_of


@pytest.mark.parametrize(
    ("label", "title"),
    [
        ("points misclassified", "Points misclassified"),
        ("f − f*, gd", "f − f*, gd"),
        ("x₁ across", "x₁ across"),
        ("loss", "Loss"),
        ("‖w‖", "‖w‖"),
        ("", ""),
        ("w, longest", "w, longest"),
    ],
)
def test_a_title_begins_with_a_capital_but_not_a_symbol(label: str, title: str) -> None:
    assert title_of(label) == title
