"""The view of the space of the weights: every point is a line there; and Novikoff's argument, mistake by mistake."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.geometry import Point, clipped, ranges, round_up
from playground.concepts.perceptron.state import State, true_weights
from playground.concepts.perceptron.stepping import Info
from playground.engine.frame import View
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Boundary, Curve, Level, Regions, Text, Trace
from playground.figures.values import Range

_NOWHERE = torch.zeros(2, dtype=torch.float64)


def weights(params: Params, data: Data, state: State, info: Info | None, view: View) -> Drawn:
    """The plane of two weights, the argument, and the mistakes of each pass."""
    if data.X.shape[1] == 2:
        space, numbers = _space(params, data, state, info, view)
    else:
        lines = torch.zeros((0, 3), dtype=torch.float64)
        space = _plot(lines[:, :2], lines, lines, _NOWHERE, _NOWHERE, _NOWHERE, _NOWHERE, (-1.0, 1.0), (-1.0, 1.0))
        numbers = {"slice_name": "needs two features"}
    return Drawn(Figure(plots=(space, _novikoff(state), _errors()), hint="Every point is a line here; drag w"), numbers)


def _space(params: Params, data: Data, state: State, info: Info | None, view: View) -> tuple[Plot, dict[str, Any]]:
    w = true_weights(state)
    bias = float(w[2]) if params.bias else 0.0
    tail = info.before[:2] if info is not None and info.updated else w[:2]
    best = _best_in_slice(params, state, bias)
    corners: list[Point] = [(x, y) for x, y in (w[:2].tolist(), tail.tolist(), best.tolist())]
    across, up = ranges(corners, least=0.5 * state.rate * state.problem.R)
    signed = state.problem.A / state.problem.scale
    lines = torch.cat([data.X, torch.full((len(data.y), 1), bias, dtype=torch.float64)], 1)
    planes = [(row[0], row[1], row[2] * bias if params.bias else 0.0) for row in signed.tolist()]
    space = torch.tensor(clipped(_box(view, across, up), planes), dtype=torch.float64).reshape(-1, 2)
    named = f"slice at b = {bias:.2f}".replace("-", "−") if params.bias else "w₁ across, w₂ up"
    plot = _plot(space, lines[data.y > 0], lines[data.y < 0], w[:2], best, tail, w[:2] - tail, across, up)
    return plot, {"slice_name": named}


def _plot(
    space: Tensor,
    blue: Tensor,
    orange: Tensor,
    w: Tensor,
    best: Tensor,
    tail: Tensor,
    step: Tensor,
    across: Point,
    up: Point,
) -> Plot:
    """The plot of the plane (w1, w2).

    Args:
        space: corners of the part that classifies every point rightly, (corners, 2).
        blue: each blue point x as the line x·w + b = 0, (points, 3).
        orange: each orange point.
        w: the weights.
        best: the direction of the largest margin, as long as the weights; zeros: it does not meet the slice.
        tail: where the last change began.
        step: the last change.
        across: the range of w1.
        up: the range of w2.
    """
    named = Arrows(name="w", vectors=w, text="{arrow_name}", handle=True, plate=True, part=2, outcome=True, symbol="w")
    return Plot(
        name="weights",
        title="Space of the weights",
        unit="{slice_name}",
        main=True,
        plane=True,
        x=Axis(range=Range(*across)),
        y=Axis(range=Range(*up)),
        badge="exact",
        layers=(
            Regions(name="version", role="hero", xy=space, key="version space: all right"),
            Boundary(name="blue points", role="slot1", wb=blue, key="a blue point"),
            Boundary(name="orange points", role="slot2", wb=orange, key="an orange point"),
            Arrows(name="best", role="theory", vectors=best, text="largest margin", plate=True, show=bool(best.any())),
            Arrows(
                name="step",
                role="second",
                tails=tail,
                vectors=step,
                show="updated",
                part=1,
                outcome=True,
                key="last change",
            ),
            named,
            Text(name="verdict", text="{verdict}", anchor="bottom right", show="inseparable"),
        ),
        mouse=(Mouse(on="drag", target="w", kind="set_weights", take={"w1": "x", "w2": "y"}, label="set the weights"),),
        empty="points",
        empty_text="Add points in the training view",
    )


def _best_in_slice(params: Params, state: State, bias: float) -> Tensor:
    """The best direction: as long as the weights without a bias, or where it meets the slice; zeros if nowhere."""
    best = state.problem.best
    if not params.bias:
        return best[:2] * (state.length or state.rate * state.problem.R)
    return best[:2] * (bias / float(best[2])) if float(best[2]) * bias > 0.0 else _NOWHERE


def _box(view: View, across: Point, up: Point) -> tuple[float, float, float, float]:
    """The part of the weight plane in which the version space is drawn: what is visible, and some more."""
    plot = view.plot("weights")
    (x0, x1), (y0, y1) = (plot.x, plot.y) if plot is not None else (across, up)
    dx, dy = x1 - x0, y1 - y0
    return x0 - dx, x1 + dx, y0 - dy, y1 + dy


def _novikoff(state: State) -> Plot:
    """Floor and ceiling from where the argument starts, to their meeting or twice as far as the run is."""
    start, problem = state.start, state.problem
    since = state.updates - start.updates
    end = round_up(max(10.0, 2.0 * since))
    if start.bound is not None:
        end = min(end, start.bound - start.updates)
    t = torch.linspace(0.0, end, 101, dtype=torch.float64)
    low = start.along / state.rate + t * problem.margin
    high = torch.sqrt(start.squared / state.rate**2 + t * problem.R**2)
    promised = t + start.updates
    return Plot(
        name="novikoff",
        title="Novikoff's argument",
        x=Axis(label="mistakes t{novikoff}", whole=True, zero=True, foot=True),
        y=Axis(zero=True, foot=True),
        badge="exact",
        layers=(
            Level(
                name="act", role="muted", value="start_updates", across="vertical", text="changed here", show="acted"
            ),
            Curve(name="floor", role="theory", x=promised, y=low if problem.separable else t[:0], text="t γ"),
            Curve(name="ceiling", role="theory", x=promised, y=high, text="R √t"),
            Trace(name="length", role="second", series="length", against="updates", text="|w|"),
            Trace(name="alignment", series="alignment", against="updates", text="w*·w"),
        ),
    )


def _errors() -> Plot:
    trace = Trace(
        name="errors",
        series="pass_mistakes",
        against="epochs",
        text="{pass_mistakes}",
        stairs=True,
        key="mistakes of a finished pass",
    )
    return Plot(
        name="errors",
        title="Mistakes in each pass",
        x=Axis(label="passes", whole=True, zero=True, foot=True),
        y=Axis(whole=True, zero=True, foot=True),
        badge="exact",
        layers=(trace,),
    )
