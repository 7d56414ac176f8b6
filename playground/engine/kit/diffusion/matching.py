"""Score matching in closed form: Hyvarinen's loss of linear scores, sliced terms, denoising targets, a noisy circle.

Sources: Hyvarinen (2005), Vincent (2011), Song et al. (2020).
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Fit(NamedTuple):
    """A fitted linear score.

    Attributes:
        mean: m, (d,).
        precision: L, (d, d); None if the samples lie in a subspace and the loss has no minimum.
        loss: at the minimum; None without one.
    """

    mean: Tensor
    precision: Tensor | None
    loss: float | None


def implicit_loss(h: Tensor, jacobians: Tensor) -> Tensor:
    """Hyvarinen's loss, mean of |h|^2 / 2 + tr J_h; h (n, d), jacobians (n, d, d)."""
    return (h.square().sum(1) / 2 + jacobians.diagonal(dim1=1, dim2=2).sum(1)).mean()


def sliced_terms(h: Tensor, jacobians: Tensor, directions: Tensor) -> tuple[Tensor, Tensor]:
    """The terms v'Jv + (v.h)^2 / 2 and v'Jv + |h|^2 / 2 of every point and direction v (m, d), (n, m) each."""
    bent = torch.einsum("mi,nij,mj->nm", directions, jacobians, directions)
    return bent + (h @ directions.T).square() / 2, bent + h.square().sum(1, keepdim=True) / 2


def linear_loss(samples: Tensor, precision: Tensor, mean: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The implicit loss of h(a) = -L (a - m), L symmetric, and its gradients with respect to L and m."""
    away = samples - mean
    second = away.T @ away / len(samples)
    loss = (away @ precision).square().sum(1).mean() / 2 - torch.trace(precision)
    slope = (precision @ second + second @ precision) / 2 - torch.eye(len(mean), dtype=samples.dtype)
    return loss, slope, -(precision @ precision) @ away.mean(0)


def linear_fit(samples: Tensor) -> Fit:
    """The minimiser: the samples' mean and the inverse of their covariance (divided by n)."""
    mean = samples.mean(0)
    covariance = (samples - mean).T @ (samples - mean) / len(samples)
    values = torch.linalg.eigvalsh(covariance)
    if values.min().item() <= 1e-12 * max(values.max().item(), 1e-300):
        return Fit(mean, None, None)
    precision = torch.linalg.inv(covariance)
    return Fit(mean, precision, -torch.trace(precision).item() / 2)


def regression(noisy: Tensor, targets: Tensor) -> tuple[float, Tensor]:
    """Slope and offset (d,) of the line that fits denoising targets (n, d) best."""
    centre, aim = noisy.mean(0), targets.mean(0)
    away = noisy - centre
    slope = (away * (targets - aim)).sum() / away.square().sum()
    return slope.item(), aim - slope * centre


def circle_score(x: Tensor, radius: float, sigma: float) -> Tensor:
    """Score of a uniform law on a circle plus noise, (n, 2): -x / sigma^2 + (R / sigma^2) (I1/I0)(r R / sigma^2) x / r.

    The scaled Bessel functions keep it finite for tiny noise.
    """
    r = x.norm(dim=1, keepdim=True)
    pull = radius / sigma**2 * _ratio(r * radius / sigma**2)
    return -x / sigma**2 + torch.where(r > 0, pull * x / r.clamp(min=1e-300), 0.0)


def circle_mode(radius: float, sigma: float) -> float:
    """The distance from the centre at which that density is largest; 0 if R^2 <= 2 sigma^2."""
    if radius**2 <= 2 * sigma**2:
        return 0.0
    low, high = 0.0, radius
    for _ in range(200):
        r = torch.tensor((low + high) / 2, dtype=torch.float64)
        outwards = radius * _ratio(r * radius / sigma**2) > r
        low, high = (r.item(), high) if outwards else (low, r.item())
    return (low + high) / 2


def _ratio(kappa: Tensor) -> Tensor:
    found: Tensor = torch.special.i1e(kappa) / torch.special.i0e(kappa)
    return found
