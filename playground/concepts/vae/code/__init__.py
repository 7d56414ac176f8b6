"""The loss at the first batch of a step, and both estimators of a gradient, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.vae import net
from playground.concepts.vae.model import BATCH, SAMPLES
from playground.engine.declarations.code import Code, Moment, NoCode


def _batch(at: Moment) -> Mapping[str, Any]:
    params, ctx = at.params, at.ctx
    rows = torch.randint(len(at.data.X), (BATCH,), generator=ctx.rng)
    noise = torch.randn(BATCH, params.latent, generator=ctx.rng)
    now = net.parts(at.before.theta, params.latent)
    weights = {name: value.double().numpy() for name, value in now._asdict().items()}
    return {"x": at.data.X[rows].double().numpy(), "noise": noise.double().numpy(), "beta": params.beta, **weights}


def _losses(at: Moment) -> Mapping[str, Any]:
    params, ctx = at.params, at.ctx
    rows = torch.randint(len(at.data.X), (BATCH,), generator=ctx.rng)
    noise = torch.randn(BATCH, params.latent, generator=ctx.rng)
    found = net.losses(at.before.theta, params.latent, at.data.X[rows], noise, params.beta)
    return {"reconstruction": found.reconstruction, "kl": found.kl}


def _noise(at: Moment) -> Mapping[str, Any]:
    params = at.params
    eps = torch.randn(SAMPLES, 1, generator=at.ctx.rng, dtype=torch.float64)[:, 0]
    return {"mu": params.mean, "sigma": params.spread, "a": params.slope, "b": params.bend, "eps": eps.numpy()}


CODES = (
    Code(
        "elbo",
        title="The bound at a batch",
        when={"mode": ("plane", "bound")},
        reads=_batch,
        gives=_losses,
        marks={"kl": "@kl", "z": "z"},
        within=1e-4,
    ),
    Code(
        "estimators",
        title="Two gradients",
        when={"mode": ("gradient",)},
        reads=_noise,
        gives=lambda at: {"sums": at.after.sums[:2] - at.before.sums[:2]},
        marks={"pathwise": "@pathwise"},
        within=1e-6,
    ),
)
WITHOUT: tuple[NoCode, ...] = ()
