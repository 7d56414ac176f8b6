"""The mask, the pictures on their way, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """The mask: pixels that inpainting has to find, (64,), bool."""

    hidden: Tensor


class State(NamedTuple):
    """Pictures of 8x8 pixels on their way from noise.

    Attributes:
        x: (n, 64), float64, pixels from -1 to 1.
        truth: the pictures whose pixels inpainting knows, (n, 64).
        move: how many moves were made.
    """

    x: Tensor
    truth: Tensor
    move: int


class Info(NamedTuple):
    """What is recorded of a step.

    Attributes:
        status: always running; a run has a last step.
        t: the level of noise; None in the view of levels, as the next two.
        alpha_bar: share of the signal in the variance (VP), scale^2.
        snr: signal-to-noise ratio; None without noise.
        nearest_train_distance: mean distance of the pictures to the nearest training digit.
    """

    status: Status
    t: int | None = None
    alpha_bar: float | None = None
    snr: float | None = None
    nearest_train_distance: float | None = None
