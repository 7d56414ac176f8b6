"""Pictures on a line: the density over time, its quantiles, and histograms beside exact densities."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import law_at
from playground.engine.kit.diffusion import mixtures, pictures
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.diffusion.measures import quantiles
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import below_points, paths
from playground.engine.kit.diffusion.schedules import Schedule
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Bars, Curve, Image, Layer, Lines, Role
from playground.figures.values import Range

_COLUMNS = 240
_ROWS = 160
_DRAWN = 40  # levels at which a quantile line has a corner

_strips: Kept[Tensor] = Kept(6)
_quantile_lines: Kept[Tensor] = Kept(4)


def density_strip(
    data: Data,
    schedule: Schedule,
    levels: tuple[int, ...],
    half: float,
    move: int,
    *,
    title: str,
    layers: tuple[Layer, ...],
    main: bool = False,
) -> Plot:
    """The exact density of the first coordinate at all levels of a run, with layers on it and the line of now."""
    key = (data.masses, data.means, data.variances, schedule.scale, levels, half)
    z = _strips.get(key, lambda: _strip(data, schedule, levels, half))
    last = float(len(levels) - 1)
    extent, now = torch.tensor([-0.5, last + 0.5, -half, half]), torch.tensor([[move, -half], [move, half]])
    return Plot(
        name="strip",
        title=title,
        badge="exact",
        unit="√ density",
        main=main,
        x=clock(len(levels) - 1),
        y=Axis(range=Range(-half, half)),
        layers=(
            Image(name="strip", z=z, extent=extent, levels=(0.0, 1.0), smooth=True, frame=False, key="exact density"),
            *layers,
            Lines(name="now", role="now", xy=now),
        ),
    )


def clock(moves: int) -> Axis:
    """The steps of a run, from its first to its last: one for all plots over time."""
    return Axis(label="step", range=Range(0.0, float(moves)), whole=True)


def _strip(data: Data, schedule: Schedule, levels: tuple[int, ...], half: float) -> Tensor:
    """The picture, (rows, levels), each column scaled for itself."""
    law = data.law
    chosen = [levels[round(i)] for i in torch.linspace(0, len(levels) - 1, min(_COLUMNS, len(levels))).tolist()]
    y = half - (torch.arange(_ROWS) + 0.5) / _ROWS * 2 * half
    columns = []
    for t in chosen:
        later = mixtures.noised(law, float(schedule.scale[t]), float(schedule.sigma[t]))
        v = later.variances.to(torch.float32)
        heights = torch.exp(-((y[:, None] - later.means[:, 0].to(torch.float32)) ** 2) / (2 * v))
        columns.append(heights @ (later.weights.to(torch.float32) / v.sqrt()))
    return torch.stack([below_points(column) for column in columns], 1)


def over_time(whole: Tensor) -> Tensor:
    """The first coordinate of paths (steps, f, d) against the step, as one line with gaps."""
    steps = torch.arange(len(whole), dtype=whole.dtype)[:, None].expand(whole.shape[:2])
    return paths(torch.stack([steps, whole[:, :, 0]], 2))


def quantile_lines(data: Data, schedule: Schedule, levels: tuple[int, ...]) -> Lines:
    """Nine quantiles of the exact law over a run on the line: what the probability flow keeps."""
    key = (data.masses, data.means, data.variances, schedule.scale, levels)
    xy = _quantile_lines.get(key, lambda: _lines_of_quantiles(data, schedule, levels))
    return Lines(
        name="quantiles", role="theory", xy=xy, dash="dashed", halo=False, key="nine quantiles of the exact law"
    )


def _lines_of_quantiles(data: Data, schedule: Schedule, levels: tuple[int, ...]) -> Tensor:
    shares = torch.linspace(0.1, 0.9, 9, dtype=torch.float64)
    places = torch.linspace(0, len(levels) - 1, min(_DRAWN, len(levels))).round().long().tolist()
    rows = []
    for place in dict.fromkeys(places):
        at = quantiles(law_at(data, schedule, levels[place]), shares)
        rows.append(torch.stack([torch.full_like(at, float(place)), at], 1))
    return paths(torch.stack(rows).to(torch.float32))


def histogram(x: Tensor, law: Mixture, half: float, role: Role, unit: str) -> Plot:
    """A cloud on the line, (n, 1), beside its exact density."""
    return Plot(
        name="histogram",
        title="Particles and exact density",
        badge="sampled",
        unit=unit,
        x=Axis(label="x", range=Range(-half, half)),
        y=Axis(zero=True, ticks=False),
        layers=(bars("particles", x[:, 0], half, role), density_curve("density", law, half)),
    )


def bars(name: str, values: Tensor, half: float, role: Role, count: int = 60) -> Bars:
    """The density of the values inside the window, by so many bins."""
    edges, heights = pictures.histogram(values, half, count)
    return Bars(name=name, outcome=True, role=role, heights=heights, edges=edges)


def density_curve(name: str, law: Mixture, half: float, role: Role = "theory", symbol: str = "") -> Curve:
    """The density of a law on the line."""
    x, y = pictures.density_curve(law, half)
    return Curve(name=name, role=role, x=x, y=y, symbol=symbol)
