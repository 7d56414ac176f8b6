"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import torch

from playground.concepts.diffusion.plan import law_at, level_at, schedule_of
from playground.engine.kit.diffusion import mixtures, schedules
from playground.texts.terms import Sides, Terms


def _level(terms: Terms) -> int:
    """The level of noise that the particles have now."""
    return level_at(terms.params, terms.data, terms.state.clouds.move)


def signal(terms: Terms) -> Any:
    """alpha_bar as a product over the levels, and its share of what is not signal."""
    schedule, t = schedule_of(terms.params, terms.data), _level(terms)
    alpha_bar = schedules.signal_by_product(schedule, t)
    noise = float(schedule.sigma[t]) ** 2 if schedule.exploding else 1 - alpha_bar
    return {"t": t, "alpha_bar": alpha_bar, "snr": alpha_bar / noise if t > 0 else None}


def level(terms: Terms) -> Any:
    """The level, and alpha_bar as a product."""
    return {name: value for name, value in signal(terms).items() if name != "snr"}


def energy(terms: Terms) -> Any:
    """The trace of the second moments of the exact law at the level."""
    law = law_at(terms.data, schedule_of(terms.params, terms.data), _level(terms))
    squares = law.means.square().sum(1) + law.means.shape[1] * law.variances
    return {"norm_theory": float((law.weights * squares).sum())}


def noise(terms: Terms) -> Any:
    """Noise and signal of the level that is looked at, from the product over the levels."""
    schedule, t = schedule_of(terms.params, terms.data), terms.state.denoising.level
    alpha_bar = schedules.signal_by_product(schedule, t)
    sigma = float(schedule.sigma[t]) if schedule.exploding else math.sqrt(1 - alpha_bar)
    return {"sigma_now": sigma, "scale_now": math.sqrt(alpha_bar)}


def tweedie(terms: Terms) -> Sides:
    """The posterior mean as an average, and by the slope of the log density from automatic differentiation."""
    schedule, t = schedule_of(terms.params, terms.data), terms.state.denoising.level
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    x = terms.data.probe[None].to(torch.float64).clone().requires_grad_()
    law = law_at(terms.data, schedule, t)
    (slope,) = torch.autograd.grad(mixtures.log_density(law, x).sum(), x)
    found = mixtures.posterior(terms.data.law, x.detach(), scale, sigma)
    mean = (found.weights[0, :, None] * found.means[0]).sum(0)
    return Sides(mean.numpy(), ((x.detach() + sigma**2 * slope)[0] / scale).numpy(), 1e-8)
