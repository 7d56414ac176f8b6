"""Shapes of the made point sets, and the exact grid they lie on."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from playground.engine.kit import data2d


def generator(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


MAKERS = {
    "blobs": lambda n, rng: data2d.blobs(n, 0.2, rng),
    "moons": lambda n, rng: data2d.moons(n, 0.1, rng),
    "circles": lambda n, rng: data2d.circles(n, 0.1, rng),
    "scattered": data2d.scattered,
}


@pytest.mark.parametrize("name", MAKERS)
def test_points_lie_on_the_grid_and_depend_on_the_generator_alone(name: str) -> None:
    points, labels = MAKERS[name](31, generator(1))
    assert points.shape == (31, 2)
    assert points.dtype == labels.dtype == torch.float64
    assert set(labels.tolist()) == {1.0, -1.0}
    assert torch.equal(points * data2d.GRID, torch.round(points * data2d.GRID))
    again, _ = MAKERS[name](31, generator(1))
    other, _ = MAKERS[name](31, generator(2))
    assert torch.equal(points, again)
    assert not torch.equal(points, other)


def widest_gap(points: Tensor, labels: Tensor) -> float:
    """The largest distance to a line through the origin that all points keep on their own sides, over many lines."""
    angles = torch.linspace(0, 2 * torch.pi, 4001, dtype=torch.float64)
    normals = torch.stack([torch.cos(angles), torch.sin(angles)])
    return float((labels[:, None] * (points @ normals)).min(0).values.max())


@pytest.mark.parametrize("margin", [0.1, 0.5, 1.5])
def test_blobs_keep_their_margin(margin: float) -> None:
    assert widest_gap(*data2d.blobs(100, margin, generator(3))) >= margin - 1.5 / data2d.GRID


def test_circles_lie_inside_one_another() -> None:
    points, labels = data2d.circles(200, 0.0, generator(0))
    radius = torch.linalg.vector_norm(points, dim=1)
    assert float(radius[labels > 0].max()) == pytest.approx(0.9, abs=0.02)
    assert float(radius[labels < 0].min()) == pytest.approx(2.2, abs=0.02)


def test_flips_come_at_their_rate() -> None:
    labels = torch.ones(10_000, dtype=torch.float64)
    flipped = data2d.flip_some(labels, 0.2, generator(4))
    assert int((flipped < 0).sum()) == pytest.approx(2000, abs=4 * 40)
    assert torch.equal(data2d.flip_some(labels, 0.0, generator(4)), labels)
