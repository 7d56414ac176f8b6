"""The data, the present of all chains, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.samplers.names import PerChain
from playground.engine.frame import Status
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture


class Data(NamedTuple):
    """The data as a Gaussian mixture, and where the chains start.

    Attributes:
        masses: of the components, (K,), not scaled to sum 1.
        means: (K, d).
        variances: (K,).
        modes: the mode that each component belongs to, (K,), int64.
        start: a place in the plane, (2,); on a line its first coordinate counts.
    """

    masses: Tensor
    means: Tensor
    variances: Tensor
    modes: Tensor
    start: Tensor

    @property
    def law(self) -> Mixture:
        """The mixture."""
        return mixtures.mixture(self.masses, self.means, self.variances)

    @property
    def d(self) -> int:
        """The dimension, 1 or 2."""
        return self.means.shape[1]


class State(NamedTuple):
    """Markov chains on one target, in lockstep on the same noise.

    Attributes:
        x: (chains, n, d), float64; on the simplex the first two shares.
        v: velocities, of the underdamped chain alone, (n, d).
        accepted: moves that were accepted so far, of all particles, (chains,).
        square: mean squared distance from the target's mean in units of its variance, over the particles and about
            the last 50 moves, (chains,).
        mean: of x, over the same, (chains, d).
        path: the newest places of the first particle, (at most 40, chains, d).
        move: how many moves were made.
        burnt: first move at which the spread was within a tenth of the target's, (chains,); -1: not yet.
        visited: modes that each particle has been to, (chains, n, modes).
        outside: whether a particle ever left the simplex.
    """

    x: Tensor
    v: Tensor
    accepted: Tensor
    square: Tensor
    mean: Tensor
    path: Tensor
    move: int
    burnt: Tensor
    visited: Tensor
    outside: bool


class Info(NamedTuple):
    """What is recorded of a step, of each chain.

    Attributes:
        status: diverging where a chain has run away.
        variance: spread over the target's.
        acceptance: share of its moves that were accepted.
        visited: modes that a particle has been to, on average.
        burn_in: first move at which the spread was that of the target.
    """

    status: Status
    variance: PerChain
    acceptance: PerChain
    visited: PerChain
    burn_in: PerChain
