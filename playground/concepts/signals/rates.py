"""The view of learning rates: nine rates by five methods, all of them learning at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.signals import METHODS, Params
from playground.concepts.signals.nets import RATES, net_of
from playground.concepts.signals.state import NAMES, ROLES, Data, State, at
from playground.concepts.signals.stepping import recent
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Letters, Level
from playground.figures.values import Range

LEARNT = 0.2  # nats: a rate that gets below learns
_WORDS = tuple(f"{rate:g}" for rate in RATES)


def rates(params: Params, data: Data, state: State) -> Drawn:
    """The map, how many rates learn with each method, and the loss by the rate."""
    found = recent(state)
    plots = (_map(found, data.classes), _curves(found, data.classes), _counts(found))
    figure = Figure(plots=plots, hint="Press space: forty-five nets learn from the same batches")
    return Drawn(figure, numbers(params, data, state))


def _map(found: np.ndarray[Any, np.dtype[np.float64]], classes: int) -> Plot:
    worst = float(np.log(classes))
    # Dark is learnt, paper is a guess, whatever is worse too.
    z = np.clip(1.0 - np.nan_to_num(found, posinf=worst) / worst, 0.0, 1.0)
    words = [f"{one:.2f}" if np.isfinite(one) and one < 1000 else "∞" for one in found.ravel()]
    return Plot(
        name="map",
        title="Which rates still learn?",
        unit="loss after {updates} updates; framed: below 0.2; dark is low",
        main=True,
        badge="sampled",
        x=Axis(label="learning rate"),
        layers=(
            Letters(
                name="losses",
                z=z,
                levels=(0.0, 1.0),
                gaps=True,
                row_words=[NAMES[name] for name in METHODS],
                column_words=list(_WORDS),
                words=words,
                mark=found < LEARNT,
                outcome=True,
            ),
        ),
    )


def _curves(found: np.ndarray[Any, np.dtype[np.float64]], classes: int) -> Plot:
    x = np.log10(RATES)
    worst = float(np.log(classes))
    return Plot(
        name="bowl",
        title="Loss by the rate",
        unit="in nats; what is worse than twice a guess is cut",
        badge="sampled",
        x=Axis(label="learning rate", log=True, range=Range(x[0] - 0.1, x[-1] + 1.3)),
        y=Axis(range=(0.0, 2.0 * worst)),
        layers=(
            Level(name="learnt", role="theory", value=LEARNT, text="0.2"),
            Level(name="chance", role="muted", value=worst, text="a guess"),
            *(
                Curve(
                    name=name,
                    role=ROLES[name],
                    x=x,
                    y=np.minimum(row, 2.0 * worst),
                    text=NAMES[name],
                    outcome=True,
                )
                for name, row in zip(METHODS, found, strict=True)
            ),
        ),
    )


def _counts(found: np.ndarray[Any, np.dtype[np.float64]]) -> Plot:
    return Plot(
        name="counts",
        title="How many of nine rates learn",
        unit="to a loss below 0.2",
        badge="sampled",
        y=Axis(range=(0.0, 9.4), whole=True),
        layers=(
            Bars(
                name="counts",
                heights=(found < LEARNT).sum(1).astype(np.float64),
                labels=np.array([int(ROLES[name][-1]) - 1 for name in METHODS]),
                names=tuple(NAMES[name].removesuffix(" norm") for name in METHODS),
                outcome=True,
            ),
        ),
    )


def numbers(params: Params, data: Data, state: State) -> dict[str, Any]:
    """What is read of the map."""
    found = recent(state)
    usable = (found < LEARNT).sum(1)
    row = found[at(params.shown)]
    net = net_of(params, data.X.shape[1], data.classes)
    learning = [rate for rate, loss in zip(RATES, row, strict=True) if loss < LEARNT]
    return {
        **{f"usable.{name}": int(count) for name, count in zip(METHODS, usable, strict=True)},
        "usable_shown": len(learning),
        "shown_name": NAMES[params.shown],
        "deep": len(net.sizes) - 2,
        "units": net.sizes[1],
        "chance_loss": float(np.log(data.classes)),
        "classes": data.classes,
        "range_words": f"{learning[0]:g} to {learning[-1]:g}" if learning else "none",
    }
