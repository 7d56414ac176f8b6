"""One unit laid out: the weights into it as bars with handles, its bias last."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import evaluate
from playground.concepts.mlp.features import named
from playground.concepts.mlp.state import State
from playground.engine.kit.dense.layout import parts
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Bars, Points
from playground.figures.values import Range
from playground.texts.sums import products

FEW_BARS, MOST_BARS = 8, 17  # weights that are laid out where the plot is small, and where it is large
_WRITTEN_OUT = 8  # weights of a sum
_VALUE = {"id": "id", "value": "x"}
_CHANGE = Mouse(on="drag", target="handles", kind="set_weight", take=_VALUE, label="change a weight or the bias")


def unit(params: Params, data: Data, state: State) -> Plot:
    """The weights into the chosen unit; of very many the largest."""
    flat, places = state.theta[state.shown].numpy(), weight_places(state, state.chosen)
    names = [*_sources(params, data, state), "bias"]
    most = MOST_BARS if params.mode == "units" else FEW_BARS
    if len(places) > most:
        sizes = np.abs(flat[places[:-1]])
        kept = [*sorted(np.argsort(-sizes)[: most - 1].tolist()), len(places) - 1]
        places, names = [places[k] for k in kept], [names[k] for k in kept]
    values = flat[places]
    handles = np.stack([values, np.arange(len(places))[::-1]], axis=1)
    reach = 1.25 * 2.0 ** max(0, int(np.ceil(np.log2(max(float(np.abs(values).max()), 1e-9) * 1.1))))
    return Plot(
        name="unit",
        badge="exact",
        title="Into {unit_name}",
        x=Axis(range=Range(-reach, reach)),
        layers=(
            Bars(
                name="weights",
                heights=values,
                across="horizontal",
                words=names,
                role="muted",
                text="{heights}",
                outcome=True,
                symbol="w",
            ),
            Points(
                name="handles",
                role="now",
                xy=handles,
                ids=np.array(places),
                size=0.8,
                key="drag to change",
                outcome=True,
            ),
        ),
        mouse=(_CHANGE,),
    )


def worked_out(params: Params, data: Data, state: State) -> dict[str, Any]:
    """The sum that the chosen unit makes of the first point, in digits; empty where it is long or normalised."""
    nothing = {"unit_sum": "", "unit_before": None}
    if params.norm != "none" or not len(data.y):
        return nothing
    places = weight_places(state, state.chosen)
    if not 1 < len(places) <= _WRITTEN_OUT + 1:
        return nothing
    values = state.theta[state.shown].numpy()[places]
    given = evaluate(params, state, state.Z.numpy()[:1])[1].inputs[_layer_of(state)][0, :-1]
    return {
        "unit_sum": products(values[:-1].tolist(), given.tolist(), 3),
        "unit_before": float(values[:-1] @ given + values[-1]),
    }


def _layer_of(state: State) -> int:
    """The number of the layer that leads to the chosen unit, from 0."""
    return next(depth for depth, last in enumerate(accumulate(state.sizes[1:])) if state.chosen < last)


def unit_name(data: Data, state: State, unit: int) -> str:
    """What a unit is called: its place in its layer, or what it puts out."""
    at = unit
    for depth, m in enumerate(state.sizes[1:], 1):
        if at < m:
            if depth < len(state.sizes) - 1:
                return f"layer {depth}, unit {at + 1}"
            return f"output {data.names[at]}" if data.classes > 2 else "output"
        at -= m
    raise IndexError(unit)


def weight_places(state: State, unit: int) -> list[int]:
    """The places of the weights into a unit, in the order of its inputs, and of its bias."""
    at = unit
    for depth, (a, b, _) in enumerate(parts(state.sizes)):
        n, m = state.sizes[depth], state.sizes[depth + 1]
        if at < m:
            return [a + k * m + at for k in range(n)] + [b + at]
        at -= m
    raise IndexError(unit)


def _sources(params: Params, data: Data, state: State) -> list[str]:
    """What enters the chosen unit: features by name, units by number."""
    at = state.chosen
    for depth, (n, m) in enumerate(pairwise(state.sizes)):
        if at < m:
            return named(params.features, data) if depth == 0 else [f"unit {k + 1}" for k in range(n)]
        at -= m
    raise IndexError(state.chosen)
