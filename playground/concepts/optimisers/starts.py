"""The map of starts: where the method in focus ends from every place of the home window."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.optimisers import Params, race
from playground.concepts.optimisers.gap import gap
from playground.concepts.optimisers.names import SURFACES
from playground.concepts.optimisers.plane import plane
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.state import Data, State
from playground.concepts.optimisers.stationary import grid
from playground.concepts.optimisers.surfaces import Surface
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure
from playground.figures.layers import Image, Text

_ARRIVED = 0.05
_SLICE = 6


def starts(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Where the method in focus ends from each cell of the home window: which stationary point, and after how long."""
    if params.problem not in SURFACES:
        yield Partial({}, 1.0)
        return
    ground, name = race.surface(params, data), "gd" if params.method in ("average", "muon") else params.method
    theta: Reals = grid(ground.half, ground.centre, params.resolution).reshape(-1, 2)
    memory = optimisers.begin(theta)
    for k in range(params.horizon):
        with np.errstate(all="ignore"):
            after, memory = race.moved(params, name, ground, theta, memory)
        near = np.all(np.abs(after) < race.FAR, axis=-1, keepdims=True)
        theta = np.where(near, after, theta)
        if k % _SLICE == 0:
            yield Partial(_ends(params, ground, theta), (k + 1) / params.horizon)
    yield Partial(_ends(params, ground, theta), 1.0)


def _ends(params: Params, ground: Surface, theta: Reals) -> dict[str, Any]:
    """Numbers of the stationary points that are near, 1, 2, ...; 0 for none; first row on top."""
    side, found = params.resolution, np.zeros(len(theta))
    points = np.array([point[:2] for point in ground.points]).reshape(-1, 2)
    if len(points):
        away = np.linalg.norm(theta[:, None] - points, axis=-1)
        near = away.min(1) < arrived(ground)
        found = np.where(near, away.argmin(1) + 1.0, 0.0)
    x, y = ground.centre
    half = ground.half * (1 + 1 / (side - 1))
    return {
        "basin": torch.from_numpy(found.reshape(side, side)[::-1].copy()),
        "extent": torch.tensor([x - half, x + half, y - half, y + half], dtype=torch.float64),
        "arrived": float((found > 0).mean()),
    }


def arrived(ground: Surface) -> float:
    """The distance from a stationary point at which a run counts as having arrived."""
    return _ARRIVED * max(1.0, ground.half / 3)


def observe(course: Course, view: View, found: Mapping[str, Any]) -> Drawn:
    """The map under the stationary points, and the race beside it."""
    basin = (
        Image(
            name="basin",
            z=found.get("basin", torch.zeros(0, 0)),
            extent=found.get("extent", torch.zeros(0)),
            levels=(0.0, 12.0),
            key="shade: where a start ends",
        ),
        Text(name="arrived", text="share of starts that arrive: {arrived:3}", anchor="bottom left"),
    )
    figure = Figure(
        plots=(plane(course, view, basin=basin), gap(course)), hint="Choose the method in focus on the right"
    )
    return Drawn(figure, {"arrived": found.get("arrived")})
