"""The view of classes: the probability over the plane as a map and a surface, and how the weights grow."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from playground.concepts.linear_models import Params
from playground.concepts.linear_models.fit import REACH
from playground.concepts.linear_models.learning import length
from playground.concepts.linear_models.problem import Sorting, columns_of, likelihoods, monomials, sorting_of
from playground.concepts.linear_models.state import Data, State
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.engine.kit.contours import contours
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Boundary, Curve, Image, Layer, Lines, Points, Surface, Trace
from playground.figures.values import Range
from playground.texts.sums import products
from playground.texts.template import fixed

HINT = "Press space to learn; drag points; double click gives a point the next class"
_CELLS = 56
_SAMPLES = 33
_TAIL = 10.0  # the correlation is over the last updates, from a tenth on
_FEWEST = 8


def classes(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The map of the probability, its surface, and the weights or the loss over the updates."""
    sorting, theta = sorting_of(params, data), state.theta.numpy()
    numbers = _numbers(params, data, state, sorting)
    plots = (
        _map(params, data, sorting, theta, view),
        _surface(params, data, sorting, theta),
        _growth(params, state, numbers),
        _loss(),
    )
    return Drawn(Figure(plots=plots, hint=HINT), numbers)


def _map(params: Params, data: Data, sorting: Sorting, theta: Floats, view: View) -> Plot:
    across, up = columns_of(params, data)
    x0, x1, y0, y1 = view.window("plane", (-REACH, REACH, -REACH, REACH))
    cell = max(x1 - x0, y1 - y0) / _CELLS
    columns, rows = (max(8, min(2 * _CELLS, round(side / cell))) for side in (x1 - x0, y1 - y0))
    x, y, A = _grid(x0, x1, y0, y1, columns, rows, params.curved)
    p = likelihoods(theta, A, sorting.classes)
    two = sorting.classes == 2
    best = p.argmax(1)
    strong = (p.max(1) - 1 / sorting.classes) / (1 - 1 / sorting.classes)
    z = (best + np.clip(0.75 * strong, 0.0, 0.95)).reshape(rows, columns)
    fields = [p[:, 1] - 0.5] if two else _leads(p, best)
    tx, ty = torch.from_numpy(x), torch.from_numpy(y)
    edges = [contours(torch.from_numpy(f.reshape(rows, columns).copy()), tx, ty, [0.0]) for f in fields]
    edge = torch.cat(edges) if edges else torch.zeros((0, 4), dtype=torch.float64)
    sure = contours(torch.from_numpy(p[:, 1].reshape(rows, columns).copy()), tx, ty, [0.1, 0.9]) if two else edge[:0]
    gap = sorting.margin if params.curved == 1 else None
    layers: list[Layer] = [
        Image(
            name="probability",
            z=z[::-1].copy(),
            classes=True,
            extent=np.array([x0, x1, y0, y1]),
            frame=False,
            outcome=True,
            symbol="p",
            key="likeliest class, stronger where it is surer",
        ),
        Lines(name="sure", role="muted", xy=sure, dash="dotted", found=False, key="where p = 0.1 and 0.9"),
        Lines(name="edge", xy=edge if theta.any() else edge[:0], found=False, key="where two are equal", outcome=True),
        Boundary(
            name="widest",
            role="theory",
            wb=np.append(gap.direction, gap.offset) if gap else np.zeros(3),
            margin=gap.margin if gap else None,
            show=gap is not None,
            text="widest margin",
        ),
        Points(
            name="points",
            xy=data.X.numpy()[:, [across, up]],
            labels=data.y,
            class_names=list(data.classes),
            ids=data.ids,
            hover="{x:2}, {y:2}",
            symbol="y",
        ),
    ]
    return Plot(
        name="plane",
        title="The likeliest class",
        unit="{accuracy} right",
        badge="exact",
        main=True,
        plane=True,
        zoom=True,
        x=Axis(range=Range(-REACH, REACH), label=data.names[across]),
        y=Axis(range=Range(-REACH, REACH), label=data.names[up]),
        layers=tuple(layers),
        mouse=(
            editing.move(),
            editing.add("add a point of class 1", "1"),
            editing.add("add a point of class 2", "2", on="shift+click"),
            editing.delete(),
            Mouse(
                on="double-click", target="points", kind="next_label", take={"id": "id"}, label="give the next class"
            ),
        ),
        empty=len(data.y) > 0,
        empty_text="Click to put points",
        empty_keys="click, Shift and click",
    )


def _leads(p: Floats, best: Floats) -> list[Floats]:
    """How far each class but one lies above all others, (n,); every border is that of a class with another.

    A class that is the likeliest nowhere has no border, and that of the last class is drawn by the others.
    """
    second, top = np.partition(p, -2, 1)[:, -2:].T
    return [p[:, k] - np.where(best == k, second, top) for k in np.unique(best)[:-1]]


@lru_cache(maxsize=4)
def _grid(
    x0: float, x1: float, y0: float, y1: float, columns: int, rows: int, degree: int
) -> tuple[Floats, Floats, Floats]:
    """The middles of cells, from below, and their features."""
    x, y = x0 + (np.arange(columns) + 0.5) / columns * (x1 - x0), y0 + (np.arange(rows) + 0.5) / rows * (y1 - y0)
    across, up = np.meshgrid(x, y)
    return x, y, monomials(np.stack([across.ravel(), up.ravel()], 1), degree)


@lru_cache(maxsize=4)
def _ground(degree: int) -> Floats:
    """The features of the samples of the surface, first row on top."""
    side = np.linspace(-REACH, REACH, _SAMPLES)
    across, up = np.meshgrid(side, side[::-1])
    return monomials(np.stack([across.ravel(), up.ravel()], 1), degree)


def _surface(params: Params, data: Data, sorting: Sorting, theta: Floats) -> Plot:
    seen = min(params.seen, sorting.classes) - 1
    p = likelihoods(theta, _ground(params.curved), sorting.classes)[:, seen]
    across, up = columns_of(params, data)
    places = data.X.numpy()[:, [across, up]]
    inside = (np.abs(places) < REACH).all(1)
    return Plot(
        name="surface",
        title="Its probability",
        unit="of {seen_name}; drag to turn",
        badge="exact",
        main=True,
        axes=False,
        layers=(
            Surface(
                name="surface",
                z=p.reshape(_SAMPLES, _SAMPLES).astype(np.float32),
                extent=np.array([-REACH, REACH, -REACH, REACH]),
                levels=(0.0, 1.0),
                points=places[inside],
                labels=data.y.numpy()[inside].astype(np.int32),
                x_label="across",
                y_label="up",
                z_label="p",
                azimuth=-60.0,
                elevation=30.0,
                symbol="p",
            ),
        ),
    )


def _growth(params: Params, state: State, numbers: dict[str, Any]) -> Plot:
    way = state.path.numpy()
    t, norm = way[1:, 0], way[1:, 1]
    line = numbers["log_line"]
    ends = np.array([t[0], t[-1]]) if line is not None else np.zeros(0)
    at = np.log10(ends) if line is not None else np.zeros(0)
    return Plot(
        name="growth",
        title="Length of the weights",
        unit="|w| = {norm}",
        badge="exact",
        x=Axis(label="updates", log=True),
        y=Axis(zero=True),
        layers=(
            Curve(
                name="line",
                role="theory",
                x=at,
                y=np.maximum(line[0] * at + line[1], 0.0) if line is not None else at,
                key="a straight line in log t",
            ),
            Curve(name="norm", role="slot1", x=np.log10(np.maximum(t, 1.0)), y=norm, symbol="w", key="|w|"),
        ),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Cross-entropy",
        unit="mean {loss}",
        badge="exact",
        x=Axis(label="step"),
        y=Axis(log=True),
        layers=(Trace(name="loss", role="slot1", series="loss", log=True, text="", symbol="h"),),
    )


def _numbers(params: Params, data: Data, state: State, sorting: Sorting) -> dict[str, Any]:
    theta, way = state.theta.numpy(), state.path.numpy()
    t, norm = way[1:, 0], way[1:, 1]
    late = t >= t[-1] / _TAIL if len(t) else np.zeros(0, dtype=bool)
    line, corr = None, None
    if int(late.sum()) >= _FEWEST and float(norm[late].std()) > 1e-9 * max(1.0, float(norm[late].mean())):
        at = np.log10(t[late])
        line = np.polyfit(at, norm[late], 1)
        corr = float(np.corrcoef(at, norm[late])[0, 1])
    size = length(theta)
    gap, angle = sorting.margin, None
    if gap is not None and size > 0 and sorting.classes == 2:
        angle = math.degrees(math.acos(min(1.0, max(-1.0, float(theta[0, :-1] @ gap.direction) / size))))
    seen = min(params.seen, sorting.classes) - 1
    return {
        "log_line": line,
        "log_corr": corr,
        "angle": angle,
        "separable": sorting.separable,
        "parted": bool(sorting.separable) and params.decay <= 1e-6,
        "two": sorting.classes == 2,
        "best": None,
        "seen_name": data.classes[seen],
        "count": len(data.y),
        "learns": len(data.y) > 0,
        **_by_hand(data, sorting, theta),
    }


def _by_hand(data: Data, sorting: Sorting, theta: Floats) -> dict[str, Any]:
    """The probability of the class of the point that is most wrong."""
    if not len(sorting.y):
        return {}
    p = likelihoods(theta, sorting.A, sorting.classes)
    own = p[np.arange(len(p)), sorting.y]
    row = int(own.argmin())
    a, y = sorting.A[row], int(sorting.y[row])
    z = theta @ a
    told = {"at_p": float(own[row]), "at_class": data.classes[y], "at_loss": float(-np.log(max(own[row], 1e-300)))}
    if sorting.classes == 2:
        sign = 1.0 if y else -1.0
        return told | {
            "at_line": products(theta[0], a, 4),
            "at_z": float(z[0]),
            "p_line": f"1 / (1 + exp({fixed(-sign * float(z[0]), 4)}))",
        }
    share = " + ".join(f"exp({fixed(float(one), 4)})" for one in z)
    return told | {
        "at_line": products(theta[y], a, 4),
        "at_z": float(z[y]),
        "p_line": f"exp({fixed(float(z[y]), 4)}) / ({share})",
    }
