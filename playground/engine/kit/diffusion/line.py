"""Samplers on the line, where everything can be checked: quantiles, Wasserstein distances, laws on a grid.

`final` runs a sampler; `w1` compares its end with the law exactly; `final_law` pushes the whole density through a
sampler's moves as a Markov chain on a grid, without a single particle.
"""

from __future__ import annotations

import math
from itertools import pairwise

import torch
from torch import Tensor

from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import SamplerSetting, Score, advance, affine, draws
from playground.engine.kit.diffusion.schedules import Schedule, between
from playground.engine.kit.giving_way import give_way

_LOWEST = -80.0
_PLAIN = SamplerSetting()


def even_quantiles(law: Mixture, n: int) -> Tensor:
    """The quantiles at (i + 1/2) / n of a law on the line, (n, 1): the n points that describe it best."""
    return mixtures.quantile(law, (torch.arange(n, dtype=torch.float64) + 0.5) / n)[:, None]


def w1(x: Tensor, law: Mixture) -> float:
    """Wasserstein distance from points on the line, (n,) or (n, 1), to a law: mean distance from its quantiles."""
    ordered = x.reshape(-1).to(torch.float64).sort().values
    return (ordered - even_quantiles(law, len(ordered))[:, 0]).abs().mean().item()


def final(
    x: Tensor,
    method: str,
    visited: list[int],
    schedule: Schedule,
    score: Score,
    rng: torch.Generator,
    setting: SamplerSetting = _PLAIN,
) -> Tensor:
    """Where a sampler brings points.

    Args:
        x: at the first visited level, (n, d).
        method: out of `samplers.METHODS`.
        visited: the levels, falling; see `schedules.levels`.
        schedule: their scales and noises.
        score: of the noised law.
        rng: draws the noise.
        setting: of the sampler.

    Returns:
        The points at the last visited level, (n, d).
    """
    for t, s in pairwise(visited):
        noise = torch.randn(draws([method], setting), *x.shape, generator=rng, dtype=x.dtype)
        x = advance(x[None], [method], t, s, schedule, score, noise, setting)[0]
    return x


def w1_after(
    law: Mixture, schedule: Schedule, method: str, visited: list[int], score: Score, n: int, seed: int
) -> float:
    """W1 from a sampler's end to a law on the line, started from the exact quantiles of the noised law.

    Args:
        law: the law of the data.
        schedule: the forward process.
        method: out of `samplers.METHODS`.
        visited: the levels, down to 0.
        score: what the sampler believes.
        n: number of points; a random method keeps an error of about 1/sqrt(n).
        seed: of its noise.
    """
    t = visited[0]
    start = even_quantiles(mixtures.noised(law, schedule.scale[t].item(), schedule.sigma[t].item()), n)
    return w1(final(start, method, visited, schedule, score, torch.Generator().manual_seed(seed)), law)


def final_law(
    x: Tensor,
    start: Tensor,
    method: str,
    visited: list[int],
    schedule: Schedule,
    score: Score,
    setting: SamplerSetting = _PLAIN,
) -> Tensor:
    """The density of a sampler's end, by the trapezoid rule on a grid.

    Args:
        x: the grid, even, (n,), float64; its mesh must be below the noise of every move.
        start: the density at the first visited level, (n,).
        method: `ancestral`, `sde`, or `ddim` with eta above 0: they add noise at every move.
        visited: the levels, falling; the last one above 0, where the noise ends.
        schedule: their scales and noises.
        score: what the sampler believes.
        setting: of the sampler.

    Returns:
        The density at the last visited level, (n,).
    """
    dx, density = (x[1] - x[0]).item(), start
    for t, s in pairwise(visited):
        give_way()
        a, b, c = affine(method, between(schedule, t, s), setting)
        centre = a * x + b * score(x[:, None], t)[:, 0]
        spread = ((x[:, None] - centre) / c).square_().mul_(-0.5).clamp_(min=_LOWEST).exp_()
        density = spread @ density * (dx / (c * math.sqrt(2 * math.pi)))
    return density


def tv_after(
    law: Mixture, schedule: Schedule, visited: list[int], error: float, method: str = "ancestral", mesh: float = 0.02
) -> float:
    """Total variation between a sampler's end and the law, both at the last visited level, for a wrong score.

    The error of the score has the size `error` at every point and level and pulls everything to one side.

    Args:
        law: the law of the data, on the line.
        schedule: the forward process; it starts from N(0, 1), as a sampler does that does not know the law.
        visited: the levels, the last one above 0.
        error: root-mean-square error of the score.
        method: see `final_law`.
        mesh: distance of the grid points.
    """
    last = mixtures.noised(law, schedule.scale[visited[-1]].item(), schedule.sigma[visited[-1]].item())
    reach = 6.0 + last.means.abs().max().item()
    x = torch.linspace(-reach, reach, math.ceil(2 * reach / mesh) + 1, dtype=torch.float64)
    start = torch.exp(-x.square() / 2) / math.sqrt(2 * math.pi)

    def wrong(points: Tensor, t: int) -> Tensor:
        later = mixtures.noised(law, schedule.scale[t].item(), schedule.sigma[t].item())
        return mixtures.score(later, points) + error

    found = final_law(x, start, method, visited, schedule, wrong)
    exact = mixtures.log_density(last, x[:, None]).exp()
    return 0.5 * (found - exact).abs().sum().item() * (x[1] - x[0]).item()
