"""Samples and components as small pictures, and which of many samples stand for all."""

from __future__ import annotations

import math

import torch
from torch import Tensor

ACROSS = 8  # small pictures in a row
SMALL = 24  # of them


def as_tiles(X: Tensor, side: int) -> Tensor:
    """Vectors (n, p) as square pictures (n, side, side), row by row; what is left of a square is NaN."""
    n, p = X.shape
    side = side or math.isqrt(max(0, p - 1)) + 1
    if side * side > p:
        X = torch.cat([X, torch.full((n, side * side - p), torch.nan, dtype=X.dtype)], 1)
    return X.reshape(n, side, side).contiguous()


def signed_tiles(X: Tensor, side: int) -> Tensor:
    """Vectors (n, p) as pictures whose largest entry is 1 or -1."""
    return as_tiles(X / X.abs().amax(1, keepdim=True).clamp_min(1e-300), side)


def places(n: int, across: int = ACROSS, height: float = 1.45) -> Tensor:
    """The middles (n, 2) of small pictures in rows, from the top left, the first at (0, 0)."""
    k = torch.arange(n)
    return torch.stack([(k % across).double(), -height * (k // across).double()], 1)


def spread(xy: Tensor, cells: int) -> Tensor:
    """Rows of points (n, 2) such that about one lies in each cell of a grid round all."""
    low, high = xy.min(0).values, xy.max(0).values
    place = ((xy - low) / (high - low).clamp_min(1e-300) * cells).long().clamp_max(cells - 1)
    cell = place[:, 0] * cells + place[:, 1]
    order = torch.arange(len(xy) - 1, -1, -1)
    first = torch.full((cells * cells,), -1)
    first[cell[order]] = order
    return first[first >= 0]
