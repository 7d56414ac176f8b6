"""A run: pictures from noise along the exact score of the training digits, as pure functions of the contract.

The score of finitely many digits under noise is known exactly, and so is where it leads: back to a training digit.
That is memorisation, and the panel says how near the nearest one is.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.image_denoising import Params, levels
from playground.concepts.image_denoising.mosaics import mosaics
from playground.concepts.image_denoising.pictures import nearest_distance, training, unseen
from playground.concepts.image_denoising.state import Data, Info, State
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.frame import View
from playground.engine.kit.diffusion import mixtures, schedules
from playground.engine.kit.diffusion.fast import cloud_score
from playground.engine.kit.diffusion.samplers import SamplerSetting, Score, advance, inpainted, start
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.run.context import Ctx
from playground.engine.run.series import recorded
from playground.figures.drawn import Drawn
from playground.resources import SIDE

COUNT = 16
_WRITTEN_OUT = 0.1  # noise from which on two decimals tell the weights
_PIXELS = SIDE * SIDE


def make_data(params: Params, ctx: Ctx) -> Data:
    """The lower half hidden."""
    return Data(torch.arange(_PIXELS) >= _PIXELS // 2)


def init(params: Params, data: Data, ctx: Ctx) -> State:
    """Pure noise, and for inpainting the pictures whose pixels are known."""
    z = torch.randn(COUNT, _PIXELS, generator=ctx.rng, dtype=torch.float64)
    pictures = unseen(params.digit)
    chosen = torch.randperm(len(pictures), generator=ctx.rng)[:COUNT]
    truth = pictures[chosen[torch.arange(COUNT) % len(chosen)]].contiguous()
    if params.task == "levels":
        return levels.begin(truth, z)
    return State(start(_schedule(params), z).contiguous(), truth, 0)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One ancestral move, or the next level.

    In inpainting the known pixels are replaced by what the forward process makes of them.
    """
    if params.task == "levels":
        state = levels.advance(state)
        return state, info_of(params, state)
    visited, schedule = levels_of(params), _schedule(params)
    t, s = visited[state.move], visited[state.move + 1]
    z = torch.randn(2, COUNT, _PIXELS, generator=ctx.rng, dtype=torch.float64)
    score = _score(params.digit, schedule)
    x = advance(state.x[None], ("ancestral",), t, s, schedule, score, z[:1], SamplerSetting())[0]
    if params.task == "inpaint":
        x = inpainted(x, ~data.hidden, state.truth, s, schedule, z[1])
    state = state._replace(x=x.contiguous(), move=state.move + 1)
    return state, info_of(params, state)


def _score(digit: int, schedule: Schedule) -> Score:
    """The exact score of the noised training set."""
    law = mixtures.points(training(digit))

    def score(x: Tensor, t: int) -> Tensor:
        return cloud_score(mixtures.noised(law, float(schedule.scale[t]), float(schedule.sigma[t])), x)

    return score


def length(params: Params) -> int:
    """How many moves a run from T to 0 has, or one through the levels."""
    if params.task == "levels":
        return levels.LAST
    return min(params.steps, params.T)


def _schedule(params: Params) -> Schedule:
    return schedules.named(params.schedule, params.T)


def levels_of(params: Params) -> tuple[int, ...]:
    """The levels from T down to 0 that a run visits."""
    return schedules.visited(params.schedule, params.T, params.steps, params.spacing)


def noise_of(params: Params, state: State) -> tuple[int, float, float]:
    """The level of noise, what the data are multiplied with there, and the standard deviation of the noise."""
    t, schedule = levels_of(params)[state.move], _schedule(params)
    return t, float(schedule.scale[t]), float(schedule.sigma[t])


def info_of(params: Params, state: State) -> Info:
    """The numbers of a state."""
    distance = nearest_distance(params.digit, state.x)
    if params.task == "levels":
        return Info("running", nearest_train_distance=distance)
    noise = schedules.noise_numbers(_schedule(params), levels_of(params)[state.move])
    return Info("running", **noise, nearest_train_distance=distance)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The mosaics of the task with their numbers."""
    numbers = recorded(info or info_of(params, state))
    if params.task == "levels":
        drawn = levels.levels(params.digit, state)
        return Drawn(drawn.figure, numbers | dict(drawn.numbers))
    _, scale, sigma = noise_of(params, state)
    numbers |= _by_hand(params, state, scale, sigma)
    return mosaics(params, data, state, scale, sigma, numbers)


def _by_hand(params: Params, state: State, scale: float, sigma: float) -> dict[str, Any]:
    """The weights of the two nearest training digits in the best guess from the first picture, one by the other."""
    squares = (state.x[0] - scale * training(params.digit)).square().sum(1)
    near, second = squares.topk(2, largest=False).values.tolist()
    ratio = math.exp((near - second) / (2 * sigma**2)) if sigma > _WRITTEN_OUT else None
    return {"near_square": near, "second_square": second, "noise_square": sigma**2, "weight_ratio": ratio}


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The mask after a gesture."""
    if gesture.kind == "other_half":
        return Data(_other_half(data.hidden)), state
    hidden, values = data.hidden.clone(), gesture.values
    hidden[SIDE * values["row"] + values["column"]] = values["hide"] == "yes"
    return Data(hidden), state


def _other_half(hidden: Tensor) -> Tensor:
    """The next of: lower, right, upper, left half."""
    rows, columns = torch.meshgrid(torch.arange(SIDE), torch.arange(SIDE), indexing="ij")
    halves = [rows >= SIDE // 2, columns >= SIDE // 2, rows < SIDE // 2, columns < SIDE // 2]
    flat = [half.reshape(_PIXELS).contiguous() for half in halves]
    here = next((i for i, half in enumerate(flat) if torch.equal(half, hidden)), -1)
    return flat[(here + 1) % len(flat)]


CONCEPT = Model(make_data=make_data, init=init, step=step, observe=observe, apply=apply, length=length)
