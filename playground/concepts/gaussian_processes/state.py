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


class Samples(NamedTuple):
    """What is kept of samples.

    Attributes:
        n: how many.
        total: their sum, (2,).
        squares: the sum of x x', (2, 2).
        newest: the last ones, (k, 2).
    """

    n: int
    total: Tensor
    squares: Tensor
    newest: Tensor


def no_samples() -> Samples:
    """None yet."""
    zero = torch.zeros(2, 2, dtype=torch.float64)
    return Samples(0, zero[0], zero, zero[:0])


class RandomNets(NamedTuple):
    """What is kept of the nets that were drawn.

    Attributes:
        n: how many of each width.
        powers: sums of f² and f⁴ of each of `widths.WIDTHS`, (2, widths).
        counts: of their outputs in bins, (widths, bins).
        kernels: the sum of the kernels of the deep nets of each of `widths.HIDDEN`, (hidden, inputs, inputs).
        errors: the sum of their relative distances from the recursion, (hidden,).
        deep: how many deep nets of each width.
    """

    n: int
    powers: Tensor
    counts: Tensor
    kernels: Tensor
    errors: Tensor
    deep: int


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
        line: the angle of u and the c of the line u·x = c.
        samples: of the Gaussian in the plane.
        nets: what was seen of random nets.
    """

    z: Tensor
    samples: Samples
    nets: RandomNets
    path: Tensor
    turn: float = 0.0
    knobs: tuple[float, ...] = ()
    told: tuple[float, float] = (0.0, 0.0)
    asked: tuple[int, ...] = ()
    own: tuple[int, ...] = ()
    settled: bool = False
    line: tuple[float, float] = (0.4, 0.5)


class Info(NamedTuple):
    """What is recorded of a step; None where the view has no such number."""

    status: Status
    evidence: float | None = None
    regret: float | None = None
    own_regret: float | None = None
    samples: int | None = None
    nets: int | None = None
