"""The loss at the first batch of a step, and both estimators of a gradient, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.vae import net
from playground.concepts.vae.gradient import baseline_of
from playground.concepts.vae.model import BATCH, SAMPLES
from playground.concepts.vae.plane import WALK
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
    return {
        "mu": params.mean,
        "sigma": params.spread,
        "a": params.slope,
        "b": params.bend,
        "eps": eps.numpy(),
        "k": baseline_of(params),
    }


def _ends(at: Moment) -> Mapping[str, Any]:
    state = at.state
    x = torch.stack([state.drawing, at.data.X[state.other]])
    now = net.parts(state.theta, at.params.latent)
    weights = {name: value.double().numpy() for name, value in now._asdict().items()}
    return {"x": x.double().numpy(), "share": np.linspace(0, 1, WALK), **weights}


CODES = (
    Code(
        "walk",
        title="A walk between two drawings",
        when={"mode": ("plane",)},
        reads=_ends,
        gives=lambda at: {"pictures": at.numbers["walk.walk.z"][1:-1].reshape(WALK, -1)},
        marks={"z": "z", "mean": "q", "pictures": "x"},
        within=1e-4,
        step=False,
    ),
    Code(
        "elbo",
        title="The bound at a batch",
        when={"mode": ("bound",)},
        reads=_batch,
        gives=_losses,
        marks={"kl": "@kl"},
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
