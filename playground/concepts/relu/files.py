"""The user's own net, or the user's own points, from a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu import LINE, MOST_POINTS, Params
from playground.concepts.relu.data import REACH, Data, data_of
from playground.concepts.relu.net import layers_of
from playground.concepts.relu.state import State, shown
from playground.engine.errors import BadInput
from playground.engine.files import read_bytes
from playground.engine.reading.points import read_labelled
from playground.engine.reading.preview import kind_of
from playground.engine.reading.table import read_table
from playground.engine.reading.text import MOST_TEXT
from playground.engine.reading.weights import Limits, read_layers

LIMITS = Limits(layers=7, units=64, inputs=(1, 2))
MOST_COLUMNS = 1000  # of a table that is looked at
INNER = 0.9 * REACH  # points that do not lie in the window are scaled to this

_NEEDS = {1: "two columns of numbers, x and y", 2: "two columns of numbers and one with two labels"}


def load(params: Params, path: Path) -> Data:
    """The net of a file, or the points of a table; what has one input belongs to functions, what has two to the plane.

    A net has one or two inputs, up to six hidden layers of up to 64 units, and one output. A table has x and y for a
    function, or two coordinates and one of two labels. Points that lie outside of the window are moved and scaled.

    Raises:
        BadInput: the file cannot be used; the sentence names the layer and its shape, or the row and the column.
    """
    inputs = 1 if params.data in LINE else 2
    if kind_of(read_bytes(path, MOST_TEXT)) == "table":
        return _points(path, inputs, nodes=params.data == "nodes")
    pairs = read_layers(path, LIMITS)
    if len(pairs[-1][0]) != 1:
        raise BadInput(f"{path.name}, layer {len(pairs)} has {len(pairs[-1][0])} outputs, allowed is 1", "file")
    d = pairs[0][0].shape[1]
    if d != inputs:
        where, such = ("with one input", "sine") if d == 1 else ("in the plane", "moons")
        other = f"choose data {where} first, such as data={such}"
        raise BadInput(
            f"{path.name} takes {d} input{'s' if d > 1 else ''}, the data on screen have {inputs}; {other}", "file"
        )
    empty = torch.zeros((0, d), dtype=torch.float64)
    return data_of(empty, torch.zeros(0, dtype=torch.float64), tuple(pairs), path.name)


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The net on screen, float64, named as in torch.nn.Sequential(Linear, ReLU, Linear, ...)."""
    layers = layers_of(state.nets.theta[shown(params, state)], state.sizes)
    named = {f"{2 * place}.weight": W for place, (W, _) in enumerate(layers)}
    named |= {f"{2 * place}.bias": b for place, (_, b) in enumerate(layers)}
    return {name: torch.from_numpy(np.array(part)) for name, part in sorted(named.items())}


def _points(path: Path, inputs: int, nodes: bool) -> Data:
    needs = _NEEDS[inputs]
    if inputs == 2:
        table = read_table(path, MOST_POINTS, MOST_COLUMNS, needs)
        if len(table.titles) == 2 and not table.wordy():
            other = "to learn y of x choose a function first, such as data=sine"
            raise BadInput(f"{path.name} has 2 columns of numbers, expected are {needs}; {other}", "file")
        found = read_labelled(path, MOST_POINTS, MOST_COLUMNS)
        if found.X.shape[1] != 2:
            other = f"{found.X.shape[1]} column{'s' if found.X.shape[1] > 1 else ''} of numbers"
            raise BadInput(f"{path.name} has {other}, expected are {needs}", "file")
        X, y = torch.from_numpy(np.asarray(found.X, np.float64)), torch.from_numpy(np.asarray(found.y, np.float64))
    else:
        table = read_table(path, MOST_POINTS, MOST_COLUMNS, needs)
        if len(table.titles) != 2:
            other = "for points of the plane choose their data first, such as data=moons"
            raise BadInput(f"{path.name} has {len(table.titles)} columns, expected are {needs}; {other}", "file")
        both = torch.from_numpy(np.asarray(table.numbers([0, 1]), np.float64))
        X, y = both[:, :1], both[:, 1].contiguous()
        if nodes and len(torch.unique(X)) < len(X):
            raise BadInput(f"{path.name} has an x twice, a broken line needs another x at each node", "file")
    X, scaled = _fitted(X)
    return data_of(X, y, name=f"{path.name}, x scaled to the window" if scaled else path.name)


def _fitted(X: Tensor) -> tuple[Tensor, bool]:
    """The inputs, moved and scaled into the window where they do not lie in it; one factor for both axes."""
    if float(X.abs().max()) <= REACH:
        return X.contiguous(), False
    low, high = X.min(0).values, X.max(0).values
    size = float((high - low).max()) or 1.0
    return ((X - (low + high) / 2) * (2 * INNER / size)).contiguous(), True
