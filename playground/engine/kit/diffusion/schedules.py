"""Noise schedules of diffusion models, in float64: x_t = scale_t x_0 + sigma_t eps at t = 0, ..., T.

Variance preserving (VP): scale_t = sqrt(alpha_bar_t), sigma_t = sqrt(1 - alpha_bar_t), alpha_bar_t the product of
1 - beta. Variance exploding (VE): scale_t = 1. Every formula between two levels t > s needs only

    a = scale_t / scale_s    and    v = sigma_t^2 - a^2 sigma_s^2,    x_t given x_s ~ N(a x_s, v I),

so that samplers may skip levels and do not care which kind it is.

Sources: Ho et al. (2020), Nichol and Dhariwal (2021), Song et al. (2021), Rombach et al. (2022, scaled linear).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import torch
from torch import Tensor

REFERENCE = 1000
"""The number of levels that the published linear schedules are written for."""
LARGEST_BETA = 0.999


class Schedule(NamedTuple):
    """The levels of the forward process.

    Attributes:
        scale: what x_0 is multiplied with, (T + 1,); the first entry is 1.
        sigma: standard deviation of the noise, (T + 1,); the first entry is 0.
        clock: integral of the squared diffusion coefficient up to t, (T + 1,): -log alpha_bar_t (VP), sigma_t^2 (VE).
        exploding: whether it is variance exploding.
    """

    scale: Tensor
    sigma: Tensor
    clock: Tensor
    exploding: bool

    @property
    def last(self) -> int:
        """T, the index of the last level."""
        return len(self.scale) - 1


class Between(NamedTuple):
    """From level t down to level s, s < t, as plain numbers.

    Attributes:
        scale, sigma: of level t.
        to_scale, to_sigma: of level s.
        ratio: a = scale_t / scale_s.
        variance: v of x_t given x_s.
        clock: integral of the squared diffusion coefficient from s to t.
    """

    scale: float
    sigma: float
    to_scale: float
    to_sigma: float
    ratio: float
    variance: float
    clock: float

    @property
    def posterior_variance(self) -> float:
        """Variance of x_s given x_t and x_0 (beta tilde)."""
        return self.to_sigma**2 * self.variance / self.sigma**2

    @property
    def posterior_weights(self) -> tuple[float, float]:
        """What x_0 and x_t are multiplied with in the mean of x_s given both."""
        squared = self.sigma**2
        return self.to_scale * self.variance / squared, self.ratio * self.to_sigma**2 / squared


def from_clock(clock: Tensor) -> Schedule:
    """The VP schedule with these -log alpha_bar_t, (T + 1,) from 0."""
    return Schedule(torch.exp(-clock / 2), torch.sqrt(-torch.expm1(-clock)), clock, False)


def from_betas(betas: Tensor) -> Schedule:
    """The VP schedule with beta_1, ..., beta_T, each in (0, 1)."""
    steps = -torch.log1p(-betas.to(torch.float64))
    return from_clock(torch.cat([torch.zeros(1, dtype=torch.float64), steps.cumsum(0)]))


def linear(T: int, first: float = 1e-4, last: float = 0.02) -> Schedule:
    """Beta linear from `first` to `last` over 1000 levels (Ho et al.); other T take the same curve at fewer levels."""
    return _thinned(torch.linspace(first, last, REFERENCE, dtype=torch.float64), T)


def scaled_linear(T: int, first: float = 0.00085, last: float = 0.012) -> Schedule:
    """Beta whose square root is linear over 1000 levels (latent diffusion); it ends with a signal of 0.5 %."""
    roots = torch.linspace(math.sqrt(first), math.sqrt(last), REFERENCE, dtype=torch.float64)
    return _thinned(roots**2, T)


def cosine(T: int, s: float = 0.008, largest: float = LARGEST_BETA) -> Schedule:
    """alpha_bar_t = f(t) / f(0), f(t) = cos^2(((t/T + s) / (1 + s)) pi / 2), beta clipped (Nichol and Dhariwal)."""
    t = torch.arange(T + 1, dtype=torch.float64) / T
    f = torch.cos((t + s) / (1 + s) * math.pi / 2) ** 2
    return from_betas((1 - f[1:] / f[:-1]).clamp(max=largest))


def from_nodes(alpha_bar: Tensor, T: int) -> Schedule:
    """The VP schedule through alpha_bar at equally spaced times after 0, straight in between.

    Args:
        alpha_bar: (k,), values at t = T/k, 2T/k, ..., T; where they rise, or fall too fast, beta is kept in range.
        T: number of levels.
    """
    nodes = torch.cat([torch.ones(1, dtype=torch.float64), alpha_bar.to(torch.float64).clamp(1e-6, 1.0)])
    nodes = nodes.cummin(0).values
    place = torch.arange(T + 1, dtype=torch.float64) * (len(nodes) - 1) / T
    values = _interpolated(nodes, place)
    return from_betas((1 - values[1:] / values[:-1]).clamp(1e-6, LARGEST_BETA))


def integrated_beta(t: Tensor, low: float, high: float) -> Tensor:
    """B(t), the integral of the linear beta from 0 to t."""
    return low * t + (high - low) * t**2 / 2


def exploding(T: int, smallest: float = 0.02, largest: float = 20.0) -> Schedule:
    """The VE schedule: sigma geometric from `smallest` at t = 1 to `largest` at t = T, 0 at t = 0 (Song and Ermon)."""
    share = torch.linspace(0.0, 1.0, T, dtype=torch.float64)
    noise = smallest * (largest / smallest) ** share
    sigma = torch.cat([torch.zeros(1, dtype=torch.float64), noise])
    return Schedule(torch.ones_like(sigma), sigma, sigma**2, True)


@lru_cache(maxsize=16)
def named(kind: str, T: int, nodes: tuple[float, ...] = ()) -> Schedule:
    """The schedule of this name, out of `declared.SCHEDULE_LABELS`, or "own" through `nodes` (see `from_nodes`)."""
    match kind:
        case "scaled":
            return scaled_linear(T)
        case "cosine":
            return cosine(T)
        case "exploding":
            return exploding(T, 0.02, 8.0)
        case "own":
            return from_nodes(torch.tensor(nodes, dtype=torch.float64), T)
    return linear(T)


@lru_cache(maxsize=16)
def visited(kind: str, T: int, steps: int, spacing: str, nodes: tuple[float, ...] = ()) -> tuple[int, ...]:
    """The levels from T down to 0 that a run along a named schedule visits; see `named` and `levels`."""
    return tuple(levels(named(kind, T, nodes), steps, spacing))


def level_at(share: float, T: int) -> int:
    """The level at a share of T, at least 1."""
    return max(1, round(share * T))


def noise_numbers(schedule: Schedule, t: int) -> dict[str, Any]:
    """The metrics `declared.NOISE` of level t: t, the signal's share of the variance, the signal-to-noise ratio."""
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    return {"t": t, "alpha_bar": scale**2, "snr": (scale / sigma) ** 2 if sigma > 0 else None}


def betas(schedule: Schedule) -> Tensor:
    """beta_1, ..., beta_T of a VP schedule, (T,)."""
    return -torch.expm1(-schedule.clock.diff())


def alpha_bar(schedule: Schedule) -> Tensor:
    """Share of the signal in the variance of a VP schedule, scale^2, (T + 1,)."""
    return torch.exp(-schedule.clock) if not schedule.exploding else torch.ones_like(schedule.clock)


def snr(schedule: Schedule) -> Tensor:
    """Signal-to-noise ratio scale_t^2 / sigma_t^2, (T + 1,); infinite at t = 0."""
    return (schedule.scale / schedule.sigma) ** 2


def signal_by_product(schedule: Schedule, t: int) -> float:
    """alpha_bar_t as the product of 1 - beta_1, ..., 1 - beta_t; 1 where nothing is multiplied."""
    return 1.0 if schedule.exploding else float(torch.prod(1 - betas(schedule)[:t]))


def bound_weights(schedule: Schedule) -> Tensor:
    """What |eps - eps_theta|^2 is multiplied with in the variational bound, reverse variance beta, (T,).

    beta_t / (2 alpha_t (1 - alpha_bar_t)) for t = 1, ..., T of a VP schedule; the simple loss has 1 instead.
    """
    beta = betas(schedule)
    return beta / (2 * (1 - beta) * schedule.sigma[1:] ** 2)


def between(schedule: Schedule, t: int, s: int) -> Between:
    """The numbers of a move from level t down to level s."""
    a, b = schedule.scale[t].item(), schedule.scale[s].item()
    spent = (schedule.clock[t] - schedule.clock[s]).item()
    variance = spent if schedule.exploding else -math.expm1(-spent)
    return Between(a, schedule.sigma[t].item(), b, schedule.sigma[s].item(), a / b, variance, spent)


def levels(schedule: Schedule, steps: int, spacing: str = "even") -> list[int]:
    """The levels that a sampler with this many steps visits, from T down to 0.

    Args:
        schedule: its levels.
        steps: number of moves wanted, at least 1; at most T are possible.
        spacing: "even" in t, "quadratic" (denser near the data), or "snr" (even in the logarithm of the
            signal-to-noise ratio, the last move aside).
    """
    T = schedule.last
    steps = max(1, min(steps, T))
    share = torch.linspace(1.0, 0.0, steps + 1, dtype=torch.float64)
    if spacing == "quadratic":
        wanted = T * share**2
    elif spacing == "snr" and steps > 1:
        logs = torch.log(snr(schedule)[1:])
        targets = torch.linspace(logs[-1].item(), logs[0].item(), steps, dtype=torch.float64)
        found = torch.searchsorted(-logs.contiguous(), -targets.contiguous()).clamp(max=T - 1) + 1.0
        wanted = torch.cat([found, torch.zeros(1, dtype=torch.float64)])
    else:
        wanted = T * share
    return _distinct([round(value) for value in wanted.tolist()], T)


def _distinct(wanted: list[int], T: int) -> list[int]:
    """The same number of levels without repetition, strictly falling from T to 0."""
    found = [T]
    for left, level in zip(range(len(wanted) - 2, -1, -1), wanted[1:], strict=True):
        found.append(max(left, min(level, found[-1] - 1)))
    return found


def _thinned(reference: Tensor, T: int) -> Schedule:
    """A schedule of T levels along the -log alpha_bar of the reference betas."""
    clock = from_betas(reference).clock
    if len(reference) == T:
        return from_clock(clock)
    return from_clock(_interpolated(clock, torch.linspace(0, len(reference), T + 1, dtype=torch.float64)))


def _interpolated(values: Tensor, place: Tensor) -> Tensor:
    """Values between entries, straight in between; places in entries."""
    left = place.floor().long().clamp(0, len(values) - 2)
    share = place - left
    return values[left] * (1 - share) + values[left + 1] * share
