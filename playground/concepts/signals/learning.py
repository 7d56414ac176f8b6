"""The view of nets that learn: loss by update, the gradient layer by layer, and what reaches the first layer."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.signals import METHODS, Params
from playground.concepts.signals.nets import net_of
from playground.concepts.signals.state import NAMES, ROLES, Data, State, at
from playground.concepts.signals.stepping import recent
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Level, Trace
from playground.figures.values import Range

_LOWEST = -16.0  # powers of ten below which the gradient is drawn no more


def learn(params: Params, data: Data, state: State) -> Drawn:
    """All five nets on the same batches."""
    plots = (_loss(), _profile(state), _reach(state))
    return Drawn(
        Figure(plots=plots, hint="Press space: five nets learn from the same batches"), numbers(params, data, state)
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Does it learn?",
        unit="mean cross-entropy of the last ten batches, in nats",
        main=True,
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 3.2)),
        layers=(
            Level(name="chance", role="muted", value="chance_loss", text="a guess, {chance_loss:3}"),
            *(
                Trace(
                    name=name,
                    role=ROLES[name],
                    series=f"loss.{name}",
                    against="updates",
                    text=NAMES[name],
                    outcome=True,
                )
                for name in METHODS
            ),
        ),
    )


def _profile(state: State) -> Plot:
    """The gradient by the output of each layer, of its last batch."""
    L = state.profile.shape[1] - 1
    x = np.arange(L + 1.0)
    rows = np.where(state.profile.numpy() > _LOWEST, state.profile.numpy(), np.nan)
    fine = rows[np.isfinite(rows)]
    low, high = (float(fine.min()), float(fine.max())) if fine.size else (-4.0, 0.0)
    return Plot(
        name="profile",
        title="The gradient, layer by layer",
        unit="its length, in powers of ten",
        badge="exact",
        x=Axis(label="layer; 0 is the input", whole=True, range=Range(0.0, 1.4 * L)),
        y=Axis(range=Range(np.floor(low) - 0.5, np.ceil(high) + 0.5), log=True),
        layers=tuple(
            Curve(name=name, role=ROLES[name], x=x, y=row, text=NAMES[name], outcome=True, symbol="δ")
            for name, row in zip(METHODS, rows, strict=True)
        ),
    )


def _reach(state: State) -> Plot:
    """What reaches the first layer of what leaves the last."""
    decades = reach(state)
    return Plot(
        name="reach",
        title="What reaches the input",
        unit="powers of ten; gradient there over that at the end",
        badge="exact",
        y=Axis(range=(_LOWEST, 6.0), log=True),
        layers=(
            Bars(
                name="decades",
                heights=np.clip(decades, _LOWEST, 6.0),
                labels=np.array([int(ROLES[name][-1]) - 1 for name in METHODS]),
                names=tuple(NAMES[name].removesuffix(" norm") for name in METHODS),
            ),
        ),
    )


def reach(state: State) -> np.ndarray[Any, np.dtype[np.float64]]:
    """log10 of the gradient at the input over that at the end, (methods,)."""
    rows = state.profile.numpy()
    return np.asarray(np.clip(rows[:, 0] - rows[:, -1], -300.0, 300.0))


def numbers(params: Params, data: Data, state: State) -> dict[str, Any]:
    """What is read of the nets that learn."""
    decades, found = reach(state), recent(state)
    loss = found[at(params.shown), 0]
    first = float(decades[at(params.shown)])
    by_name = {f"reach.{name}": _finite(value) for name, value in zip(METHODS, decades, strict=True)}
    net = net_of(params, data.X.shape[1], data.classes)
    return {
        **by_name,
        **{f"loss.{name}": _finite(row[0]) for name, row in zip(METHODS, found, strict=True)},
        "loss_now": _finite(loss),
        "first_over_last": 10.0 ** float(decades[at("plain")]),
        "residual_first": 10.0 ** float(decades[at("residual")]),
        "shown_name": NAMES[params.shown],
        "shown_reach": first,
        "deep": len(net.sizes) - 2,
        "units": net.sizes[1],
        "classes": data.classes,
        "chance_loss": float(np.log(data.classes)),
    }


def _finite(value: Any) -> float | None:
    found = float(value)
    return found if np.isfinite(found) else None
