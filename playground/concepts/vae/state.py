"""The drawings, a net in mid-training, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """Drawings with pixels from 0 (paper) to 1 (ink).

    Attributes:
        X: to learn from, (n, 64), float32.
        own: the user's own, (1, 64), float32; or none, (0, 64).
    """

    X: Tensor
    own: Tensor


class State(NamedTuple):
    """A net and a point of its code; or the sums of two estimators.

    Attributes:
        theta, first, second: all weights and the moments of Adam, flat.
        updates: how many were made.
        z: the dragged point, (latent,).
        drawing: what lies on the paper, from 0 to 1, (64,): the first end of the walk.
        other: the row of the drawing at its second end, in the digits.
        sums: of the pathwise and the score estimator, and of their squares, (4,), float64.
        drawn: the last noise and its sample, (2,), float64.
        samples: how many were drawn.
    """

    theta: Tensor
    first: Tensor
    second: Tensor
    updates: int
    z: Tensor
    drawing: Tensor
    other: int
    sums: Tensor
    drawn: Tensor
    samples: int


class Info(NamedTuple):
    """What is recorded of a step; None where the view has no such number."""

    status: Status = "running"
    reconstruction: float | None = None
    kl: float | None = None
    pathwise: float | None = None
    score: float | None = None
