"""Level sets by marching squares."""

from __future__ import annotations

import math

import pytest
import torch

from playground.engine.kit.contours import contours


def grid(n: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    side = torch.linspace(-1.5, 1.5, n, dtype=torch.float64)
    x, y = torch.meshgrid(side, side, indexing="xy")
    return side, side, x, y


def test_a_circle_has_its_radius_and_length() -> None:
    x, y, across, up = grid(121)
    pieces = contours(across**2 + up**2, x, y, [1.0])
    ends = pieces.reshape(-1, 2)
    assert torch.allclose(ends.norm(dim=1), torch.ones(len(ends), dtype=torch.float64), atol=1e-3)
    assert float((pieces[:, 2:] - pieces[:, :2]).norm(dim=1).sum()) == pytest.approx(2 * math.pi, rel=1e-3)


def test_of_a_linear_function_the_pieces_are_exact() -> None:
    x, y, across, up = grid(7)
    pieces = contours(2 * across + up, x, y, [0.3, -1.1])
    ends = pieces.reshape(-1, 2)
    values = 2 * ends[:, 0] + ends[:, 1]
    assert torch.minimum((values - 0.3).abs(), (values + 1.1).abs()).max() < 1e-12


def test_every_crossing_of_a_saddle_is_joined_once() -> None:
    x = y = torch.tensor([0.0, 1.0], dtype=torch.float64)
    pieces = contours(torch.tensor([[1.0, -1.0], [-1.0, 1.0]], dtype=torch.float64), x, y, [0.0])
    ends = sorted(map(tuple, pieces.reshape(-1, 2).tolist()))
    assert ends == [(0.0, 0.5), (0.5, 0.0), (0.5, 1.0), (1.0, 0.5)]


def test_cells_without_a_value_are_left_out_and_nothing_gives_nothing() -> None:
    x, y, across, up = grid(11)
    z = torch.where(across > 0, torch.nan, across + up)
    assert contours(z, x, y, [0.2])[:, [0, 2]].max() <= 0
    assert contours(across, x, y, [9.0]).shape == (0, 4)
    assert contours(across, x, y, []).shape == (0, 4)
