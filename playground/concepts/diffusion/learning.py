"""Training of the score net while the panel runs, and what is said of it."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import schedule_of
from playground.concepts.diffusion.state import Learning
from playground.engine.kit.diffusion import mixtures, training
from playground.engine.run.context import Ctx

BATCH = 256
EVERY = 20
"""Steps between two measurements of the error."""
LOOKED = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7)
"""Levels t/T at which the error is measured."""
_UNITS = 256
_POINTS = 128
_LAYERS = 3
WORDS = {"noise": "noise prediction", "denoising": "denoising", "sliced": "sliced", "hyvarinen": "Hyvärinen"}


def begin(params: Params, data: Data, ctx: Ctx) -> Learning:
    """A net that knows the size of the data and nothing else."""
    units = data.examples if not params.endless else mixtures.sample(data.law, _UNITS, ctx.rng)[0]
    fresh = training.begin(units, ctx.rng, (params.hidden,) * _LAYERS)
    return _looked(params, data, Learning(fresh._replace(loss=0.0), 0.0, torch.zeros(len(LOOKED)), 0))


def advance(params: Params, data: Data, learning: Learning, ctx: Ctx) -> Learning:
    """The chosen number of updates, each on a batch of its own."""
    schedule, now = schedule_of(params, data), learning.training
    for _ in range(params.updates):
        now = training.train(now, schedule, _batch(params, data, ctx), params.loss_kind, ctx.rng, params.rate)
    learning = learning._replace(training=now, move=learning.move + 1)
    return _looked(params, data, learning) if learning.move % EVERY == 0 else learning


def _batch(params: Params, data: Data, ctx: Ctx) -> Tensor:
    if params.endless:
        return mixtures.sample(data.law, BATCH, ctx.rng)[0]
    return data.examples[torch.randint(len(data.examples), (BATCH,), generator=ctx.rng)]


def levels_looked(params: Params) -> list[int]:
    """The levels at which the error is measured."""
    return [max(1, round(share * params.T)) for share in LOOKED]


def _looked(params: Params, data: Data, learning: Learning) -> Learning:
    """The error against the exact score, on points that are the same at every measurement."""
    schedule = schedule_of(params, data)
    score = training.as_score(learning.training.best, schedule)
    rng = torch.Generator().manual_seed(0)
    errors = training.relative_error(score, data.law, schedule, levels_looked(params), _POINTS, rng)
    return learning._replace(error=float(errors.mean()), errors=errors.float().contiguous())
