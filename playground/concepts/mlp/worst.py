"""The view of the worst case: the balls in which a decision can be turned, and the worst loss against their radius."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import evaluate, loss_of, right, rules_of, statistics_of, targets_of
from playground.concepts.mlp.features import anywhere
from playground.concepts.mlp.graph import Fit, graph
from playground.concepts.mlp.lines import fine
from playground.concepts.mlp.loss import loss
from playground.concepts.mlp.plane import plane
from playground.concepts.mlp.state import State
from playground.concepts.mlp.worst_points import worst_points
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Curve, Level, Ring

_RADII = 7  # at which the worst loss is computed
_RING = 25  # corners of a ball
_MOST_ARROWS = 24


class Worst(NamedTuple):
    """The learnt points and the worst points in the balls round them.

    Attributes:
        X: the learnt points, (n, d).
        own: their losses, (n,).
        points: the worst points, (n, d).
        highest: the losses there, (n,).
        radii, means: radii from 0, and the mean worst loss at each, (k,); empty without points.
    """

    X: Floats
    own: Floats
    points: Floats
    highest: Floats
    radii: Floats
    means: Floats


def observe(params: Params, data: Data, state: State, view: View, line: Fit | None) -> Drawn:
    """The balls over the plane, the worst loss against the radius, and the loss."""
    found = _worst(params, data, state)
    own, highest = found.own, found.highest
    mean = float(highest.mean()) if len(own) else None
    numbers = {
        "worst_loss": mean,
        "violations": int((highest < own - 1e-12).sum()) if len(own) else None,
        "worst_ratio": mean / float(own.mean()) if mean is not None and own.any() else None,
        "worst_gap": _gap(params, data, state, found),
    }
    main = graph(params, data, state, line, main=True) if line else _balls(params, data, state, view, found)
    plots = (main, _curve(params, found, mean), loss(params))
    return Drawn(Figure(plots=plots, hint="Turn the radius of the ball"), numbers)


def _gap(params: Params, data: Data, state: State, found: Worst) -> float | None:
    """Largest distance of the worst losses from log(1 + exp(radius |w| - y f)); none unless the net is one line."""
    line = not state.hidden and data.classes == 2 and params.loss == "cross-entropy"
    if not line or params.features.replace(" ", "") != "x,y" or not len(found.X):
        return None
    *w, b = state.theta[state.shown].tolist()
    targets = targets_of(data)[~data.held.numpy()]
    exact = np.logaddexp(0.0, params.radius * np.hypot(*w) - targets * (found.X @ w + b))
    return float(np.abs(found.highest - exact).max())


def _worst(params: Params, data: Data, state: State) -> Worst:
    learns = ~data.held.numpy()
    X, none = data.X.numpy()[learns], np.zeros(0)
    if not len(X):
        return Worst(X, none, X, none, none, none)
    targets, rule = targets_of(data)[learns], loss_of(params, data)
    layers, seen = evaluate(params, state, state.Z.numpy()[learns])
    setting = (layers, rules_of(params), statistics_of(params, state, state.shown), rule, params.features, X, targets)
    radii = np.linspace(0.0, max(2.0 * params.radius, 0.2), _RADII)
    means = np.array([worst_points(*setting, radius, 3)[1].mean() for radius in radii.tolist()])
    return Worst(X, rule.value(seen.out, targets), *worst_points(*setting, params.radius), radii, means)


def _balls(params: Params, data: Data, state: State, view: View, found: Worst) -> Plot:
    """The plane with arrows to the worst points and balls, where these turn the decision; of values the largest."""
    if not len(found.X):
        chosen = np.zeros(0, dtype=int)
    elif data.classes:
        out = evaluate(params, state, anywhere(params.features, found.points))[1].out
        chosen = np.flatnonzero(~right(data._replace(y=data.y[~data.held]), out))
    else:
        chosen = np.argsort(-found.highest)[:_MOST_ARROWS]
    tails, heads = found.X[chosen], found.points[chosen]
    angle = np.append(2 * np.pi * np.arange(_RING) / (_RING - 1), np.nan)
    circle = params.radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    over = (
        fine(name="balls", role="now", xy=(tails[:, None] + circle).reshape(-1, 2), outcome=True),
        Arrows(name="worst", role="second", tails=tails, vectors=heads - tails, outcome=True, symbol="δ"),
    )
    return replace(
        plane(params, data, state, view, main=True, over=over),
        title="Worst point in each ball",
        unit="rings: the decision can be turned within the radius {radius}",
        zoom=False,
        empty_keys="",
    )


def _curve(params: Params, found: Worst, mean: float | None) -> Plot:
    """The mean worst loss against the radius, and the one in force."""
    here = np.array([params.radius, mean or 0.0])
    return Plot(
        name="worst_loss",
        badge="exact",
        title="Worst loss",
        unit="mean over the learnt points",
        x=Axis(label="radius of the ball", zero=True),
        y=Axis(zero=True),
        layers=(
            Level(name="loss", role="theory", value="loss", text="loss at the points {loss}"),
            Curve(name="worst", x=found.radii, y=found.means, markers=True, outcome=True),
            Ring(name="here", role="now", xy=here, text="{worst_loss}", show=mean is not None),
        ),
    )
