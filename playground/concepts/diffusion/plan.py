"""What a run follows: the schedule, the levels that it visits, and the score that moves the particles."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import half_known
from playground.engine.kit.diffusion import guidance, halves, mixtures, schedules, training
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import SamplerSetting, Score
from playground.engine.kit.diffusion.schedules import Schedule

RATE = 0.08
"""The Langevin step at a level, over its noise variance."""
_WAVE = 3.0


def schedule_of(params: Params, data: Data) -> Schedule:
    """The schedule that the parameters name."""
    return schedules.named(params.schedule, params.T, tuple(data.curve.tolist()) if params.schedule == "own" else ())


def levels_of(params: Params, data: Data) -> tuple[int, ...]:
    """The levels from T down to 0 that a run of the reverse process visits."""
    nodes = tuple(data.curve.tolist()) if params.schedule == "own" else ()
    return schedules.visited(params.schedule, params.T, params.steps, params.spacing, nodes)


def moves(params: Params) -> int:
    """How many moves a run from T to 0 has."""
    return min(params.steps, params.T)


def levels_from(params: Params, level: int) -> list[int]:
    """The levels from one down to 0, evenly, in at most the chosen number of moves."""
    count = min(params.steps, level)
    return [round(level * (1 - k / count)) for k in range(count + 1)]


def level_at(params: Params, data: Data, move: int) -> int:
    """The level after so many moves from data to noise or back."""
    levels = levels_of(params, data)
    place = min(move, len(levels) - 1)
    return levels[-1 - place] if params.mode == "forward" else levels[place]


def setting_of(params: Params) -> SamplerSetting:
    """What the samplers are tuned by."""
    return SamplerSetting(params.eta, params.inner, RATE)


def law_at(data: Data, schedule: Schedule, t: int) -> Mixture:
    """The law of the particles at level t."""
    return mixtures.noised(data.law, float(schedule.scale[t]), float(schedule.sigma[t]))


def score_of(params: Params, data: Data, schedule: Schedule) -> Score:
    """The score that moves the particles: of the law or of the examples, a net's, drawn to a label, or wrong."""
    if half_known(params):
        return halves.exact(data.law, schedule, data.half)
    exact = guidance.exact(data.law, schedule)
    match params.score:
        case "empirical":
            return guidance.exact(mixtures.points(data.examples), schedule)
        case "learned" if data.net:
            return training.as_score(training.unpacked(data.net), schedule)
        case "guided" if params.guidance > 0 and int(data.labels.min()) < int(data.labels.max()):
            wanted = mixtures.labelled(data.law, data.labels, 0 if params.label == "blue" else 1)
            return guidance.guided(exact, guidance.exact(wanted, schedule), params.guidance)
        case "wrong" if params.error > 0:
            return _with_error(exact, params.error, schedule)
    return exact


def _with_error(plain: Score, size: float, schedule: Schedule) -> Score:
    """The score plus a false field whose length is `size` over the noise, on average over the plane."""

    def score(x: Tensor, t: int) -> Tensor:
        wave = torch.sin(_WAVE * x.flip(1) + 1.0)
        return plain(x, t).add(wave, alpha=size * math.sqrt(2.0 / x.shape[1]) / float(schedule.sigma[t]))

    return score
