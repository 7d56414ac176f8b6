"""The ELBO split in its two terms, the divergence of each unit, drawings with what is made of them, and samples."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.vae import Params, net
from playground.concepts.vae.net import Parts
from playground.concepts.vae.plane import pictures
from playground.concepts.vae.state import Data, State
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Level, Tiles, Trace
from playground.texts import sums

LEAST = 0.01  # KL of a unit that counts as active
_SHOWN = 8
_MEAN_OF = 512  # drawings over which divergences are averaged
_SEED = 11


def bound(params: Params, data: Data, state: State) -> Drawn:
    """The plots with their data, and one divergence in digits."""
    now = net.parts(state.theta, params.latent)
    figure = Figure(
        plots=(_terms(), _units(now, data), _rebuilt(now, data, state), _samples(now, params.latent)),
        hint="Press space to train; raise β and watch units go silent",
    )
    return Drawn(figure, _by_hand(params, now, state))


def _by_hand(params: Params, now: Parts, state: State) -> dict[str, Any]:
    x = state.drawing[None]
    code = net.encode(now, x)
    variance = code.log_variance.exp()[0]
    unit = int(net.divergences(code)[0].argmax())
    noise = torch.randn(1, params.latent, generator=torch.Generator().manual_seed(_SEED))
    to_z = float(net.slope_in_sample(now, code, x, noise)[0, unit])
    eps, mean, s2, beta = float(noise[0, unit]), float(code.mean[0, unit]), float(variance[unit]), params.beta
    inside = abs(float(code.log_variance[0, unit])) < net.MOST_LOG
    return {
        "price": beta,
        "to_z": sums.signed(to_z, 3),
        "eps": sums.signed(eps, 3),
        "z_there": mean + s2**0.5 * eps,
        "to_mean": to_z + beta * mean if inside else None,
        "to_log": 0.5 * to_z * s2**0.5 * eps + 0.5 * beta * (s2 - 1),
        "first_kl": float(net.divergences(code).sum()),
        "unit": unit + 1,
        "unit_mean": sums.signed(float(code.mean[0, unit]), 6),
        "unit_variance": float(variance[unit]),
        "unit_kl": float(net.divergences(code)[0, unit]),
    }


def _terms() -> Plot:
    return Plot(
        name="terms",
        title="Two terms of the bound",
        unit="ELBO {elbo}; reconstruction {reconstruction}, KL {kl}, in nats",
        badge="exact",
        main=True,
        x=Axis(label="step"),
        y=Axis(zero=True),
        layers=(
            Trace(name="reconstruction", role="slot1", series="reconstruction", text="reconstruction", outcome=True),
            Trace(name="kl", role="slot2", series="kl", text="KL", outcome=True, symbol="@kl"),
        ),
    )


def _units(now: Parts, data: Data) -> Plot:
    kl = net.divergences(net.encode(now, data.X[:_MEAN_OF])).mean(0)
    return Plot(
        name="units",
        title="KL of each unit",
        unit="{active} of {units} active",
        badge="exact",
        x=Axis(label="unit"),
        y=Axis(zero=True),
        layers=(
            Bars(name="units", role="slot2", heights=kl, words=[str(k + 1) for k in range(len(kl))], outcome=True),
            Level(name="least", role="theory", value=LEAST, key="0.01"),
        ),
    )


def _rebuilt(now: Parts, data: Data, state: State) -> Plot:
    x = torch.cat([state.drawing[None], data.X[: _SHOWN - 1]])
    made = net.decode(now, net.encode(now, x).mean)
    return _rows("rebuilt", "Drawings, and what their codes give back", "", torch.cat([x, made]), len(x))


def _samples(now: Parts, latent: int) -> Plot:
    z = torch.randn(2 * _SHOWN, latent, generator=torch.Generator().manual_seed(_SEED))
    return _rows("samples", "Made from noise", "z from N(0, I)", net.decode(now, z), _SHOWN)


def _rows(name: str, title: str, unit: str, X: Tensor, across: int) -> Plot:
    k = torch.arange(len(X))
    xy = torch.stack([(k % across).double(), -(k // across).double()], 1)
    return Plot(
        name=name,
        title=title,
        unit=unit,
        badge="exact",
        axes=False,
        layers=(
            Tiles(
                name=name,
                z=pictures(X),
                xy=xy,
                size=torch.tensor([0.92, 0.92]),
                color_map="sequential",
                levels=(0.0, 1.0),
                outcome=True,
            ),
        ),
    )
