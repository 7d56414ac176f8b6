"""Points, labels and digits, the present of a run, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status
from playground.engine.kit.optimisers import Memory

NETS = ("true", "shuffled", "part", "random")
NAMES = {"true": "true labels", "shuffled": "pixels shuffled", "part": "part random", "random": "random labels"}


class Data(NamedTuple):
    """What all fits and nets are given.

    Attributes:
        X: training points on a sphere of radius sqrt(d), (n, d).
        e: standard normal noise of their labels, (n,).
        pulled: labels that the user gave, NaN where there is none, (n,).
        unseen: test points, (300, d).
        W: directions of the features, of length 1, (20 n, d).
        c: their thresholds, from -1 to 1, (20 n,).
        start: standard normal weights at which gradient descent may start, (20 n,).
        order: of all digits: the first 1,000 are learnt from, (1797,).
        meaningless: random labels of those, (1000,).
        places: the order of shuffled pixels, (64,).
        lots: uniform numbers: a label is drawn anew where its own is below the share, (1000,).
    """

    X: Tensor
    e: Tensor
    pulled: Tensor
    unseen: Tensor
    W: Tensor
    c: Tensor
    start: Tensor
    order: Tensor
    meaningless: Tensor
    places: Tensor
    lots: Tensor


class State(NamedTuple):
    """The present of a run.

    Attributes:
        N: features at the cursor.
        theta: all weights of the four nets, (4, M); (4, 0) in the other views.
        moments: what Adam remembers of them.
        taken: updates so far.
        queue: the digits of this epoch in their order, (1000,).
        accuracy: share of the own labels that each net says, (4,).
        unseen: share of the true labels of unseen digits, (4,).
        epochs: the first epoch that ended with 999 labels right, 0: none yet, (4,).
    """

    N: int
    theta: Tensor
    moments: Memory[Tensor]
    taken: int
    queue: Tensor
    accuracy: Tensor
    unseen: Tensor
    epochs: Tensor


class Each(NamedTuple):
    """A number of each net."""

    true: float | None
    shuffled: float | None
    part: float | None
    random: float | None


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    accuracy: Each
    unseen: Each
