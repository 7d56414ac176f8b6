"""Longer work: samples by the net in training; the laws of the samplers are beside this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import torch

from playground.concepts.diffusion import Params, laws
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.measures import measured
from playground.concepts.diffusion.picture_plane import half_window, histogram
from playground.concepts.diffusion.plan import schedule_of
from playground.concepts.diffusion.state import State
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.diffusion import samplers, schedules, training
from playground.engine.run.context import Ctx

_SAMPLES = 1000
_STEPS = 40


def samples(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Noise that the averaged net turns into data by the probability flow, in slices of one move."""
    schedule = schedule_of(params, data)
    down = schedules.levels(schedule, _STEPS, "quadratic")
    x = samplers.start(schedule, torch.randn(_SAMPLES, data.d, generator=ctx.rng))[None]
    if state.learning is None:
        yield Partial(_sampled(params, data, x[0], False), 1.0)
        return
    score, none = training.as_score(state.learning.training.best, schedule), x.new_zeros(0, _SAMPLES, data.d)
    for k, (t, s) in enumerate(pairwise(down)):
        x = samplers.advance(x, ("ddim",), t, s, schedule, score, none, samplers.SamplerSetting())
        if k + 2 < len(down):
            yield Partial({}, (k + 1) / len(down))
    yield Partial(_sampled(params, data, x[0], True), 1.0)


def _sampled(params: Params, data: Data, x: torch.Tensor, there: bool) -> dict[str, Any]:
    edges, heights = histogram(x[:, 0], half_window(data, schedule_of(params, data), 0))
    (seen,) = measured(data, x[None])
    return {
        "samples": x if x.shape[1] == 2 else torch.zeros(0, 2),
        "sample_hist": heights,
        "sample_edges": edges,
        "sample_distance": seen.energy if there else None,
        "sample_mass_error": seen.mass_error if there else None,
    }


JOBS: dict[str, Callable[[Params, Data, State, View, Ctx], Iterator[Partial]]] = {"samples": samples, **laws.JOBS}
