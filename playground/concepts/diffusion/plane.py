"""Layers of the plane of the data: the exact density, the score as arrows, the components, and how they are edited."""

from __future__ import annotations

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.plan import score_of
from playground.engine.frame import PlotView
from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.diffusion.pictures import arrows, density_image, grid
from playground.engine.kit.diffusion.schedules import Schedule
from playground.figures import editing
from playground.figures.figure import Axis
from playground.figures.layers import Arrows, Image, Points
from playground.figures.values import Range

EDIT = (
    editing.draw("draw data", kind="draw"),
    editing.move("move a component", "centres", "move_centre"),
    editing.add("add a component", on="double-click", kind="add_centre"),
    editing.delete("delete a component", "centres", "delete_centre"),
)
_MOST_CENTRES = 25


def window(half: float) -> Axis:
    """An axis of the plane."""
    return Axis(range=Range(-half, half))


def density(law: Mixture, view: PlotView | None, half: float, name: str = "density", symbol: str = "p_t p") -> Image:
    """The square root of a density as a picture below all points."""
    at_x, at_y, extent = grid(view, half)
    z = density_image(law, at_x, at_y)
    return Image(
        name=name, z=z, extent=extent, levels=(0.0, 1.0), smooth=True, frame=False, symbol=symbol, key="exact density"
    )


def field(params: Params, data: Data, schedule: Schedule, t: int, view: PlotView | None, half: float) -> Arrows:
    """The score that moves the particles on a grid of arrows; none where the user wants none."""
    at = score = torch.zeros(0, 2)
    if params.arrows:
        at, score = arrows(score_of(params, data, schedule), t, view, half)
    return Arrows(name="field", role="field", tails=at, vectors=score, field=True, symbol="∇", key="score")


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
        key="component, drag it",
    )


def training_examples(params: Params, data: Data) -> Points:
    """The training examples where they are what the score knows."""
    known = data.examples if params.score == "empirical" else data.examples[:0]
    return Points(
        name="examples", role="slot1", xy=known, size=0.8, hover="training example {x}, {y}", key="training example"
    )
