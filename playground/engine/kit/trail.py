"""The path of a run, kept with few copies: old rows in one array, the newest in another."""

from __future__ import annotations

import torch
from torch import Tensor

CHUNK = 128
KEPT = 4000
"""Rows of a path that are kept; older ones are forgotten."""
PER_DECADE = 100
MOST_SPREAD = 2048
"""Rows on a logarithmic axis from which on they are thinned: more than 100 a decade of any run."""


def appended(trail: Tensor, recent: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Older and newest rows with more rows: few copies, and at most `KEPT` + 128 rows in all."""
    recent = torch.cat([recent, rows])
    if len(recent) < CHUNK:
        return trail, recent
    return torch.cat([trail, recent])[-KEPT:], recent[:0].clone()


def spread_out(times: Tensor) -> Tensor:
    """Which rows of a path on a logarithmic axis stay: all while they are few, then the first of each 1/100 decade.

    Args:
        times: ascending, (n,); what is not above 0 is always kept, and so is the newest row.

    Returns:
        Flags, (n,).
    """
    kept = torch.ones(len(times), dtype=torch.bool)
    if len(times) < MOST_SPREAD:
        return kept
    part = times.clamp_min(0).log10().mul(PER_DECADE).floor()
    kept[1:-1] = (part[1:-1] != part[:-2]) | (times[1:-1] <= 0)
    return kept


def near(rows: Tensor, seen: tuple[float, float, float, float]) -> Tensor:
    """Rows with NaN where they are more than a view's width outside of the view: strokes out there cost as much.

    A row whose way to the next or from the last leads through that room stays: no path loses what is seen of it.

    Args:
        rows: places along paths, (n, ..., 2).
        seen: the view as x0, x1, y0, y1.

    Returns:
        The places, (n, ..., 2).
    """
    x0, x1, y0, y1 = seen
    wide, high = x1 - x0, y1 - y0
    low, high_end = rows.new_tensor([x0 - wide, y0 - high]), rows.new_tensor([x1 + wide, y1 + high])
    kept = ((rows > low) & (rows < high_end)).all(-1)
    if len(rows) > 1 and not bool(kept.all()):
        first, last = torch.minimum(rows[:-1], rows[1:]), torch.maximum(rows[:-1], rows[1:])
        passes = ((first < high_end) & (last > low)).all(-1)
        kept[:-1] |= passes
        kept[1:] |= passes
    return torch.where(kept[..., None], rows, torch.nan)


def clipped(rows: Tensor, seen: tuple[float, float, float, float]) -> Tensor:
    """A path as it crosses the view and its surroundings, pieces parted by NaN: no part of it in the view is lost.

    Args:
        rows: the places of one path, (n, 2).
        seen: the view as x0, x1, y0, y1; lines are kept up to a view's width outside of it.

    Returns:
        (m, 2): the path itself where all of it is near.
    """
    x0, x1, y0, y1 = seen
    low = rows.new_tensor([2 * x0 - x1, 2 * y0 - y1])
    high = rows.new_tensor([2 * x1 - x0, 2 * y1 - y0])
    if len(rows) < 2 or bool(((rows >= low) & (rows <= high)).all()):
        return rows
    start, way = rows[:-1], rows[1:] - rows[:-1]
    # Where each piece enters and leaves the room between the borders, as shares of its length (Liang and Barsky).
    ends = torch.stack([(low - start) / way, (high - start) / way])
    still = way == 0
    enter = torch.where(still, -torch.inf, ends.amin(0)).amax(1).clamp_min(0.0)
    leave = torch.where(still, torch.inf, ends.amax(0)).amin(1).clamp_max(1.0)
    crosses = (enter <= leave) & (~still | (start >= low) & (start <= high)).all(1)
    goes_on = torch.zeros_like(crosses)
    goes_on[1:] = crosses[:-1] & (leave[:-1] >= 1.0) & (enter[1:] <= 0.0)
    parts = torch.stack([start * torch.nan, start + enter[:, None] * way, start + leave[:, None] * way], 1)
    kept = torch.stack([~goes_on, ~goes_on, torch.ones_like(goes_on)], 1) & crosses[:, None]
    return parts[kept][1:]


def whole(trail: Tensor, recent: Tensor) -> Tensor:
    """All rows, the oldest first."""
    return torch.cat([trail, recent]) if len(recent) else trail
