"""Wolfe's verdict against exact elimination, and its margin against what is known."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.kit.separability import is_separable, nearest_point, separation


def eliminated(rows: list[list[Fraction]]) -> bool:
    """Whether some w has w.a >= 1 for all rows (a, 1), by Fourier-Motzkin elimination in rational numbers."""
    width = len(rows[0]) - 1
    for k in range(width):
        positive = [row for row in rows if row[k] > 0]
        negative = [row for row in rows if row[k] < 0]
        kept = [row for row in rows if row[k] == 0]
        for p in positive:
            for q in negative:
                kept.append([a / p[k] - b / q[k] for a, b in zip(p, q, strict=True)])
        rows = [list(row) for row in {tuple(row) for row in kept}]
        if not rows:
            return True
    return all(row[width] <= 0 for row in rows)


def feasible(points: list[list[int]]) -> bool:
    """The exact verdict on small sets of whole numbers."""
    return eliminated([[*map(Fraction, point), Fraction(1)] for point in points])


@given(
    st.integers(1, 3).flatmap(
        lambda d: st.lists(st.lists(st.integers(-3, 3), min_size=d, max_size=d), min_size=1, max_size=7)
    )
)
def test_the_verdict_is_the_exact_one(points: list[list[int]]) -> None:
    found = separation(np.array(points, dtype=np.float64))
    assert found.separable == feasible(points)
    assert found.certain


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=12))
def test_the_margin_is_attained_and_cannot_be_beaten(points: list[tuple[int, int]]) -> None:
    array = np.array(points, dtype=np.float64)
    found = separation(array)
    if found.separable:
        assert np.linalg.norm(found.direction) == pytest.approx(1.0, abs=1e-12)
        assert (array @ found.direction).min() == pytest.approx(found.margin, abs=1e-12)
        # Duality: any w has min w.a <= w.(convex combination) <= |combination|, and the gap is that difference.
        assert np.linalg.norm(found.weights @ array) <= found.margin + found.gap + 1e-9
        assert found.gap <= 1e-9
    assert found.weights.min() >= 0.0
    assert found.weights.sum() == pytest.approx(1.0)


def test_margins_that_are_known() -> None:
    # AND with a bias: (w, b) = (2, 2, -3) / sqrt(17) has the margin 1 / sqrt(17).
    and_gate = np.array([[1, 1, 1], [0, 0, -1], [0, -1, -1], [-1, 0, -1]], dtype=np.float64)
    found = separation(and_gate)
    assert found.margin == pytest.approx(17**-0.5, abs=1e-14)
    assert found.direction == pytest.approx(np.array([2, 2, -3]) / 17**0.5, abs=1e-13)
    assert separation(np.array([[3.0, 4.0]])).margin == pytest.approx(5.0)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_the_verdict_does_not_depend_on_the_unit(size: float) -> None:
    xor = np.array([[-0.0, -0.0, -1], [-1, -1, -1], [0, 1, 1], [1, 0, 1]]) * size
    assert not is_separable(xor)
    assert is_separable(xor[:3])


def test_a_margin_of_a_billionth_is_still_found() -> None:
    thin = np.array([[1.0, 1e-9], [-1.0, 1e-9]])
    found = separation(thin)
    assert found.separable
    assert found.certain
    assert found.margin == pytest.approx(1e-9, rel=1e-6)


def test_edge_cases() -> None:
    assert separation(np.zeros((0, 3))).separable
    assert not separation(np.zeros((2, 3))).separable
    assert not is_separable(np.array([[1.0, 2.0], [-1.0, -2.0]]))
    assert not is_separable(np.array([[1.0, 0.0], [0.0, 0.0]]))


def test_many_dimensions() -> None:
    rng = np.random.default_rng(5)
    points = rng.normal(size=(80, 30))
    points *= np.sign(points @ rng.normal(size=30))[:, None]
    found = separation(points)
    assert found.separable
    assert found.gap <= 1e-9
    support, weights = nearest_point(points)
    assert len(support) <= 31
    assert weights.min() > 0.0
    assert not is_separable(np.vstack([points, -points[:1]]))
