"""The user's own data as mixtures: points of a table, or a picture whose dark pixels are the density; and nets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.kit.diffusion import training
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.declared import MOST_ROWS
from playground.engine.kit.diffusion.nets import Net
from playground.engine.reading.foreign import refuse_foreign
from playground.engine.reading.picture import read_picture
from playground.engine.reading.preview import kind_of
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import read_table
from playground.engine.reading.titles import CLASS_TITLES

MOST_BYTES = 16 << 20
MOST_COLUMNS = 1000
MOST_POINTS = 300
MOST_CELLS = 300


def read_components(path: Path, raw: bytes, d: int) -> Components:
    """The components of a file, all of one mode, standardised.

    Table: a row a point, its first columns of numbers (two, or one on a line), at most 300 rows evenly over the file,
    each a small Gaussian. Picture: dark pixels become the density.

    Args:
        path: the file.
        raw: what is in it.
        d: the dimension, 1 or 2.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    if kind_of(raw) == "picture":
        if d == 1:
            raise BadInput(f"{path.name} is a picture, but the data are on a line; choose data in the plane", "file")
        masses, means, spread = _picture(path)
    else:
        means = _points(path, d)
        masses, spread = torch.ones(len(means), dtype=torch.float64), _bandwidth(means)
    spreads = torch.full((len(means),), spread, dtype=torch.float64)
    return Components(masses, means, spreads, torch.zeros(len(means), dtype=torch.int64))


def read_net(path: Path, raw: bytes, d: int) -> Net:
    """The score net of a safetensors file, for data of that dimension.

    Args:
        path: the file.
        raw: what is in it.
        d: the dimension, 1 or 2.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    refuse_foreign(path.name, raw)
    try:
        net = training.from_bytes(raw)
    except BadInput:
        raise BadInput(f"{path.name} is no net of a score that this program exported as safetensors", "file") from None
    if net.sizes[-1] != d:
        raise BadInput(f"{path.name} is a net for {net.sizes[-1]} coordinates, the data have {d}", "file")
    if not all(bool(torch.isfinite(part).all()) for part in net[:3]):
        raise BadInput(f"{path.name} holds numbers that are not finite", "file")
    return net


def _points(path: Path, d: int) -> Tensor:
    """Standardised points (n, d)."""
    table = read_table(path, MOST_ROWS, MOST_COLUMNS, f"points, a row each, in {d} columns of numbers")
    wordy = set(table.wordy())
    numbers = [column for column in range(len(table.titles)) if column not in wordy]
    columns = [column for column in numbers if table.titles[column].casefold() not in CLASS_TITLES][:d]
    if len(columns) < d:
        many = f"{len(columns)} column{'' if len(columns) == 1 else 's'} of numbers"
        other = "; for one choose data on a line first, such as data=line2" if len(columns) else ""
        raise BadInput(f"{path.name} has {many}, {d} are needed{other}", "file")
    if len(numbers) > d:
        used = " and ".join(table.titles[column][:40] for column in columns)
        remark(f"{path.name}: of {len(numbers)} columns of numbers {used} {'is' if d == 1 else 'are'} used")
    if len(table) < 2:
        raise BadInput(f"{path.name} has {len(table)} point, at least 2 are needed", "file")
    every = torch.from_numpy(table.numbers(columns))
    # Evenly over the file, so that files sorted by class keep all of them.
    if len(every) > MOST_POINTS:
        remark(f"{path.name}: of {len(every):,} points {MOST_POINTS} are used, evenly over the file")
    kept = every[torch.linspace(0, len(every) - 1, min(len(every), MOST_POINTS)).round().long()]
    centred = kept - kept.mean(0)
    size = float(centred.square().sum(1).mean() / d) ** 0.5
    if size == 0.0:
        raise BadInput(f"all points of {path.name} are the same, at least two must differ", "file")
    standard: Tensor = centred / size
    return standard


def _bandwidth(means: Tensor) -> float:
    """Silverman's rule for data of variance 1, halved: real data have more than one mode."""
    n, d = means.shape
    return float(0.5 * (4 / (n * (d + 2))) ** (1 / (d + 4)))


def _picture(path: Path) -> tuple[Tensor, Tensor, float]:
    """Masses, means and the standard deviation of Gaussians on the dark cells of a picture."""
    dark = 1.0 - read_picture(path).grey
    for side in range(40, 7, -2):
        cells = _shrunk(dark, side)
        heavy = cells > 0.12 * cells.max()
        if cells.max() > 0.02 and heavy.sum() <= MOST_CELLS:
            break
    else:
        raise BadInput(f"{path.name} has no dark part that stands out", "file")
    rows, columns = np.nonzero(heavy)
    means = torch.tensor(np.stack([columns + 0.5, -(rows + 0.5)], 1), dtype=torch.float64)
    masses = torch.tensor(cells[heavy], dtype=torch.float64)
    weights = masses / masses.sum()
    centred = means - weights @ means
    size = float((weights[:, None] * centred.square()).sum() / 2) ** 0.5
    if size == 0.0:
        raise BadInput(f"{path.name} has a single dark cell, at least two are needed", "file")
    return masses, centred / size, 0.5 / size


def _shrunk(dark: Any, side: int) -> Any:
    """The darkness averaged over cells, `side` of them along the longer edge."""
    height, width = dark.shape
    scale = max(height, width) / side
    rows, columns = max(1, round(height / scale)), max(1, round(width / scale))
    y = np.minimum((np.arange(height) * rows) // height, rows - 1)
    x = np.minimum((np.arange(width) * columns) // width, columns - 1)
    flat = (y[:, None] * columns + x).ravel()
    counts = np.bincount(flat, minlength=rows * columns)
    return (np.bincount(flat, dark.ravel(), rows * columns) / np.maximum(counts, 1)).reshape(rows, columns)
