"""The score net in training: its updates, its error against the exact score, and what it turns noise into."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import torch
from torch import Tensor

from playground.concepts.score_matching import Params
from playground.concepts.score_matching.state import Data, State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.diffusion import mixtures, samplers, schedules, training
from playground.engine.kit.diffusion.measures import measured
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.kit.diffusion.training import Training
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx

BATCH = 256
EVERY = 20
"""Steps between two measurements of the error."""
LOOKED = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7)
"""Levels t/T at which the error is measured."""
_UNITS = 256  # points that tell a new net the size of the data
_POINTS = 128
_LAYERS = 3
_SAMPLES, _STEPS = 1000, 40


def schedule_of(params: Params) -> Schedule:
    """The schedule that the parameters name."""
    return schedules.named(params.schedule, params.T)


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """A net that knows nothing yet, or the one that was opened."""
    first = begin_net(params, data, ctx)
    return State(first, errors_of(params, data, first), 0)


def begin_net(params: Params, data: Data, ctx: Ctx) -> Training:
    """A net that knows the size of the data and nothing else, or the one that was opened."""
    if data.net:
        net = training.unpacked(data.net)
        return Training(net, net.theta.clone(), optimisers.begin(net.theta), 0.0)
    units = mixtures.sample(data.law, _UNITS, ctx.rng)[0] if params.endless else data.examples
    return training.begin(units, ctx.rng, (params.hidden,) * _LAYERS)


def advance(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The chosen number of updates, each on a batch of its own."""
    schedule, now = schedule_of(params), state.training
    assert now is not None
    for _ in range(params.updates):
        give_way()
        now = training.train(now, schedule, batch_of(params, data, ctx), params.loss_kind, ctx.rng, params.rate)
    move = state.move + 1
    return State(now, errors_of(params, data, now) if move % EVERY == 0 else state.errors, move)


def batch_of(params: Params, data: Data, ctx: Ctx) -> Tensor:
    """Points of one update, (256, d)."""
    if params.endless:
        return mixtures.sample(data.law, BATCH, ctx.rng)[0]
    return data.examples[torch.randint(len(data.examples), (BATCH,), generator=ctx.rng)]


def errors_of(params: Params, data: Data, now: Training) -> Tensor:
    """The relative error at `LOOKED`, (levels,), on points that are the same at every measurement."""
    schedule, rng = schedule_of(params), torch.Generator().manual_seed(0)
    score, levels = training.as_score(now.best, schedule), [schedules.level_at(share, params.T) for share in LOOKED]
    return training.relative_error(score, data.law, schedule, levels, _POINTS, rng)


def samples(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Noise that the averaged net turns into data by the probability flow, in slices of one move."""
    if state.training is None:
        yield Partial({}, 1.0)
        return
    schedule = schedule_of(params)
    down = schedules.levels(schedule, _STEPS, "quadratic")
    x = samplers.start(schedule, torch.randn(_SAMPLES, data.d, generator=ctx.rng))[None]
    score, none = training.as_score(state.training.best, schedule), x.new_zeros(0, _SAMPLES, data.d)
    for k, (t, s) in enumerate(pairwise(down)):
        x = samplers.advance(x, ("ddim",), t, s, schedule, score, none, samplers.SamplerSetting())
        if k + 2 < len(down):
            yield Partial({}, (k + 1) / len(down))
    (seen,) = measured(data, x)
    found = {"samples": x[0], "sample_distance": seen.energy, "sample_mass_error": seen.mass_error}
    yield Partial(found, 1.0)
