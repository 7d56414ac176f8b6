"""The plane of the data: its window, the exact density, the score as arrows, clouds, paths and components."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import score_of
from playground.engine.frame import PlotView
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.schedules import Schedule
from playground.figures import editing
from playground.figures.figure import Axis
from playground.figures.layers import Arrows, Image, Points
from playground.figures.values import Range

HALF = 3.0
"""Half the window in data of variance 1; it grows with the noise where the variance explodes."""
BELOW_POINTS = 0.85
"""The share of the map that a density may use, so that points and arrows on it stay visible."""
EDIT = (
    editing.draw("draw data", kind="draw"),
    editing.move("move a component", "centres", "move_centre"),
    editing.add("add a component", on="double-click", kind="add_centre"),
    editing.delete("delete a component", "centres", "delete_centre"),
)
_ACROSS = 19
_MOST_CELLS = 320
_AS_DENSITY, _DOTS = 20_000, 500
_MOST_CENTRES = 25
_GAP = torch.full((1, 1, 2), torch.nan)


def half_window(data: Data, schedule: Schedule, t: int) -> float:
    """Half the window: the data and their noise fit."""
    reach = max(HALF, 1.15 * float(data.means.abs().max()))
    spread = math.hypot(float(schedule.scale[t]), float(schedule.sigma[t]))
    return reach * max(1.0, spread)


def window(half: float) -> Axis:
    """An axis of the plane."""
    return Axis(range=Range(-half, half))


def grid(view: PlotView | None, half: float) -> tuple[Tensor, Tensor, Tensor]:
    """Places of the columns and of the rows (top first) of an image of the plot, and its extent."""
    x, y = ((-half, half), (-half, half)) if view is None else (view.x, view.y)
    columns, rows = (96, 96) if view is None else (view.width // 2, view.height // 2)
    columns, rows = (max(8, min(_MOST_CELLS, count)) for count in (columns, rows))
    at_x = x[0] + (torch.arange(columns) + 0.5) / columns * (x[1] - x[0])
    at_y = y[1] - (torch.arange(rows) + 0.5) / rows * (y[1] - y[0])
    return at_x, at_y, torch.tensor([x[0], x[1], y[0], y[1]])


def density(law: Mixture, view: PlotView | None, half: float, name: str = "density", symbol: str = "p_t p") -> Image:
    """The square root of a density as a picture below all points."""
    at_x, at_y, extent = grid(view, half)
    z = density_image(law, at_x, at_y)
    return Image(name=name, z=z, extent=extent, levels=(0.0, 1.0), frame=False, symbol=symbol)


def density_image(law: Mixture, at_x: Tensor, at_y: Tensor) -> Tensor:
    """The square root of the density, scaled to the share of the map below points, (rows, columns).

    Isotropic components are products of a function of x and one of y, so that the image is one product of matrices.
    """
    v = law.variances.to(torch.float32)[:, None]
    across = torch.exp(-((at_x - law.means[:, :1].to(torch.float32)) ** 2) / (2 * v))
    up = torch.exp(-((at_y - law.means[:, 1:].to(torch.float32)) ** 2) / (2 * v))
    return below_points((up * (law.weights.to(torch.float32)[:, None] / v)).T @ across)


def below_points(z: Tensor) -> Tensor:
    """The root of densities over the root of the largest, times the share of the map below points."""
    return torch.sqrt(z / z.max().clamp_min(1e-30)) * BELOW_POINTS


def field(params: Params, data: Data, schedule: Schedule, t: int, view: PlotView | None, half: float) -> Arrows:
    """The score that moves the particles on a grid of arrows; none where the user wants none."""
    at = score = torch.zeros(0, 2)
    if params.arrows:
        x, y = ((-half, half), (-half, half)) if view is None else (view.x, view.y)
        cell = max(x[1] - x[0], y[1] - y[0]) / _ACROSS
        at = torch.cartesian_prod(*(torch.arange(low + cell / 2, high, cell) for low, high in (x, y)))
        # A score of examples ends at level 0.
        score = score_of(params, data, schedule)(at, max(t, 1))
    return Arrows(name="field", role="field", tails=at, vectors=score, field=True, symbol="∇")


def dots(x: Tensor) -> Tensor:
    """What is drawn of a cloud (n, 2): some hundred particles as dots, or all of a very large one as a density."""
    return x if len(x) > _AS_DENSITY else x[:_DOTS]


def paths(whole: Tensor) -> Tensor:
    """Paths (steps, f, 2) as one line with gaps, (f (steps + 1), 2)."""
    if not whole.shape[1]:
        return torch.zeros(0, 2)
    parted = torch.cat([whole, _GAP.expand(1, whole.shape[1], 2).to(whole.dtype)])
    return parted.transpose(0, 1).reshape(-1, 2)


def components(data: Data) -> Points:
    """The components where they are few enough to be dragged, as rings."""
    few = len(data.means) if len(data.means) <= _MOST_CENTRES else 0
    return Points(
        name="centres",
        role="muted",
        xy=data.means[:few],
        ids=data.ids[:few],
        hollow=torch.ones(few, dtype=torch.bool),
        symbol="x_0",
        size=0.55,
        hover="component at {x}, {y}",
    )


def training_examples(params: Params, data: Data) -> Points:
    """The training examples where they are what the score knows."""
    known = data.examples if params.score == "empirical" else data.examples[:0]
    return Points(name="examples", role="slot1", xy=known, size=0.8, hover="training example {x}, {y}")
