"""The output over the plane: a picture of it, where the decision changes, and the points."""

from __future__ import annotations

from functools import partial

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.evaluating import evaluate, probabilities, squeezed
from playground.concepts.mlp.grid import cell_count, cells, visible
from playground.concepts.mlp.lines import fine
from playground.concepts.mlp.state import State
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.engine.kit.contours import contours
from playground.figures import editing
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Graph, Image, Layer, Points
from playground.figures.values import Named

_STRONGEST = 2.5  # the ends of the map; certain outputs are at ±1, so that points stand out on their own class


def plane(
    params: Params, data: Data, state: State, view: View, main: bool = False, over: tuple[Layer, ...] = ()
) -> Plot:
    """The plane, with more layers between the picture and the points."""
    return Plot(
        name="plane",
        badge="exact",
        title="Output",
        unit="{score}",
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range=(-REACH, REACH), label="{x_name}" if main else ""),
        y=Axis(range=(-REACH, REACH)),
        layers=(*_surface(params, data, state, view), *over, *_points(data)),
        mouse=_mouse(params, main),
        empty="points",
        empty_text="Click to add points",
        empty_keys="the class to draw is a parameter",
    )


def _mouse(params: Params, main: bool) -> tuple[Mouse, ...]:
    """Points are added, dragged and removed; beside the net a double click does not relabel them."""
    relabel = (editing.relabel("give it the next class", "next_label"),) if main else ()
    return (
        editing.add("add a point", params.brush),
        editing.draw("draw points", params.brush),
        editing.move(),
        *relabel,
        editing.delete(),
    )


def _points(data: Data) -> tuple[Layer, ...]:
    """Points of classes, or points coloured by their values."""
    labels, show, no_pairs = data.y.to(torch.int32), data.classes > 0, torch.zeros((0, 2), dtype=torch.int32)
    points = partial(Points, name="points", role="class", size=0.62, show=show)
    values = partial(Graph, name="values", levels=(-1.0, 1.0), scale=0.5, show="with_values")
    return (
        points(
            xy=data.X, labels=labels, ids=data.ids, hollow=data.held, class_names=data.names, key="hollow: held out"
        ),
        values(xy=data.X, pairs=no_pairs, values=-data.y, ids=data.ids, key="value of a point"),
    )


def _surface(params: Params, data: Data, state: State, view: View) -> tuple[Layer, ...]:
    """The output over what is visible of the plane: a logit or value, or classes; and where the decision changes."""
    seen = view.plot("plane")
    edges = visible(seen)
    Z, x, y = cells(params.features, edges, cell_count(seen, sum(state.sizes[1:])))
    out, grid = evaluate(params, state, Z)[1].out, (len(y), len(x))
    picture = Named("surface", _picture(params, data, out).reshape(grid).astype(np.float32))
    image = partial(Image, z=picture, extent=np.array(edges), outcome=True, symbol="f", frame=False)
    return (
        image(
            name="surface",
            color_map="diverging",
            levels=(-_STRONGEST, _STRONGEST),
            smooth=True,
            show=data.classes <= 2,
            key="output",
        ),
        image(name="classes", classes=True, show="many_classes", key="likeliest class"),
        fine(name="boundary", xy=_border(data, out, x, y), key="border", outcome=True),
    )


def _picture(params: Params, data: Data, out: Floats) -> Floats:
    """A logit or value squeezed to the range from -1 to 1, the sign turned; or the class with its certainty, (n,)."""
    if data.classes > 2:
        return _classes(params, data, out)
    level = squeezed(data, out / params.temperature if data.classes else out)[:, 0]
    return -(np.sign(level) if params.hard and data.classes else level)


def _classes(params: Params, data: Data, out: Floats) -> Floats:
    """The likeliest class of each cell with its certainty as a fraction."""
    likely = probabilities(data, out, params.temperature)
    winner = likely.argmax(axis=1)
    certain = likely[np.arange(len(likely)), winner]
    K = data.classes
    share = np.ones(len(likely)) if params.hard else (certain - 1 / K) / (1 - 1 / K)
    found: Floats = winner + 0.98 * np.clip(share, 0.0, 1.0)
    return found


def _border(data: Data, out: Floats, x: Floats, y: Floats) -> Tensor:
    """Where the decision changes, as pieces x0, y0, x1, y1."""
    if not data.classes:
        return torch.zeros((0, 4), dtype=torch.float64)
    leads = [out[:, 0]]
    if data.classes > 2:
        leads = [out[:, k] - np.delete(out, k, axis=1).max(axis=1) for k in range(data.classes)]
    grid, places = (len(y), len(x)), (torch.from_numpy(x), torch.from_numpy(y[::-1].copy()))
    return torch.cat([contours(torch.from_numpy(lead.reshape(grid)[::-1].copy()), *places, (0.0,)) for lead in leads])
