"""The loss against the epochs, of the learnt points and of those that are held out."""

from __future__ import annotations

from functools import partial

from playground.concepts.mlp import CLASSES, Params
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Trace


def loss(params: Params) -> Plot:
    """The plot of both losses."""
    trace = partial(Trace, against="epochs", log=True, outcome=True)
    return Plot(
        name="loss",
        badge="exact",
        title="Loss",
        unit=loss_name(params),
        x=Axis(label="epochs", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            trace(name="held", role="second", series="held_loss", text="held out", show="held_there"),
            trace(name="loss", series="loss", text="{loss}", symbol="L"),
        ),
        empty="learnt_points",
        empty_text="Draw points, and the net learns them",
    )


def loss_name(params: Params) -> str:
    """What the loss is called in the middle of a line."""
    if params.data not in CLASSES:
        return {"squared": "squared error", "absolute": "absolute error", "huber": "Huber"}[params.error]
    return {"cross-entropy": "cross-entropy", "squared": "squared error", "hinge": "hinge"}[params.loss]
