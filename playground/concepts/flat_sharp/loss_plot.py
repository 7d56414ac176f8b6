"""The loss along a run, beside the sharpness."""

from __future__ import annotations

from playground.figures.figure import Axis, Plot
from playground.figures.layers import Trace


def loss_plot() -> Plot:
    """The loss by step, on a scale of powers of ten."""
    return Plot(
        name="loss",
        title="Loss",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        badge="exact",
        layers=(Trace(name="loss", role="second", series="loss", text="{loss}", log=True, outcome=True),),
    )
