"""The law of the target's first coordinate, and how far particles are from it: total variation, KL, Wasserstein."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.samplers.targets import ALPHA, Target
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.diffusion.mixtures import Mixture

BINS = 40
DISTANCES = ("tv", "kl", "w2")
_POINTS = 4001
_REACH = 7.0  # standard deviations
_MEASURED = 2048  # particles; a cloud has no order
_DRAWS = 16


class Law(NamedTuple):
    """A law on the line by a table.

    Attributes:
        at: places, (n,), equally far apart.
        density: there, (n,).
        below: its distribution function there, (n,).
    """

    at: Tensor
    density: Tensor
    below: Tensor

    def quantiles(self, shares: Tensor) -> Tensor:
        """Where so much of the law lies below, by linear interpolation; same shape."""
        right = torch.searchsorted(self.below, shares).clamp(1, len(self.at) - 1)
        low, high = self.below[right - 1], self.below[right]
        part = ((shares - low) / (high - low).clamp_min(1e-300)).clamp(0.0, 1.0)
        return self.at[right - 1] + part * (self.at[right] - self.at[right - 1])


_laws: Kept[Law] = Kept(4)
_floors: Kept[Tensor] = Kept(4)


def law_of(target: Target) -> Law:
    """The law of the first coordinate."""
    return _laws.get(_parts(target), lambda: _law(target))


def _parts(target: Target) -> tuple[Tensor | str, ...]:
    law = (target.law.weights, target.law.means, target.law.variances) if target.law is not None else ()
    return (target.kind, target.mean, target.variance, *law)


def _law(target: Target) -> Law:
    if target.kind == "simplex":
        # Of Dirichlet(a) the first share has the law Beta(a1, a2 + a3).
        a, b = ALPHA[0], sum(ALPHA[1:])
        at = torch.linspace(0.0, 1.0, _POINTS, dtype=torch.float64)
        density = at ** (a - 1) * (1 - at) ** (b - 1)
    else:
        law = target.law
        if law is None:
            law = Mixture(torch.ones(1, dtype=torch.float64), target.mean[None, :1], target.variance[:1])
        first = Mixture(law.weights, law.means[:, :1], law.variances)
        reach = _REACH * math.sqrt(float(law.variances.max()))
        low, high = float(first.means.min()) - reach, float(first.means.max()) + reach
        at = torch.linspace(low, high, _POINTS, dtype=torch.float64)
        density = mixtures.log_density(first, at[:, None]).exp()
    below = torch.cat([torch.zeros(1, dtype=torch.float64), (density[1:] + density[:-1]).cumsum(0)])
    width = float(at[1] - at[0])
    return Law(at, density / (below[-1] * width / 2), below / below[-1])


def distances(law: Law, x: Tensor) -> Tensor:
    """Total variation, KL divergence in nats and W2 of points (..., n) to a law, (..., 3).

    The first two are those of the shares in 40 intervals that the law gives the same share each; W2 is the cost of
    matching the sorted points with the law's quantiles. Infinite or huge points count at the end of the law's table.
    """
    x = x[..., :_MEASURED].clamp(law.at[0], law.at[-1]).sort(-1).values
    n = x.shape[-1]
    edges = law.quantiles(torch.arange(1, BINS, dtype=torch.float64) / BINS)
    below = torch.searchsorted(x.contiguous(), edges.expand(*x.shape[:-1], BINS - 1).contiguous()).double() / n
    ends = below.new_zeros(*x.shape[:-1], 1)
    shares = torch.cat([ends, below, ends + 1], -1).diff(dim=-1)
    variation = (shares - 1 / BINS).abs().sum(-1) / 2
    divergence = torch.xlogy(shares, BINS * shares).sum(-1)
    exact = law.quantiles((torch.arange(n, dtype=torch.float64) + 0.5) / n)
    return torch.stack([variation, divergence, (x - exact).square().mean(-1).sqrt()], -1)


def fresh(target: Target, n: int) -> Tensor:
    """The same of so many independent draws, on average, (3,): nothing can be seen to be nearer."""
    n = min(n, _MEASURED)
    return _floors.get((*_parts(target), float(n)), lambda: _fresh(law_of(target), n))


def _fresh(law: Law, n: int) -> Tensor:
    shares = torch.rand(_DRAWS, n, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    return distances(law, law.quantiles(shares)).mean(0)


def third_of(law: Law, x: Tensor) -> Tensor:
    """In which third of the law each point lies, 0, 1 or 2."""
    return torch.searchsorted(law.quantiles(torch.tensor([1 / 3, 2 / 3], dtype=torch.float64)), x.contiguous())
