"""What a run consists of: the data of its view, the present, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """What is learnt from, and new data of the same kind.

    Attributes:
        X, X_new: digits (n, 64), or features (n, d) of the points of the bound; empty for two weights.
        Y, Y_new: classes as rows of 0 and 1, (n, 10), or labels +1 and -1, (n, 1).
        points: what is drawn of the new points of the bound, (n, 2).
    """

    X: Tensor
    Y: Tensor
    X_new: Tensor
    Y_new: Tensor
    points: Tensor


class EdgeRun(NamedTuple):
    """A net under gradient descent on all its digits.

    Attributes:
        theta, moved: weights and their last displacement, (P,).
        vectors: the top eigenvectors, (4, P).
        values: their eigenvalues, (4,).
        residual: of the first pair.
        swings: how far each of the last iterations moved along the top eigenvector, (n,).
        section: the loss along the top eigenvector from here, (21,).
        reach: how far the section goes to each side.
        looks: the last sharpnesses.
        taken: iterations so far.
        loss: now.
        lost: whether it has flown apart; it stays where it was.
    """

    theta: Tensor
    moved: Tensor
    vectors: Tensor
    values: Tensor
    residual: float
    swings: Tensor
    section: Tensor
    reach: float
    looks: Tensor
    taken: int
    loss: float
    lost: bool


class ScalarRun(NamedTuple):
    """Two weights.

    Attributes:
        at: (u, v).
        trail: where they were, (n, 2), the newest at the end.
        taken: iterations so far.
        lost: whether they have left all bounds.
    """

    at: Tensor
    trail: Tensor
    taken: int
    lost: bool


class MinimaRun(NamedTuple):
    """Two nets from one start.

    Attributes:
        thetas: weights as they are moved, (2, P).
        anchors: where the inner walk of entropy-SGD began, (2, P).
        means: running means of inner walks, or of iterates that are averaged, (2, P).
        rays: the start of the next search for the top eigenvector, (2, P).
        sharpness, losses, accuracies: of each.
        section: training loss and loss on new digits along the line through both, (2, 33).
        taken: iterations so far.
        lost: whether one has flown apart; both stay where they were.
    """

    thetas: Tensor
    anchors: Tensor
    means: Tensor
    rays: Tensor
    sharpness: tuple[float, float]
    losses: tuple[float, float]
    accuracies: tuple[float, float]
    section: Tensor
    taken: int
    lost: bool


class BoundRun(NamedTuple):
    """A posterior round trained weights.

    Attributes:
        first, mean: weights before training, the prior's mean, and after it, the posterior's, (d,).
        wrong, wrong_new: share of the sample and of new points that drawn classifiers get wrong, summed over the
            draws at each width, (24,); of the linear classifier the exact expectations.
        drawn_wrong: whether the last drawn classifier gets each shown point wrong, (m,).
        taken: draws so far.
    """

    first: Tensor
    mean: Tensor
    wrong: Tensor
    wrong_new: Tensor
    drawn_wrong: Tensor
    taken: int


class State(NamedTuple):
    """The present of a run: of the chosen view, the others are none."""

    edge: EdgeRun | None = None
    scalar: ScalarRun | None = None
    minima: MinimaRun | None = None
    bound: BoundRun | None = None


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    iteration: int
    loss: float | None = None
    sharpness: float | None = None
    second: float | None = None
    third: float | None = None
    fourth: float | None = None
    left_loss: float | None = None
    left_sharpness: float | None = None


def zeros(*shape: int) -> Tensor:
    """Nothing, in double precision."""
    return torch.zeros(*shape, dtype=torch.float64)
