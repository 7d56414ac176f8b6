"""Distances between laws, in closed form: on points of the line, and between Gaussians."""

from __future__ import annotations

import math
from itertools import pairwise

import torch
from torch import Tensor


def total_variation(p: Tensor, q: Tensor) -> float:
    """Half the sum of |p - q| of two laws on the same points."""
    return (p - q).abs().sum().item() / 2


def kl(p: Tensor, q: Tensor) -> float:
    """Sum of p log(p / q), in nats; infinite where q lacks a point of p."""
    seen = p > 0
    if bool((q[seen] <= 0).any()):
        return math.inf
    return (p[seen] * torch.log(p[seen] / q[seen])).sum().item()


def jensen_shannon(p: Tensor, q: Tensor) -> float:
    """Mean divergence from the average of both laws, at most log 2."""
    middle = (p + q) / 2
    return (kl(p, middle) + kl(q, middle)) / 2


def wasserstein(points: Tensor, p: Tensor, q: Tensor, power: int = 1) -> float:
    """W_power of two laws on points of the line in any order: the cost of matching their quantiles."""
    order = points.argsort()
    places = points[order]
    below_p, below_q = p[order].cumsum(0), q[order].cumsum(0)
    cuts = torch.cat([below_p, below_q]).clamp(max=1.0).sort().values
    cuts = torch.cat([torch.zeros(1, dtype=cuts.dtype), cuts])
    middles = (cuts[1:] + cuts[:-1]) / 2
    last = len(places) - 1
    from_p = places[torch.searchsorted(below_p, middles).clamp(max=last)]
    from_q = places[torch.searchsorted(below_q, middles).clamp(max=last)]
    cost = float(((from_p - from_q).abs() ** power * cuts.diff()).sum())
    return float(cost ** (1 / power))


def gaussian_kl(mean: Tensor, covariance: Tensor, to_mean: Tensor, to_covariance: Tensor) -> float:
    """KL of N(mean, covariance) from another Gaussian; infinite if the covariance is singular."""
    log_det = torch.linalg.slogdet(covariance)
    if log_det.sign.item() <= 0:
        return math.inf
    inverse = torch.linalg.inv(to_covariance)
    away = to_mean - mean
    logs = torch.linalg.slogdet(to_covariance).logabsdet - log_det.logabsdet
    return float(torch.trace(inverse @ covariance) + away @ inverse @ away - len(mean) + logs) / 2


def gaussian_w2(mean: Tensor, covariance: Tensor, to_mean: Tensor, to_covariance: Tensor) -> float:
    """W2 of two Gaussians: |m1 - m2|^2 + tr(A + B - 2 (B^1/2 A B^1/2)^1/2), rooted."""
    root = _root(to_covariance)
    cross = _root(root @ covariance @ root)
    squared = (mean - to_mean).square().sum() + torch.trace(covariance + to_covariance - 2 * cross)
    return math.sqrt(max(0.0, squared.item()))


def gaussian_total_variation(m1: float, s1: float, m2: float, s2: float) -> float:
    """Total variation of two Gaussians on the line, from the one or two places where the densities cross."""
    a, b = 0.5 / s2**2 - 0.5 / s1**2, m1 / s1**2 - m2 / s2**2
    c = m2**2 / (2 * s2**2) - m1**2 / (2 * s1**2) + math.log(s2 / s1)
    if a == 0.0:
        crossings = [] if b == 0.0 else [-c / b]
    else:
        root = math.sqrt(max(0.0, b * b - 4 * a * c))
        crossings = sorted([(-b - root) / (2 * a), (-b + root) / (2 * a)])
    gaps = [_phi((x - m1) / s1) - _phi((x - m2) / s2) for x in crossings]
    edges = [0.0, *gaps, 0.0]
    return sum(abs(right - left) for left, right in pairwise(edges)) / 2


def gaussian_fisher(m1: float, s1: float, m2: float, s2: float) -> float:
    """E_1 |score_1 - score_2|^2 of two Gaussians on the line."""
    return (1 / s2**2 - 1 / s1**2) ** 2 * s1**2 + ((m1 - m2) / s2**2) ** 2


def _phi(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2))


def _root(matrix: Tensor) -> Tensor:
    values, vectors = torch.linalg.eigh((matrix + matrix.T) / 2)
    found: Tensor = vectors @ torch.diag(values.clamp(min=0.0).sqrt()) @ vectors.T
    return found
