"""Noisy samples on their way to the data: one jump to the best guess beside many small steps."""

from __future__ import annotations

from itertools import pairwise

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.moving import noise
from playground.concepts.diffusion.plan import levels_from, schedule_of, score_of, setting_of
from playground.concepts.diffusion.state import Denoising, extended, trail
from playground.engine.kit.diffusion import mixtures, schedules
from playground.engine.kit.diffusion.measures import Measured, measured
from playground.engine.kit.diffusion.samplers import advance
from playground.engine.run.context import Ctx


def begin(params: Params, data: Data, ctx: Ctx) -> Denoising:
    """Noisy samples of the data at the chosen level, and their posterior means."""
    schedule, level = schedule_of(params, data), schedules.level_at(params.level, params.T)
    scale, sigma = float(schedule.scale[level]), float(schedule.sigma[level])
    x0, _ = mixtures.sample(data.law, params.particles, ctx.rng)
    noisy = (scale * x0.to(torch.float32)).add_(noise(ctx, *x0.shape), alpha=sigma)
    score = score_of(params, data, schedule)
    jump = noisy.add(score(noisy, level), alpha=sigma**2) / scale
    places = data.probe.to(torch.float32)[None, None]
    both = measured(data, torch.stack([jump, noisy]))
    return Denoising(noisy, jump, noisy.clone(), trail(places), level, 0, both)


def step(params: Params, data: Data, state: Denoising, ctx: Ctx) -> Denoising:
    """One small step of the probability flow towards the data, for the cloud and for the probe."""
    levels, schedule = levels_from(params, state.level), schedule_of(params, data)
    if state.move + 1 >= len(levels):
        return state._replace(move=state.move + 1)
    both = torch.cat([state.x, state.probed.whole[-1, 0]])[None]
    score, none = score_of(params, data, schedule), both.new_zeros(0, *both.shape[1:])
    t, s = levels[state.move], levels[state.move + 1]
    x = advance(both, ("ode",), t, s, schedule, score, none, setting_of(params))[0]
    ahead: tuple[Measured, ...] = (state.measured[0], *measured(data, x[None, :-1]))
    return state._replace(
        x=x[:-1].contiguous(), probed=extended(state.probed, x[-1:][None]), move=state.move + 1, measured=ahead
    )


def probed_again(params: Params, data: Data, state: Denoising) -> Denoising:
    """The path of the probe from where it now is, as far as the run has come."""
    levels, schedule = levels_from(params, state.level), schedule_of(params, data)
    score = score_of(params, data, schedule)
    x = data.probe.to(torch.float32)[None, None]
    path, none = trail(x), x.new_zeros(0, 1, data.d)
    for t, s in pairwise(levels[: state.move + 1]):
        x = advance(x, ("ode",), t, s, schedule, score, none, setting_of(params))
        path = extended(path, x)
    return state._replace(probed=path)
