"""The state of a run: methods on a surface, two matrices, or many estimates of a mean; what is recorded."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """What the run is about.

    Attributes:
        start: where all begin, (2,).
        drops: x, y and height of each drawn bump, (n, 3).
        target: the matrix that is looked for, (size, size); empty for other problems.
    """

    start: Tensor
    drops: Tensor
    target: Tensor


class Race(NamedTuple):
    """The running methods on a surface, in lockstep from one start.

    Attributes:
        theta: where they stand, (methods, 2).
        first, second: what they remember (see `engine.kit.optimisers.Memory`), of the same shape.
        alive: false where a method left all bounds: it stays at its last point, (methods,).
        ended: the step at which it did, (methods,); -1: it did not.
        taken: steps since the start.
        since: the step at which a setting last changed; the theory goes on from there.
        gap: f - f* then, (methods,).
        under: the settings in words, to see that they changed.
        trail, recent: the path (see `engine.kit.trail`), (n, methods, 2).
    """

    theta: Tensor
    first: Tensor
    second: Tensor
    alive: Tensor
    ended: Tensor
    taken: int
    since: int
    gap: Tensor
    under: str
    trail: Tensor
    recent: Tensor


class Matrices(NamedTuple):
    """Heavy ball and Muon on one matrix problem.

    Attributes:
        W: (2, size, size), heavy ball first.
        first, second: what they remember, of the same shape.
        taken: steps so far.
        update: the last update of each, of the same shape.
    """

    W: Tensor
    first: Tensor
    second: Tensor
    taken: int
    update: Tensor


class Estimates(NamedTuple):
    """Many runs of all schedules, on the same samples.

    Attributes:
        theta: (schedules, runs).
        mean: Polyak's average of the iterates so far, of the same shape.
        taken: samples seen by each run.
        rms: root mean square of theta and of the mean after steps of the clock, (n, 2, schedules); old rows are
            thinned (see `engine.kit.trail.spread_out`).
        errors: the standard errors of these, of the same shape.
        times: samples seen then, (n,).
    """

    theta: Tensor
    mean: Tensor
    taken: int
    rms: Tensor
    errors: Tensor
    times: Tensor


class State(NamedTuple):
    """One of the three arenas; the others are None."""

    race: Race | None = None
    matrices: Matrices | None = None
    estimates: Estimates | None = None


class PerMethod(NamedTuple):
    """One number for each method; None for those that do not run."""

    gd: float | None = None
    heavy_ball: float | None = None
    nesterov: float | None = None
    adagrad: float | None = None
    rmsprop: float | None = None
    adam: float | None = None
    adam_raw: float | None = None
    adamw: float | None = None
    newton: float | None = None
    average: float | None = None
    muon: float | None = None


class PerSchedule(NamedTuple):
    """One number for each schedule."""

    constant: float | None = None
    root: float | None = None
    three_quarters: float | None = None
    inverse: float | None = None


class Info(NamedTuple):
    """What is recorded of a step; the parts are metrics of the same names.

    Attributes:
        status: converged when every gradient is 0; done when the matrix's step size is 0; diverging when all are lost.
        iteration: steps, or samples so far.
        gap: f - f*.
        gradient: its length.
        rare: error left in the rarest direction, as a share of that at the start.
        rms: root mean square error over all runs.
        average_rms: the same of Polyak's average.
    """

    status: Status
    iteration: int
    gap: PerMethod = PerMethod()
    gradient: PerMethod = PerMethod()
    rare: PerMethod = PerMethod()
    rms: PerSchedule = PerSchedule()
    average_rms: PerSchedule = PerSchedule()


def zeros(*shape: int) -> Tensor:
    """Zeros in double precision."""
    return torch.zeros(shape, dtype=torch.float64)
