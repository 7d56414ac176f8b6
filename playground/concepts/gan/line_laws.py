"""Two laws on the line in small cells: the best critics, divergences and distances, and what a given critic says.

All sums run over the masses p and g of the same cells, so that what holds of laws holds of these numbers to rounding.
Logarithms of probabilities come from logits: log σ(a) = −softplus(−a) is finite in the tails, log(1 − σ(a)) is not.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn.functional import softplus

from playground.engine.kit.sampling.divergences import jensen_shannon, total_variation


def best_logit(p: Tensor, g: Tensor) -> Tensor:
    """Log p − log g, the logit of D* = p / (p + g)."""
    return p.log() - g.log()


def log_probability(logit: Tensor) -> Tensor:
    """Log σ(a)."""
    return -softplus(-logit, threshold=50)


def value(p: Tensor, g: Tensor, logit: Tensor) -> float:
    """V(D) = E_p log D + E_g log(1 − D) of a critic with these logits; cells without mass do not count."""
    up = torch.where(p > 0, p * log_probability(logit.nan_to_num(0.0)), 0.0)
    down = torch.where(g > 0, g * log_probability(-logit.nan_to_num(0.0)), 0.0)
    return float(up.sum() + down.sum())


def best_value(p: Tensor, g: Tensor) -> float:
    """V(D*), by D* = p / (p + g) and 1 − D* = g / (p + g) themselves."""
    both = p + g
    up = torch.where(p > 0, p * (p / both).log(), 0.0).sum()
    return float(up + torch.where(g > 0, g * (g / both).log(), 0.0).sum())


def triangular(p: Tensor, g: Tensor) -> float:
    """The sum of (p − g)² / (p + g): 2 − 4 Σ p g / (p + g)."""
    both = p + g
    return 2.0 - 4.0 * float(torch.where(both > 0, p * g / both.clamp_min(1e-300), 0.0).sum())


def earth_mover(p: Tensor, g: Tensor, width: float) -> float:
    """W1 of masses in cells of one width: the area between both distribution functions."""
    return float((p.cumsum(0) - g.cumsum(0)).abs().sum()) * width


def best_critic(p: Tensor, g: Tensor, width: Tensor | float) -> Tensor:
    """The critic of slope at most 1 whose E_p f − E_g f is W1, 0 in the first cell: its slope is sign(F_g − F_p)."""
    gap = (g.cumsum(0) - p.cumsum(0))[:-1]
    slope = torch.where(gap.abs() > 1e-12, gap.sign(), torch.zeros_like(gap))
    return torch.cat([torch.zeros(1, dtype=p.dtype), (slope * width).cumsum(0)])


def exact_distance(loss: str, p: Tensor, g: Tensor, width: float) -> float:
    """What a perfect critic of a loss would find: JS, W1, total variation, or the triangular divergence."""
    match loss:
        case "saturating" | "nonsaturating":
            return jensen_shannon(p, g)
        case "clip" | "penalty":
            return earth_mover(p, g, width)
        case "hinge":
            return total_variation(p, g)
    return triangular(p, g)


def said_distance(loss: str, p: Tensor, g: Tensor, a: Tensor, width: float) -> float:
    """The same by a critic's numbers a in the cells; no critic says more than there is."""
    match loss:
        case "saturating" | "nonsaturating":
            return value(p, g, a) / 2 + math.log(2)
        case "clip" | "penalty":
            steepest = float(a.diff().abs().max()) / width
            return float(((p - g) * a).sum()) / max(steepest, 1e-12)
        case "hinge":
            return 1.0 - float((p * torch.relu(1 - a) + g * torch.relu(1 + a)).sum()) / 2
    return 2.0 - 4.0 * float((p * (a - 1).square() + g * a.square()).sum())


def masses_of(x: Tensor, edges: Tensor) -> Tensor:
    """The mass in each cell of a law whose quantiles at even steps are joined by lines, in any order, (cells,).

    Args:
        x: where equal steps of mass end, (n,), as a path; between two of them mass is spread evenly.
        edges: of the cells, (cells + 1,).
    """
    low, high = torch.minimum(x[1:], x[:-1]), torch.maximum(x[1:], x[:-1])
    low, high = low.clamp(edges[0], edges[-1]), high.clamp(edges[0], edges[-1])
    wide = (high - low).clamp_min(1e-9)
    # Below an edge lies a share of a step that rises from 0 to 1 between its ends: a slope added and taken away.
    n = len(edges) - 1
    below = torch.zeros(n + 1, dtype=x.dtype)
    for start in range(0, len(low), 256):
        part = slice(start, start + 256)
        below += ((edges[:, None] - low[part]) / wide[part]).clamp_(0.0, 1.0).sum(1)
    return below.diff() / len(low)
