"""What finite data do to the score: its error against the number of points, and memorisation.

The optimal denoiser of n points is exact for their empirical law, not for the law they came from: its score differs by
about n^-1/2, and the worse the less noise there is (Zhu et al. 2023).
"""

from __future__ import annotations

import torch
from torch import Tensor

from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.giving_way import give_way


def score_error(law: Mixture, n: int, sigma: float, repeats: int, places: int, rng: torch.Generator) -> float:
    """Mean squared error of the score of n points with noise sigma against that of their law.

    Args:
        law: where the points come from.
        n: how many there are.
        sigma: standard deviation of the noise.
        repeats: data sets drawn.
        places: points of the noised law at which the scores are compared, for each data set.
        rng: draws all of them.
    """
    noised = mixtures.noised(law, 1.0, sigma)
    total = 0.0
    for _ in range(repeats):
        give_way()
        data = mixtures.points(mixtures.sample(law, n, rng)[0])
        x = mixtures.sample(noised, places, rng)[0]
        gap = cloud_score(mixtures.noised(data, 1.0, sigma), x) - cloud_score(noised, x)
        total += gap.square().sum(1).mean().item()
    return total / repeats


def slope(x: Tensor, y: Tensor) -> float:
    """Slope of log y against log x by least squares."""
    a, b = x.log(), y.log()
    a = a - a.mean()
    return ((a * b).sum() / a.square().sum()).item()
