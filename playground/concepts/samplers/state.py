"""The data, the present of all chains, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.concepts.samplers.names import PerChain
from playground.engine.frame import Status
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture


class Data(NamedTuple):
    """The data as a Gaussian mixture, where the chains start, and the weights of a few states.

    Attributes:
        masses: of the components, (K,), not scaled to sum 1.
        means: (K, d).
        variances: (K,).
        modes: the mode that each component belongs to, (K,), int64.
        start: a place in the plane, (2,); on a line its first coordinate counts.
        weights: of the states of the exact chain, (states,), not scaled to sum 1.
    """

    masses: Tensor
    means: Tensor
    variances: Tensor
    modes: Tensor
    start: Tensor
    weights: Tensor

    @property
    def law(self) -> Mixture:
        """The mixture."""
        return mixtures.mixture(self.masses, self.means, self.variances)

    @property
    def d(self) -> int:
        """The dimension, 1 or 2."""
        return self.means.shape[1]


class Proposed(NamedTuple):
    """The last moves of the first particles.

    Attributes:
        tails: where they stood, (chains, few, d).
        heads: what was proposed, (chains, few, d).
        accepted: flags, (chains, few).
        orbit: points on the way of the Hamiltonian chain, (leapfrog steps + 1, fewer, d); empty without it.
    """

    tails: Tensor
    heads: Tensor
    accepted: Tensor
    orbit: Tensor


class Chains(NamedTuple):
    """Markov chains on one target, in lockstep on the same noise.

    Attributes:
        x: (chains, n, d), float64; on the simplex the first two shares.
        v: velocities, of the underdamped chain alone, (n, d).
        accepted: moves that were accepted so far, of all particles, (chains,).
        square: mean squared distance from the target's mean in units of its variance, over the particles and about
            the last 50 moves, (chains,).
        mean: of x, over the same, (chains, d).
        path: the newest places of the first particle, (at most 12, chains, d).
        burnt: first move at which the spread was within a tenth of the target's, (chains,); -1: not yet.
        visited: modes that each particle has been to, (chains, n, modes).
        outside: whether a particle ever left the simplex.
        proposed: the last moves.
        distances: total variation, KL divergence and W2 of the first coordinate to its law, (chains, 3).
        lowest: the least that each of them has been, (chains, 3).
        rises: how often each was above that by more than fresh draws are off, (chains, 3), int64.
        flux: moves between thirds of the first coordinate's law, a share of all over about the last 50, (chains, 3, 3).
    """

    x: Tensor
    v: Tensor
    accepted: Tensor
    square: Tensor
    mean: Tensor
    path: Tensor
    burnt: Tensor
    visited: Tensor
    outside: bool
    proposed: Proposed
    distances: Tensor
    lowest: Tensor
    rises: Tensor
    flux: Tensor


class Walker(NamedTuple):
    """A chain on a few states.

    Attributes:
        law: of the walker's place, exactly, (states,).
        at: the walker's place.
        visits: how often it was at each, (states,), int64.
    """

    law: Tensor
    at: int
    visits: Tensor


class State(NamedTuple):
    """The part that the view has.

    Attributes:
        move: how many moves were made.
    """

    move: int
    chains: Chains | None = None
    walker: Walker | None = None


class Info(NamedTuple):
    """What is recorded of a step, of each chain; None where the view has no such number.

    Attributes:
        status: diverging where a chain has run away.
        variance: spread over the target's.
        acceptance: share of its moves that were accepted.
        visited: modes that a particle has been to, on average.
        burn_in: first move at which the spread was that of the target.
        tv, kl, w2: total variation, KL divergence and W2 of the first coordinate to its law.
        law_tv: total variation of the exact law of the walker to the weights.
        law_tv_bound: what the second eigenvalue allows it to be.
    """

    status: Status
    variance: PerChain = PerChain()
    acceptance: PerChain = PerChain()
    visited: PerChain = PerChain()
    burn_in: PerChain = PerChain()
    tv: PerChain = PerChain()
    kl: PerChain = PerChain()
    w2: PerChain = PerChain()
    law_tv: float | None = None
    law_tv_bound: float | None = None
