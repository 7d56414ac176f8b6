"""The tables: lines, clouds, flowers, or the user's own."""

from __future__ import annotations

import math
from pathlib import Path

import torch
from torch import Tensor

from playground.concepts.linear_models import Params
from playground.concepts.linear_models.declared import MOST_CLASSES, MOST_COLUMNS, MOST_ROWS
from playground.concepts.linear_models.state import Data
from playground.engine.errors import BadInput
from playground.engine.kit.data2d import round_blobs
from playground.engine.reading.points import class_column
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import read_table
from playground.engine.reading.titles import CLASS_TITLES
from playground.engine.run.context import Ctx
from playground.resources import asset

NEEDS = "columns of numbers, and perhaps one of words"
SLOPE, LEVEL = 0.6, 0.1
_OUT = 0.2  # share of outliers


def make_data(params: Params, ctx: Ctx) -> Data:
    """The table that the parameters name."""
    rng, n = ctx.rng, params.points
    if params.data == "iris":
        return _scaled(asset("data/iris.csv"), rng)
    if params.data in ("line", "curve", "outlier", "far"):
        x = (torch.arange(n, dtype=torch.float64) + torch.rand(n, generator=rng, dtype=torch.float64)) / n * 2 - 1
        x = 0.8 + 0.2 * x if params.data == "far" else x
        clean = 0.75 * torch.sin(math.pi * x) if params.data == "curve" else SLOPE * x + LEVEL
        y = clean + params.noise * torch.randn(n, generator=rng, dtype=torch.float64)
        if params.data == "outlier":
            gone = max(1, round(_OUT * n)) if n > 2 else 0
            y[n - gone :] = -0.95 + 0.1 * torch.rand(gone, generator=rng, dtype=torch.float64)
        X, labels = torch.stack([x, y], 1), (y > 0).long()
        return _table(X, labels, ("x", "y"), ("low", "high"), rng, params.data)
    if params.data == "ring":
        labels = torch.arange(n) % 2
        angle = 2 * math.pi * torch.rand(n, generator=rng, dtype=torch.float64)
        radius = 0.45 * torch.rand(n, generator=rng, dtype=torch.float64).sqrt() + 0.5 * labels
        X = torch.stack([radius * angle.cos(), radius * angle.sin()], 1)
        return _table(X, labels, ("x₁", "x₂"), ("inside", "outside"), rng, "ring")
    if params.data == "three":
        X, marks = round_blobs(n, 3, 0.5, rng)
        X = X / X.abs().max()
        return _table(X, marks.long(), ("x₁", "x₂"), ("first", "second", "third"), rng, "three clouds")
    labels = torch.arange(n) % 2
    spread, apart = (0.13, 0.5) if params.data == "blobs" else (0.33, 0.35)
    noise = spread * torch.randn(n, 2, generator=rng, dtype=torch.float64).clamp(-2.0, 2.0)
    X = noise + apart * (2 * labels - 1)[:, None] * torch.tensor([0.9, 0.7], dtype=torch.float64)
    return _table(X, labels, ("x₁", "x₂"), ("first", "second"), rng, "two clouds")


def _table(
    X: Tensor, y: Tensor, names: tuple[str, ...], classes: tuple[str, ...], rng: torch.Generator, title: str
) -> Data:
    n, p = X.shape
    zero, one = torch.zeros(p, dtype=torch.float64), torch.ones(p, dtype=torch.float64)
    luck = torch.rand(n, generator=rng, dtype=torch.float64)
    return Data(X.contiguous(), y, luck, torch.arange(n), n, names, classes, zero, one, title)


def load(params: Params, path: Path) -> Data:
    """The user's own table.

    Raises:
        BadInput: the file cannot be used; the sentence names it.
    """
    return _scaled(path, torch.Generator().manual_seed(0))


def _scaled(path: Path, rng: torch.Generator) -> Data:
    """A table with every column scaled to −1 … 1, and its class where it has one."""
    table = read_table(path, MOST_ROWS, MOST_COLUMNS + 1, NEEDS)
    titles = [title.casefold() for title in table.titles]
    named = table.header and any(title in CLASS_TITLES for title in titles)
    label, columns = -1, list(range(len(titles)))
    if table.wordy() or named:
        label, columns = class_column(table, MOST_CLASSES)
    if len(columns) < 2 or len(table) < 3:
        raise BadInput(
            f"{path.name} has {len(table)} rows and {len(columns)} columns of numbers, allowed are at least 3 and 2",
            "file",
        )
    raw = torch.from_numpy(table.numbers(columns))
    if not bool(torch.isfinite(raw).all()):
        raise BadInput(f"{path.name} has numbers that are not finite, allowed are finite ones", "file")
    low, high = raw.min(0).values, raw.max(0).values
    middle, half = (low / 2 + high / 2), (high / 2 - low / 2)
    for column in (half == 0).nonzero().ravel().tolist():
        remark(f"{path.name}: the column {table.titles[columns[column]][:40]} has one value and explains nothing")
    half = torch.where(half > 0, half, 1.0)
    X = ((raw - middle) / half).contiguous()
    names = tuple(table.titles[c].removesuffix(" (cm)")[:40] for c in columns)
    words = [table.label(row, label)[:40] for row in range(len(table))] if label >= 0 else []
    classes = sorted(set(words))
    if 2 <= len(classes) <= MOST_CLASSES:
        y = torch.tensor([classes.index(word) for word in words])
    else:
        if words:
            remark(
                f"{path.name}: {len(classes)} classes, allowed are 2 to {MOST_CLASSES}; the last column parts the rows"
            )
        y, classes = (X[:, -1] > X[:, -1].median()).long(), [f"{names[-1]} low"[:40], f"{names[-1]} high"[:40]]
    luck = torch.rand(len(X), generator=rng, dtype=torch.float64)
    return Data(X, y, luck, torch.arange(len(X)), len(X), names, tuple(classes), middle, half, path.stem[:40])
