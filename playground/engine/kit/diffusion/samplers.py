"""Reverse samplers as pure moves from level t down to level s, several of them in lockstep on the same noise.

A score is a function (x, t) -> grad log p_t(x) for x of shape (n, d). With u the score, eps = -sigma u the noise that
it implies and x_0 = (x + sigma_t^2 u) / scale_t the denoised point, the moves are

    ancestral   draw x_s given x_t and x_0 (Ho et al. 2020; beta tilde as variance)
    ddim        scale_s x_0 + sqrt(sigma_s^2 - c^2) eps + c z, c = eta sqrt(beta tilde) (Song, Meng, Ermon 2021)
    sde         Euler-Maruyama for the reverse SDE, its time being the integral of the squared diffusion coefficient
    ode         Heun for the probability-flow ODE in x / scale against sigma / scale (Karras et al. 2022)
    langevin    a few Langevin steps at level t, then a change of scale to s (Song and Ermon 2019)
    corrector   an ancestral move, then Langevin steps at level s (Song et al. 2021)

Into level 0 none of them adds noise: `langevin` and `corrector` end with the denoised point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion.schedules import Between, Schedule, between
from playground.engine.kit.giving_way import give_way

Score = Callable[[Tensor, int], Tensor]

METHODS = ("ancestral", "ddim", "sde", "ode", "langevin", "corrector")


class SamplerSetting(NamedTuple):
    """What the moves can be tuned by.

    Attributes:
        eta: of `ddim`: 0 is deterministic, 1 is `ancestral`.
        inner: Langevin steps at each level, of `langevin` and `corrector`.
        rate: the Langevin step is rate sigma^2.
    """

    eta: float = 0.0
    inner: int = 1
    rate: float = 0.1


def draws(methods: Sequence[str], setting: SamplerSetting) -> int:
    """How many normal numbers for each coordinate one move takes at most; the methods share them."""
    counts = {"ode": 0, "langevin": setting.inner, "corrector": 1 + setting.inner, "ddim": int(setting.eta > 0)}
    return max((counts.get(method, 1) for method in methods), default=0)


def start(schedule: Schedule, z: Tensor) -> Tensor:
    """x_T from standard normal numbers: N(0, I) if variance preserving, N(0, sigma_T^2 I) if exploding."""
    return z * schedule.sigma[-1].item() if schedule.exploding else z.clone()


def advance(
    clouds: Tensor,
    methods: Sequence[str],
    t: int,
    s: int,
    schedule: Schedule,
    score: Score,
    noise: Tensor,
    setting: SamplerSetting,
) -> Tensor:
    """All clouds moved from level t to level s < t, each by its method.

    Args:
        clouds: (m, n, d), one cloud for each method.
        methods: m names out of `METHODS`.
        t: the level of the clouds.
        s: the level wanted.
        schedule: their scales and noises.
        score: grad log p_t, called once for all clouds together at level t.
        noise: (draws, n, d), standard normal; every method takes them from the front.
        setting: see `SamplerSetting`.

    Returns:
        The new clouds, (m, n, d).
    """
    step = between(schedule, t, s)
    scores = score(clouds.flatten(0, 1), t).view_as(clouds)
    moved = [
        _move(method, x, u, step, (t, s), score, noise, setting)
        for method, x, u in zip(methods, clouds, scores, strict=True)
    ]
    return torch.stack(moved)


def affine(method: str, step: Between, setting: SamplerSetting) -> tuple[float, float, float]:
    """A, B, C of the moves x_s = A x + B u + C z with one score: `ancestral`, `ddim` and `sde`."""
    squared = step.sigma**2
    if method == "sde":
        growth = math.log(step.ratio)
        return 1.0 - growth, step.clock, math.sqrt(step.clock) if step.to_sigma > 0 else 0.0
    spread = step.posterior_variance
    if method == "ancestral":
        return 1.0 / step.ratio, step.variance / step.ratio, math.sqrt(spread)
    fresh = setting.eta**2 * spread
    kept = math.sqrt(max(step.to_sigma**2 - fresh, 0.0))
    return 1.0 / step.ratio, squared / step.ratio - kept * step.sigma, math.sqrt(fresh)


class Drifts(NamedTuple):
    """The drifts of a VP process at one place, for dx = ... dt + sqrt(beta) dw.

    Attributes:
        forward: -beta x / 2.
        reverse: forward - beta score, for dt < 0; written in tau = T - t its sign turns.
        flow: forward - beta score / 2, of the probability-flow ODE.
        diffusion: sqrt(beta).
    """

    forward: Tensor
    reverse: Tensor
    flow: Tensor
    diffusion: float


def drifts(x: Tensor, u: Tensor, beta: float) -> Drifts:
    """The drifts at points x with score u, both (..., d) (Anderson 1982, Song et al. 2021)."""
    forward = -beta / 2 * x
    return Drifts(forward, forward - beta * u, forward - beta / 2 * u, math.sqrt(beta))


def inpainted(clouds: Tensor, known: Tensor, values: Tensor, s: int, schedule: Schedule, z: Tensor) -> Tensor:
    """The clouds with their known coordinates replaced by what the forward process makes of the true ones.

    Args:
        clouds: (..., d) at level s.
        known: (d,), which coordinates are known.
        values: (d,), the true x_0; only the known entries matter.
        s: the level.
        schedule: its scale and noise.
        z: standard normal, of the clouds' shape or one that broadcasts to it.
    """
    there = schedule.scale[s].item() * values + schedule.sigma[s].item() * z
    return torch.where(known, there, clouds)


def _move(
    method: str,
    x: Tensor,
    u: Tensor,
    step: Between,
    levels: tuple[int, int],
    score: Score,
    noise: Tensor,
    setting: SamplerSetting,
) -> Tensor:
    give_way()
    match method:
        case "ode":
            return _heun(x, u, step, levels[1], score)
        case "langevin":
            return _annealed(x, u, step, levels[0], score, noise, setting)
        case "corrector":
            return _corrected(x, u, step, levels[1], score, noise, setting)
        case _:
            a, b, c = affine(method, step, setting)
            moved = (a * x).add_(u, alpha=b)
            return moved.add_(noise[0], alpha=c) if c > 0 else moved


def _heun(x: Tensor, u: Tensor, step: Between, s: int, score: Score) -> Tensor:
    """Trapezoid for d(x / scale) / d(sigma / scale) = eps; Euler, which is `ddim`, into level 0."""
    span = step.to_sigma / step.to_scale - step.sigma / step.scale
    slope = -step.sigma * u
    give_way()
    ahead = step.to_scale * (x / step.scale + span * slope)
    if s == 0:
        return ahead
    give_way()
    average = (slope - step.to_sigma * score(ahead, s)) / 2
    return step.to_scale * (x / step.scale + span * average)


def _annealed(
    x: Tensor, u: Tensor, step: Between, t: int, score: Score, noise: Tensor, setting: SamplerSetting
) -> Tensor:
    rate = setting.rate * step.sigma**2
    for k in range(setting.inner):
        x = langevin(x, u if k == 0 else score(x, t), rate, noise[k])
    if step.to_sigma > 0:
        return x / step.ratio
    return (x + step.sigma**2 * score(x, t)) / step.ratio


def _corrected(
    x: Tensor, u: Tensor, step: Between, s: int, score: Score, noise: Tensor, setting: SamplerSetting
) -> Tensor:
    a, b, c = affine("ancestral", step, setting)
    x = (a * x).add_(u, alpha=b).add_(noise[0], alpha=c)
    if s > 0:
        for k in range(setting.inner):
            x = langevin(x, score(x, s), setting.rate * step.to_sigma**2, noise[1 + k])
    return x


def langevin(x: Tensor, u: Tensor, eta: float, z: Tensor) -> Tensor:
    """One unadjusted Langevin step x + eta u + sqrt(2 eta) z."""
    return torch.add(x, u, alpha=eta).add_(z, alpha=math.sqrt(2 * eta))
