"""The loss of the last update, and the numbers of the other views, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.score_matching import manifold as thin
from playground.concepts.score_matching.net import batch_of, schedule_of
from playground.concepts.score_matching.weakness import gaps_now, sigma_after
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.diffusion import nets, training
from playground.engine.kit.diffusion.losses import value_and_gradient
from playground.engine.kit.diffusion.nets import Net, NoiseLevel


class _Update(NamedTuple):
    """What the last update of a step is given; `v` are directions of the implicit losses."""

    net: Net
    x0: Tensor
    z: Tensor
    level: NoiseLevel
    v: Tensor
    loss: float


def _last(at: Moment) -> _Update:
    """The last update of the step, its random numbers drawn in the order of `training.train`."""
    params, data, ctx, schedule = at.params, at.data, at.ctx, schedule_of(at.params)
    now = at.before.training
    for _ in range(params.updates - 1):
        now = training.train(now, schedule, batch_of(params, data, ctx), params.loss_kind, ctx.rng, params.rate)
    x0 = batch_of(params, data, ctx)
    t = training.levels_drawn(len(x0), schedule, ctx.rng)
    level = nets.frame(now.net, schedule.scale[t], schedule.sigma[t])
    z = torch.randn(x0.shape, generator=ctx.rng)
    d = x0.shape[1]
    state = ctx.rng.get_state()
    v = torch.eye(d)[:, None, :].expand(d, len(x0), d)
    if params.loss_kind == "sliced":
        v = torch.randint(0, 2, (1, len(x0), d), generator=ctx.rng).float().mul_(2).sub_(1)
    ctx.rng.set_state(state)
    x = level.shift * x0.float() + level.sigma * z
    loss, _ = value_and_gradient(now.net, params.loss_kind, x, z, level, ctx.rng)
    return _Update(now.net, x0.float(), z, level, v.contiguous(), loss)


def _told(one: _Update) -> dict[str, Any]:
    layers = nets.layers(one.net.theta, one.net.sizes)
    return {
        "x_0": one.x0,
        "z": one.z,
        "a": one.level.shift,
        "sigma": one.level.sigma,
        "features": one.level.features,
        "gain": one.level.gain,
        "W": [W for W, _ in layers],
        "b": [b for _, b in layers],
        "mu": one.net.mean,
        "c": float(one.net.spread),
    }


def _explicit(at: Moment) -> Mapping[str, Any]:
    return {**_told(_last(at)), "noise": at.params.loss_kind == "noise"}


def _implicit(at: Moment) -> Mapping[str, Any]:
    one = _last(at)
    return {**_told(one), "v": one.v}


def _loss(at: Moment) -> Mapping[str, Any]:
    return {"loss": _last(at).loss}


def _gaps(at: Moment) -> Mapping[str, Any]:
    return gaps_now(at.params, at.state.move)._asdict()


def _size(at: Moment) -> Mapping[str, Any]:
    found = thin.numbers(at.state.move)
    return {"size": found["score_size"], "dimension": found["dimension"]}


CODES = (
    Code(
        "denoising",
        title="The loss of the last update",
        when={"mode": ("learn",), "loss_kind": ("noise", "denoising")},
        reads=_explicit,
        gives=_loss,
        marks={"h": "s_θ"},
        within=1e-4,
    ),
    Code(
        "implicit",
        title="The loss of the last update",
        when={"mode": ("learn",), "loss_kind": ("sliced", "hyvarinen")},
        reads=_implicit,
        gives=_loss,
        marks={"h": "s_θ"},
        within=1e-4,
    ),
    Code(
        "weakness",
        title="What the score sees",
        when={"mode": ("weakness",)},
        reads=lambda at: {
            "separation": at.params.separation,
            "sigma": sigma_after(at.params.separation, at.state.move),
            "w": at.params.mass,
        },
        gives=_gaps,
        marks={"p": "p", "q": "q"},
        within=1e-8,
        step=False,
    ),
    Code(
        "manifold",
        title="The size of the score",
        when={"mode": ("manifold",)},
        reads=lambda at: {"sigma": thin.sigma_after(at.state.move), "width": thin.WIDTH, "count": thin.COMPONENTS},
        gives=_size,
        marks={"s": "s", "p": "p"},
        within=1e-8,
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("losses",)},
        because="Three nets train here side by side; the view Learning has the code of each loss.",
    ),
)
