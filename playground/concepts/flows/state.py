"""What a run consists of: a law with a sample of it, a flow in training, and what a step records."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.flows.coupling import Flow
from playground.engine.frame import Status
from playground.engine.kit import optimisers
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.datasets import Components
from playground.engine.kit.diffusion.mixtures import Mixture


class Data(NamedTuple):
    """What is learned from. Points are standardised: each coordinate has mean 0 and variance 1 under the law.

    Attributes:
        masses, means, spreads, modes: the components of the law before it is standardised, (K,), (K, 2), (K,), (K,).
        mean, deviation: of the law's coordinates, which standardise it, (2,).
        train: what the flow sees, (n, 2), float32.
        heldout: what it is measured on, (m, 2), float32.
        bests: mean −log p at the held-out points under the law itself, and over the law under the best Gaussian and
            under N(0, I), (3,), nats.
        floor: the log density of the law below which the data practically never are: 12 nats below the least likely of
            the held-out points, ().
        edited: whether the user has drawn something, or opened a file.
    """

    masses: Tensor
    means: Tensor
    spreads: Tensor
    modes: Tensor
    mean: Tensor
    deviation: Tensor
    train: Tensor
    heldout: Tensor
    bests: Tensor
    floor: Tensor
    edited: bool

    @property
    def components(self) -> Components:
        """The components of the law."""
        return Components(self.masses, self.means, self.spreads, self.modes)

    @property
    def law(self) -> Mixture:
        """The law before it is standardised."""
        return mixtures.mixture(self.masses, self.means, self.spreads**2)

    def log_law(self, x: Tensor) -> Tensor:
        """The log density of the standardised law at points (n, 2), (n,), float64."""
        return standardised_log_density(self.law, self.mean, self.deviation, x)


def standardised_log_density(law: Mixture, mean: Tensor, deviation: Tensor, x: Tensor) -> Tensor:
    """The log density at points (n, 2) of a law whose coordinates were moved by their mean and scaled, (n,)."""
    return mixtures.log_density(law, x.double() * deviation + mean) + deviation.log().sum()


class Measures(NamedTuple):
    """What was measured of a flow.

    Attributes:
        heldout: mean negative log-likelihood of the points that were held out, nats.
        train: the same of points that it was trained on.
        round_trip: the largest |f(f⁻¹(x)) − x| over some of the points that were held out.
    """

    heldout: float
    train: float
    round_trip: float


class State(NamedTuple):
    """The present of a run.

    Attributes:
        flow: the map; None in the view of a line.
        adam: what the optimiser remembers; None there.
        measured: of the flow at the last measurement; None there.
        at: the point whose way is followed, (2,), in the data's plane.
        z: what was drawn on the line so far, (n,), float64; empty in the plane.
        move: how many steps were made.
        failed: an update gave numbers that are not finite.
    """

    flow: Flow | None
    adam: optimisers.Memory[Tensor] | None
    measured: Measures | None
    at: Tensor
    z: Tensor
    move: int = 0
    failed: bool = False


class Info(NamedTuple):
    """What is recorded of a step; the numbers are metrics of the same names, None where the view has no such number."""

    status: Status
    updates: int | None = None
    nll: float | None = None
    nll_train: float | None = None
    round_trip: float | None = None
    drawn: int | None = None
    distance: float | None = None
