"""How many steps Langevin chains take on a Gaussian until their variances are right, exactly by linear recursion.

Source of the comparison: Ma et al. (2021): momentum needs about the root of the condition number fewer steps.
"""

from __future__ import annotations

import torch
from torch import Tensor

from playground.engine.kit.sampling.langevin import baoab, unadjusted
from playground.engine.kit.sampling.targets import Target


def steps_to(
    method: str, eigenvalues: list[float], eta: float, gamma: float, tolerance: float, most: int = 100_000
) -> int | None:
    """Steps from the mean until the variance of every direction stays within a relative tolerance; None if never.

    Args:
        method: `unadjusted` or `underdamped` (BAOAB, velocities starting from their stationary law).
        eigenvalues: of the precision, one a direction.
        eta: the step.
        gamma: friction of `underdamped`.
        tolerance: relative.
        most: number of steps after which it gives up.
    """
    slowest = 0
    for value in eigenvalues:
        M, noise, P = _linear(method, value, eta, gamma)
        outside, step = 0, 0
        for step in range(1, most + 1):
            new = M @ P @ M.T + noise
            if abs(new[0, 0].item() * value - 1) > tolerance:
                outside = step
            settled = torch.allclose(new, P, rtol=1e-9, atol=1e-13)
            P = new
            if settled or not torch.isfinite(P).all():
                break
        if outside == step:
            return None
        slowest = max(slowest, outside + 1)
    return slowest


def _linear(method: str, value: float, eta: float, gamma: float) -> tuple[Tensor, Tensor, Tensor]:
    """Matrix and noise covariance of a step on f = value x^2 / 2, and the covariance at the start."""
    well = Target(lambda x: value / 2 * x.square().sum(-1), lambda x: value * x)
    unit = torch.eye(3, dtype=torch.float64)
    x, v, z = unit[:, :1], unit[:, 1:2], unit[:, 2:]
    if method == "unadjusted":
        factor, pushed = unadjusted(well, x, eta, z)[[0, 2], 0]
        return factor.view(1, 1), pushed.square().view(1, 1), torch.zeros(1, 1, dtype=torch.float64)
    columns = torch.cat(baoab(well, x, v, eta, gamma, z), 1).T
    return columns[:, :2], columns[:, 2:] @ columns[:, 2:].T, torch.diag(torch.tensor([0.0, 1.0], dtype=torch.float64))
