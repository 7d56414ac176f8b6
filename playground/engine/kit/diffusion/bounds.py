"""The variational bound of a diffusion model, term by term, with the exact denoiser of the data.

-log p(x_0) <= L_T + sum over t > 1 of L_{t-1} + L_0 in nats, where (Sohl-Dickstein et al. 2015, Ho et al. 2020)

    L_T      KL of q(x_T | x_0) from N(0, I)
    L_{t-1}  E KL of q(x_{t-1} | x_t, x_0) from N(mean of the model, v_t I)
    L_0      E -log N(x_0; mean of the model at x_1, v_1 I)

with the reverse variance v_t = beta_t, so that L_{t-1} = lambda_t E|eps - eps_theta|^2 + a constant, lambda_t being
`schedules.bound_weights`; the simple loss replaces lambda_t by 1.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit import drawing
from playground.engine.kit.diffusion import schedules
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.kit.giving_way import give_way

_DRAWN_AT_ONCE = 100_000  # numbers, a few milliseconds


class Terms(NamedTuple):
    """The terms of the bound, in nats.

    Attributes:
        first: L_0.
        between: L_1, ..., L_{T-1}, (T - 1,).
        last: L_T.
    """

    first: float
    between: Tensor
    last: float

    @property
    def total(self) -> float:
        """Their sum, at least -log p(x_0)."""
        return self.first + self.between.sum().item() + self.last


def gaussian_terms(mean: float, variance: float, x0: float, schedule: Schedule) -> Terms:
    """The exact terms for data N(mean, variance) on the line at one point x0."""
    scale, noise = schedule.scale[1:], schedule.sigma[1:] ** 2
    later = scale**2 * variance + noise
    gain = scale * variance / later
    # x_0 - E[x_0 | x_t] = (1 - gain scale)(x_0 - mean) - gain sigma z, and eps - eps* is -scale / sigma times that.
    square = ((1 - gain * scale) * (x0 - mean)) ** 2 + gain**2 * noise
    wrong = scale**2 / noise * square
    ends = (scale[-1] * x0).item(), noise[-1].item()
    return _terms(schedule, wrong, ends[0] ** 2, ends[1])


def sampled_terms(
    mean: float, variance: float, x0: float, schedule: Schedule, count: int, rng: torch.Generator
) -> tuple[Tensor, Tensor]:
    """L_1, ..., L_{T-1} for data N(mean, variance) by draws of x_t, and their standard errors, (T - 1,) each.

    By another route than `gaussian_terms`: the KL divergence of q(x_{t-1} | x_t, x_0) from the step of the model is
    computed from both means for each draw, without the error of the noise.
    """
    scale, sigma = schedule.scale[2:, None], schedule.sigma[2:, None]
    before, quiet = schedule.scale[1:-1, None], schedule.sigma[1:-1, None]
    ratio, beta = scale / before, schedules.betas(schedule)[1:, None]
    # Products of the Gaussians x_{t-1} given x_0 and x_t given x_{t-1}, or x_0 drawn from its exact posterior.
    gain = scale * variance / (scale**2 * variance + sigma**2)
    spread = quiet**2 * beta / sigma**2
    constant = spread / beta - 1 - (spread / beta).log()
    means, errors = torch.empty(len(scale), dtype=torch.float64), torch.empty(len(scale), dtype=torch.float64)
    rows = max(1, _DRAWN_AT_ONCE // count)
    for begin in range(0, len(scale), rows):
        at = slice(begin, begin + rows)
        x = scale[at] * x0 + sigma[at] * drawing.normal((len(scale[at]), count), rng, torch.float64)
        guess = mean + gain[at] * (x - scale[at] * mean)
        # The steps' means differ by what x_0 is taken for alone, but both are computed whole: it is another route.
        noisy = ratio[at] * quiet[at] ** 2 * x
        own = (before[at] * beta[at] * x0 + noisy) / sigma[at] ** 2
        of_model = (before[at] * beta[at] * guess + noisy) / sigma[at] ** 2
        found = 0.5 * (constant[at] + (own - of_model).square() / beta[at])
        means[at], errors[at] = found.mean(1), found.std(1) / math.sqrt(count)
        give_way()
    return means, errors


def weights_by_shift(schedule: Schedule) -> Tensor:
    """`schedules.bound_weights` from level 2 on as a difference of two KL divergences, (T - 1,).

    The mean of a reverse step is (x_t - beta eps / sigma_t) / sqrt(alpha); an error of 1 in eps shifts it.
    """
    beta = schedules.betas(schedule)[1:]
    shift = beta / (schedule.sigma[2:] * (1 - beta).sqrt())
    spread = schedule.sigma[1:-1] ** 2 * beta / schedule.sigma[2:] ** 2

    def divergence(away: Tensor) -> Tensor:
        return 0.5 * (spread / beta + away.square() / beta - 1 - (spread / beta).log())

    return divergence(shift) - divergence(torch.zeros_like(shift))


def gaussian_model_log_density(mean: float, variance: float, x0: float, schedule: Schedule) -> float:
    """Log density at x0 of what the model generates: its reverse chain is linear, so its law is Gaussian."""
    m, v = 0.0, 1.0
    for t in range(schedule.last, 0, -1):
        give_way()
        step = schedules.between(schedule, t, t - 1)
        later = step.scale**2 * variance + step.sigma**2
        # (x + beta score) / sqrt(alpha), score = -(x - scale mean) / later.
        slope = (1 - step.variance / later) / step.ratio
        shift = step.variance * step.scale * mean / later / step.ratio
        m, v = slope * m + shift, slope**2 * v + step.variance
    return -0.5 * math.log(2 * math.pi * v) - (x0 - m) ** 2 / (2 * v)


def _terms(schedule: Schedule, wrong: Tensor, square: float, noise: float) -> Terms:
    """The terms from E|eps - eps_theta|^2 at every level and |mean|^2 and variance of x_T given x_0."""
    beta = schedules.betas(schedule)
    ratio = schedule.sigma[1:-1] ** 2 / schedule.sigma[2:] ** 2  # beta tilde over beta
    constant = 0.5 * (ratio - 1 - ratio.log())
    weights = schedules.bound_weights(schedule)
    first = 0.5 * math.log(2 * math.pi * beta[0].item()) + (weights[0] * wrong[0]).item()
    last = 0.5 * (square + (noise - 1 - math.log(noise)))
    return Terms(first, constant + weights[1:] * wrong[1:], last)
