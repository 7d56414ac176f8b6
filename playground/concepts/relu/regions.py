"""The view of the regions: the net, and beside it how it learns, the bounds, or a wide net that learns the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from playground.concepts.relu import LINE, Params
from playground.concepts.relu.bars import bars
from playground.concepts.relu.graph import graph, graph_beside, slopes
from playground.concepts.relu.look import HINT, Look
from playground.concepts.relu.painting import outline
from playground.concepts.relu.plane import COLORED, plane, plane_beside
from playground.concepts.relu.stepping import learns
from playground.concepts.relu.units import units
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Layer, Lines, Points, Text, Trace

_LINE = {"id": "id", "x": "x", "y": "y"}
_MOUSE = (
    Mouse(on="click", kind="pick", take={"x": "x", "y": "y"}, label="read the region"),
    editing.add("add a blue point", "blue", on="shift+click"),
    editing.add("add an orange point", "orange", on="alt+click"),
    editing.draw("draw blue points", "blue"),
    editing.draw("draw orange points", "orange", on="alt+drag"),
    editing.move(),
    editing.relabel(),
    editing.delete(),
    Mouse(on="drag", target="lines", kind="move_line", take=_LINE, label="move a line"),
    Mouse(on="shift+drag", target="lines", kind="turn_line", take=_LINE, label="turn a line"),
)


def regions(look: Look) -> Drawn:
    """The regions, or the graph, and two plots beside them."""
    params, flat = look.params, look.params.data in LINE
    folds = params.net in ("fold", "sawtooth")
    beside = params.beside == "wide" and params.data != "nodes"
    if beside:
        rival = (graph_beside if flat else plane_beside)(look, _beside(params, "rival_"))
        plots = (rival, bars(look) if folds else _counts(beside))
    elif params.data in ("empty", "nodes") or (folds and not flat):
        plots = (slopes(look) if flat else units(look), bars(look))
    elif folds:
        plots = (bars(look), _counts(beside))
    else:
        plots = (_loss(look) if flat or params.nets > 1 else units(look), _counts(beside))
    if flat:
        main = graph(look, _beside(params), main=True) if beside else graph(look, main=True)
    else:
        unit = _beside(params) if beside else COLORED[params.color]
        main = plane(look, unit, _first_layer(look), _MOUSE, main=True)
    return Drawn(Figure(plots=(main, *plots), hint=HINT))


def _beside(params: Params, of: str = "") -> str:
    """What is said of each of two nets that stand side by side."""
    loss = f", loss {{{of}loss}}" if params.data != "empty" else ""
    return f"{{{of}shape}}, {{{of}weights}} weights{loss}"


def _first_layer(look: Look) -> tuple[Layer, ...]:
    """Where the lines of the first layer are taken: at their feet from the middle, if in the window; and the pick."""
    W, b = look.known.layers[0]
    window = np.array(look.window)
    middle = (window[0::2] + window[1::2]) / 2
    size = (W * W).sum(1)
    foot = middle - ((W @ middle + b) / np.where(size > 0, size, 1.0))[:, None] * W
    ids = np.flatnonzero((size > 0) & (foot > window[0::2]).all(1) & (foot < window[1::2]).all(1))
    cells, cell = look.known.cells, look.cell
    border = outline(cells, cell) if cells is not None and cell is not None else np.zeros((0, 2))
    return (
        Points(
            name="lines",
            role="muted",
            xy=foot[ids],
            ids=ids,
            size=0.8,
            hover="line of unit {id}",
            key="handle of a unit's line",
        ),
        Lines(
            name="picked",
            outcome=True,
            role="now",
            xy=border,
            dash="solid",
            found=False,
            symbol="g",
            key="region that is read",
        ),
        Text(name="map", outcome=True, text="f(x) = {pick_map}", anchor="bottom left", symbol="f"),
    )


def _counts(beside: bool) -> Plot:
    """Regions against steps: of both nets, or activation and linear ones."""
    rival = Trace(name="rival", outcome=True, role="slot2", series="rival_regions", text="{rival_shape}")
    linear = Trace(name="linear", outcome=True, role="second", series="linear_regions", text="linear")
    activation = Trace(
        name="activation",
        outcome=True,
        role="slot1" if beside else "hero",
        series="activation_regions",
        text="{shape}" if beside else "{activation_regions}",
    )
    return Plot(
        name="counts",
        title="Regions",
        unit="in the window" if beside else "in the window, loss {loss}",
        x=Axis(label="steps", whole=True, zero=True),
        y=Axis(whole=True),
        badge="exact",
        layers=(activation, rival if beside else linear),
    )


def _loss(look: Look) -> Plot:
    low = Trace(name="low", outcome=True, role="muted", series="loss_low", text="best net", log=True)
    return Plot(
        name="loss",
        title="Loss",
        unit="squared error" if look.params.data in LINE else "log(1 + exp(−y f))",
        x=Axis(label="steps", whole=True, zero=True),
        y=Axis(log=True),
        badge="exact",
        layers=(
            replace(low, show=len(look.state.nets.theta) > 1),
            Trace(name="loss", outcome=True, series="loss", text="{loss}", log=True),
        ),
        empty=learns(look.params, look.data),
        empty_text="Add points, and the net learns them",
    )
