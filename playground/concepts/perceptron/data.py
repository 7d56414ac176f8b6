"""The points that are to be separated: made, shipped, or the user's own."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.perceptron import MOST_POINTS, Params
from playground.engine.errors import BadInput
from playground.engine.kit import data2d
from playground.engine.reading.points import read_labelled
from playground.engine.reading.table import read_table
from playground.engine.run.context import Ctx
from playground.resources import asset, digits

JITTER = 0.1
MOST_FEATURES = 1024

_GATE = ((1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (1.0, 0.0))
_FIXED: dict[str, tuple[tuple[tuple[float, float], ...], tuple[int, ...]]] = {
    "and": (_GATE, (1, -1, -1, -1)),
    "or": (_GATE, (1, -1, 1, 1)),
    "xor": (_GATE, (-1, -1, 1, 1)),
    "duplicate": (((1.0, 0.0), (1.0, 0.0), (-1.0, 1.0)), (1, -1, -1)),
    "on the line": (((1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, -2.0)), (1, 1, -1, -1)),
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
    table = read_table(asset("data/iris.csv"), rows=150, columns=5, needs="measures and a species")
    columns = [table.titles.index(f"{name} (cm)") for name in (params.feature_x, params.feature_y)]
    wanted: dict[str, float] = {params.blue_species: 1.0, params.orange_species: -1.0}
    species = [table.cell(row, len(table.titles) - 1) for row in range(len(table))]
    chosen = [row for row, name in enumerate(species) if name in wanted]
    X = torch.from_numpy(table.numbers(columns)[chosen])
    y = torch.tensor([wanted[species[row]] for row in chosen], dtype=torch.float64)
    names = (f"{params.feature_x} in cm", f"{params.feature_y} in cm")
    return data_of(X, y, names, (params.blue_species, params.orange_species))


def _digits(params: Params) -> Data:
    blue, orange = params.blue_digit, params.orange_digit
    if blue == orange:
        raise BadInput(f"orange_digit is {orange}, allowed is a digit other than blue_digit", "orange_digit")
    images, labels = digits()
    chosen = (labels == blue) | (labels == orange)
    X = torch.from_numpy(images[chosen].reshape(-1, 64))
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
    """The points of a table: columns of numbers and one label column of two values.

    Raises:
        BadInput: the file cannot be used; the sentence names the row and the column.
    """
    found = read_labelled(path, MOST_POINTS, MOST_FEATURES)
    return data_of(torch.from_numpy(found.X), torch.from_numpy(found.y), found.names, found.classes)
