"""The race: three nets learn to name the first token at the end of the same sequences."""

from __future__ import annotations

from playground.concepts.recurrent import NETS, Params
from playground.concepts.recurrent.lag import curves, norms_trace, numbers
from playground.concepts.recurrent.state import NAMES, ROLES, State
from playground.concepts.recurrent.tokens import ASKED
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Level, Trace


def race(params: Params, state: State) -> Drawn:
    """Recall and loss of each net, how far its gradient reaches now, and how long it is."""
    figure = Figure(
        plots=(_recall(), curves(params, state), norms_trace(), _loss()),
        hint="Press space: three nets learn from the same sequences",
    )
    return Drawn(figure, numbers(params, state))


def _recall() -> Plot:
    return Plot(
        name="recall",
        title="Who still knows the first token?",
        unit="share that is right, of new sequences",
        main=True,
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Level(name="chance", role="muted", value=1.0 / ASKED, text="chance"),
            *(
                Trace(
                    name=name,
                    role=ROLES[name],
                    series=f"accuracy.{name}",
                    against="updates",
                    text=NAMES[name],
                    outcome=True,
                )
                for name in NETS
            ),
        ),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        unit="mean cross-entropy of the batch, in nats",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(zero=True),
        layers=(
            Level(name="chance", role="muted", value="chance_loss", text="log 4"),
            *(
                Trace(name=name, role=ROLES[name], series=f"loss.{name}", against="updates", text=NAMES[name])
                for name in NETS
            ),
        ),
    )
