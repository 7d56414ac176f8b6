"""The user's own table: one input and one output, scaled to where the panel looks."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import Tensor

from playground.concepts.gaussian_processes import Params
from playground.concepts.gaussian_processes.declared import MOST
from playground.concepts.gaussian_processes.kernels import Covariance
from playground.concepts.gaussian_processes.regression import factor
from playground.concepts.gaussian_processes.state import GRID, Data, Scale
from playground.engine.errors import BadInput
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import read_table

NEEDS = "one column of numbers for the input x and one for the output y"
_COLUMNS = 40
_BRACES = str.maketrans("{}", "()")  # they would be read as the names of numbers
_SIDE = 3.0  # x runs from −3 to 3
_HIGHEST = 3.0  # |y| is at most this, and its deviation at most 1


def drawn_functions(normal: Tensor) -> Tensor:
    """Smooth functions on the grid from standard normal numbers, both (k, grid)."""
    return normal @ factor(Covariance("rbf", length=0.6)(GRID, GRID)).T


def load(params: Params, path: Path) -> Data:
    """The user's own points.

    Raises:
        BadInput: the file cannot be used; the sentence names it.
    """
    table = read_table(path, MOST, _COLUMNS, NEEDS)
    wordy = table.wordy()
    columns = [c for c in range(len(table.titles)) if c not in wordy]
    if not 1 <= len(columns) <= 2 or len(table) < 2:
        raise BadInput(
            f"{path.name} has {len(table)} rows and {len(columns)} columns of numbers; expected are "
            f"at least 2 rows, with {NEEDS}",
            "file",
        )
    if wordy:
        remark(f"{path.name}: columns of words are left out")
    raw = torch.from_numpy(table.numbers(columns))
    if not bool(raw.isfinite().all()):
        raise BadInput(f"{path.name} has numbers that are not finite, allowed are finite ones", "file")
    names = [table.titles[c][:24].translate(_BRACES) for c in columns]
    if len(columns) == 1:
        remark(f"{path.name}: one column of numbers, so x is the number of the row")
        raw = torch.cat([torch.arange(1, len(raw) + 1, dtype=raw.dtype)[:, None], raw], 1)
        names = ["row", *names]
    x, y = raw[:, 0], raw[:, 1]
    low, high = float(x.min()), float(x.max())
    if low == high:
        raise BadInput(f"{path.name}, column {names[0]}: every number is {low:g}, expected are several places", "file")
    if params.mode not in ("posterior", "evidence"):
        remark(f"{path.name}: its points stand in the views Functions and Evidence")
    middle, mean = (low + high) / 2, float(y.mean())
    half = (high - low) / 2 / _SIDE
    unit = max(float((y - mean).square().mean().sqrt()), float((y - mean).abs().max()) / _HIGHEST)
    if unit == 0.0:
        remark(f"{path.name}: the column {names[1]} has one value")
        unit = 1.0
    normal = torch.randn(1, len(GRID), generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    return Data(
        ((x - middle) / half).contiguous(),
        ((y - mean) / unit).contiguous(),
        torch.arange(len(x)),
        len(x),
        GRID * math.nan,
        drawn_functions(normal)[0],
        (Scale(names[0], middle, half), Scale(names[1], mean, unit)),
    )
