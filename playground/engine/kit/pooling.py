"""Pooling: the largest or the mean of each window, and where the gradient of the output goes.

Pictures have shape (..., rows, columns). Added cells count as minus infinity, never as 0, so they cannot win. Of tied
winners the first in row order is taken, as in torch; `shares` divides the gradient among all of them instead.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.convolution import RowsColumns, span


class Pool(NamedTuple):
    """How a window slides; pairs are rows and columns.

    Attributes:
        kernel: cells of the window.
        stride: from window to window.
        padding: cells added on either side.
        dilation: from cell to cell.
        ceil: whether a last partial window is kept; it must begin in the input or in what is added before it.
    """

    kernel: RowsColumns
    stride: RowsColumns
    padding: RowsColumns = (0, 0)
    dilation: RowsColumns = (1, 1)
    ceil: bool = False


class Pooled(NamedTuple):
    """What max pooling found, all of shape (..., rows, columns) of the output but the last two.

    Attributes:
        values: the largest of each window.
        winners: its place in the input, row by row, int64: the first of the ties; -1: the window lies outside.
        tied: how many cells of the window are as large, int64; 1: there is no tie; 0: the window lies outside.
        at: the place of each cell of each window, (kernel cells, rows, columns), int64; -1: outside.
        wins: whether a cell is as large as the winner, (..., kernel cells, rows, columns), bool.
    """

    values: Tensor
    winners: Tensor
    tied: Tensor
    at: Tensor
    wins: Tensor


def pooled_size(n: int, k: int, s: int, p: int = 0, d: int = 1, ceil: bool = False) -> int | None:
    """How many windows there are along an axis; None where not one fits."""
    room = n + 2 * p - span(k, d)
    size = -(-room // s) + 1 if ceil else room // s + 1
    if ceil and (size - 1) * s >= n + p:
        size -= 1
    return size if size > 0 else None


def pooled_shape(shape: RowsColumns, pool: Pool) -> RowsColumns | None:
    """Rows and columns of the output; None where no window fits."""
    rows, columns = (
        pooled_size(shape[a], pool.kernel[a], pool.stride[a], pool.padding[a], pool.dilation[a], pool.ceil)
        for a in (0, 1)
    )
    return None if rows is None or columns is None else (rows, columns)


def _places(shape: RowsColumns, pool: Pool) -> Tensor | None:
    """The place of each cell of each window in the input, (kernel cells, rows, columns), int64; -1: outside."""
    size = pooled_shape(shape, pool)
    if size is None:
        return None
    axes = []
    for a in (0, 1):
        cells, windows = torch.arange(pool.kernel[a]), torch.arange(size[a])
        at = cells[:, None] * pool.dilation[a] + windows * pool.stride[a] - pool.padding[a]
        axes.append(torch.where((at >= 0) & (at < shape[a]), at, -1))
    rows, columns = axes[0][:, None, :, None], axes[1][None, :, None, :]
    at = torch.where((rows >= 0) & (columns >= 0), rows * shape[1] + columns, -1)
    return at.reshape(pool.kernel[0] * pool.kernel[1], *size)


def _windows(x: Tensor, at: Tensor, outside: float) -> Tensor:
    """The cells of each window, (..., kernel cells, rows, columns)."""
    return torch.where(at >= 0, x.flatten(-2)[..., at.clamp_min(0)], outside)


def max_pool(x: Tensor, pool: Pool) -> Pooled | None:
    """The largest of each window and who it is; None where no window fits."""
    at = _places((x.shape[-2], x.shape[-1]), pool)
    if at is None:
        return None
    cells = _windows(x, at, -torch.inf)
    values = cells.amax(-3)
    wins = (cells == values.unsqueeze(-3)) & (at >= 0)
    first = wins.to(torch.uint8).argmax(-3, keepdim=True)
    winners, tied = at.expand(cells.shape).gather(-3, first).squeeze(-3), wins.sum(-3)
    return Pooled(values, torch.where(tied > 0, winners, -1), tied, at, wins)


def routed(delta: Tensor, pooled: Pooled, shape: RowsColumns) -> Tensor:
    """The gradient of the input, (..., rows, columns): each window gives its own to its winner; they add up."""
    inside = torch.where(pooled.winners >= 0, delta, 0.0)
    return _scattered(inside.flatten(-2), pooled.winners.clamp_min(0).flatten(-2), shape)


def shared(delta: Tensor, pooled: Pooled, shape: RowsColumns) -> Tensor:
    """The gradient of the input if tied winners share equally, (..., rows, columns)."""
    parts = torch.where(pooled.wins, (delta / pooled.tied.clamp_min(1)).unsqueeze(-3), 0.0)
    at = pooled.at.clamp_min(0).expand(parts.shape)
    return _scattered(parts.flatten(-3), at.flatten(-3), shape)


def average_pool(x: Tensor, pool: Pool, counts_added: bool = True) -> Tensor | None:
    """The mean of each window, (..., rows, columns); None where no window fits.

    Args:
        x: (..., rows, columns).
        pool: how the window slides.
        counts_added: whether the added zeros count in the divisor.
    """
    at = _places((x.shape[-2], x.shape[-1]), pool)
    if at is None:
        return None
    return _windows(x, at, 0.0).sum(-3) / _divisor(at, counts_added)


def spread(delta: Tensor, pool: Pool, shape: RowsColumns, counts_added: bool = True) -> Tensor:
    """The gradient of the input of average pooling, (..., rows, columns): each window shares out its own equally."""
    at = _places(shape, pool)
    if at is None:
        raise ValueError("no window fits")
    parts = torch.where(at >= 0, (delta / _divisor(at, counts_added)).unsqueeze(-3), 0.0)
    return _scattered(parts.flatten(-3), at.clamp_min(0).expand(parts.shape).flatten(-3), shape)


def _divisor(at: Tensor, counts_added: bool) -> Tensor:
    return torch.full(at.shape[1:], float(len(at))) if counts_added else (at >= 0).sum(0).clamp_min(1)


def _scattered(parts: Tensor, at: Tensor, shape: RowsColumns) -> Tensor:
    """Parts (..., n) added up at their places of the input (..., n), (..., rows, columns)."""
    flat = parts.new_zeros((*parts.shape[:-1], shape[0] * shape[1]))
    return flat.scatter_add_(-1, at.expand(parts.shape), parts).view(*parts.shape[:-1], *shape)
