"""Level sets of a function given on a grid, as straight pieces (marching squares)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

# Corners of a cell: 1 lower left, 2 lower right, 4 upper right, 8 upper left. Edges: 0 below, 1 right, 2 above, 3 left.
# For each set of corners above the level, 0 to 15: which edges the level set joins; 0 and 15 have none, 5 and 10 two.
_FIRST = torch.tensor([0, 3, 0, 3, 1, 3, 0, 3, 2, 2, 3, 2, 1, 1, 0, 0])
_LAST = torch.tensor([0, 0, 1, 1, 2, 2, 2, 2, 3, 0, 0, 1, 3, 0, 3, 0])
_SADDLES = {5: (0, 1), 10: (1, 2)}  # their second piece


def contours(z: Tensor, x: Tensor, y: Tensor, levels: Sequence[float]) -> Tensor:
    """The pieces of all level sets.

    Args:
        z: values, rows along y, (rows, columns); cells with a value that is not finite are left out.
        x: places of the columns, (columns,).
        y: places of the rows, (rows,).
        levels: the values whose sets are wanted.

    Returns:
        (n, 4): x0, y0, x1, y1 of each piece.
    """
    found = [_pieces(z, x, y, level) for level in levels]
    return torch.cat(found) if found else torch.zeros((0, 4), dtype=x.dtype)


def _pieces(z: Tensor, x: Tensor, y: Tensor, level: float) -> Tensor:
    above, known = (z > level).view(torch.uint8), torch.isfinite(z)
    code = above[:-1, :-1] + 2 * above[:-1, 1:] + 4 * above[1:, 1:] + 8 * above[1:, :-1]
    crossed = (code > 0) & (code < 15)
    if not bool(known.all()):
        crossed &= known[:-1, :-1] & known[:-1, 1:] & known[1:, 1:] & known[1:, :-1]
    rows, columns = crossed.nonzero().unbind(1)
    if not len(rows):
        return torch.zeros((0, 4), dtype=x.dtype)
    x0, x1, y0, y1 = x[columns], x[columns + 1], y[rows], y[rows + 1]
    a, b, c, d = z[rows, columns], z[rows, columns + 1], z[rows + 1, columns + 1], z[rows + 1, columns]
    below = torch.stack([_between(x0, x1, a, b, level), y0], 1)
    right = torch.stack([x1, _between(y0, y1, b, c, level)], 1)
    above = torch.stack([_between(x0, x1, d, c, level), y1], 1)
    left = torch.stack([x0, _between(y0, y1, a, d, level)], 1)
    edges = torch.stack([below, right, above, left])
    kinds = code[rows, columns].long()
    number = torch.arange(len(kinds))
    parts = [torch.cat([edges[_FIRST[kinds], number], edges[_LAST[kinds], number]], 1)]
    for kind, (first, last) in _SADDLES.items():
        here = (kinds == kind).nonzero().ravel()
        parts.append(torch.cat([edges[first, here], edges[last, here]], 1))
    return torch.cat(parts)


def _between(low: Tensor, high: Tensor, at_low: Tensor, at_high: Tensor, level: float) -> Tensor:
    """Where the straight line from one value to the other meets the level."""
    gap = at_high - at_low
    share = ((level - at_low) / torch.where(gap == 0, torch.ones_like(gap), gap)).clamp(0, 1)
    return low + share * (high - low)
