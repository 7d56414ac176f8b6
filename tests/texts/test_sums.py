"""Sums written out in digits can be worked out from their digits."""

from __future__ import annotations

import by_hand
import pytest

from playground.texts import sums
from playground.texts.template import fixed


def test_products_are_written_out() -> None:
    assert sums.products([0.3, -0.4], [1.2, 0.5]) == "0.30·1.20 + (−0.40)·0.50"
    assert sums.products([], []) == "0"


@pytest.mark.parametrize("scale", [1.0, 300.0, 4e6])
def test_beside_large_factors_the_others_have_the_decimals_that_the_sum_needs(scale: float) -> None:
    a, b = [-0.0012, 0.0113, -0.0496], [-scale, 0.7 * scale, -0.01 * scale]
    for left, right in ((a, b), (b, a)):
        value = sum(x * y for x, y in zip(left, right, strict=True))
        assert not list(by_hand.faults(f"{sums.products(left, right, 3)} = {fixed(value, 2)}"))


def test_small_numbers_have_more_decimals() -> None:
    assert [sums.finer([value, 0.0]) for value in (2.0, 0.1, -0.02, 0.0012, 0.0)] == [0, 0, 1, 2, 0]
    assert sums.finer([]) == 0
