"""Hamiltonian Monte Carlo: leapfrog trajectories, their energy and reversal, and linear theory on an oscillator.

H(q, p) = f(q) + p' M^-1 p / 2 with a diagonal mass M. Leapfrog is half kick, drift, half kick; it keeps volume and is
reversible, so that min(1, exp(-change of H)) leaves the target as it is.

Source: Neal, "MCMC using Hamiltonian dynamics" (2011).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way
from playground.engine.kit.sampling.targets import Target

Integrator = Callable[[Target, Tensor, Tensor, float, Tensor], tuple[Tensor, Tensor]]


class Trajectory(NamedTuple):
    """All points of a trajectory of n chains.

    Attributes:
        positions, momenta: (steps + 1, n, d).
        energies: (steps + 1, n).
    """

    positions: Tensor
    momenta: Tensor
    energies: Tensor

    @property
    def change(self) -> Tensor:
        """The change of the energy from the first to the last point, (n,)."""
        return self.energies[-1] - self.energies[0]


def leapfrog(target: Target, q: Tensor, p: Tensor, eps: float, mass: Tensor) -> tuple[Tensor, Tensor]:
    """One leapfrog step of positions and momenta (n, d)."""
    p = p - eps / 2 * target.gradient(q)
    q = q + eps * p / mass
    return q, p - eps / 2 * target.gradient(q)


def explicit_euler(target: Target, q: Tensor, p: Tensor, eps: float, mass: Tensor) -> tuple[Tensor, Tensor]:
    """Both from the old values: the energy of an oscillator grows at every step."""
    return q + eps * p / mass, p - eps * target.gradient(q)


def symplectic_euler(target: Target, q: Tensor, p: Tensor, eps: float, mass: Tensor) -> tuple[Tensor, Tensor]:
    """A full kick, then a drift with the new momentum."""
    p = p - eps * target.gradient(q)
    return q + eps * p / mass, p


def energy(target: Target, q: Tensor, p: Tensor, mass: Tensor) -> Tensor:
    """H of chains (n, d), (n,)."""
    return target.potential(q) + (p.square() / mass).sum(-1) / 2


def trajectory(
    target: Target, q: Tensor, p: Tensor, eps: float, steps: int, mass: Tensor, step: Integrator = leapfrog
) -> Trajectory:
    """The points of `steps` steps from (q, p), each (n, d)."""
    path = [(q, p)]
    for _ in range(steps):
        give_way()
        path.append(step(target, *path[-1], eps, mass))
    positions, momenta = (torch.stack(part) for part in zip(*path, strict=True))
    energies = torch.stack([energy(target, *point, mass) for point in path])
    return Trajectory(positions, momenta, energies)


def transition(
    target: Target, q: Tensor, p: Tensor, eps: float, steps: int, mass: Tensor, uniform: Tensor
) -> tuple[Tensor, Tensor]:
    """The next positions (n, d) of chains with fresh momenta p, and which trajectories were accepted, (n,)."""
    run = trajectory(target, q, p, eps, steps, mass)
    accepted = uniform < torch.exp(-run.change.clamp(min=0.0))
    return torch.where(accepted[:, None], run.positions[-1], q), accepted


# ---- the oscillator f = omega^2 q^2 / 2


def oscillator(omega: float) -> Target:
    """Potential and gradient of the harmonic oscillator."""
    return Target(lambda q: omega**2 / 2 * q.square().sum(-1), lambda q: omega**2 * q)


def exact(omega: float) -> Integrator:
    """The exact flow of the oscillator as a step of unit mass."""

    def step(target: Target, q: Tensor, p: Tensor, eps: float, mass: Tensor) -> tuple[Tensor, Tensor]:
        c, s = math.cos(omega * eps), math.sin(omega * eps)
        return c * q + s / omega * p, c * p - omega * s * q

    return step


def matrix(step: Integrator, omega: float, eps: float) -> Tensor:
    """The matrix of a step on the oscillator, (2, 2), for (q, p); its determinant is 1 where volume is kept."""
    unit = torch.eye(2, dtype=torch.float64)
    one = torch.ones(1, dtype=torch.float64)
    return torch.cat(step(oscillator(omega), unit[:, :1], unit[:, 1:], eps, one), 1).T


def leapfrog_invariant(omega: float, eps: float, q: float, p: float) -> float:
    """What leapfrog conserves on the oscillator: p^2 + omega^2 q^2 (1 - omega^2 eps^2 / 4)."""
    return p**2 + omega**2 * q**2 * (1 - omega**2 * eps**2 / 4)


def leapfrog_angle(omega: float, eps: float) -> float | None:
    """By how much a leapfrog step turns on its ellipse, in radians; None from eps = 2 / omega on."""
    cosine = 1 - omega**2 * eps**2 / 2
    return math.acos(cosine) if abs(cosine) < 1 else None
