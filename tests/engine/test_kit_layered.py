"""Layered drawings: edges go forward, few of them cross, and places are steady."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.kit.layered import layered

DIAMOND = (4, ((0, 1), (0, 2), (1, 3), (2, 3)))
TREE = (7, ((0, 4), (1, 4), (2, 5), (3, 5), (4, 6), (5, 6)))
SHUFFLED = (6, ((0, 4), (1, 3), (2, 5)))
PAIR = (5, ((0, 2), (1, 2), (0, 3), (1, 3), (2, 4), (3, 4)))
LONG = (5, ((0, 1), (1, 2), (2, 3), (0, 4), (3, 4)))


@pytest.mark.parametrize(
    ("graph", "crossings"),
    [(DIAMOND, 0), (TREE, 0), (SHUFFLED, 0), (LONG, 0), (PAIR, 1)],
    ids=["diamond", "tree", "shuffled", "long", "two to two"],
)
def test_nothing_crosses_that_need_not(graph: tuple[int, tuple[tuple[int, int], ...]], crossings: int) -> None:
    assert layered(*graph).crossings == crossings


def graphs(draw: st.DrawFn) -> tuple[int, tuple[tuple[int, int], ...]]:
    n = draw(st.integers(1, 10))
    pairs = [(a, b) for b in range(n) for a in range(b)]
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=14, unique=True)) if pairs else []
    return n, tuple(sorted(chosen))


@given(st.composite(graphs)())
def test_edges_go_forward_and_nodes_of_a_layer_stand_apart(graph: tuple[int, tuple[tuple[int, int], ...]]) -> None:
    n, pairs = graph
    found = layered(n, pairs)
    assert found.xy.shape == (n, 2)
    assert ((found.xy >= -1e-9) & (found.xy <= 1 + 1e-9)).all()
    for (source, target), route in zip(pairs, found.routes, strict=True):
        np.testing.assert_allclose(route[[0, -1]], found.xy[[source, target]])
        assert all(a[0] < b[0] for a, b in pairwise(route))
    for layer in np.unique(found.xy[:, 0]):
        places = np.sort(found.xy[found.xy[:, 0] == layer, 1])
        assert (np.diff(places) > 1e-6).all()


def test_a_chain_stands_in_a_line() -> None:
    found = layered(5, ((0, 1), (1, 2), (2, 3), (3, 4)))
    np.testing.assert_allclose(found.xy[:, 1], 0.5)
    np.testing.assert_allclose(found.xy[:, 0], np.linspace(0, 1, 5))


def test_a_node_without_sources_stands_before_its_first_target() -> None:
    found = layered(5, ((0, 1), (1, 2), (2, 4), (3, 4)))
    assert found.xy[3, 0] == found.xy[2, 0]
