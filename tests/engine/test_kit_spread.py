"""Rows of a path: on a logarithmic axis few, in every decade, the newest among them; in a view none is lost."""

from __future__ import annotations

import torch

from playground.engine.kit.trail import MOST_SPREAD, PER_DECADE, clipped, spread_out


def test_a_long_path_is_thinned_evenly_on_a_logarithmic_axis() -> None:
    times = torch.zeros(1, dtype=torch.float64)
    for t in range(1, 10_001):
        times = torch.cat([times, torch.tensor([float(t)], dtype=torch.float64)])
        times = times[spread_out(times)]
    assert len(times) < MOST_SPREAD
    assert times[:4].tolist() == [0, 1, 2, 3]
    assert times[-1] == 10_000
    gaps = times[100:].log10().diff()
    assert float(gaps.max()) <= 2 / PER_DECADE


def test_a_path_that_jumps_over_the_view_is_seen_where_it_crosses_it() -> None:
    """From far on one side to far on the other: the part in the view stays, and nothing far away is kept."""
    view = (-1.0, 1.0, -1.0, 1.0)
    jumps = torch.tensor([[-9.0, -9.0], [9.0, 9.0], [9.0, 99.0], [0.0, 99.0], [0.0, -99.0]], dtype=torch.float64)
    found = clipped(jumps, view)
    pieces = list(found[~found.isnan().any(1)].reshape(-1, 2, 2))
    assert pieces[0].tolist() == [[-3.0, -3.0], [3.0, 3.0]]
    assert pieces[1].tolist() == [[0.0, 3.0], [0.0, -3.0]]
    assert len(pieces) == 2
    near = torch.tensor([[0.0, 0.0], [2.0, 2.0], [0.5, 0.1]], dtype=torch.float64)
    assert clipped(near, view) is near
    goes_on = clipped(torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 9.0]], dtype=torch.float64), view)
    assert goes_on.tolist() == [[0.0, 0.0], [1.0, 0.0], [1.0, 3.0]]
