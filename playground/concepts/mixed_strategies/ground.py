"""What lies under the strategies: how much best answers gain against each, as a map, and the border."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.mixed_strategies.equilibrium import MatrixGame, exploitability
from playground.concepts.mixed_strategies.places import CENTRES, in_triangle, shares_of
from playground.figures.layers import Image, Layer, Lines

Extent = tuple[float, float, float, float]
_CELLS = 128
_FINE = 224
"""Cells across a triangle: finer, for its edges cut them."""
_MUTED = 2.6
"""The top of the map, in the largest gain: what is drawn on it stands out."""
_SQUARE = torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]], dtype=torch.float64)


def ground(game: MatrixGame) -> tuple[Layer, ...]:
    """The map with its border, of a game with 2 and 2 or 3 and 3 moves."""
    return _ground(tuple(map(tuple, game.A.tolist())), tuple(game.p.tolist()), tuple(game.q.tolist()))


@lru_cache(maxsize=16)
def _ground(rows: tuple[tuple[float, ...], ...], p: tuple[float, ...], q: tuple[float, ...]) -> tuple[Layer, ...]:
    A = torch.tensor(rows, dtype=torch.float64)
    if A.shape == (2, 2):
        return _map("both", _square(A), (0.0, 1.0, 0.0, 1.0)), _border(_SQUARE)
    optimal = torch.tensor(p, dtype=torch.float64), torch.tensor(q, dtype=torch.float64)
    corners = torch.eye(3, dtype=torch.float64)[[0, 1, 2, 0]]
    gap = torch.full((1, 2), torch.nan, dtype=torch.float64)
    border = torch.cat([in_triangle(corners, 0), gap, in_triangle(corners, 1)])
    return (*(_map("xy"[player], *_triangle(A, optimal, player)) for player in (0, 1)), _border(border))


def _border(xy: Tensor) -> Lines:
    return Lines(name="border", role="muted", xy=xy, dash="solid", found=False, halo=False)


def _map(name: str, gain: Tensor, extent: Extent) -> Image:
    known = gain[~gain.isnan()]
    return Image(
        name=f"gain {name}",
        z=gain.to(torch.float32),
        extent=torch.tensor(extent, dtype=torch.float64),
        levels=(0.0, _MUTED * float(known.max() or 1.0)),
        frame=False,
        smooth=True,
        key="gain of best answers",
    )


def _square(A: Tensor) -> Tensor:
    """What both could gain at each pair of strategies, first row on top."""
    share = (torch.arange(_CELLS, dtype=torch.float64) + 0.5) / _CELLS
    x, y = torch.meshgrid(share, share.flip(0), indexing="xy")
    p, q = (torch.stack([part, 1 - part], -1) for part in (x, y))
    return exploitability(A, p, q)


def _triangle(A: Tensor, optimal: tuple[Tensor, Tensor], player: int) -> tuple[Tensor, Extent]:
    """What the other gains by best answers to each strategy of a player, over the value; none outside."""
    cx, cy = CENTRES[player]
    x0, x1, y0, y1 = extent = (cx - 0.87, cx + 0.87, cy - 0.5, cy + 1.0)
    columns, rows = ((torch.arange(count, dtype=torch.float64) + 0.5) / count for count in (_FINE, round(_FINE / 1.16)))
    x, y = torch.meshgrid(x0 + (x1 - x0) * columns, y1 - (y1 - y0) * rows, indexing="xy")
    shares = shares_of(torch.stack([x, y], -1), player)
    value = optimal[0] @ A @ optimal[1]
    gain = (shares @ A).amax(-1) - value if player == 0 else value - (shares @ A.T).amin(-1)
    return torch.where((shares >= 0).all(-1), gain, torch.nan), extent
