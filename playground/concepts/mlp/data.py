"""What is to be learnt: made, shipped, drawn or read from a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import LINE, MOST_POINTS, Params
from playground.engine.errors import BadInput
from playground.engine.kit import data2d
from playground.engine.reading.points import class_column
from playground.engine.reading.table import FileTable, is_number, read_table
from playground.engine.run.context import Ctx
from playground.resources import asset

REACH = 3.0  # the window is [-3, 3] both ways
INNER = 0.9 * REACH  # read points are scaled to this
MOST_CLASSES = 6
MOST_COLUMNS = 1000  # of a table that is looked at
NEEDS = "two columns of numbers, and one of labels or of values"
_HILLS = ((1.3, 1.2, 1.0), (-1.4, -1.2, 1.0), (1.3, -1.3, -1.0), (-1.3, 1.3, -1.0))  # x, y, height
_SKETCH = ((-3.0, -0.6), (-1.8, 0.9), (-0.9, -0.2), (0.3, 0.8), (1.2, 0.8), (1.5, -0.9), (3.0, -0.2))


class Data(NamedTuple):
    """Points and what belongs to them.

    Attributes:
        X: inputs, shape (n, d) with d = 1 or 2, float64.
        y: class numbers from 0, or values, shape (n,), float64.
        held: whether a point is held out, shape (n,), bool.
        ids: stable numbers of the points, shape (n,), int64.
        next_id: the number that the next new point gets.
        classes: how many classes; 0 for values.
        names: what the classes are called.
        inputs: what the inputs are called.
        name: of the file; empty without one.
    """

    X: Tensor
    y: Tensor
    held: Tensor
    ids: Tensor
    next_id: int
    classes: int
    names: tuple[str, ...]
    inputs: tuple[str, ...]
    name: str

    @property
    def dimension(self) -> int:
        """The number of inputs."""
        return self.X.shape[1]

    @property
    def outputs(self) -> int:
        """The outputs that a net needs: one for two classes or for values."""
        return self.classes if self.classes > 2 else 1


def data_of(
    X: Tensor,
    y: Tensor,
    classes: int,
    held: Tensor,
    names: Sequence[str] = (),
    inputs: Sequence[str] = (),
    name: str = "",
) -> Data:
    """Data with fresh ids."""
    n = len(y)
    return Data(
        X.to(torch.float64).contiguous(),
        y.to(torch.float64).contiguous(),
        held.contiguous(),
        torch.arange(n),
        n,
        classes,
        tuple(names) or tuple(str(k + 1) for k in range(classes)),
        tuple(inputs) or ("x", "y")[: X.shape[1]],
        name,
    )


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name."""
    if params.data == "iris":
        X, y, names, inputs = _iris()
        return data_of(X, y, 3, _held(len(y), params.held, ctx), names, inputs)
    if params.data == "empty":
        X, y = torch.zeros((0, 2), dtype=torch.float64), torch.zeros(0, dtype=torch.float64)
        return data_of(X, y, params.classes, torch.zeros(0, dtype=torch.bool))
    if params.data == "curve":
        x = np.arange(-29, 30) / 10
        y = torch.from_numpy(np.interp(x, *np.array(_SKETCH).T))
        return data_of(torch.from_numpy(x)[:, None], y, 0, _held(len(x), params.held, ctx))
    X, y, classes = _made(params, ctx)
    # Clouds are kept off the edge, so that no mark is cut; inputs of a function stay where they are.
    edge = 0.98 * REACH if X.shape[1] == 2 else REACH
    return data_of(X.clamp(-edge, edge), y, classes, _held(len(y), params.held, ctx))


def _held(n: int, share: float, ctx: Ctx) -> Tensor:
    """Which points are held out: a random share, but never all."""
    held = torch.zeros(n, dtype=torch.bool)
    held[ctx.randperm(n)[: min(round(share * n), n - 1)]] = True
    return held


def _made(params: Params, ctx: Ctx) -> tuple[Tensor, Tensor, int]:
    n, noise, rng = params.points, params.noise, ctx.rng
    match params.data:
        case "moons":
            return *_two(data2d.moons(n, 1.5 * noise, rng)), 2
        case "circles":
            return *_two(data2d.circles(n, 1.5 * noise, rng)), 2
        case "xor":
            return *_two(data2d.xor(n, noise, rng)), 2
        case "spirals":
            return *_two(data2d.spirals(n, noise, rng)), 2
        case "blobs":
            return *data2d.round_blobs(n, params.classes, 0.25 + 2.0 * noise, rng), params.classes
        case "pinwheel":
            return *data2d.pinwheel(n, params.classes, noise, rng), params.classes
        case "sine":
            return *_sine(n, noise, rng), 0
    X = 2 * REACH * torch.rand(n, 2, generator=rng, dtype=torch.float64) - REACH
    values = X[:, 0] * X[:, 1] / 4 if params.data == "saddle" else _hills(X)
    return X, values + noise * torch.randn(n, generator=rng, dtype=torch.float64), 0


def _two(made: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    """Labels +1 and -1 as the classes 0 and 1."""
    return made[0], (made[1] < 0).to(torch.float64)


def _hills(X: Tensor) -> Tensor:
    values = torch.zeros(len(X), dtype=torch.float64)
    for x, y, height in _HILLS:
        values += height * torch.exp(-((X[:, 0] - x) ** 2 + (X[:, 1] - y) ** 2) / 1.2)
    return values


def _sine(n: int, noise: float, rng: torch.Generator) -> tuple[Tensor, Tensor]:
    x = 2 * REACH * (torch.arange(n, dtype=torch.float64) + 0.5) / n - REACH
    return x[:, None], sine(x) + noise * torch.randn(n, generator=rng, dtype=torch.float64)


def sine(x: Tensor) -> Tensor:
    """One period of the sine over the window."""
    return torch.sin(math.pi * x / REACH)


def _iris() -> tuple[Tensor, Tensor, list[str], list[str]]:
    """Petal length and width of three species, scaled to the window."""
    table = read_table(asset("data/iris.csv"), rows=150, columns=5, needs="measures and a species")
    columns = [table.titles.index(f"petal {side} (cm)") for side in ("length", "width")]
    words = [table.cell(row, len(table.titles) - 1) for row in range(len(table))]
    names = sorted(set(words))
    X = fitted(torch.from_numpy(table.numbers(columns)))
    return X, torch.tensor([float(names.index(word)) for word in words]), names, ["petal length", "petal width"]


def fitted(X: Tensor) -> Tensor:
    """The inputs moved and scaled to the window, each axis for itself."""
    low, high = X.min(0).values, X.max(0).values
    size = torch.where(high > low, high - low, torch.ones_like(low))
    return (X - (low + high) / 2) * (2 * INNER / size)


# ---- the user's own table


def load(params: Params, path: Path) -> Data:
    """The points of a table.

    Where the data on screen have one input, x and y of a function; else two features and a column of labels (up to six
    words or whole numbers) or of values. Features are scaled to the window, values to the range from -1 to 1.

    Raises:
        BadInput: the file cannot be used; the sentence names the row and the column.
    """
    if params.data in LINE:
        table = read_table(path, MOST_POINTS, MOST_COLUMNS, "two columns of numbers, x and y")
        if len(table.titles) != 2:
            other = "for points of the plane choose their data first, such as data=circles"
            said = f"{path.name} has {len(table.titles)} columns, expected are x and y of a function; {other}"
            raise BadInput(said, "file")
        both = torch.from_numpy(table.numbers([0, 1]))
        return _learnt(params, fitted(both[:, :1]), _scaled(both[:, 1]), 0, (), table.titles[:1], path)
    table = read_table(path, MOST_POINTS, MOST_COLUMNS, NEEDS)
    if len(table.titles) < 2:
        raise BadInput(f"{path.name} has 1 column, expected are {NEEDS}", "file")
    if len(table.titles) == 2 and not table.wordy():
        other = "to learn y of x choose a function first, such as data=sine"
        raise BadInput(f"{path.name} has 2 columns of numbers, expected are {NEEDS}; {other}", "file")
    target, features = class_column(table, MOST_CLASSES, values=True)
    if len(features) != 2:
        said = f"{path.name} has {len(features) or 'no'} column{'' if len(features) == 1 else 's'} of features"
        raise BadInput(f"{said}, expected are {NEEDS}", "file")
    X = fitted(torch.from_numpy(table.numbers(features)))
    inputs = [table.titles[column] for column in features]
    labels = _labels(table, target)
    if labels is None:
        values = torch.from_numpy(table.numbers([target]))[:, 0]
        return _learnt(params, X, _scaled(values), 0, (), inputs, path)
    y = torch.tensor([float(labels.index(table.label(row, target))) for row in range(len(table))])
    return _learnt(params, X, y, len(labels), labels, inputs, path)


def _learnt(
    params: Params, X: Tensor, y: Tensor, classes: int, names: Sequence[str], inputs: Sequence[str], path: Path
) -> Data:
    """Data with every so many-th row held out, so that a file is always parted in the same way."""
    n = len(y)
    places = torch.arange(n, dtype=torch.float64)
    held = torch.floor((places + 1) * params.held) > torch.floor(places * params.held)
    if n and bool(held.all()):
        held[0] = False
    return data_of(X, y, classes, held, names, inputs, path.name)


def _labels(table: FileTable, column: int) -> list[str] | None:
    """The labels of a column, or None where it holds values.

    Raises:
        BadInput: there is one label, or there are more words than classes are allowed.
    """
    cells = [table.label(row, column) for row in range(len(table))]
    found = sorted(set(cells))
    numbers = all(is_number(cell, table.records.comma) for cell in found)
    if numbers and (len(found) > MOST_CLASSES or not all(_whole(cell) for cell in found)):
        return None
    title = table.titles[column][:40]
    if not numbers and len(found) > MOST_CLASSES:
        raise BadInput(
            f"{table.records.name}, column {title} has {len(found)} labels, allowed are 2 to {MOST_CLASSES}", "file"
        )
    if len(found) < 2:
        raise BadInput(f"{table.records.name}, column {title}: every row has the label {found[0][:40]!r}", "file")
    return sorted(found, key=float) if numbers else found


def _whole(cell: str) -> bool:
    return cell.lstrip("+-").isdigit()


def _scaled(values: Tensor) -> Tensor:
    """Values moved and scaled to the range from -1 to 1."""
    low, high = float(values.min()), float(values.max())
    return (values - (low + high) / 2) * (2.0 / (high - low) if high > low else 1.0)
