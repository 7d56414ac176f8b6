"""What score matching sees of two laws on the line: Fisher divergence, total variation and KL by quadrature.

The trapezoid rule on a fine grid that ends where both densities are nothing is exact to rounding for smooth integrands,
and to about the square of the mesh for the total variation, which has kinks.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion.fast import cloud_log_density, cloud_score
from playground.engine.kit.diffusion.mixtures import Mixture

_MESH = 0.01
_WIDTHS = 14.0


class Gaps(NamedTuple):
    """How far q is from p.

    Attributes:
        fisher: E_p |grad log p - grad log q|^2.
        tv: total variation.
        kl: KL(p, q) in nats.
    """

    fisher: float
    tv: float
    kl: float


def two_modes(mass: float, distance: float, variance: float = 1.0) -> Mixture:
    """(1 - mass) N(-distance/2, variance) + mass N(distance/2, variance)."""
    weights = torch.tensor([1 - mass, mass], dtype=torch.float64)
    means = torch.tensor([[-distance / 2], [distance / 2]], dtype=torch.float64)
    return Mixture(weights, means, torch.full((2,), variance, dtype=torch.float64))


def gaps(p: Mixture, q: Mixture) -> Gaps:
    """The divergences of two mixtures on the line."""
    x, dx = _grid(p, q)
    log_p, log_q = cloud_log_density(p, x), cloud_log_density(q, x)
    density = log_p.exp()
    apart = (cloud_score(p, x) - cloud_score(q, x))[:, 0].square()
    return Gaps(
        (density * apart).sum().item() * dx,
        (density - log_q.exp()).abs().sum().item() * dx / 2,
        (density * (log_p - log_q)).sum().item() * dx,
    )


def _grid(p: Mixture, q: Mixture) -> tuple[Tensor, float]:
    """Points (n, 1) and their distance."""
    means = torch.cat([p.means, q.means])
    variances = torch.cat([p.variances, q.variances])
    widest, finest = variances.max().sqrt().item(), variances.min().sqrt().item()
    low, high = means.min().item() - _WIDTHS * widest, means.max().item() + _WIDTHS * widest
    count = min(200_000, math.ceil((high - low) / (_MESH * finest)))
    x = torch.linspace(low, high, count, dtype=torch.float64)
    return x[:, None], (high - low) / (count - 1)
