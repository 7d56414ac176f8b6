"""The plane: level sets, stationary points, the disc of a constraint, and the paths of all methods."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import race
from playground.concepts.optimisers.names import LABELS, ROLES
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.state import zeros
from playground.concepts.optimisers.surfaces import Surface
from playground.concepts.optimisers.terrain import Window, level_sets, shade
from playground.engine.frame import View
from playground.engine.kit.arrays import Reals
from playground.engine.kit.trail import clipped, whole
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Layer, Lines, Points, Role, Text
from playground.figures.values import Range

_MOST_HALOS = 4
_FADE = 0.35  # of a path at its start
_BEAD = 1.35  # of a point
_KINDS: tuple[tuple[str, str, Role, str], ...] = (
    ("minima", "minimum", "hero", "θ*"),
    ("saddles", "saddle", "theory", ""),
    ("maxima", "maximum", "muted", ""),
)
HINT = "Press space to run; drag the start, and all paths follow"

_PLACE = {"x": "x", "y": "y"}
_DRAG = Mouse(on="drag", target="start", kind="set_start", take=_PLACE, label="drag the start")
_MOUSE = Mouse(on="click", kind="set_start", take=_PLACE, label="start here"), _DRAG
_DRAWING = (
    _DRAG,
    Mouse(on="alt+click", kind="set_start", take=_PLACE, label="start here"),
    Mouse(on="drag", kind="dig", take={"path": "path"}, label="dig a valley"),
    Mouse(on="shift+drag", kind="heap", take={"path": "path"}, label="heap a hill"),
)


def plane(
    course: Course, view: View, *, main: bool = True, basin: tuple[Layer, ...] = (), over: tuple[Layer, ...] = ()
) -> Plot:
    """Who goes where; or, over the picture of a basin, which starts end where; or what lies over all in their place."""
    params, ground, start = course.params, course.ground, course.data.start
    (x, y), half = ground.centre, ground.half
    seen = view.window("plane", (x - half, x + half, y - half, y + half))
    under = basin or (shade(ground, seen, view, "plane"), level_sets(ground, seen, params.levels))
    return Plot(
        name="plane",
        title="Where starts end" if basin else "Where runs end" if over else "Who goes where",
        unit="{focus}; a shade for each end" if basin else "{surface_words}",
        main=main,
        plane=True,
        zoom=True,
        badge="sampled" if over else "exact",
        x=Axis(range=Range(x - half, x + half)),
        y=Axis(range=Range(y - half, y + half)),
        layers=(
            *under,
            Lines(
                name="disc",
                role="theory",
                xy=_disc(params.radius),
                dash="solid",
                key="circle: the constraint" * bool(params.radius),
            ),
            Lines(
                name="flow",
                role="ghost",
                xy=_flow(course) if params.flow else zeros(0, 2),
                dash="dashed",
                key="dashed: gradient flow" * params.flow,
            ),
            *_stationary(ground),
            *(over or (() if basin else _methods(course, seen))),
            Points(name="start", role="now", xy=start[None], size=1.1, hover="start {x}, {y}", key="start"),
            Text(name="lost", text="{lost_words}", anchor="bottom right", show=not bool(course.race.alive.all())),
        ),
        mouse=_DRAWING if params.problem == "drawn" else _MOUSE,
    )


def _methods(course: Course, seen: Window) -> Iterator[Layer]:
    """The paths of all methods, and then where they are, with their names."""
    here, few = course.race, len(course.names) <= _MOST_HALOS
    rows = whole(here.trail, here.recent)
    for i, name in enumerate(course.names):
        path = clipped(rows[:, i], seen)
        yield Lines(name=f"path {name}", role=ROLES[name], xy=path, dash="solid", halo=few, fade=_FADE, outcome=True)
    for i, name in enumerate(course.names):
        yield Points(
            name=f"at {name}",
            role=ROLES[name],
            xy=here.theta[i : i + 1],
            size=_BEAD,
            outcome=True,
            hover=LABELS[name],
            text=LABELS[name],
            symbol="θ" * (name == course.params.method),
        )


@lru_cache(maxsize=16)
def _stationary(ground: Surface) -> tuple[Points, ...]:
    """The known minima, saddles and maxima."""
    places = {kind: [point[:2] for point in ground.points if point[2] == kind] for _, kind, _, _ in _KINDS}
    return tuple(
        Points(
            name=name,
            role=role,
            xy=np.array(places[kind]).reshape(-1, 2),
            size=0.75,
            hover=f"{kind} {{x}}, {{y}}",
            symbol=symbol,
            key=kind,
        )
        for name, kind, role, symbol in _KINDS
    )


def _flow(course: Course, steps: int = 200) -> Reals:
    """The curve theta' = -grad f up to the time eta t, by the classical Runge-Kutta method, (n, 2)."""
    ground, theta = course.ground, course.data.start.numpy()
    rows, h = [theta], min(course.params.rate * course.race.taken, 1e4) / steps
    with np.errstate(all="ignore"):
        for _ in range(steps):
            a = -ground.gradient(theta)
            b = -ground.gradient(theta + h / 2 * a)
            c = -ground.gradient(theta + h / 2 * b)
            d = -ground.gradient(theta + h * c)
            theta = theta + h / 6 * (a + 2 * b + 2 * c + d)
            if not np.isfinite(theta).all() or np.abs(theta).max() > race.FAR:
                break
            rows.append(theta)
    return np.array(rows)


def _disc(radius: float) -> Tensor:
    if not radius:
        return zeros(0, 2)
    turn = torch.linspace(0, 2 * torch.pi, 129, dtype=torch.float64)
    return radius * torch.stack([turn.cos(), turn.sin()], 1)
