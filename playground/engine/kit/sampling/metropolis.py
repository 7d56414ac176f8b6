"""Metropolis-Hastings: random walk and Langevin proposals for batches of chains, and small chains as matrices.

A proposal is accepted if a uniform number in [0, 1) is below min(1, ratio), ratio = p(y) q(x|y) / (p(x) q(y|x)).
Outside of the support nothing is accepted, and the old point counts again.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way
from playground.engine.kit.sampling.langevin import unadjusted
from playground.engine.kit.sampling.targets import Target


class Decision(NamedTuple):
    """One step of all chains.

    Attributes:
        x: the new points, (n, d).
        proposal: (n, d).
        log_ratio: (n,); minus infinity outside of the support.
        accepted: (n,), flags.
        log_forward: log q(y|x) without the common constant, (n,).
        log_backward: log q(x|y) without it, (n,).
    """

    x: Tensor
    proposal: Tensor
    log_ratio: Tensor
    accepted: Tensor
    log_forward: Tensor
    log_backward: Tensor

    @property
    def log_acceptance(self) -> Tensor:
        """min(0, log ratio), (n,)."""
        return self.log_ratio.clamp(max=0.0)


def walk(target: Target, x: Tensor, increment: Tensor, uniform: Tensor) -> Decision:
    """A random-walk step with given increments (n, d), symmetric, and uniform numbers (n,)."""
    none = torch.zeros_like(uniform)
    return _decided(target, x, x + increment, none, none, uniform)


def adjusted(target: Target, x: Tensor, eta: float, z: Tensor, uniform: Tensor) -> Decision:
    """A Metropolis-adjusted Langevin step: the proposal is the unadjusted step with noise z (n, d)."""
    proposal = unadjusted(target, x, eta, z)
    give_way()
    back = x - proposal + eta * target.gradient(proposal)
    return _decided(target, x, proposal, -z.square().sum(-1) / 2, -back.square().sum(-1) / (4 * eta), uniform)


def _decided(
    target: Target, x: Tensor, proposal: Tensor, forward: Tensor, backward: Tensor, uniform: Tensor
) -> Decision:
    give_way()
    there = target.potential(proposal)
    give_way()
    ratio = torch.where(torch.isinf(there), -math.inf, target.potential(x) - there + backward - forward)
    accepted = uniform < ratio.clamp(max=0.0).exp()
    moved = torch.where(accepted[:, None], proposal, x)
    return Decision(moved, proposal, ratio, accepted, forward, backward)


def walk_acceptance(target_std: float, proposal_std: float) -> float:
    """Stationary acceptance rate of the random walk N(x, s^2) on N(0, t^2): (2/pi) arctan(2 t / s)."""
    return 2 / math.pi * math.atan2(2 * target_std, proposal_std)


# ---- small chains as matrices; row = from, column = to


class Chain(NamedTuple):
    """Metropolis-Hastings on finitely many states.

    Attributes:
        target: the law, (n,), summing to 1.
        acceptance: min(1, p_b Q_ba / (p_a Q_ab)), (n, n); 0 where a move cannot be proposed or reversed.
        transition: (n, n).
        flux: p_a P_ab, (n, n).
    """

    target: Tensor
    acceptance: Tensor
    transition: Tensor
    flux: Tensor


def chain(target: Tensor, proposal: Tensor) -> Chain:
    """The chain for a law (n,), not necessarily normalised, and proposals (n, n)."""
    p = target / target.sum()
    there = p[:, None] * proposal
    possible = there > 0
    ratio = torch.where(possible, there.T / torch.where(possible, there, 1.0), 0.0)
    acceptance = ratio.clamp(max=1.0)
    moves = proposal * acceptance
    moves = moves - torch.diag(moves.diagonal())
    transition = moves + torch.diag(1 - moves.sum(1))
    return Chain(p, acceptance, transition, p[:, None] * transition)


def irreducible(transition: Tensor) -> bool:
    """Whether every state can be reached from every other one."""
    n = len(transition)
    reach = ((transition > 0).double() + torch.eye(n, dtype=torch.float64) > 0).double()
    for _ in range(max(1, n.bit_length())):
        reach = (reach @ reach > 0).double()
    return bool((reach > 0).all())


def second_eigenvalue(transition: Tensor) -> float:
    """The second largest modulus of an eigenvalue."""
    sizes = torch.linalg.eigvals(transition).abs().sort(descending=True).values
    return sizes[1].item() if len(sizes) > 1 else 0.0
