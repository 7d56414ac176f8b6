"""The points and the function behind them, and what a run carries along."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.frame import Status

REACH = 4.0
GRID = torch.linspace(-REACH, REACH, 161, dtype=torch.float64)
DRAWS = 5


class Data(NamedTuple):
    """Points of the user's or made.

    Attributes:
        x, y: (n,), float64.
        ids: stable numbers, (n,), int64.
        next_id: the number that the next new point gets.
        truth: the function that the points come from, on the grid; nan where nobody knows.
        hidden: the function whose top is looked for, on the grid.
    """

    x: Tensor
    y: Tensor
    ids: Tensor
    next_id: int
    truth: Tensor
    hidden: Tensor


class State(NamedTuple):
    """A run.

    Attributes:
        z: two sets of standard normal numbers between which the draws wander, (2, draws, grid).
        turn: the angle between them.
        knobs: log10 of length scale and noise where the climb stands; none: the parameters'.
        told: the parameters' length scale and noise when it began.
        path: the way of the climb, (t, 2).
        asked, own: rows of the grid where the machine and the user asked.
        settled: the climb cannot rise.
    """

    z: Tensor
    turn: float = 0.0
    knobs: tuple[float, float] | None = None
    told: tuple[float, float] = (0.0, 0.0)
    path: tuple[tuple[float, float], ...] = ()
    asked: tuple[int, ...] = ()
    own: tuple[int, ...] = ()
    settled: bool = False


class Info(NamedTuple):
    """What is recorded of a step; None where the view has no such number."""

    status: Status
    evidence: float | None = None
    regret: float | None = None
    own_regret: float | None = None
