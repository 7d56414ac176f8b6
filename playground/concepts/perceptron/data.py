"""The points that are to be separated: made, shipped, or the user's own."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.engine.context import Ctx
from playground.engine.errors import BadInput
from playground.engine.kit import data2d
from playground.resources import asset

JITTER = 0.1
MOST_POINTS = 5000
MOST_FEATURES = 1024
LARGEST = 1e6

_GATE = ((1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (1.0, 0.0))
_FIXED: dict[str, tuple[tuple[tuple[float, float], ...], tuple[int, ...]]] = {
    "and": (_GATE, (1, -1, -1, -1)),
    "or": (_GATE, (1, -1, 1, 1)),
    "xor": (_GATE, (-1, -1, 1, 1)),
    "duplicate": (((1.0, 0.0), (1.0, 0.0), (-1.0, 1.0)), (1, -1, -1)),
    "offset pair": (((0.0625, 0.0), (0.015625, 0.0)), (1, -1)),
}


class Data(NamedTuple):
    """Labelled points.

    Attributes:
        X: features, shape (n, d), float64.
        y: labels +1 (blue) and -1 (orange), shape (n,), float64.
        ids: stable numbers of the points, shape (n,), int64.
        next_id: the number that the next new point gets.
        names: what the features are called; one name for all ("pixel") where there are many.
        classes: what the blue and the orange class are called.
        window: x0, x1, y0, y1 of the plane, shape (4,); it grows with the points and never shrinks.
    """

    X: Tensor
    y: Tensor
    ids: Tensor
    next_id: int
    names: tuple[str, ...]
    classes: tuple[str, str]
    window: Tensor


def data_of(
    X: Tensor, y: Tensor, names: tuple[str, ...] = ("x₁", "x₂"), classes: tuple[str, str] = ("+1", "−1")
) -> Data:
    """Data with fresh ids and a window round the points.

    Args:
        X: features, shape (n, d).
        y: labels +1 and -1, shape (n,).
        names: names of the features.
        classes: names of the two classes.
    """
    n = len(y)
    return Data(
        X.to(torch.float64).contiguous(), y.to(torch.float64), torch.arange(n), n, names, classes, window_round(X)
    )


def make_data(params: Params, ctx: Ctx) -> Data:
    """The data set that the parameters name.

    Raises:
        BadInput: both classes are the same species or digit.
    """
    match params.data:
        case "blobs":
            X, y = data2d.blobs(params.points, params.gap, ctx.rng)
        case "moons":
            X, y = data2d.moons(params.points, JITTER, ctx.rng)
        case "circles":
            X, y = data2d.circles(params.points, JITTER, ctx.rng)
        case "random":
            X, y = data2d.scattered(params.points, ctx.rng)
        case "iris":
            return _iris(params)
        case "digits":
            return _digits(params)
        case "empty":
            X, y = torch.zeros((0, 2), dtype=torch.float64), torch.zeros(0, dtype=torch.float64)
        case fixed:
            rows, labels = _FIXED[fixed]
            X, y = torch.tensor(rows, dtype=torch.float64), torch.tensor(labels, dtype=torch.float64)
    if params.data in ("blobs", "moons", "circles"):
        y = data2d.flip_some(y, params.noise, ctx.rng)
    return data_of(X, y)


def _iris(params: Params) -> Data:
    if params.blue_species == params.orange_species:
        raise BadInput(
            f"orange_species is {params.orange_species}, allowed is a species other than blue_species", "orange_species"
        )
    with asset("data/iris.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    columns = [rows[0].index(f"{name} (cm)") for name in (params.feature_x, params.feature_y)]
    wanted: dict[str, float] = {params.blue_species: 1.0, params.orange_species: -1.0}
    chosen = [row for row in rows[1:] if row[-1] in wanted]
    X = torch.tensor([[float(row[c]) for c in columns] for row in chosen], dtype=torch.float64)
    y = torch.tensor([wanted[row[-1]] for row in chosen], dtype=torch.float64)
    names = (f"{params.feature_x} in cm", f"{params.feature_y} in cm")
    return data_of(X, y, names, (params.blue_species, params.orange_species))


def _digits(params: Params) -> Data:
    blue, orange = params.blue_digit, params.orange_digit
    if blue == orange:
        raise BadInput(f"orange_digit is {orange}, allowed is a digit other than blue_digit", "orange_digit")
    with np.load(asset("data/digits.npz"), allow_pickle=False) as stored:
        images, labels = stored["images"], stored["labels"]
    chosen = (labels == blue) | (labels == orange)
    X = torch.from_numpy(images[chosen].reshape(-1, 64).astype(np.float64))
    y = torch.from_numpy(np.where(labels[chosen] == blue, 1.0, -1.0))
    return data_of(X, y, ("pixel",), (f"digit {blue}", f"digit {orange}"))


# ---- the window of the plane and the grid of new points


def window_round(X: Tensor) -> Tensor:
    """x0, x1, y0, y1 round the points of a plane with room at the edges; [-3, 3] for none or for other dimensions."""
    n, d = X.shape
    if n == 0 or d > 2:
        return torch.tensor([-3.0, 3.0, -3.0, 3.0], dtype=torch.float64)
    low, high = X.min(0).values.tolist(), X.max(0).values.tolist()
    if d == 1:
        low, high = [low[0], 0.0], [high[0], 0.0]
    span = max(high[0] - low[0], high[1] - low[1])
    room = (0.18 if n > 8 else 0.4) * span if span > 0 else 1.0
    edges = (low[0] - room, high[0] + room, low[1] - room, high[1] + room)
    return torch.tensor(edges, dtype=torch.float64)


def grown(window: Tensor, x: float, y: float) -> Tensor:
    """The window, larger where the point (x, y) would lie outside."""
    x0, x1, y0, y1 = window.tolist()
    if x0 <= x <= x1 and y0 <= y <= y1:
        return window
    room = 0.1 * max(x1 - x0, y1 - y0)
    edges = (
        x - room if x < x0 else x0,
        x + room if x > x1 else x1,
        y - room if y < y0 else y0,
        y + room if y > y1 else y1,
    )
    return torch.tensor(edges, dtype=torch.float64)


def snapped(value: float, window: Tensor, decimal: bool) -> float:
    """A coordinate from the mouse on a grid finer than a pixel, so that sums of coordinates stay exact.

    Args:
        value: the coordinate.
        window: of the plane.
        decimal: the data are decimal numbers, so the grid is a power of ten; else a power of two.
    """
    width = float(window[1] - window[0])
    if decimal:
        places = 2 - math.floor(math.log10(width))
        return round(value, places) if places > 0 else float(round(value))
    grid = 2.0 ** (8 - math.floor(math.log2(width)))
    return round(value * grid) / grid


# ---- the user's own file


def load(params: Params, path: Path) -> Data:
    """The points of a CSV file: numeric columns and one label column of two values.

    The first row is a header if none of its cells is a number. The label column is the one that holds mostly words,
    or else the last. The larger of two numbers, or the first of two words, becomes the blue class.

    Raises:
        BadInput: the file cannot be used; the sentence names the row and the column.
    """
    name = path.name
    rows = _rows(path)
    header = not any(_is_number(cell) for cell in rows[0][1])
    titles = rows[0][1] if header else [f"column {i + 1}" for i in range(len(rows[0][1]))]
    body = rows[1:] if header else rows
    if not body:
        raise BadInput(f"{name} has a header but no rows; at least two rows are needed", "file")
    if len(titles) < 2:
        raise BadInput(f"{name} has one column; allowed are numeric columns and one label column", "file")
    if len(body) > MOST_POINTS or len(titles) > MOST_FEATURES + 1:
        raise BadInput(f"{name} has {len(body)} rows and {len(titles)} columns; allowed are {MOST_POINTS} rows and "
                       f"{MOST_FEATURES + 1} columns", "file")  # fmt: skip
    for line, cells in body:
        if len(cells) != len(titles):
            raise BadInput(f"{name}, row {line} has {len(cells)} columns, row {rows[0][0]} has {len(titles)}", "file")
    words = [i for i in range(len(titles)) if 2 * sum(not _is_number(cells[i]) for _, cells in body) > len(body)]
    label = words[-1] if words else len(titles) - 1
    features = [i for i in range(len(titles)) if i != label]
    X = [[_number(name, line, titles[i], cells[i]) for i in features] for line, cells in body]
    classes = _two_labels(name, titles[label], [(line, cells[label]) for line, cells in body])
    y = [1.0 if cells[label] == classes[0] else -1.0 for _, cells in body]
    names = tuple(titles[i] for i in features)
    return data_of(torch.tensor(X, dtype=torch.float64), torch.tensor(y, dtype=torch.float64), names, classes)


def _rows(path: Path) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, with their line numbers from 1."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path.name} cannot be opened: {error.strerror}", "file") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is not a text file in UTF-8", "file") from None
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(map(str.strip, cells))]
    except csv.Error as error:
        raise BadInput(f"{path.name}, row {reader.line_num} is not a row of a CSV file: {error}", "file") from None
    if not rows:
        raise BadInput(f"{path.name} is empty; allowed are numeric columns and one label column", "file")
    return rows


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _number(name: str, line: int, title: str, cell: str) -> float:
    if not cell:
        raise BadInput(f"{name}, row {line}, column {title}: the cell is empty, allowed is a number", "file")
    if not _is_number(cell):
        raise BadInput(f"{name}, row {line}, column {title}: {cell[:40]!r} is not a number", "file")
    value = float(cell)
    if not abs(value) <= LARGEST:
        raise BadInput(f"{name}, row {line}, column {title}: {cell[:40]} is not allowed, numbers are from -1e6 to 1e6",
                       "file")  # fmt: skip
    return value


def _two_labels(name: str, title: str, cells: list[tuple[int, str]]) -> tuple[str, str]:
    """The blue and the orange label."""
    found: list[str] = []
    for line, cell in cells:
        if not cell:
            raise BadInput(f"{name}, row {line}, column {title}: the label is empty", "file")
        if cell not in found:
            found.append(cell)
        if len(found) > 2:
            raise BadInput(f"{name}, row {line}, column {title}: {cell[:40]!r} is a third label after {found[0]!r} and "
                           f"{found[1]!r}, allowed are two", "file")  # fmt: skip
    if len(found) < 2:
        raise BadInput(f"{name}, column {title}: every row has the label {found[0]!r}, two labels are needed", "file")
    if all(map(_is_number, found)):
        found.sort(key=float, reverse=True)
    return found[0], found[1]
