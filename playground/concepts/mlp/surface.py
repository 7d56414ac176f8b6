"""The view of the output as a surface over the plane, with the points on it."""

from __future__ import annotations

import numpy as np
import torch

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data
from playground.concepts.mlp.evaluating import evaluate, probabilities, squeezed
from playground.concepts.mlp.features import anywhere
from playground.concepts.mlp.state import State
from playground.engine.kit.arrays import Floats
from playground.figures.figure import Plot
from playground.figures.layers import Surface

_SAMPLES = 56


def surface(params: Params, data: Data, state: State) -> Plot:
    """How much likelier the second class is than the first, the largest of many probabilities, or the value."""
    side = np.linspace(-REACH, REACH, _SAMPLES)
    x, y = np.meshgrid(side, side[::-1])
    Z = anywhere(params.features, np.stack([x.ravel(), y.ravel()], axis=1))
    out = evaluate(params, state, Z)[1].out
    classes = data.classes > 0
    what = "the value"
    if classes:
        what = "probability of class 2 less that of class 1" if data.classes == 2 else "the largest probability"
    return Plot(
        name="surface",
        badge="exact",
        title="Output",
        unit=f"{what}; drag to turn",
        main=True,
        axes=False,
        layers=(
            Surface(
                name="output",
                z=_heights(params, data, out).reshape(x.shape).astype(np.float32),
                extent=np.array([-REACH, REACH, -REACH, REACH]),
                color_map="diverging" if data.classes == 2 else "sequential",
                levels=(0.0, 1.0) if data.classes > 2 else (-1.0, 1.0),
                points=data.X,
                labels=data.y.to(torch.int32) if classes else "",
                x_label=data.inputs[0],
                y_label=data.inputs[-1],
                z_label="p₂ − p₁" if data.classes == 2 else "p" if classes else "f",
                symbol="f",
                outcome=True,
            ),
        ),
        empty="points",
        empty_text="Draw points in the view of the output",
    )


def _heights(params: Params, data: Data, out: Floats) -> Floats:
    """The height of each sample, (n,)."""
    if not data.classes:
        found: Floats = squeezed(data, out)[:, 0]
        return found
    likely = probabilities(data, out, params.temperature)
    return likely[:, 1] - likely[:, 0] if data.classes == 2 else likely.max(axis=1)
