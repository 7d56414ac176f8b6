"""A tiny GAN: the data are N(mean, spread^2), the generator makes N(theta, spread^2), the judge says sigma(phi u).

Phi(theta, phi) = E log sigma(phi u) + E log sigma(-phi u'), with u from the data and u' from the generator; theta
minimises, phi maximises. The expectations are sums over the Gauss-Hermite nodes, exact for polynomials of degree 31.
With spread 0 (and mean 0) it is the Dirac-GAN of Mescheder, Geiger and Nowozin (2018).
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

NODES = 16


@lru_cache(maxsize=8)
def _rule(spread: float) -> tuple[Tensor, Tensor]:
    """Nodes and weights of a centred normal law."""
    if spread == 0.0:
        return torch.zeros(1, dtype=torch.float64), torch.ones(1, dtype=torch.float64)
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    return torch.from_numpy(spread * nodes), torch.from_numpy(weights / math.sqrt(2 * math.pi))


def _samples(mean: float, spread: float, theta: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Data and made samples with the weights, nodes last."""
    nodes, weights = _rule(spread)
    return (mean + nodes).expand(*theta.shape, len(nodes)), theta[..., None] + nodes, weights


def payoff(mean: float, spread: float, theta: Tensor, phi: Tensor) -> Tensor:
    """Phi."""
    real, made, weights = _samples(mean, spread, theta)
    logit = phi[..., None]
    terms = torch.nn.functional.logsigmoid(logit * real) + torch.nn.functional.logsigmoid(-logit * made)
    return (terms * weights).sum(-1)


def field(mean: float, spread: float, theta: Tensor, phi: Tensor) -> tuple[Tensor, Tensor]:
    """dPhi/dtheta and -dPhi/dphi."""
    real, made, weights = _samples(mean, spread, theta)
    logit = phi[..., None]
    wrong_real, wrong_made = torch.sigmoid(-logit * real), torch.sigmoid(logit * made)
    across = -phi * (wrong_made * weights).sum(-1)
    up = ((real * wrong_real - made * wrong_made) * weights).sum(-1)
    return across, -up


def jacobian(mean: float, spread: float, theta: Tensor, phi: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The Jacobian of the field, by rows."""
    real, made, weights = _samples(mean, spread, theta)
    logit = phi[..., None]
    s, t = torch.sigmoid(logit * real), torch.sigmoid(logit * made)
    slope_real, slope_made = s * (1 - s), t * (1 - t)
    xx = -phi * phi * (slope_made * weights).sum(-1)
    xy = -((t + logit * made * slope_made) * weights).sum(-1)
    yy = -((real * real * slope_real + made * made * slope_made) * weights).sum(-1)
    return xx, xy, -xy, -yy
