"""What is drawn of mixtures and their scores: densities as images and curves, arrows, clouds, paths, histograms."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.engine.frame import PlotView
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.measures import Grouped
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.samplers import Score
from playground.engine.kit.diffusion.schedules import Schedule

HALF = 3.0
"""Half the window in data of variance 1; it grows with the noise where the variance explodes."""
BELOW_POINTS = 0.85
"""The share of the map that a density may use, so that points and arrows on it stay visible."""
_ACROSS = 19
_MOST_CELLS = 320
_AS_DENSITY, _DOTS = 20_000, 500
_GAP = torch.full((1, 1, 2), torch.nan)


def half_window(data: Grouped, schedule: Schedule, t: int) -> float:
    """Half the window: the data and their noise fit."""
    reach = max(HALF, 1.15 * float(data.means.abs().max()))
    spread = math.hypot(float(schedule.scale[t]), float(schedule.sigma[t]))
    return reach * max(1.0, spread)


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
    return below_points(z)


def arrows(score: Score, t: int, plot: PlotView | None, half: float) -> tuple[Tensor, Tensor]:
    """Places on a grid of a plot and the score there, (n, 2) each; at level 0 that of level 1."""
    x, y = ((-half, half), (-half, half)) if plot is None else (plot.x, plot.y)
    cell = max(x[1] - x[0], y[1] - y[0]) / _ACROSS
    at_x, at_y = (torch.arange(low + cell / 2, high, cell) for low, high in (x, y))
    at = torch.cartesian_prod(at_x, at_y)
    return at, score(at, max(t, 1))


def below_points(z: Tensor) -> Tensor:
    """The square root of a density, 0.85 where it is largest."""
    return torch.sqrt(z / z.max().clamp_min(1e-30)) * BELOW_POINTS


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


def few(x: Tensor) -> Tensor:
    """The particles of clouds (clouds, n, d) that are drawn as dots, (clouds, m, d); none of a very large cloud."""
    return x[:, : 0 if x.shape[1] > _AS_DENSITY or x.shape[2] != 2 else _DOTS]


def density_curve(law: Mixture, half: float, count: int = 240) -> tuple[Tensor, Tensor]:
    """Places and the density of a law on the line."""
    x = torch.linspace(-half, half, count, dtype=torch.float64)
    return x, mixtures.log_density(law, x[:, None]).exp()


def histogram(values: Tensor, half: float, bins: int = 60) -> tuple[Tensor, Tensor]:
    """Edges (bins + 1,) and density heights (bins,) of the values inside the window."""
    edges = torch.linspace(-half, half, bins + 1)
    counts = torch.histc(values.to(torch.float32), bins, -half, half)
    return edges, counts / max(1, len(values)) / (2 * half / bins)
