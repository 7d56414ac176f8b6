"""The forward view: data turn into noise, with the exact law at every level."""

from __future__ import annotations

import math
from typing import Any

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.cursor import cursor
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.line import density_strip, histogram, over_time
from playground.concepts.diffusion.names import on_line
from playground.concepts.diffusion.plan import law_at, level_at, levels_of, schedule_of
from playground.concepts.diffusion.plane import EDIT, components, density, field, window
from playground.concepts.diffusion.state import Clouds
from playground.engine.frame import View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.pictures import dots, half_window, paths
from playground.engine.kit.diffusion.schedules import Schedule
from playground.engine.kit.giving_way import give_way
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Lines, Points, Trace

_HINT = "Press space to add noise"
_LEAST_VARIANCE = 0.005
_ENERGY = Plot(
    name="energy",
    title="Mean of |x|²",
    badge="sampled",
    unit="exact {norm_theory}",
    x=Axis(label="step", whole=True, zero=True),
    y=Axis(zero=True),
    layers=(
        Trace(name="theory", role="theory", series="norm_theory", text=""),
        Trace(name="simulated", outcome=True, series="norm", text="{norm}"),
    ),
)


def moments(params: Params, data: Data, clouds: Clouds) -> dict[str, Any]:
    """Energy and moments of the simulated cloud beside those of the exact law at its level."""
    mean, covariance = mixtures.moments(law_at(data, schedule_of(params, data), level_at(params, data, clouds.move)))
    variances, seen = covariance.diagonal(), clouds.x[0].to(torch.float64)
    give_way()
    off_mean = float((seen.mean(0) - mean).abs().max()) / math.sqrt(float(variances.max()))
    give_way()
    off_variance = float((seen.var(0) / variances - 1).abs().max())
    give_way()
    return {
        "norm": float(seen.square().sum(1).mean()),
        "norm_theory": _energy(params, data, clouds.move),
        "moment_error": max(off_mean, off_variance),
    }


def _noise_variance(schedule: Schedule, t: int) -> float | None:
    """sigma², where four decimals of it are enough to divide by."""
    square = float(schedule.sigma[t]) ** 2
    return square if square > _LEAST_VARIANCE else None


def _energy(params: Params, data: Data, move: int) -> float:
    """E|x_t|^2 from the moments of the data alone: alpha_bar E|x_0|^2 + sigma^2 d."""
    schedule, t = schedule_of(params, data), level_at(params, data, move)
    mean, covariance = mixtures.moments(data.law)
    energy = float(mean @ mean + covariance.diagonal().sum())
    return float(schedule.scale[t]) ** 2 * energy + float(schedule.sigma[t]) ** 2 * data.d


def forward(params: Params, data: Data, clouds: Clouds, view: View) -> Drawn:
    """The cloud on its exact density and the schedule; on a line the density over time."""
    schedule, t = schedule_of(params, data), level_at(params, data, clouds.move)
    signal, known = _signal_and_noise(params, data, schedule, t), {"noise_variance": _noise_variance(schedule, t)}
    if on_line(params):
        half = half_window(data, schedule, params.T)
        path = over_time(clouds.path.whole[:, 0])
        paths_over_time = Lines(name="paths", role="hero", xy=path, halo=False, outcome=True)
        up = levels_of(params, data)[::-1]
        title = "Density over time"
        main = density_strip(data, schedule, up, half, clouds.move, title=title, layers=(paths_over_time,), main=True)
        law = histogram(clouds.x[0], law_at(data, schedule, t), half, "slot2", "t = {t} of {T}")
        return Drawn(Figure(plots=(main, law, signal), hint=_HINT), known)
    here, numbers = cursor(params, data, schedule, t, view.plot("plane"))
    half = half_window(data, schedule, t)
    plane = Plot(
        name="plane",
        title="Forward: data turn into noise",
        badge="sampled",
        unit="t = {t} of {T}",
        main=True,
        plane=True,
        x=window(half),
        y=window(half),
        layers=(
            density(law_at(data, schedule, t), view.plot("plane"), half),
            field(params, data, schedule, t, view.plot("plane"), half),
            Points(
                name="cloud",
                role="slot2",
                xy=dots(clouds.x[0]),
                size=0.7,
                outcome=True,
                key="particles with their last move",
            ),
            Lines(name="tails", role="slot2", xy=paths(clouds.tail[-2:, 0]), halo=False, found=False, outcome=True),
            Lines(name="path", role="hero", xy=paths(clouds.path.whole[:, 0]), halo=False, outcome=True),
            components(data),
            Points(name="ends", role="hero", xy=clouds.x[0, clouds.followed], key="followed"),
            *here,
        ),
        mouse=EDIT,
        cursor=True,
    )
    return Drawn(Figure(plots=(plane, signal, _ENERGY), hint=_HINT), numbers | known)


def _signal_and_noise(params: Params, data: Data, schedule: Schedule, t: int) -> Plot:
    """Signal and noise over t, where we are, and the points of a drawn schedule."""
    own, at = params.schedule == "own", torch.linspace(0, params.T, 101).round().long()
    share, now = at / params.T, t / params.T
    noise = schedule.sigma[at] / max(1.0, float(schedule.sigma[-1]))
    places = torch.stack([torch.arange(1, 6, dtype=torch.float64) / 5, data.curve.sqrt()], 1)
    nodes = Points(name="nodes", role="hero", xy=places, ids=torch.arange(5), size=1.2, hover="drag: {y}")
    drag = Mouse(on="drag", target="nodes", kind="drag_node", take={"id": "id", "y": "y"}, label="drag the schedule")
    return Plot(
        name="schedule",
        title="Signal and noise",
        badge="exact",
        unit="drag the points" if own else "signal √ᾱ, noise σ",
        x=Axis(label="t/T", range=(0.0, 1.15)),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Curve(name="signal", role="slot1", x=share, y=schedule.scale[at], text="signal"),
            Curve(name="noise", role="slot2", x=share, y=noise, text="noise"),
            Lines(name="now", role="now", xy=torch.tensor([[now, 0.0], [now, 1.0]])),
            *((nodes,) if own else ()),
        ),
        mouse=(drag,) if own else (),
    )
