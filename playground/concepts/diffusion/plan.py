"""What a run follows: the schedule, the levels that it visits, and the score that moves the particles."""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import half_known
from playground.engine.kit.diffusion import guidance, halves, mixtures, schedules, training
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.nets import Net
from playground.engine.kit.diffusion.samplers import SamplerSetting, Score
from playground.engine.kit.diffusion.schedules import Schedule

RATE = 0.08
"""The Langevin step at a level, over its noise variance."""
_WAVE = 3.0


def schedule_of(params: Params, data: Data) -> Schedule:
    """The schedule that the parameters name."""
    return _schedule(params.schedule, params.T, tuple(data.curve.tolist()) if params.schedule == "own" else ())


@lru_cache(maxsize=16)
def _schedule(kind: str, T: int, nodes: tuple[float, ...]) -> Schedule:
    match kind:
        case "scaled":
            return schedules.scaled_linear(T)
        case "cosine":
            return schedules.cosine(T)
        case "exploding":
            return schedules.exploding(T, 0.02, 8.0)
        case "own":
            return schedules.from_nodes(torch.tensor(nodes, dtype=torch.float64), T)
    return schedules.linear(T)


def levels_of(params: Params, data: Data) -> tuple[int, ...]:
    """The levels from T down to 0 that a run of the reverse process visits."""
    nodes = tuple(data.curve.tolist()) if params.schedule == "own" else ()
    return _levels(params.schedule, params.T, nodes, params.steps, params.spacing)


@lru_cache(maxsize=16)
def _levels(kind: str, T: int, nodes: tuple[float, ...], steps: int, spacing: str) -> tuple[int, ...]:
    return tuple(schedules.levels(_schedule(kind, T, nodes), steps, spacing))


def moves(params: Params) -> int:
    """How many moves a run from T to 0 has."""
    return min(params.steps, params.T)


def level_of(params: Params, share: float) -> int:
    """The level at a share of T, at least 1."""
    return max(1, round(share * params.T))


def levels_from(params: Params, level: int) -> list[int]:
    """The levels from one down to 0, evenly, in at most the chosen number of moves."""
    count = min(params.steps, level)
    return [round(level * (1 - k / count)) for k in range(count + 1)]


def setting_of(params: Params) -> SamplerSetting:
    """What the samplers are tuned by."""
    return SamplerSetting(params.eta, params.inner, RATE)


def law_at(data: Data, schedule: Schedule, t: int) -> Mixture:
    """The law of the particles at level t."""
    return mixtures.noised(data.law, float(schedule.scale[t]), float(schedule.sigma[t]))


def inpaints(params: Params, data: Data) -> bool:
    """Whether half of the plane is known and the other half is generated."""
    return half_known(params) and data.d == 2


def score_of(params: Params, data: Data, schedule: Schedule) -> Score:
    """The score that moves the particles: of the law, of the examples, or the kept net's; with its error."""
    if params.score == "empirical":
        plain = guidance.exact(mixtures.points(data.examples), schedule)
    elif params.score == "learned" and data.net:
        plain = training.as_score(net_of(data.net), schedule)
    elif params.guidance > 0 and params.score == "exact" and int(data.labels.min()) < int(data.labels.max()):
        wanted = mixtures.labelled(data.law, data.labels, 0 if params.label == "blue" else 1)
        every, label = _exact(params, data, data.law, schedule), _exact(params, data, wanted, schedule)
        plain = guidance.guided(every, label, params.guidance)
    else:
        plain = _exact(params, data, data.law, schedule)
    return plain if params.error == 0 else _with_error(plain, params.error, schedule)


def _exact(params: Params, data: Data, law: Mixture, schedule: Schedule) -> Score:
    """The score of a noised law, or of its part in the half that is generated."""
    return halves.exact(law, schedule, data.half) if inpaints(params, data) else guidance.exact(law, schedule)


def packed(net: Net) -> tuple[Tensor, ...]:
    """A net as tensors alone."""
    return net.theta.clone(), net.mean.clone(), net.spread.clone(), torch.tensor(net.sizes)


def net_of(parts: tuple[Tensor, ...]) -> Net:
    """The net of `packed`."""
    theta, mean, spread, sizes = parts
    return Net(theta, mean, spread, tuple(int(size) for size in sizes.tolist()))


def _with_error(plain: Score, size: float, schedule: Schedule) -> Score:
    """The score plus a false field whose length is `size` over the noise, on average over the plane."""

    def score(x: Tensor, t: int) -> Tensor:
        wave = torch.sin(_WAVE * x.flip(1) + 1.0)
        return plain(x, t).add(wave, alpha=size * math.sqrt(2.0 / x.shape[1]) / float(schedule.sigma[t]))

    return score
