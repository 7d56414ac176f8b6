"""What a run consists of: the law of the data with a sample of it, the net in training, and what a step records."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.score_matching.names import PerLoss
from playground.engine.frame import Status
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.training import Training


class Data(NamedTuple):
    """What the score is learned from.

    Attributes:
        masses: of the components, (K,), not scaled to sum 1.
        means: (K, d).
        variances: (K,).
        modes: the mode that each component belongs to, (K,), int64.
        examples: the training examples, (n, d).
        edited: whether the user has drawn something, or opened a file.
        net: an opened net that training goes on from (see `training.packed`); empty without one.
    """

    masses: Tensor
    means: Tensor
    variances: Tensor
    modes: Tensor
    examples: Tensor
    edited: bool
    net: tuple[Tensor, ...]

    @property
    def law(self) -> Mixture:
        """The mixture."""
        return mixtures.mixture(self.masses, self.means, self.variances)

    @property
    def d(self) -> int:
        """The dimension, 1 or 2."""
        return self.means.shape[1]


class State(NamedTuple):
    """The present of a run.

    Attributes:
        training: the net, its average and the optimiser; None where nothing is learned.
        errors: relative error of the averaged net against the exact score at the levels `net.LOOKED`, (levels,),
            float64; none where nothing is learned.
        move: how many steps were made.
        compared: the nets of the compared losses; none in other views.
        compared_errors: the errors of each, (losses, levels); None in other views.
    """

    training: Training | None
    errors: Tensor
    move: int
    compared: tuple[Training, ...] = ()
    compared_errors: Tensor | None = None


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names, None where the view has no such number."""

    status: Status
    loss: float | None = None
    score_error: float | None = None
    updates: int | None = None
    fisher: float | None = None
    tv: float | None = None
    kl: float | None = None
    errors: PerLoss = PerLoss()
    score_size: float | None = None
    score_by_noise: float | None = None
    dimension: float | None = None
