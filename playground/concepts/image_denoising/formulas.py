"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from playground.concepts.image_denoising.levels import sigma_of
from playground.concepts.image_denoising.model import levels_of
from playground.concepts.image_denoising.pictures import training
from playground.engine.kit.diffusion import mixtures, schedules
from playground.texts.terms import Sides, Terms


def signal(terms: Terms) -> Any:
    """alpha_bar as a product over the levels."""
    params = terms.params
    t = levels_of(params)[terms.state.move]
    return {"alpha_bar": schedules.signal_by_product(schedules.named(params.schedule, params.T), t)}


def _guess(terms: Terms, scale: float, sigma: float) -> Any:
    """The weighted mean of the training digits for the first picture, pixel by pixel, (64,)."""
    pictures, x = training(terms.params.digit).numpy(), terms.state.x[0].numpy()
    exponents = np.array([-((x - scale * one) ** 2).sum() / (2 * sigma**2) for one in pictures])
    weights = np.exp(exponents - exponents.max())
    return (weights[:, None] * pictures).sum(0) / weights.sum()


def _score(terms: Terms, scale: float, sigma: float) -> Any:
    """The slope of the log density at the first picture by automatic differentiation, (64,)."""
    law = mixtures.noised(mixtures.points(training(terms.params.digit)), scale, sigma)
    x = terms.state.x[:1].clone().requires_grad_()
    (slope,) = torch.autograd.grad(mixtures.log_density(law, x).sum(), x)
    return slope[0].numpy()


def _noise(terms: Terms) -> tuple[float, float]:
    params = terms.params
    if params.task == "levels":
        return 1.0, sigma_of(terms.state.move)
    schedule, t = schedules.named(params.schedule, params.T), levels_of(params)[terms.state.move]
    return float(schedule.scale[t]), float(schedule.sigma[t])


def remembers(terms: Terms) -> Any:
    """The score from the best guess, and as the slope of the log density, both times sigma^2."""
    scale, sigma = _noise(terms)
    if sigma < 1e-3:
        return NotImplemented
    left = sigma**2 * _score(terms, scale, sigma)
    return Sides(left, scale * _guess(terms, scale, sigma) - terms.state.x[0].numpy(), 1e-7)


def averages(terms: Terms) -> Any:
    """The mean of all digits by their weights, and x plus sigma^2 times the score."""
    scale, sigma = _noise(terms)
    if sigma < 1e-3:
        return NotImplemented
    x = terms.state.x[0].numpy()
    return Sides(_guess(terms, scale, sigma), (x + sigma**2 * _score(terms, scale, sigma)) / scale, 1e-6)
