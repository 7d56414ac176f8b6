"""The path of a run, kept with few copies: old rows in one array, the newest in another."""

from __future__ import annotations

import torch
from torch import Tensor

CHUNK = 128
KEPT = 4000
"""Rows of a path that are kept; older ones are forgotten."""


def appended(trail: Tensor, recent: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Older and newest rows with more rows: few copies, and at most `KEPT` + 128 rows in all."""
    recent = torch.cat([recent, rows])
    if len(recent) < CHUNK:
        return trail, recent
    return torch.cat([trail, recent])[-KEPT:], recent[:0].clone()


def whole(trail: Tensor, recent: Tensor) -> Tensor:
    """All rows, the oldest first."""
    return torch.cat([trail, recent]) if len(recent) else trail
