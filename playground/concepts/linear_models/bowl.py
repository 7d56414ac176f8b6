"""The view of the loss as a bowl: over slope and intercept, with the path of descent on it and the closed form."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch

from playground.concepts.linear_models import Params, exact
from playground.concepts.linear_models.fit import REACH, numbers_of
from playground.concepts.linear_models.learning import slope_of_values
from playground.concepts.linear_models.problem import Problem, columns_of, mean_loss, problem_of
from playground.concepts.linear_models.state import Data, State
from playground.engine.kit.arrays import Floats
from playground.engine.kit.contours import contours
from playground.engine.kit.linear_models import extended
from playground.engine.kit.newest import Newest
from playground.figures import editing
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Lines, Points, Ring, Surface, Trace
from playground.figures.values import Range

_SAMPLES = 49
_HALF = 2.0  # of the window over slope and intercept, at least
_LEVELS = np.geomspace(0.004, 1.0, 9)  # of contours, as shares of the height drawn
HINT = "Drag the bowl to turn it; drag in the map to start there; drag a point and the bowl moves"
_FLOOR = -17.0  # log10 of the least gap that is drawn


def bowl(params: Params, data: Data, state: State) -> Drawn:
    """The bowl, its map, the line, and how fast the loss falls."""
    found = problem_of(params, data)
    heights, window, rings = _ground(params, data, found)
    way = state.path.numpy()[:, 1:]
    half = window[1]
    inside = way[(np.abs(way) <= half).all(1)]
    best = found.theta
    take = {"x": "x", "y": "y"}
    start = Mouse(on="drag", kind="set_start", take=take, label="start here")
    over = "slope of the centred x" if params.centred else "slope w"
    main = Plot(
        name="bowl",
        title="The loss over slope and intercept",
        unit="loss {loss}, least {best}; drag to turn",
        badge="exact",
        main=True,
        axes=False,
        layers=(
            Surface(
                name="loss",
                z=heights,
                extent=np.array(window),
                levels=None,
                paths=inside,
                slots=np.zeros(1, dtype=np.int32),
                points=best[None] if np.abs(best).max() <= half else np.zeros((0, 2)),
                labels=np.ones(1 if np.abs(best).max() <= half else 0, dtype=np.int32),
                fade=0.3,
                x_label=over,
                y_label="b",
                z_label="loss",
                azimuth=-52.0,
                elevation=34.0,
                symbol="h",
            ),
        ),
        mouse=(Mouse(on="click", kind="set_start", take=take, label="start here"),),
    )
    axis = Axis(range=Range(-half, half))
    chart = Plot(
        name="map",
        title="The same from above",
        unit="L/μ = {condition}",
        badge="exact",
        plane=True,
        x=Axis(range=Range(-half, half), label=over),
        y=axis,
        layers=(
            Lines(name="levels", role="grid", xy=rings, found=False, key="level sets"),
            Lines(name="way", role="slot1", xy=way, found=False, symbol="θ", key="gradient descent"),
            Points(name="steps", role="slot1", xy=way[-40:], size=0.5),
            Ring(name="now", role="now", xy=way[-1]),
            Points(name="best", role="slot2", xy=best[None], symbol="w", key="closed form"),
        ),
        mouse=(start,),
    )
    return Drawn(
        Figure(plots=(main, _line(params, data, state, found), chart, _fall(params, state, found)), hint=HINT),
        numbers_of(params, data, found) | _by_hand(params, found, state),
    )


class Ground(NamedTuple):
    """The loss over slope and intercept.

    Attributes:
        heights: on a grid, first row on top, (rows, columns).
        window: x0, x1, y0, y1.
        rings: level sets, (n, 4).
    """

    heights: Floats
    window: tuple[float, float, float, float]
    rings: torch.Tensor


def _ground(params: Params, data: Data, found: Problem) -> Ground:
    key = (params.rho, params.delta, params.centred, params.across, params.up)
    return _GROUNDS.of(data.X, key, lambda: _raise(params, found))


_GROUNDS: Newest[Ground] = Newest(4)


def _raise(params: Params, found: Problem) -> Ground:
    """The loss on a grid round 0 that holds the closed form."""
    half = max(_HALF, float(np.ceil(1.15 * np.abs(found.theta).max() * 2) / 2))
    side = np.linspace(-half, half, _SAMPLES)
    A, y = extended(found.F), found.y
    if len(y) == 0:
        return Ground(np.zeros((2, 2)), (-half, half, -half, half), torch.zeros((0, 4)))
    across, up = np.meshgrid(side, side[::-1], indexing="xy")
    grid = np.stack([across.ravel(), up.ravel()])
    if params.rho == "squared":
        # A quadratic needs its moments alone.
        H, g = A.T @ A / len(y), A.T @ y / len(y)
        z = 0.5 * ((H @ grid) * grid).sum(0) - g @ grid + 0.5 * float((y * y).mean())
    else:
        z = sum(exact.loss_of(params.rho, one @ grid - v, params.delta) for one, v in zip(A, y, strict=True)) / len(y)
    z = np.asarray(z).reshape(_SAMPLES, _SAMPLES)
    high = float(z.max())
    levels = [found.best + share * (high - found.best) for share in _LEVELS]
    rings = contours(torch.from_numpy(z[::-1].copy()), torch.from_numpy(side), torch.from_numpy(side), levels)
    return Ground(z, (-half, half, -half, half), rings)


def _line(params: Params, data: Data, state: State, found: Problem) -> Plot:
    across, up = columns_of(params, data)
    x = data.X.numpy()[:, across]
    ends = np.array([-REACH, REACH])
    w, b = state.theta.numpy()[0]
    now = w * (ends - found.shift) + b
    best = found.theta[0] * (ends - found.shift) + found.theta[1]
    return Plot(
        name="line",
        title="The line",
        unit="w = {w_now:2}, b = {b_now:2}",
        badge="exact",
        main=True,
        plane=True,
        x=Axis(range=Range(-REACH, REACH), label=data.names[across]),
        y=Axis(range=Range(-REACH, REACH), label=data.names[up]),
        layers=(
            Lines(
                name="residuals",
                role="muted",
                xy=np.stack([x, found.F[:, 0] * w + b, x, found.y], 1),
                found=False,
                symbol="r",
            ),
            Curve(name="best", role="slot2", x=ends, y=best, outcome=True, key="closed form"),
            Curve(name="now", role="slot1", x=ends, y=now, symbol="f", key="gradient descent"),
            Points(name="points", role="muted", xy=np.stack([x, found.y], 1), ids=data.ids, symbol="y", key="points"),
        ),
        mouse=(editing.move(), editing.add("add a point", "1"), editing.delete()),
    )


def _fall(params: Params, state: State, found: Problem) -> Plot:
    """How far the loss lies above its least value, beside what the curvatures promise of a squared loss."""
    eta = params.rate / found.L
    factor = max(abs(1 - eta * found.mu), abs(1 - params.rate)) ** 2
    w, b = state.path.numpy()[0, 1:]
    first = mean_loss(params, extended(found.F), found.y, np.array([w, b]), 0.0) - found.best if len(found.y) else 0.0
    promised = params.rho == "squared" and factor < 1 and first > 0 and state.taken > 0
    at = np.linspace(0, state.taken, 2) if promised else np.zeros(0)
    line = np.log10(max(first, 1e-300)) + at * np.log10(max(factor, 1e-300))
    return Plot(
        name="fall",
        title="Loss above its least value",
        unit="at most times {factor:4} an update" if params.rho == "squared" else "log scale",
        badge="exact",
        x=Axis(label="step"),
        y=Axis(log=True),
        layers=(
            Curve(
                name="bound",
                role="theory",
                x=np.linspace(state.begun, state.made, 2) if promised else at,
                y=np.maximum(line, _FLOOR),
                key="at most, by L and μ" if params.rho == "squared" else "",
            ),
            Trace(name="gap", role="slot1", series="log_gap", text="", key="gradient descent"),
        ),
    )


def _by_hand(params: Params, found: Problem, state: State) -> dict[str, Any]:
    """One update of the slope with its numbers."""
    theta = state.theta.numpy()
    w, b = theta[0]
    eta = params.rate / found.L
    factor = max(abs(1 - eta * found.mu), abs(1 - params.rate)) ** 2
    if not len(found.y):
        return {
            "w_now": float(w),
            "b_now": float(b),
            "factor": factor,
            "eta": None,
            "quadratic": params.rho == "squared",
        }
    here = slope_of_values(params, found, extended(found.F), found.y, theta)
    g = here.gradient[0]
    return {
        "w_now": float(w),
        "b_now": float(b),
        "eta": eta,
        "g_w": float(g[0]),
        "g_b": float(g[1]),
        "w_next": float(w - eta * g[0]),
        "b_next": float(b - eta * g[1]),
        "factor": factor,
        "L": found.L,
        "mu": found.mu,
        "slack": state.slack,
        "under_bound": _under(params, found, state, factor),
        "quadratic": params.rho == "squared",
        "here": mean_loss(params, extended(found.F), found.y, theta[0], 0.0),
    }


def _under(params: Params, found: Problem, state: State, factor: float) -> bool | None:
    """Whether the loss lies within what the curvatures promise, up to rounding; None for other losses than squares."""
    if params.rho != "squared":
        return None
    A, way = extended(found.F), state.path.numpy()
    first, now = (mean_loss(params, A, found.y, row[1:], 0.0) - found.best for row in (way[0], way[-1]))
    return bool(now <= first * factor**state.taken * (1 + 1e-9) + 1e-12 * (1 + first))
