"""What the run is about: where the players start, and which solution distances are measured to."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.minimax import Params
from playground.concepts.minimax.games import Game
from playground.concepts.minimax.stationary import Point, stationary
from playground.engine.run.context import Ctx


class Data(NamedTuple):
    """The starts.

    Attributes:
        start: x and y, (2,).
        target: a place near the solution that the user chose, (2,); None for the first one found.
    """

    start: Tensor
    target: Tensor | None


def make_data(params: Params, ctx: Ctx) -> Data:
    """The start of the parameters."""
    return Data(torch.tensor(params.start, dtype=torch.float64), None)


def solution(game: Game, data: Data) -> Point | None:
    """The stationary point that distances are measured to, or None if there is none."""
    points = stationary(game)
    if data.target is None or not points:
        return points[0] if points else None
    chosen = complex(*data.target.tolist())
    return min(points, key=lambda point: abs(point.z - chosen))
