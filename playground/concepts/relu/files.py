"""The user's own net from a file."""

from __future__ import annotations

from pathlib import Path

import torch

from playground.concepts.relu import Params
from playground.concepts.relu.data import Data, data_of
from playground.engine.errors import BadInput
from playground.engine.reading.weights import Limits, read_layers

LIMITS = Limits(layers=7, units=64, inputs=(1, 2))


def load(params: Params, path: Path) -> Data:
    """The net of a file: one or two inputs, up to six hidden layers of up to 64 units, one output.

    Raises:
        BadInput: the file cannot be used; the sentence names the layer and its shape.
    """
    pairs = read_layers(path, LIMITS)
    if len(pairs[-1][0]) != 1:
        raise BadInput(f"{path.name}, layer {len(pairs)} has {len(pairs[-1][0])} outputs, allowed is 1", "file")
    d = pairs[0][0].shape[1]
    empty = torch.zeros((0, d), dtype=torch.float64)
    return data_of(empty, torch.zeros(0, dtype=torch.float64), tuple(pairs), path.name)
