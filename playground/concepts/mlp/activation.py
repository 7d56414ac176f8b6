"""The view of the activation: its slope, and where the chosen unit stands on it for every point."""

from __future__ import annotations

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import evaluate, rules_of
from playground.concepts.mlp.net import net
from playground.concepts.mlp.state import State
from playground.concepts.mlp.unit import unit, unit_name
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import ACTIVATIONS, softmax, softmax_jacobian
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Points
from playground.figures.values import Range

_REACH = 5.0  # pre-activations that are drawn
_MOST_MARKS = 200


def observe(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The activation with the net and the chosen unit, and what its formulas are checked by."""
    function = rules_of(params).function
    z, h = np.linspace(-_REACH, _REACH, 201), 1e-6
    a = function.value(z, np.empty_like(z)).copy()
    slope = np.asarray(function.slope(z, a), dtype=float)
    central = (function.value(z + h, np.empty_like(z)) - function.value(z - h, np.empty_like(z))) / (2 * h)
    numbers = {
        "marked_name": unit_name(data, state, _marked(state)),
        "tanh_gap": float(np.abs(_values("tanh", z) - (2.0 * _values("sigmoid", 2.0 * z) - 1.0)).max()),
        "slope_gap": float(np.abs(slope - central)[np.abs(z) > 1e-3].max()),  # away from a kink at 0
        "jacobian_gap": _jacobian_gap(params),
    }
    low, high = min(-1.2, float(a.min())), max(1.2, float(min(a.max(), 3.0)))
    main = Plot(
        name="activation",
        badge="exact",
        title="Activation",
        unit="marks: {marked_name} at the points",
        main=True,
        x=Axis(label="z", range=(-5.4, 5.4)),
        y=Axis(range=Range(1.08 * low, 1.08 * high)),
        layers=(
            Curve(name="slope", role="second", x=z, y=slope, text="slope", symbol="φ'"),
            Curve(name="value", x=z, y=a, text="value", symbol="φ"),
            Points(name="marks", role="now", xy=_marks(params, state), size=0.5, outcome=True, symbol="z"),
        ),
    )
    plots = (main, net(params, data, state, view), unit(params, data, state))
    return Drawn(Figure(plots=plots, hint="Click a unit of the net"), numbers)


def _values(name: str, z: Floats) -> Floats:
    """An activation as the units have it."""
    return ACTIVATIONS[name].value(z, np.empty_like(z)).copy()


def _marked(state: State) -> int:
    """The chosen unit, or the first hidden one where an output is chosen."""
    return state.chosen if state.chosen < state.hidden else 0


def _marks(params: Params, state: State) -> Floats:
    """Pre-activation and activation of the marked unit for every point; none without hidden units."""
    at, n = _marked(state), len(state.Z)
    if not state.hidden or not n:
        return np.zeros((0, 2))
    seen = evaluate(params, state, state.Z.numpy()[:: max(1, n // _MOST_MARKS)])[1]
    for before, values in zip(seen.before, seen.values, strict=True):
        m = values.shape[1]
        if at < m:
            return np.stack([np.clip(before[:, at], -_REACH, _REACH), values[:, at]], axis=1)
        at -= m
    raise IndexError(state.chosen)


def _jacobian_gap(params: Params) -> float:
    """Largest distance of the softmax's Jacobian at the temperature from central differences, at fixed logits."""
    z, h, T = np.array([1.0, -0.5, 0.3, 2.0]), 1e-5, params.temperature
    exact = softmax_jacobian(softmax(z, T), T)
    columns = [(softmax(z + step, T) - softmax(z - step, T)) / (2 * h) for step in h * np.eye(len(z))]
    return float(np.abs(exact - np.stack(columns, axis=1)).max())
