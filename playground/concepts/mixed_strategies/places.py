"""Strategies as places: of two moves in a square, of three in a triangle for each player."""

from __future__ import annotations

import math

import torch
from torch import Tensor

CENTRES = ((-0.62, 0.78), (0.62, -0.86))
"""Where the middles of the two triangles are, x's and y's."""
_CORNERS = torch.tensor([[0.0, 1.0], [-math.sqrt(3) / 2, -0.5], [math.sqrt(3) / 2, -0.5]], dtype=torch.float64)


def across_square(p: Tensor, q: Tensor) -> Tensor:
    """Strategies of both players (n, 2) as points (n, 2): the first share of x across, of y up."""
    return torch.stack([p[:, 0], q[:, 0]], 1)


def in_triangle(shares: Tensor, player: int) -> Tensor:
    """Shares (n, 3) as points (n, 2) of the player's triangle."""
    return shares @ _CORNERS + torch.tensor(CENTRES[player], dtype=torch.float64)


def shares_at(x: float, y: float, player: int) -> Tensor:
    """The shares (3,) of a point of a player's triangle; may be negative outside of it."""
    return shares_of(torch.tensor([x, y], dtype=torch.float64), player)


def shares_of(places: Tensor, player: int) -> Tensor:
    """The shares (..., 3) of points (..., 2) of a player's triangle; negative ones outside of it."""
    across, up = places[..., 0] - CENTRES[player][0], places[..., 1] - CENTRES[player][1]
    first = (1 + 2 * up) / 3
    lean = across * 2 / math.sqrt(3)
    return torch.stack([first, (1 - first - lean) / 2, (1 - first + lean) / 2], -1)
