"""The view of memory in the disc: powers of eigenvalues spiral in, and add up to what the recurrence remembers."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import torch

from playground.concepts.linear_recurrence import Params, eigenvalues, ground
from playground.concepts.linear_recurrence.eigenvalues import Eigen
from playground.concepts.linear_recurrence.state import Data, State, eigen_of, weights_of
from playground.engine.frame import Array
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Level, Lines, Points
from playground.figures.values import Range

TAIL = 24
"""Powers that a spiral shows, the newest."""
_LOW_V, _HIGH_V = -9.0, 3.0
_PLACES = np.linspace(_LOW_V, _HIGH_V, 161)


def disc(params: Params, data: Data, state: State) -> Drawn:
    """Eigenvalues with their powers, one of them in time, all of them added up, memory lengths, and exp(-exp v)."""
    found, t = eigen_of(params, data), state.t
    focus = min(state.focus, len(data.places) - 1)
    aside = (
        _sum(params, found, t),
        _one(params, found, focus, t),
        _memory(found, focus),
        _form(found, focus),
        _gamma(data, found),
    )
    if params.precision == "single":  # what rounding spoils comes first: a small window shows few plots
        aside = (aside[-1], *aside[:-1])
    figure = Figure(
        plots=(_plane(params, found, focus, t), *aside),
        hint="Press space; drag an eigenvalue",
    )
    power = found.log_modulus[focus] * t
    numbers = {
        **ground.numbers(found, focus),
        **_moduli(),
        "gamma_error": _gamma_error(data, found) if params.normalised else None,
        "t": t,
        "power": float(power.clamp(-700, eigenvalues.LARGEST_POWER).exp()),
    }
    return Drawn(figure, numbers)


@lru_cache(maxsize=1)
def _moduli() -> dict[str, float]:
    """The smallest and largest modulus of 1,001 values of v from -5 to 5."""
    found = eigenvalues.exponential(torch.linspace(-5, 5, 1001, dtype=torch.float64), torch.zeros(1001)).modulus
    return {"modulus_low": float(found.min()), "modulus_high": float(found.max())}


def _plane(params: Params, found: Eigen, focus: int, t: int) -> Plot:
    first = max(0, t - TAIL)
    k = torch.arange(first, t + 1, dtype=torch.float64)
    power = torch.view_as_real(eigenvalues.powers(found, k))
    tails = torch.cat([power, torch.full_like(power[:, :1], math.nan)], 1).reshape(-1, 2)[:-1]
    own = torch.view_as_real(eigenvalues.powers(_only(found, focus), torch.arange(t + 1).double()))[0]
    across = ground.side(params)
    return Plot(
        name="disc",
        badge="exact",
        title="An impulse, {t} steps later",
        unit="triangles: λ to the power of {t}; real part across, imaginary part up",
        main=True,
        plane=True,
        zoom=True,
        x=Axis(range=across, label="real part"),
        y=Axis(range=across, label="imaginary part"),
        layers=(
            Lines(name="tails", role="slot3", xy=tails, fade=1.0, halo=False, found=False, outcome=True),
            Lines(name="spiral", role="second", xy=own[-400:], fade=0.7, halo=False, found=False, outcome=True),
            Points(name="powers", role="slot3", xy=power[:, -1], size=0.8, key="λ^t", outcome=True, symbol="ξ"),
            *ground.disc(params, found, focus),
        ),
        mouse=ground.MOUSE,
    )


def _only(found: Eigen, focus: int) -> Eigen:
    return Eigen(*(part[focus : focus + 1] for part in found))


def _sum(params: Params, found: Eigen, t: int) -> Plot:
    h = eigenvalues.impulse(found, weights_of(found), params.horizon + 1)
    k = np.arange(len(h))
    at = torch.tensor([[float(t), float(h[t])]]) if t < len(h) else torch.zeros((0, 2))
    return Plot(
        name="impulse",
        badge="exact",
        title="Impulse response",
        unit="all eigenvalues together",
        x=Axis(label="steps since the impulse", range=Range(0.0, float(params.horizon))),
        y=Axis(zero=True),
        layers=(
            Curve(name="response", role="muted", x=k, y=h),
            Curve(name="so far", x=k[: t + 1], y=h[: t + 1], outcome=True, symbol="h", key="so far"),
            Points(name="now", role="now", xy=at, outcome=True),
        ),
    )


def _one(params: Params, found: Eigen, focus: int, t: int) -> Plot:
    k = torch.arange(params.horizon + 1, dtype=torch.float64)
    power = eigenvalues.powers(_only(found, focus), k)[0]
    size = power.abs()
    memory = float(found.memory[focus])
    return Plot(
        name="one",
        badge="exact",
        title="One eigenvalue",
        unit="|λ| = {focus_modulus:4}, {focus_degrees:0}°",
        x=Axis(label="steps", range=Range(0.0, float(params.horizon))),
        layers=(
            Curve(name="above", role="theory", x=k, y=size, key="±|λ|^t"),
            Curve(name="below", role="theory", x=k, y=-size),
            Curve(name="real part", role="second", x=k, y=power.real, key="real part of λ^t", symbol="λ"),
            Level(
                name="memory",
                role="now",
                across="vertical",
                value=memory if memory <= params.horizon else None,
                text="1/e after {focus_memory:1}",
            ),
        ),
    )


def _memory(found: Eigen, focus: int) -> Plot:
    memory = found.memory.clamp(1e-2, 1e9)
    order = torch.argsort(memory, descending=True)
    return Plot(
        name="memory",
        badge="exact",
        title="Memory",
        unit="steps to 1/e, the longest first",
        x=Axis(label="eigenvalues", ticks=False),
        y=Axis(log=True, zero=True),
        layers=(Bars(name="lengths", heights=memory[order].log10(), mark=order == focus, symbol="τ"),),
    )


def _exact(data: Data) -> Eigen:
    """The eigenvalues by v in 64 bits."""
    return eigenvalues.exponential(eigenvalues.v_of(data.places.norm(dim=1)), torch.zeros(len(data.places)).double())


def _gamma_error(data: Data, found: Eigen) -> float:
    right = _exact(data).gamma
    return float(((found.gamma - right).abs() / right.clamp_min(1e-300)).max())


def _gamma(data: Data, found: Eigen) -> Plot:
    """What inputs are multiplied by, as it is stored, against what it should be."""
    right = _exact(data)
    memory = right.memory.clamp(1e-2, 1e12).log10()
    ends = torch.tensor([float(memory.min()) - 0.3, float(memory.max()) + 0.3], dtype=torch.float64)
    along = torch.linspace(float(ends[0]), float(ends[1]), 60, dtype=torch.float64)
    law = (-torch.expm1(-2 / 10**along)).sqrt().log10()
    low = float(law.min()) - 1.0
    return Plot(
        name="gamma",
        badge="exact",
        title="γ by memory",
        unit="what an input is multiplied by",
        x=Axis(label="memory in steps, from v", log=True),
        y=Axis(log=True),
        layers=(
            Curve(name="law", role="theory", x=along, y=law, key="√(1 − |λ|²)"),
            Points(name="stored", xy=torch.stack([memory, found.gamma.log10().clamp_min(low)], 1), key="as computed"),
        ),
    )


def _form(found: Eigen, focus: int) -> Plot:
    v = (-found.log_modulus).clamp_min(1e-300).log().clamp(_LOW_V, _HIGH_V)
    inside = found.log_modulus < 0
    at = torch.stack([v, found.modulus], 1)[inside]
    mine = at[int(inside[:focus].sum()) :][:1] if bool(inside[focus]) else at[:0]
    return Plot(
        name="form",
        badge="exact",
        title="exp(−exp v)",
        unit="modulus by parameter v",
        x=Axis(label="v", range=Range(_LOW_V, _HIGH_V)),
        y=Axis(range=Range(-0.04, 1.08)),
        layers=(
            Level(name="one", role="theory", value=1.0),
            Curve(name="modulus", role="muted", x=_PLACES, y=_curve()),
            Points(name="values", xy=at, symbol="v"),
            Points(name="mine", role="second", xy=mine, size=1.2),
        ),
    )


@lru_cache(maxsize=1)
def _curve() -> Array:
    return np.asarray(np.exp(-np.exp(_PLACES)))
