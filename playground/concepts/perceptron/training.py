"""The view of a run: the plane, the mistakes against their bound, and the last update as a sum of vectors."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.geometry import Point, ranges
from playground.concepts.perceptron.plane import Scene, plane
from playground.concepts.perceptron.state import State, in_use, true_weights
from playground.concepts.perceptron.stepping import Info
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Image, Level, Role, Text, Trace
from playground.figures.values import Range

HINT = "Press space to run, drag a point while it learns, drag the arrow to turn the line"


def training(params: Params, data: Data, state: State, info: Info | None, shown: Scene) -> Figure:
    """The plots while it learns; of digits the weights as a picture take the large place."""
    seen = plane(params, data, state, info, shown, main=params.data != "digits")
    if params.data == "digits":
        return Figure(plots=(_picture(params, data, state), seen, _mistakes()), hint="Press space to run")
    return Figure(plots=(seen, _mistakes(), _update(data, state, info)), hint=HINT)


def _picture(params: Params, data: Data, state: State) -> Plot:
    """Minus the weights, the votes for orange, which is the warm end of the colour map; one row if not 8 by 8."""
    w = -(in_use(params, state) / state.per)[: data.X.shape[1]]
    votes = w.reshape(8, 8) if len(w) == 64 else w[None, :]
    return Plot(
        name="picture",
        title="Weights as a picture",
        unit="orange speaks for {orange_name}, blue for {blue_name}",
        main=True,
        axes=False,
        badge="exact",
        layers=(Image(name="weights", z=votes, color_map="diverging", gaps=True, outcome=True, symbol="w"),),
    )


def _mistakes() -> Plot:
    bounds: tuple[tuple[str, Role, str, str, str], ...] = (
        ("bound", "theory", "bound", "bound (R/γ)² = {bound}", "plain_start"),
        ("moved bound", "theory", "bound", "bound {bound}, counted from mistake {start_updates}", "moved_start"),
        ("false bound", "muted", "bound_without_one", "without the 1: {bound_without_one:1}", "bound_without_one"),
    )
    return Plot(
        name="mistakes",
        title="Mistakes",
        unit="{race}",
        x=Axis(label="points seen", whole=True, zero=True, foot=True),
        y=Axis(whole=True, zero=True, foot=True),
        badge="exact",
        layers=(
            *(
                Level(name=name, role=role, value=value, text=text, show=show)
                for name, role, value, text, show in bounds
            ),
            Text(name="no bound", text="no bound: not separable", show="inseparable"),
            Text(name="bound of ties", text="no bound: the largest margin is 0", show="tied"),
            Trace(name="mistakes", series="updates", against="seen", text="{updates}", stairs=True),
        ),
    )


def _update(data: Data, state: State, info: Info | None) -> Plot:
    """The weights before and after as plane vectors, and the point between them in the colour of its class."""
    after = true_weights(state)
    before = info.before if info is not None and info.updated else after
    features = data.X.shape[1]
    old, step = _in_their_plane(before[:features], (after - before)[:features])
    corners: list[Point] = [(x, y) for x, y in (old.tolist(), (old + step).tolist())]
    across, up = ranges(corners, least=0.5 * state.rate * state.problem.R)
    changed = info is not None and info.updated
    label = float(data.y[info.row]) if info is not None and changed and 0 <= info.row < len(data.y) else 0.0

    def point(name: str, role: Role, here: bool) -> Arrows:
        return Arrows(
            name=name, role=role, tails=old, vectors=step, text="y x", show=here, part=1, outcome=True, symbol="x"
        )

    return Plot(
        name="update",
        title="This update",
        unit="w + y x",
        plane=True,
        x=Axis(range=Range(*across), ticks=False),
        y=Axis(range=Range(*up), ticks=False),
        badge="exact",
        layers=(
            Arrows(name="before", role="muted", vectors=old, text="w before", show="updated", outcome=True),
            point("blue step", "slot1", label > 0),
            point("orange step", "slot2", label < 0),
            Arrows(name="after", vectors=old + step, text="w", part=2, outcome=True, symbol="w"),
        ),
    )


def _in_their_plane(old: Tensor, step: Tensor) -> tuple[Tensor, Tensor]:
    """Two vectors of many entries in the plane that they span, the first one along its first axis."""
    if len(old) == 2:
        return old, step
    first = old if bool(old.any()) else step
    length = torch.linalg.vector_norm(first)
    axis = first / length if float(length) > 0.0 else first
    along = axis @ step
    aside = torch.linalg.vector_norm(step - along * axis)
    return torch.stack([axis @ old, torch.zeros_like(along)]), torch.stack([along, aside])
