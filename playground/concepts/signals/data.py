"""What the nets learn from: the digits, or a table of the user's with a column of classes."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from playground.concepts.signals import Params
from playground.concepts.signals.state import Data
from playground.engine.errors import BadInput
from playground.engine.reading.points import class_column
from playground.engine.reading.table import read_table
from playground.engine.run.context import Ctx
from playground.resources import INK, digits

MOST_ROWS, MOST_COLUMNS, MOST_CLASSES = 5000, 65, 10
NEEDS = "columns of numbers, and one of classes"


def make_data(params: Params, ctx: Ctx) -> Data:
    """The digits, in a random order."""
    images, known = digits()
    order = torch.randperm(len(known), generator=ctx.rng)
    X = torch.tensor(images.reshape(len(known), -1) / INK)[order]
    return Data(_standard(X, each=False), torch.tensor(known)[order], 10, "")


def load(params: Params, path: Path) -> Data:
    """A table: every column of numbers is a feature.

    Raises:
        BadInput: the file cannot be used; the sentence names the row and the column.
    """
    table = read_table(path, MOST_ROWS, MOST_COLUMNS, NEEDS)
    if len(table.titles) < 2:
        raise BadInput(f"{path.name} has 1 column, expected are {NEEDS}", "file")
    target, features = class_column(table, MOST_CLASSES)
    if not features:
        raise BadInput(f"{path.name} has no column of numbers beside its classes, expected are {NEEDS}", "file")
    cells = [table.label(row, target) for row in range(len(table))]
    names = sorted(set(cells))
    if not 2 <= len(names) <= MOST_CLASSES:
        title = table.titles[target][:40]
        raise BadInput(f"{path.name}, column {title} has {len(names)} classes, allowed are 2 to {MOST_CLASSES}", "file")
    X = torch.from_numpy(table.numbers(features)).double()
    return Data(_standard(X, each=True), torch.tensor([names.index(cell) for cell in cells]), len(names), path.name)


def _standard(X: Tensor, each: bool) -> Tensor:
    """Mean 0 and variance 1, over all numbers or of each column; a constant one becomes 0."""
    mean, size = (X.mean(0), X.std(0, correction=0)) if each else (X.mean(), X.std(correction=0))
    return ((X - mean) / torch.where(size > 0.0, size, torch.ones_like(size))).float()
