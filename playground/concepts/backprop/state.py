"""What a run consists of: the user's numbers, how far passes or samples are, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """What the user gives.

    Attributes:
        values: of the variables of an expression, (6,), in their order.
        sample: the input of a net, (6,).
        target: its target, (6,).
    """

    values: Tensor
    sample: Tensor
    target: Tensor


class State(NamedTuple):
    """How far the passes are.

    Attributes:
        values: of all nodes, flat; what is not computed yet is 0.
        deltas: of all nodes, flat: sums of what has arrived so far.
        cursor: how many nodes of this pass have been worked on, forward and then backward.
        passes: how many passes ended with an update.
        chosen: the row of the node that is read; -1: that of each step.
        grip: of the value that is being dragged: its row, the first place of the stroke, and the value there, (4,).
        sums: of the estimates, their number, sums and squares: (2, 3), score function first.
        bins: counts of the estimates over the range of the histograms, (2, bins).
    """

    values: Tensor
    deltas: Tensor
    cursor: int
    passes: int
    chosen: int
    grip: Tensor
    sums: Tensor
    bins: Tensor


class Turn(NamedTuple):
    """What is to be seen of a step on a graph.

    Attributes:
        status: done when the last node has handed its delta on in the last pass.
        output: the value of the last node, of the pass before until it is computed; None before.
        forward_work, backward_work: operations of arithmetic so far.
    """

    status: Status
    output: float | None
    forward_work: int
    backward_work: int


class Tally(NamedTuple):
    """What is to be seen of all samples so far; None where there are too few.

    Attributes:
        status: sampling goes on.
        score_mean, path_mean: means of the estimates with the score, and through the sample.
        score_variance, path_variance: their variances.
    """

    status: Status
    score_mean: float | None
    path_mean: float | None
    score_variance: float | None
    path_variance: float | None


Info = Turn | Tally
