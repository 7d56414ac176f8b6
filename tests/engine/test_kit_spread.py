"""Rows of a path on a logarithmic axis: few, in every decade, the newest among them."""

from __future__ import annotations

import torch

from playground.engine.kit.trail import MOST_SPREAD, PER_DECADE, spread_out


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
