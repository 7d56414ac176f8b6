"""Langevin steps without correction, and what they do to a Gaussian, exactly.

Overdamped: x - eta grad f + sqrt(2 eta) z. Underdamped (unit mass and temperature): dx = v dt,
dv = -(grad f + gamma v) dt + sqrt(2 gamma) dW, by explicit Euler or by the splitting BAOAB, whose positions have the
exact variance on a Gaussian at every stable step.

Sources: Durmus and Moulines (2017); Leimkuhler and Matthews (2013).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.sampling.targets import Target

_UNSTABLE = 1.0 - 1e-12


def unadjusted(target: Target, x: Tensor, eta: float, z: Tensor) -> Tensor:
    """One step of the unadjusted Langevin algorithm for chains (n, d) with noise (n, d)."""
    return x - eta * target.gradient(x) + math.sqrt(2 * eta) * z


def euler(target: Target, x: Tensor, v: Tensor, eta: float, gamma: float, z: Tensor) -> tuple[Tensor, Tensor]:
    """Positions and velocities (n, d) after an explicit Euler step: the old ones stand on the right."""
    pull = target.gradient(x) + gamma * v
    return x + eta * v, v - eta * pull + math.sqrt(2 * gamma * eta) * z


def baoab(target: Target, x: Tensor, v: Tensor, eta: float, gamma: float, z: Tensor) -> tuple[Tensor, Tensor]:
    """Positions and velocities (n, d) after half kick, half drift, exact damping, half drift, half kick."""
    kept = math.exp(-gamma * eta)
    v = v - eta / 2 * target.gradient(x)
    x = x + eta / 2 * v
    v = kept * v + math.sqrt(1 - kept**2) * z
    x = x + eta / 2 * v
    return x, v - eta / 2 * target.gradient(x)


# ---- what they do to a Gaussian


def stationary_variance(v: float, eta: float) -> float:
    """The unadjusted variance on N(0, v): v / (1 - eta / (2 v)); infinite from eta = 2 v on."""
    return v / (1 - eta / (2 * v)) if eta < 2 * v else math.inf


def autocorrelation(v: float, eta: float) -> float:
    """Correlation of successive points of the unadjusted chain on N(0, v)."""
    return 1 - eta / v


def step_limit(precision: Tensor) -> float:
    """The unadjusted chain on a Gaussian is stable for steps below 2 over the largest eigenvalue."""
    return float(2 / torch.linalg.eigvalsh(precision).max())


def moments(mean: Tensor, precision: Tensor, eta: float, x0: Tensor, steps: int) -> tuple[Tensor, Tensor]:
    """Exact mean (d,) and covariance (d, d) of the unadjusted chain on N(mean, precision^-1) after steps from x0.

    In an eigendirection with eigenvalue l the chain is autoregressive with factor r = 1 - eta l, so that its variance
    is 2 eta (1 - r^2k) / (1 - r^2).
    """
    values, vectors = torch.linalg.eigh(precision)
    factor = 1 - eta * values
    power = factor**steps
    centre = mean + vectors @ (power * (vectors.T @ (x0 - mean)))
    gap = 1 - factor**2
    sums = torch.where(gap.abs() < 1e-14, float(steps), (1 - power**2) / torch.where(gap == 0, 1.0, gap))
    return centre, vectors @ torch.diag(2 * eta * sums) @ vectors.T


def stationary_covariance(precision: Tensor, eta: float) -> Tensor | None:
    """(precision (I - eta precision / 2))^-1, too wide in every direction; None if the step is not stable."""
    if eta >= step_limit(precision):
        return None
    eye = torch.eye(len(precision), dtype=precision.dtype)
    found: Tensor = torch.linalg.inv(precision @ (eye - eta / 2 * precision))
    return found


class Stationary(NamedTuple):
    """The stationary law of positions and velocities on f = k x^2 / 2.

    Attributes:
        radius: spectral radius of the step.
        covariance: of (x, v), (2, 2); None if the step is not stable.
    """

    radius: float
    covariance: Tensor | None


def underdamped(method: str, k: float, eta: float, gamma: float) -> Stationary:
    """The stationary law of `euler` or `baoab`, from the step's own matrix and noise (discrete Lyapunov equation)."""
    step = {"euler": euler, "baoab": baoab}[method]
    well = Target(lambda x: k / 2 * x.square().sum(-1), lambda x: k * x)
    x = torch.tensor([[1.0], [0.0], [0.0]], dtype=torch.float64)
    v, z = x.roll(1, 0), x.roll(2, 0)
    columns = torch.cat(step(well, x, v, eta, gamma, z), 1).T
    M, b = columns[:, :2], columns[:, 2:]
    radius = torch.linalg.eigvals(M).abs().max().item()
    if radius >= _UNSTABLE:
        return Stationary(radius, None)
    eye = torch.eye(4, dtype=torch.float64)
    solved = torch.linalg.solve(eye - torch.kron(M, M), (b @ b.T).ravel())
    return Stationary(radius, solved.view(2, 2))
