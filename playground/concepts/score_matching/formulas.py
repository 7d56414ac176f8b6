"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.score_matching.manifold import WIDTH, circle, sigma_after
from playground.concepts.score_matching.weakness import sigma_after as noise_after
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.texts.terms import Terms

_POINTS = 6001


def _slopes(law: Mixture, x: Tensor) -> tuple[Tensor, Tensor]:
    """Log density (n,) and its slope (n, d) by automatic differentiation."""
    x = x.clone().requires_grad_()
    log = mixtures.log_density(law, x)
    (slope,) = torch.autograd.grad(log.sum(), x)
    return log.detach(), slope


def divergences(terms: Terms) -> Any:
    """Fisher divergence, total variation and KL divergence by Simpson's rule and automatic slopes."""
    params = terms.params
    half, sigma = params.separation / 2, noise_after(params.separation, terms.state.move)
    means, one = torch.tensor([[-half], [half]], dtype=torch.float64), torch.ones(2, dtype=torch.float64)

    def law(mass: float) -> Mixture:
        weights = torch.tensor([mass, 1 - mass], dtype=torch.float64)
        return mixtures.noised(mixtures.mixture(weights, means, one), 1.0, sigma)

    far = half + 11 * math.hypot(1.0, sigma)
    x = torch.linspace(-far, far, _POINTS, dtype=torch.float64)[:, None]
    (log_p, of_p), (log_q, of_q) = _slopes(law(0.5), x), _slopes(law(params.mass), x)
    p, q = log_p.exp(), log_q.exp()

    def integral(values: Tensor) -> float:
        weights = torch.full_like(values, 2.0)
        weights[1::2] = 4.0
        weights[0] = weights[-1] = 1.0
        total = float((weights * values).sum())
        step: float = 2 * far / (_POINTS - 1)
        return total * step / 3

    # The difference of the densities has a kink where they cross, which Simpson's rule blurs: 1 - the mass they share
    # is summed by the trapezoid rule instead.
    shared = float(torch.minimum(p, q).sum()) * 2 * far / (_POINTS - 1)
    return {
        "fisher": integral(p * (of_p - of_q).square().sum(1)),
        "tv": 1 - shared,
        "kl": integral(p * (log_p - log_q)),
    }


def dimension(terms: Terms) -> Any:
    """2 - sigma^2 E|s|^2 along one radius, with slopes by automatic differentiation."""
    sigma = sigma_after(terms.state.move)
    law, width = mixtures.noised(circle(), 1.0, sigma), math.hypot(WIDTH, sigma)
    radius = torch.linspace(max(0.0, 1 - 9 * width), 1 + 9 * width, _POINTS, dtype=torch.float64)
    log, slope = _slopes(law, torch.stack([radius, torch.zeros_like(radius)], 1))
    weight = log.exp() * radius
    return {"dimension": 2 - sigma**2 * float((weight * slope.square().sum(1)).sum() / weight.sum())}
