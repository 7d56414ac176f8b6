"""Langevin steps that stay in a set: projected on a box, a ball or the simplex, and mirrored for Dirichlet laws.

Sources: Bubeck, Eldan, Lehec (2015); Hsieh et al. (2018).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor


def onto_box(x: Tensor, low: Tensor, high: Tensor) -> Tensor:
    """The nearest points (n, d) of a box with corners low and high, (d,)."""
    return torch.minimum(torch.maximum(x, low), high)


def onto_ball(x: Tensor, radius: float, centre: Tensor | None = None) -> Tensor:
    """The nearest points (n, d) of a ball around a centre (d,), the origin by default."""
    away = x if centre is None else x - centre
    length = away.norm(dim=-1, keepdim=True)
    inside: Tensor = away * (radius / length.clamp(min=radius))
    return inside if centre is None else centre + inside


def onto_simplex(x: Tensor) -> Tensor:
    """The nearest points (n, d) with non-negative entries that sum to 1 (by sorting)."""
    ordered = x.sort(-1, descending=True).values
    ranks = torch.arange(1, x.shape[-1] + 1, dtype=x.dtype)
    excess = (ordered.cumsum(-1) - 1) / ranks
    kept = (ordered > excess).sum(-1, keepdim=True)
    return (x - excess.gather(-1, kept - 1)).clamp(min=0.0)


def to_dual(x: Tensor) -> Tensor:
    """y_j = log(x_j / x_d) of points (n, d) inside the simplex, (n, d - 1)."""
    return torch.log(x[..., :-1] / x[..., -1:])


def to_simplex(y: Tensor) -> Tensor:
    """The points (n, d) of the simplex with these y, (n, d - 1)."""
    return torch.softmax(torch.cat([y, torch.zeros_like(y[..., :1])], -1), -1)


def dual_gradient(alpha: Tensor, y: Tensor) -> Tensor:
    """Gradient of the potential in y of Dirichlet(alpha): -alpha_j + (sum of alpha) x_j, (n, d - 1)."""
    return alpha.sum() * to_simplex(y)[..., :-1] - alpha[:-1]


def mirrored(alpha: Tensor, y: Tensor, eta: float, z: Tensor) -> Tensor:
    """One Langevin step in y, (n, d - 1): its points never leave the simplex, also where alpha < 1."""
    return y - eta * dual_gradient(alpha, y) + math.sqrt(2 * eta) * z
