"""The plane of the data: exact density, score arrows, clouds and paths; on a line the density over time."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.kept import Kept
from playground.concepts.diffusion.measures import quantiles
from playground.concepts.diffusion.plan import law_at
from playground.engine.frame import PlotView, Scalar, View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import Score
from playground.engine.kit.diffusion.schedules import Schedule

Shown = dict[str, Tensor | Scalar]
HALF = 3.0
"""Half the window in data of variance 1; it grows with the noise where the variance explodes."""
BELOW_POINTS = 0.85
"""The share of the map that a density may use, so that points and arrows on it stay visible."""
_ACROSS = 19
_MOST_CELLS = 320
_COLUMNS = 120
_ROWS = 120
_AS_DENSITY, _DOTS = 20_000, 500
_DRAWN = 40  # levels at which a quantile line has a corner
_GAP = torch.full((1, 1, 2), torch.nan)


def half_window(data: Data, schedule: Schedule, t: int) -> float:
    """Half the window: the data and their noise fit."""
    reach = max(HALF, 1.15 * float(data.means.abs().max()))
    spread = math.hypot(float(schedule.scale[t]), float(schedule.sigma[t]))
    return reach * max(1.0, spread)


def window(half: float) -> Shown:
    """The range of the plane."""
    span = torch.tensor([-half, half])
    return {"plane_x": span, "plane_y": span}


def grid(view: PlotView | None, half: float) -> tuple[Tensor, Tensor, Tensor]:
    """Places of the columns and of the rows (top first) of an image of the plot, and its extent."""
    x, y = ((-half, half), (-half, half)) if view is None else (view.x, view.y)
    columns, rows = (96, 96) if view is None else (view.width // 2, view.height // 2)
    columns, rows = (max(8, min(_MOST_CELLS, count)) for count in (columns, rows))
    at_x = x[0] + (torch.arange(columns) + 0.5) / columns * (x[1] - x[0])
    at_y = y[1] - (torch.arange(rows) + 0.5) / rows * (y[1] - y[0])
    return at_x, at_y, torch.tensor([x[0], x[1], y[0], y[1]])


def density_image(law: Mixture, at_x: Tensor, at_y: Tensor) -> Tensor:
    """The square root of the density, scaled to the share of the map below points, (rows, columns).

    Isotropic components are products of a function of x and one of y, so that the image is one product of matrices.
    """
    v = law.variances.to(torch.float32)[:, None]
    across = torch.exp(-((at_x - law.means[:, :1].to(torch.float32)) ** 2) / (2 * v))
    up = torch.exp(-((at_y - law.means[:, 1:].to(torch.float32)) ** 2) / (2 * v))
    z = (up * (law.weights.to(torch.float32)[:, None] / v)).T @ across
    return _scaled(z)


def _scaled(z: Tensor) -> Tensor:
    return torch.sqrt(z / z.max().clamp_min(1e-30)) * BELOW_POINTS


def plane_background(data: Data, law: Mixture, plot: str, half: float, view: View) -> Shown:
    """The window and the exact density in it."""
    at_x, at_y, extent = grid(view.plot(plot), half)
    return window(half) | {"density": density_image(law, at_x, at_y), "density_extent": extent}


def field(score: Score, t: int, plot: PlotView | None, half: float) -> Shown:
    """The score on a grid of arrows; none at level 0 of a score that ends there."""
    x, y = ((-half, half), (-half, half)) if plot is None else (plot.x, plot.y)
    cell = max(x[1] - x[0], y[1] - y[0]) / _ACROSS
    at_x, at_y = (torch.arange(low + cell / 2, high, cell) for low, high in (x, y))
    at = torch.cartesian_prod(at_x, at_y)
    return {"field_at": at, "field": score(at, max(t, 1))}


def no_field() -> Shown:
    """No arrows."""
    return {"field_at": torch.zeros(0, 2), "field": torch.zeros(0, 2)}


def paths(whole: Tensor) -> Tensor:
    """Paths (steps, f, 2) as one line with gaps, (f (steps + 1), 2)."""
    if not whole.shape[1]:
        return torch.zeros(0, 2)
    parted = torch.cat([whole, _GAP.expand(1, whole.shape[1], 2).to(whole.dtype)])
    return parted.transpose(0, 1).reshape(-1, 2)


def dots(x: Tensor) -> Tensor:
    """What is drawn of a cloud (n, d): some hundred particles as dots, or all of a very large one as a density."""
    if x.shape[1] != 2:
        return torch.zeros(0, 2)
    return x if len(x) > _AS_DENSITY else x[:_DOTS]


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
    return torch.stack([_scaled(column) for column in columns], 1)


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


def density_curve(law: Mixture, half: float, count: int = 240) -> tuple[Tensor, Tensor]:
    """Places and the density of a law on the line."""
    x = torch.linspace(-half, half, count, dtype=torch.float64)
    return x, mixtures.log_density(law, x[:, None]).exp()


def histogram(values: Tensor, half: float, bins: int = 60) -> tuple[Tensor, Tensor]:
    """Edges (bins + 1,) and density heights (bins,) of the values inside the window."""
    edges = torch.linspace(-half, half, bins + 1)
    counts = torch.histc(values.to(torch.float32), bins, -half, half)
    return edges, counts / max(1, len(values)) / (2 * half / bins)
