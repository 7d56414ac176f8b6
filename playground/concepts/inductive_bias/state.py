"""The user's picture, the digits as they are dealt out, the three nets, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status
from playground.engine.kit.optimisers import Memory

NETS = ("mlp", "cnn", "vit")
NAMES = {"mlp": "MLP", "cnn": "CNN", "vit": "ViT"}


class Data(NamedTuple):
    """The picture of the shift test, which is the user's own.

    Attributes:
        own: whether it was drawn or opened; otherwise it is a test digit.
        test: the number of the test digit.
        drawn: the picture that was drawn or opened, (12, 12), float32, from 0, paper, to 1, ink.
        meant: which digit that is meant to be.
        name: the file that it came from; empty: it was drawn.
    """

    own: bool
    test: int
    drawn: Tensor
    meant: int
    name: str


class Deal(NamedTuple):
    """How a run deals out the digits.

    Attributes:
        order: of all digits; the first are learnt from and the last 300 are for testing, (1797,).
        spots: where each lies, as uniform numbers from 0 to 1 down and across, (1797, 2).
        scramble: all pixels in random order, (144,).
        made: seed of digits made of strokes; -1: the handwritten ones that ship.
    """

    order: Tensor
    spots: Tensor
    scramble: Tensor
    made: int


class Net(NamedTuple):
    """One net that learns.

    Attributes:
        theta: its weights, (1, N).
        moments: what Adam remembers.
        loss: mean cross-entropy of its last batch, in nats; None before the first.
        accuracy: share of the test digits that it last said right.
    """

    theta: Tensor
    moments: Memory[Tensor]
    loss: float | None
    accuracy: float


class State(NamedTuple):
    """The present of a run.

    Attributes:
        deal: which digits are learnt from, and where they lie.
        mlp, cnn, vit: the nets.
        taken: updates so far.
        down, right: how far the picture of the shift test is moved.
        token: whose attention is followed: 0 the class token, then the patches.
    """

    deal: Deal
    mlp: Net
    cnn: Net
    vit: Net
    taken: int
    down: int
    right: int
    token: int


class Each(NamedTuple):
    """A number of each net."""

    mlp: float | None
    cnn: float | None
    vit: float | None


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names."""

    status: Status
    accuracy: Each
    loss: Each
