"""What stands beside the views: the ten probabilities, and how the net learns."""

from __future__ import annotations

import numpy as np

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.state import State, maps_of, said
from playground.figures.figure import Axis, Event, Mouse, Plot
from playground.figures.layers import Bars, Trace

_NAMES = tuple("0123456789")


def output(params: Params, state: State, kind: str = "example") -> Plot:
    """The probabilities of the ten digits."""
    shares = maps_of(params, state).logits[0].softmax(0).numpy()
    best = np.arange(10) == (said(params, state) if kind == "ask" else int(shares.argmax()))
    words = "ask about this digit" if kind == "ask" else "put such a digit on the paper"
    on: Event = "click"
    return Plot(
        name="output",
        title="The net says {says}",
        unit="probability {probability}",
        badge="exact",
        y=Axis(range=(0.0, 1.08)),
        layers=(
            Bars(name="others", role="muted", heights=np.where(best, np.nan, shares), names=_NAMES),
            Bars(
                name="best", role="hero", heights=np.where(best, shares, np.nan), names=_NAMES, outcome=True, symbol="p"
            ),
        ),
        mouse=tuple(
            Mouse(on=on, target=target, kind=kind, take={"digit": "id"}, label=words) for target in ("others", "best")
        ),
    )


def learning() -> Plot:
    """The share of the held out digits that is right, update by update."""
    return Plot(
        name="learning",
        title="Accuracy, held out",
        unit="{held_accuracy} after {updates} updates",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 1.0)),
        layers=(Trace(name="accuracy", series="held_accuracy", against="updates", outcome=True),),
    )
