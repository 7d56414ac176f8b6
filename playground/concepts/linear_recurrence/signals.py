"""Long signals: made ones, and the user's own."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import read_table
from playground.engine.run.context import Ctx

LENGTH = 100_000
MOST = 200_000
"""Samples of a signal that is opened."""
CLICKS = 8
_MOST_ROWS, _MOST_COLUMNS = 2_000_000, 100


def signal(kind: str, ctx: Ctx) -> Tensor:
    """A made signal, (100000,).

    The chirp rises evenly from angle 0 to pi a sample: where it is, is where it stands on the unit circle.
    """
    t = torch.arange(LENGTH, dtype=torch.float64)
    if kind == "chirp":
        return (math.pi * t * t / (2 * LENGTH)).cos()
    if kind == "noise":
        return ctx.randn(LENGTH).double()
    found = torch.zeros(LENGTH, dtype=torch.float64)
    if kind == "step":
        found[LENGTH // 5 : 3 * LENGTH // 5] = 1.0
    else:
        found[LENGTH // (2 * CLICKS) :: LENGTH // CLICKS] = 1.0
    return found


def angle_at(t: int, length: int) -> float:
    """The angle a sample that a chirp of this length has reached at sample t."""
    return math.pi * t / max(length - 1, 1)


def opened(path: Path) -> Tensor:
    """The first column of numbers of a table, brought to a largest size of 1, (n,).

    Raises:
        BadInput: there are no numbers, or fewer than two.
    """
    table = read_table(path, _MOST_ROWS, _MOST_COLUMNS, "a signal, a number in each row")
    wordy = set(table.wordy())
    numbers = [column for column in range(len(table.titles)) if column not in wordy]
    if not numbers:
        raise BadInput(f"{path.name} has no column of numbers, a signal needs one", "file")
    every = torch.from_numpy(table.numbers(numbers[:1])[:, 0].copy()).double()
    if len(every) < 2:
        raise BadInput(f"{path.name} has {len(every)} number, a signal needs at least 2", "file")
    if len(numbers) > 1:
        remark(f"{path.name}: of {len(numbers)} columns of numbers the first is used")
    if len(every) > MOST:
        remark(f"{path.name}: of {len(every):,} numbers the first {MOST:,} are used")
    kept = every[:MOST]
    return (kept / kept.abs().max().clamp_min(1e-12)).contiguous()
