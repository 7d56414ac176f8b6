"""One step of the run, and what is told about it."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import torch

from playground.concepts.diffusion import Params, chains, digits, learning, moving, weakness
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import PerChain, PerSampler, samplers
from playground.concepts.diffusion.names import chains as running
from playground.concepts.diffusion.plan import law_at, level_of, levels_from, levels_of, moves, schedule_of
from playground.concepts.diffusion.state import State
from playground.engine.frame import Status
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.measures import Measured
from playground.engine.run.context import Ctx


class Info(NamedTuple):
    """What the audience should see about the last step; None where the view has no such number.

    Attributes:
        status: done at the last move, converged where nothing can move.
        t: the level of noise.
        alpha_bar: share of the signal in the variance (VP), scale^2.
        snr: signal-to-noise ratio; None without noise.
        energy_distance, sliced_wasserstein, mode_mass_error, modes_covered: of each sampler's cloud.
        norm: mean of |x|^2 over the forward cloud; norm_theory: of its exact law.
        moment_error: largest relative error of its mean and variances against the closed form.
        jump_distance, steps_distance: sliced Wasserstein distance of the one jump and of the many steps to the data.
        variance, acceptance, visited, burn_in: of each chain.
        loss: of the net in training.
        score_error: relative error of the learned score, averaged over the levels.
        updates: so far.
        fisher, tv, kl: divergences of the model of wrong masses.
        nearest_train_distance: mean distance of the digits to the nearest training digit.
    """

    status: Status
    t: int | None = None
    alpha_bar: float | None = None
    snr: float | None = None
    energy_distance: PerSampler = PerSampler()
    sliced_wasserstein: PerSampler = PerSampler()
    mode_mass_error: PerSampler = PerSampler()
    modes_covered: PerSampler = PerSampler()
    norm: float | None = None
    norm_theory: float | None = None
    moment_error: float | None = None
    jump_distance: float | None = None
    steps_distance: float | None = None
    variance: PerChain = PerChain()
    acceptance: PerChain = PerChain()
    visited: PerChain = PerChain()
    burn_in: PerChain = PerChain()
    loss: float | None = None
    score_error: float | None = None
    updates: int | None = None
    fisher: float | None = None
    tv: float | None = None
    kl: float | None = None
    nearest_train_distance: float | None = None


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A run from its start."""
    match params.mode:
        case "forward":
            return State(clouds=moving.begin_forward(params, data, ctx))
        case "reverse":
            return State(clouds=moving.begin_reverse(params, data, ctx))
        case "denoise":
            return State(denoising=moving.begin_denoising(params, data, ctx))
        case "learn":
            return State(learning=learning.begin(params, data, ctx))
        case "sampling":
            return State(chains=chains.begin(params, data, ctx))
        case "digits":
            return State(digits=digits.begin(params, data, ctx))
        case "weakness":
            return State(noise=0)
    return State()


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One move of the view's process."""
    if state.clouds is not None:
        move = moving.forward if params.mode == "forward" else moving.reverse
        state = State(clouds=move(params, data, state.clouds, ctx))
    elif state.denoising is not None:
        state = State(denoising=moving.denoise(params, data, state.denoising, ctx))
    elif state.learning is not None:
        state = State(learning=learning.advance(params, data, state.learning, ctx))
    elif state.chains is not None:
        state = State(chains=chains.advance(params, data, state.chains, ctx))
    elif state.digits is not None:
        state = State(digits=digits.advance_digits(params, data, state.digits, ctx))
    elif state.noise is not None:
        state = State(noise=state.noise + 1)
    return state, told(params, data, state)


def length(params: Params) -> int | None:
    """The last step."""
    match params.mode:
        case "forward" | "reverse" | "digits":
            return moves(params)
        case "denoise":
            return min(params.steps, level_of(params, params.level))
        case "weakness":
            return weakness.STEPS
        case "laws":
            return 0
    return None


def level(params: Params, data: Data, state: State) -> int | None:
    """The level of noise of the particles; None where there is none."""
    if state.clouds is not None:
        levels = levels_of(params, data)
        place = min(state.clouds.move, len(levels) - 1)
        return levels[-1 - place] if params.mode == "forward" else levels[place]
    if state.denoising is not None:
        down = levels_from(params, state.denoising.level)
        return down[min(state.denoising.move, len(down) - 1)]
    if state.digits is not None:
        return levels_of(params, data)[min(state.digits.move, moves(params))]
    return None


def noise_at(params: Params, data: Data, t: int) -> dict[str, Any]:
    """The numbers of a level of noise: t, the share of the signal in the variance, and the signal-to-noise ratio."""
    schedule = schedule_of(params, data)
    scale, sigma = float(schedule.scale[t]), float(schedule.sigma[t])
    return {"t": t, "alpha_bar": scale**2, "snr": (scale / sigma) ** 2 if sigma > 0 else None}


def told(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state."""
    info = Info("running")
    t = level(params, data, state)
    if t is not None:
        info = info._replace(**noise_at(params, data, t))
    if state.clouds is not None and params.mode == "reverse":
        info = _with_distances(info, samplers(params), state.clouds.measured)
    elif state.clouds is not None:
        assert t is not None
        info = _with_moments(info, params, data, state.clouds.x[0], t)
    elif state.denoising is not None:
        jump, steps = state.denoising.measured
        info = info._replace(jump_distance=jump.sliced, steps_distance=steps.sliced)
    elif state.chains is not None:
        info = info._replace(**chains.numbers(params, running(params), state.chains))
    elif state.learning is not None:
        part, count = state.learning, state.learning.training.adam.taken
        info = info._replace(loss=part.training.loss if count else None, score_error=part.error, updates=count)
    elif state.digits is not None:
        info = info._replace(nearest_train_distance=state.digits.nearest)
    elif state.noise is not None:
        found = weakness.now(params, weakness.sigma_of(params, state.noise))
        info = info._replace(fisher=found.fisher, tv=found.tv, kl=found.kl)
    return info


def _with_distances(info: Info, names: tuple[str, ...], found: tuple[Measured, ...]) -> Info:
    def each(field: str) -> PerSampler:
        return PerSampler(**{name: getattr(one, field) for name, one in zip(names, found, strict=False)})

    return info._replace(
        energy_distance=each("energy"),
        sliced_wasserstein=each("sliced"),
        mode_mass_error=each("mass_error"),
        modes_covered=each("covered"),
    )


def _with_moments(info: Info, params: Params, data: Data, x: torch.Tensor, t: int) -> Info:
    """Energy and moments of the simulated cloud beside those of the exact law at level t."""
    mean, covariance = mixtures.moments(law_at(data, schedule_of(params, data), t))
    variances = covariance.diagonal()
    seen = x.to(torch.float64)
    scale = math.sqrt(float(variances.max()))
    off_mean = float((seen.mean(0) - mean).abs().max()) / scale
    off_variance = float((seen.var(0) / variances - 1).abs().max())
    return info._replace(
        norm=float(seen.square().sum(1).mean()),
        norm_theory=float(mean @ mean + variances.sum()),
        moment_error=max(off_mean, off_variance),
    )
