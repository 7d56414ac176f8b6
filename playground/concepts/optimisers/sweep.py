"""The sweep of step sizes: what is left of f - f* for all of them at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.optimisers import Params, race
from playground.concepts.optimisers.gap import gap
from playground.concepts.optimisers.names import ADAPTIVE, LABELS, ROLES, SURFACES, SWEPT
from playground.concepts.optimisers.plane import HINT, plane
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.state import Data, State
from playground.concepts.optimisers.surfaces import Surface
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.optimisers import Memory, Settings
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level

_RATES = 61
_LOWEST, _HIGHEST = 1e-16, 1e6


def sweep(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """What is left of f - f* after the horizon, for step sizes round 1/L, all at once."""
    names = [name for name in race.running(params) if name in SWEPT] if params.problem in SURFACES else []
    if not names:
        yield Partial({}, 1.0)
        return
    ground, start = race.surface(params, data), data.start.numpy()
    sizes = np.logspace(-3, 1, _RATES)
    found: dict[str, Any] = {"rates": torch.from_numpy(np.log10(sizes))}
    first = float(race.gaps(ground, start)) or 1.0
    for i, name in enumerate(names):
        theta = np.broadcast_to(start, (_RATES, 2)).copy()
        memory = optimisers.begin(theta)
        scale = 1.0 if name in ADAPTIVE else 1 / (ground.L or 1.0)
        for k in range(params.horizon):
            use = race.settings(params, name, ground, k + 1)._replace(rate=(sizes * scale)[:, None])
            theta, memory = _careful(params, name, ground, theta, memory, use)
            if k % 10 == 0:
                yield Partial(found, (i + k / params.horizon) / len(names))
        left = np.clip(race.gaps(ground, theta) / first, _LOWEST, _HIGHEST)
        found = found | {name: torch.from_numpy(np.log10(left))}
    yield Partial(found, 1.0)


def _careful(
    params: Params, name: str, ground: Surface, theta: Reals, memory: Memory[Reals], use: Settings
) -> tuple[Reals, Memory[Reals]]:
    """A step in which places that leave all bounds stay far away."""
    with np.errstate(all="ignore"):
        after, memory = race.moved(params, name, ground, theta, memory, 0.0, use)
    return np.clip(np.nan_to_num(after, nan=race.FAR), -race.FAR, race.FAR), memory


def observe(course: Course, view: View, found: Mapping[str, Any]) -> Drawn:
    """What is left for every step size, and the race beside it."""
    none = torch.zeros(0)
    curves = tuple(
        Curve(
            name=f"swept {name}",
            role=ROLES[name],
            x=found.get("rates", none),
            y=found.get(name, none),
            text=LABELS[name],
            outcome=True,
        )
        for name in course.names
        if name in SWEPT
    )
    limit = Level(name="limit", role="theory", value=float(np.log10(2)), across="vertical", text="2/L", symbol="2/L")
    main = Plot(
        name="sweep",
        title="What is left of f − f*",
        unit="after the steps of the sweep",
        main=True,
        x=Axis(label="η L, or α", log=True),
        y=Axis(log=True),
        badge="exact",
        layers=(*curves, limit),
    )
    return Drawn(Figure(plots=(main, plane(course, view, main=False), gap(course)), hint=HINT))
