"""The plane of the data: points that are edited, the line in use with its arrow, and the last visit."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.geometry import Point, projected, ranges
from playground.concepts.perceptron.gestures import arrow, plane_range
from playground.concepts.perceptron.state import State, in_use, true_weights
from playground.concepts.perceptron.stepping import Info
from playground.figures import editing
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Arrows, Boundary, Points, Ring, Text
from playground.figures.values import Range

_NOWHERE = torch.zeros(2, dtype=torch.float64)
_NO_LINE = torch.zeros(3, dtype=torch.float64)
_NO_LINES = torch.zeros((0, 3), dtype=torch.float64)
_FADE = 0.85  # of the oldest line
_EDIT = (
    editing.add("add a blue point", "blue"),
    editing.add("add an orange point", "orange", on="shift+click"),
    editing.move(),
    editing.delete(),
    editing.relabel(),
)
_TURN = Mouse(on="drag", target="w", kind="aim", take={"x": "x", "y": "y"}, label="turn the line")
_LINES = {"averaged": "average", "pocket": "pocket"}  # names of lines in use that are not the newest


class Scene(NamedTuple):
    """What the plane shows, in the units of the features or of the view from aside.

    Attributes:
        points: (n, 2).
        line, newest, before: w1, w2, b of the line in use, of the newest one where another is in use, and of the one
            before the last mistake; zeros where there is none.
        trail: the lines before the mistakes before that one, (lines, 3), the newest last.
        tail, arrow: where the weight arrow stands and where it points, its length saturating with |w|.
        x, y: the range.
        distance: of the line from the middle of the window; None: there is no line.
        far: the line is too far away for the arrow to stand on it.
        names: of the axes.
    """

    points: Tensor
    line: Tensor
    newest: Tensor
    before: Tensor
    trail: Tensor
    tail: Point
    arrow: Point
    x: Range
    y: Range
    distance: float | None
    far: bool
    names: tuple[str, str]


def scene(params: Params, data: Data, state: State, info: Info | None) -> Scene:
    """The plane of one or two features, or of more features seen from aside."""
    w = in_use(params, state) / state.per
    return _flat(params, data, state, info, w) if data.X.shape[1] <= 2 else _from_aside(params, data, w)


def _flat(params: Params, data: Data, state: State, info: Info | None, w: Tensor) -> Scene:
    """One or two features: the plane is their own."""
    features = data.X.shape[1]
    points = data.X if features == 2 else torch.cat([data.X, torch.zeros_like(data.X)], 1)
    tail, vector = arrow(params, data, state)
    newest, moves = true_weights(state), params.variant != "classic"
    line = _line(params, w, features)
    home = (0.0, 0.0) if params.mode == "cover" else vector
    across, up = plane_range(data, tail, home)
    away, far = _away(data, line.tolist(), tail)
    return Scene(
        points,
        line,
        newest=_line(params, newest, features) if moves and not torch.equal(newest, w) else _NO_LINE,
        before=_line(params, info.before, features) if info is not None and info.updated else _NO_LINE,
        trail=_trail(params, state, features, updated=info is not None and info.updated),
        tail=tail,
        arrow=vector,
        x=across,
        y=up,
        distance=away,
        far=far,
        names=(data.names[0], data.names[1] if features == 2 else "no second feature"),
    )


def _from_aside(params: Params, data: Data, w: Tensor) -> Scene:
    """More features: the boundary seen edge-on, with the main spread of the points along it."""
    features = data.X.shape[1]
    flat = projected(data.X, w[:features], float(w[-1]) if params.bias else 0.0)
    known = bool(w[:features].any())
    corners: list[Point] = [(x, y) for x, y in flat.tolist()]
    across, up = ranges(corners)
    names = ("signed distance to the boundary", "main spread along the boundary")
    return Scene(
        flat,
        line=torch.tensor([1.0 if known else 0.0, 0.0, 0.0], dtype=torch.float64),
        newest=_NO_LINE,
        before=_NO_LINE,
        trail=_NO_LINES,
        tail=(0.0, 0.0),
        arrow=(0.0, 0.0),
        x=Range(*across),
        y=Range(*up),
        distance=None,
        far=False,
        names=names if known else ("first principal direction", "second principal direction"),
    )


def _away(data: Data, line: list[float], tail: Point) -> tuple[float | None, bool]:
    """How far the line is from the middle of the window, and whether the arrow does not stand on it for that."""
    u, v, b = line
    length = math.hypot(u, v)
    if length == 0.0:
        return None, False
    x0, x1, y0, y1 = data.window.tolist()
    from_tail = abs(u * tail[0] + v * tail[1] + b) / length
    from_middle = abs(u * (x0 + x1) / 2 + v * (y0 + y1) / 2 + b) / length
    return from_middle, from_tail > 1e-6 * max(x1 - x0, y1 - y0)


def _line(params: Params, w: Tensor, features: int) -> Tensor:
    """w1, w2, b as a line of the plane."""
    line = torch.zeros(3, dtype=torch.float64)
    line[:features] = w[:features]
    if params.bias:
        line[2] = w[-1]
    return line


def _trail(params: Params, state: State, features: int, updated: bool) -> Tensor:
    """The lines before the last mistakes, (lines, 3), without the newest where that is the line before this step."""
    older = state.trail[: len(state.trail) - updated]
    if not older:
        return _NO_LINES
    rows = torch.stack(older)
    lines = torch.zeros((len(rows), 3), dtype=torch.float64)
    lines[:, :features] = rows[:, :features]
    if params.bias:
        lines[:, 2] = rows[:, -1]
    return lines


def plane(params: Params, data: Data, state: State, info: Info | None, shown: Scene, main: bool = False) -> Plot:
    """The plot: with the line and the last visit while it learns, the points alone beside Cover's curves."""
    learning, points = params.mode != "cover", data.y
    labels = (points < 0).to(torch.int32)
    cloud = Points(
        name="points",
        role="class",
        xy=shown.points,
        labels=labels,
        ids=data.ids,
        hover="{x}, {y}",
        class_names=data.classes,
    )
    verdict = Text(
        name="verdict",
        text="{verdict}",
        anchor="bottom right",
        show="told" if learning else "points",
        outcome=learning,
    )
    return Plot(
        name="plane",
        title="Plane of the data",
        unit="{x_name} across, {y_name} up",
        main=main,
        plane=True,
        x=Axis(range=shown.x),
        y=Axis(range=shown.y),
        badge="exact",
        layers=(*(_learning(params, data, state, info, shown, cloud) if learning else (cloud,)), verdict),
        mouse=(*_EDIT, _TURN) if learning else _EDIT,
        empty="points",
        empty_text="Click to add points",
        empty_keys="click: blue · shift+click: orange",
    )


def _learning(
    params: Params, data: Data, state: State, info: Info | None, shown: Scene, cloud: Points
) -> tuple[Boundary | Points | Arrows | Ring | Text, ...]:
    """The lines below the points, the arrow and the last visit above them."""
    at = info.row if info is not None and 0 <= info.row < len(shown.points) else None
    visited = _NOWHERE if at is None else shown.points[at]
    return (
        Boundary(
            name="line",
            wb=shown.line,
            tint=True,
            margin="clearance",
            text=_LINES.get(params.variant, ""),
            margin_text="margin",
            part=2,
            outcome=True,
            symbol="w",
            key="line in use",
        ),
        Boundary(
            name="trail", role="ghost", wb=shown.trail, fade=_FADE, key="lines before the last mistakes", outcome=True
        ),
        Boundary(name="newest", role="second", wb=shown.newest, text="newest", outcome=True),
        Boundary(name="before", role="ghost", wb=shown.before, text="before", show="updated", outcome=True),
        cloud,
        Arrows(
            name="w",
            tails=torch.tensor(shown.tail, dtype=torch.float64),
            vectors=torch.tensor(shown.arrow, dtype=torch.float64),
            text="{arrow_name}",
            handle=True,
            plate=True,
            show=data.X.shape[1] <= 2,
            part=2,
            outcome=True,
            symbol="w",
        ),
        Ring(name="passed", role="muted", xy=visited, show="passed_by", key="point on its right side"),
        Ring(name="mistake", xy=visited, text="mistake {updates}", show="updated", symbol="x"),
        Text(name="outside", text="the line is {line_distance} away", show=shown.far),
    )
