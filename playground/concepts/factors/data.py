"""The samples: digits, flowers, marks made by two factors, two bands, or the user's own table and pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.factors import Params
from playground.concepts.factors.declared import MOST_COLUMNS, MOST_ROWS
from playground.concepts.factors.state import Data
from playground.engine.errors import BadInput
from playground.engine.files import read_head
from playground.engine.kit.giving_way import give_way
from playground.engine.reading.picture import is_picture, read_picture
from playground.engine.reading.points import class_column
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import read_table
from playground.engine.reading.titles import CLASS_TITLES
from playground.engine.run.context import Ctx
from playground.resources import INK, SIDE, asset, digits

NEEDS = "columns of numbers, and perhaps one of words"
MOST_CLASSES = 8
FACE = 16  # rows and columns of a picture among several
_LONGEST = 512  # px of a picture that is cut into patches
_MOST_PATCHES = 4000

# Six marks from two abilities: loadings of each, and the rest of its variance 1 is its own.
MARKS = ("maths", "logic", "code", "French", "essay", "poems")
LOADINGS = ((0.9, 0.1), (0.8, 0.2), (0.7, 0.3), (0.2, 0.8), (0.1, 0.9), (0.3, 0.7))
# Two bands: the standard deviations along their axes, and half the distance of the classes along the last.
_SPREADS, _HALF_GAP = (3.0, 1.0, 0.12), 0.4


def make_data(params: Params, ctx: Ctx) -> Data:
    """The samples that the parameters name."""
    match params.data:
        case "digits":
            images, labels = digits()
            X = torch.from_numpy(images.reshape(-1, SIDE * SIDE) / INK)
            return Data(X, torch.from_numpy(labels.copy()), ("pixel",), tuple("0123456789"), SIDE, "digits")
        case "iris":
            return _table(asset("data/iris.csv"))
        case "marks":
            return _marks(params.samples, ctx.rng)
        case "bands":
            return _bands(params.samples, ctx.rng)


def _marks(n: int, rng: torch.Generator) -> Data:
    W = torch.tensor(LOADINGS, dtype=torch.float64)
    z = torch.randn(n, W.shape[1], generator=rng, dtype=torch.float64)
    own = torch.randn(n, len(W), generator=rng, dtype=torch.float64) * (1 - W.square().sum(1)).sqrt()
    return Data(z @ W.T + own, torch.full((n,), -1), MARKS, (), 0, "marks")


def _bands(n: int, rng: torch.Generator) -> Data:
    """Two classes that differ along the direction of least variance, in three features that are turned against it."""
    labels = torch.arange(n) % 2
    along = torch.randn(n, 3, generator=rng, dtype=torch.float64) * torch.tensor(_SPREADS, dtype=torch.float64)
    along[:, 2] += _HALF_GAP * (2 * labels - 1)
    turn = torch.linalg.qr(torch.tensor([[2.0, 1, 1], [1, -2, 1], [1, 1, -2]], dtype=torch.float64)).Q
    return Data(along @ turn.T, labels, ("x₁", "x₂", "x₃"), ("first", "second"), 0, "two bands")


# ---- the user's own


def load(params: Params, *paths: Path) -> Data:
    """The samples of a table, of several pictures, or of the patches of one.

    Raises:
        BadInput: a file cannot be used; the sentence names it.
    """
    if len(paths) == 1 and not is_picture(read_head(paths[0], 32)):
        data = _table(paths[0])
        if params.mode == "pictures":
            remark(f"{paths[0].name}: choose the view of a table to see its features by their names")
        return data
    return _faces(paths) if len(paths) > 1 else _patches(paths[0])


def _table(path: Path) -> Data:
    table = read_table(path, MOST_ROWS, MOST_COLUMNS + 1, NEEDS)
    columns = list(range(len(table.titles)))
    named = any(title.casefold() in CLASS_TITLES for title in table.titles) and table.header
    label, features = class_column(table, MOST_CLASSES) if table.wordy() or named else (-1, columns)
    if len(features) < 2 or len(table) < 3:
        raise BadInput(
            f"{path.name} has {len(table)} rows and {len(features)} columns of numbers, allowed are at least 3 and 2",
            "file",
        )
    X = torch.from_numpy(table.numbers(features))
    if float(X.var(0).max()) == 0:
        raise BadInput(f"{path.name}: all rows are the same, so there is no direction to find", "file")
    words = [table.label(row, label) for row in range(len(table))] if label >= 0 else []
    classes = sorted(set(words))
    if not 2 <= len(classes) <= MOST_CLASSES:
        if words:
            remark(f"{path.name}: the column {table.titles[label][:40]} has {len(classes)} words and colours nothing")
        classes = []
    labels = torch.tensor([classes.index(word) for word in words] if classes else [-1] * len(table))
    names = tuple(table.titles[c].removesuffix(" (cm)")[:40] for c in features)
    return Data(X, labels, names, tuple(one[:40] for one in classes), 0, path.stem[:40])


def _faces(paths: tuple[Path, ...]) -> Data:
    """Pictures as samples, each made square."""
    found = []
    for path in paths:
        grey = torch.from_numpy(read_picture(path).grey)
        side = min(grey.shape)
        top, left = (grey.shape[0] - side) // 2, (grey.shape[1] - side) // 2
        square = grey[top : top + side, left : left + side]
        found.append(_reduced(square, FACE, FACE).reshape(-1))
        give_way()
    X = torch.stack(found)
    if float(X.var(0).max()) == 0:
        remark(f"the {len(X)} pictures are the same, so the patches of {paths[0].name} are the samples")
        return _patches(paths[0])
    return Data(X, torch.full((len(X),), -1), ("pixel",), (), FACE, f"{len(X)} pictures")


def _patches(path: Path) -> Data:
    """The patches of a picture, side by side."""
    grey = torch.from_numpy(read_picture(path).grey)
    times = max(1.0, max(grey.shape) / _LONGEST)
    rows, columns = (int(size / times) // SIDE * SIDE for size in grey.shape)
    if rows * columns < 3 * SIDE * SIDE:
        size = f"{grey.shape[1]} x {grey.shape[0]}"
        raise BadInput(f"{path.name} has {size} pixels, allowed are at least three patches of {SIDE} x {SIDE}", "file")
    grey = _reduced(grey, rows, columns)
    give_way()
    blocks = grey.reshape(rows // SIDE, SIDE, columns // SIDE, SIDE).permute(0, 2, 1, 3).reshape(-1, SIDE * SIDE)
    X = blocks[torch.from_numpy(np.linspace(0, len(blocks) - 1, min(len(blocks), _MOST_PATCHES)).astype(np.int64))]
    if float(X.var(0).max()) < 1e-8:
        raise BadInput(f"{path.name} has only one tone, so its patches do not differ", "file")
    return Data(X.contiguous(), torch.full((len(X),), -1), ("pixel",), (), SIDE, f"patches of {path.stem[:30]}")


def _reduced(grey: Tensor, rows: int, columns: int) -> Tensor:
    """A picture of another size, by means over its pixels."""
    return functional.adaptive_avg_pool2d(grey[None, None], (rows, columns))[0, 0]
