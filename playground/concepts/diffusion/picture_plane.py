"""The plane of the data: exact density, score arrows, clouds and paths; on a line the density over time."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import law_at
from playground.engine.frame import PlotView, Scalar, View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.kept import Kept
from playground.engine.kit.diffusion.measures import quantiles
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import arrows, below_points, density_image, grid, paths
from playground.engine.kit.diffusion.samplers import Score
from playground.engine.kit.diffusion.schedules import Schedule

Shown = dict[str, Tensor | Scalar]
_COLUMNS = 120
_ROWS = 120
_DRAWN = 40  # levels at which a quantile line has a corner


def window(half: float) -> Shown:
    """The range of the plane."""
    span = torch.tensor([-half, half])
    return {"plane_x": span, "plane_y": span}


def plane_background(data: Data, law: Mixture, plot: str, half: float, view: View) -> Shown:
    """The window and the exact density in it."""
    at_x, at_y, extent = grid(view.plot(plot), half)
    return window(half) | {"density": density_image(law, at_x, at_y), "density_extent": extent}


def field(score: Score, t: int, plot: PlotView | None, half: float) -> Shown:
    """The score on a grid of arrows; none at level 0 of a score that ends there."""
    at, vectors = arrows(score, t, plot, half)
    return {"field_at": at, "field": vectors}


def no_field() -> Shown:
    """No arrows."""
    return {"field_at": torch.zeros(0, 2), "field": torch.zeros(0, 2)}


def centres(data: Data) -> Shown:
    """The components where they are few enough to be dragged."""
    few = len(data.means) <= 25 and data.d == 2
    places = data.means if few else data.means[:0].reshape(0, data.d)
    if data.d == 1:
        places = torch.zeros(0, 2)
    ids = data.ids if few else data.ids[:0]
    return {"centres": places, "centre_ids": ids, "centres_hollow": torch.ones(len(places), dtype=torch.bool)}


# ---- over time

_strips: Kept[Tensor] = Kept(6)
_quantile_lines: Kept[Tensor] = Kept(4)


def strip(data: Data, schedule: Schedule, levels: tuple[int, ...], half: float) -> Shown:
    """The density of the first coordinate at all levels of a run, each column scaled for itself."""
    key = (data.masses, data.means, data.variances, schedule.scale, levels, half)
    z = _strips.get(key, lambda: _strip(data, schedule, levels, half))
    last = float(len(levels) - 1)
    return {
        "strip": z,
        "strip_extent": torch.tensor([-0.5, last + 0.5, -half, half]),
        "strip_x": torch.tensor([0.0, last]),
        "strip_y": torch.tensor([-half, half]),
    }


def _strip(data: Data, schedule: Schedule, levels: tuple[int, ...], half: float) -> Tensor:
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


def quantile_lines(data: Data, schedule: Schedule, levels: tuple[int, ...]) -> Tensor:
    """The quantiles of the exact law over a run on the line, (n, 2) with gaps: what the probability flow keeps."""
    key = (data.masses, data.means, data.variances, schedule.scale, levels)
    return _quantile_lines.get(key, lambda: _lines_of_quantiles(data, schedule, levels))


def _lines_of_quantiles(data: Data, schedule: Schedule, levels: tuple[int, ...]) -> Tensor:
    shares = torch.linspace(0.1, 0.9, 9, dtype=torch.float64)
    places = torch.linspace(0, len(levels) - 1, min(_DRAWN, len(levels))).round().long().tolist()
    rows = []
    for place in dict.fromkeys(places):
        at = quantiles(law_at(data, schedule, levels[place]), shares)
        rows.append(torch.stack([torch.full_like(at, float(place)), at], 1))
    return paths(torch.stack(rows).to(torch.float32))


def over_time(whole: Tensor) -> Tensor:
    """The first coordinate of paths (steps, f, d) against the step, as one line with gaps."""
    steps = torch.arange(len(whole), dtype=whole.dtype)[:, None].expand(whole.shape[:2])
    return paths(torch.stack([steps, whole[:, :, 0]], 2))
