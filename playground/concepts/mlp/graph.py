"""The output over one input: its graph, the curve that is to be learnt, and the graphs of the other nets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data, sine
from playground.concepts.mlp.evaluating import evaluate, outputs_of
from playground.concepts.mlp.grid import ALONG, features_over, middles
from playground.concepts.mlp.lines import fine
from playground.concepts.mlp.state import State, curve_at
from playground.engine.kit.arrays import Floats
from playground.figures import editing
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Lines, Points

_SEEDS_DRAWN = 20  # graphs of other nets
_MOUSE = (editing.add("add a point", 1), editing.draw("draw the curve", 1), editing.move(), editing.delete())


class Fit(NamedTuple):
    """The net on screen over the window.

    Attributes:
        x: places, (n,).
        output: what it gives there, (n,).
        target: the curve that is to be learnt, (n,); None where there is none.
    """

    x: Floats
    output: Floats
    target: Floats | None

    @property
    def error(self) -> float | None:
        """The largest distance from the curve."""
        return None if self.target is None else float(np.abs(self.output - self.target).max())


def fit(params: Params, data: Data, state: State) -> Fit:
    """The output over one input, and what it should be."""
    x = middles(ALONG)
    output = evaluate(params, state, features_over(params.features, data, ALONG))[1].out[:, 0]
    if not len(data.y):
        return Fit(x, output, None)
    made = params.data == "sine" and not data.name
    return Fit(x, output, sine(torch.from_numpy(x)).numpy() if made else curve_at(data, x))


def graph(params: Params, data: Data, state: State, here: Fit, main: bool = False) -> Plot:
    """The graph of the output."""
    curve = np.zeros((0, 2)) if here.target is None else np.stack([here.x, here.target], axis=1)
    places = torch.cat([data.X, data.y[:, None]], 1)
    return Plot(
        name="graph",
        badge="exact",
        title="Output",
        unit="largest error {sup_error}",
        main=main,
        x=Axis(label="{x_name}" if main else "", range=(-REACH, REACH)),
        y=Axis(range=(-1.6, 1.6)),
        layers=(
            fine(name="others", role="muted", xy=_others(params, data, state), key="other seeds", outcome=True),
            Points(
                name="points",
                role="muted",
                xy=places,
                ids=data.ids,
                hollow=data.held,
                size=0.45,
                key="points, hollow: held out",
            ),
            Lines(name="curve", role="theory", xy=curve, found=False, key="to be learnt"),
            Lines(
                name="graph",
                xy=np.stack([here.x, here.output], axis=1),
                dash="solid",
                key="output",
                outcome=True,
                symbol="f",
            ),
        ),
        mouse=_MOUSE,
        empty="points",
        empty_text="Hold shift and drag to draw a curve",
    )


def _others(params: Params, data: Data, state: State) -> Floats:
    """The graphs of all nets where they are compared, parted by NaN, (n, 2)."""
    if params.mode not in ("seeds", "plane") or len(state.theta) == 1:
        return np.zeros((0, 2))
    output = outputs_of(params, state, features_over(params.features, data, ALONG))[:_SEEDS_DRAWN, :, 0]
    apart = np.concatenate([output, np.full((len(output), 1), np.nan)], axis=1)
    return np.stack([np.tile(np.append(middles(ALONG), np.nan), len(output)), apart.ravel()], axis=1)
