"""Particles that move: forward into noise, and back by all samplers at once from the same noise."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import half_known, samplers
from playground.concepts.diffusion.plan import levels_of, schedule_of, score_of, setting_of
from playground.concepts.diffusion.state import TAIL, Clouds, extended, trail
from playground.engine.kit import drawing
from playground.engine.kit.diffusion import mixtures, schedules
from playground.engine.kit.diffusion.measures import measured
from playground.engine.kit.diffusion.pictures import few
from playground.engine.kit.diffusion.samplers import advance, draws, inpainted, start
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx


def noise(ctx: Ctx, *shape: int) -> Tensor:
    """Standard normal numbers of a cloud, float32."""
    return drawing.normal(shape, ctx.rng, torch.float32).to(ctx.device)


# ---- forward


def begin_forward(params: Params, data: Data, ctx: Ctx) -> Clouds:
    """A sample of the data."""
    x0, _ = mixtures.sample(data.law, params.particles, ctx.rng)
    return _begun(params, data, x0.to(torch.float32)[None].contiguous(), 1)


def forward(params: Params, data: Data, clouds: Clouds, ctx: Ctx) -> Clouds:
    """One step of the chain q(x_t | x_s) to the next level."""
    levels = levels_of(params, data)[::-1]
    schedule = schedule_of(params, data)
    step = schedules.between(schedule, levels[clouds.move + 1], levels[clouds.move])
    z = noise(ctx, *clouds.x.shape[1:])
    x = (step.ratio * clouds.x).add_(z, alpha=step.variance**0.5)
    return _moved(clouds, data, x)


# ---- reverse


def begin_reverse(params: Params, data: Data, ctx: Ctx) -> Clouds:
    """The same noise for every sampler."""
    count = len(samplers(params))
    z = noise(ctx, params.particles, data.d)
    truth = z[:0]
    if half_known(params):
        truth = mixtures.sample(data.law, params.particles, ctx.rng)[0].to(torch.float32).contiguous()
    x = _first(params, data, z, truth)
    return _begun(params, data, x.expand(count, *x.shape).contiguous(), count)._replace(truth=truth)


def _first(params: Params, data: Data, z: Tensor, truth: Tensor) -> Tensor:
    """Noise (n, d) at level T; where the data are known, they are in it."""
    schedule = schedule_of(params, data)
    x = start(schedule, z)
    return inpainted(x, known(data, truth)[:, None], truth, params.T, schedule, z) if len(truth) else x


def known(data: Data, truth: Tensor) -> Tensor:
    """Which true data lie in the known half of the plane, (n,)."""
    return ~data.half.holds(truth)


def reverse(params: Params, data: Data, clouds: Clouds, ctx: Ctx) -> Clouds:
    """One move of every sampler to the next lower level, on the same noise."""
    names = samplers(params)
    return _moved(clouds, data, moved(params, data, clouds.x, names, clouds.move, ctx, clouds.truth))


def moved(
    params: Params,
    data: Data,
    x: Tensor,
    names: Sequence[str],
    move: int,
    ctx: Ctx,
    truth: Tensor,
    rows: Tensor | None = None,
) -> Tensor:
    """Clouds (m, n, d) after one move; with `rows` they are those rows of clouds of the full size.

    What is known of the truth (n, d) is then replaced by what the forward process makes of it with the noise that the
    particle has now, so that its path is smooth and ends at the truth; no truth is (0, d).
    """
    levels, schedule, setting = levels_of(params, data), schedule_of(params, data), setting_of(params)
    size = params.particles if rows is not None else x.shape[1]
    z = noise(ctx, draws(names, setting), size, x.shape[2])
    z = z if rows is None else z[:, rows]
    score = score_of(params, data, schedule)
    t, s = levels[move], levels[move + 1]
    after = advance(x, names, t, s, schedule, score, z, setting)
    if not len(truth):
        return after
    truth = truth if rows is None else truth[rows]
    kept = (x - float(schedule.scale[t]) * truth) / float(schedule.sigma[t])
    return inpainted(after, known(data, truth)[:, None], truth, s, schedule, kept)


def _begun(params: Params, data: Data, x: Tensor, count: int) -> Clouds:
    followed = torch.arange(min(params.followed, x.shape[1]))
    tail = few(x)[None].expand(TAIL, -1, -1, -1).contiguous()
    return Clouds(x, followed, trail(x[:, followed]), tail, 0, measured(data, x[:1]) * count, x[0, :0])


def _moved(clouds: Clouds, data: Data, x: Tensor) -> Clouds:
    give_way()
    return clouds._replace(
        x=x,
        path=extended(clouds.path, x[:, clouds.followed]),
        tail=torch.cat([clouds.tail[1:], few(x)[None]]),
        move=clouds.move + 1,
        measured=measured(data, x),
    )


def retraced(params: Params, data: Data, clouds: Clouds, rows: Tensor, ctx: Ctx) -> Clouds:
    """The clouds with other particles followed, their paths computed again from the start.

    What changed on the way (a knob, a dragged centre) acts on the whole path; the last place is the true one.
    """
    if params.mode == "reverse":
        names = samplers(params)
        first = _first(params, data, noise(_at(ctx, "init", 0), params.particles, data.d), clouds.truth)
        x = first.expand(len(clouds.x), *first.shape)[:, rows]
        path = trail(x)
        for move in range(clouds.move):
            x = moved(params, data, x, names, move, _at(ctx, "step", move), clouds.truth, rows)
            path = extended(path, x)
    else:
        path = trail(clouds.x[:, rows])
    places = path.whole.clone()
    places[-1] = clouds.x[:, rows]
    return clouds._replace(followed=rows, path=path._replace(old=places, recent=places[:0].clone()))


def _at(ctx: Ctx, stream: str, step: int) -> Ctx:
    return Ctx(ctx.device, ctx.dtype, ctx.seed, stream, step)
