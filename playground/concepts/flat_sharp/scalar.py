"""A net of two weights, f(x) = u v x: all can be worked out by hand."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from playground.concepts.flat_sharp import Params
from playground.concepts.flat_sharp.loss_plot import loss_plot
from playground.concepts.flat_sharp.state import Info, ScalarRun
from playground.engine.frame import Status, View
from playground.engine.kit.arrays import Floats
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Curve, Image, Level, Lines, Points, Trace
from playground.figures.values import Range

FAR = 1e3
_WINDOW = (-0.5, 4.0, -0.5, 3.0)
_TRAIL = 400
_TAKE = {"x": "x", "y": "y"}


def begin(params: Params) -> ScalarRun:
    """At the start."""
    at = torch.tensor(params.start, dtype=torch.float64)
    return ScalarRun(at, at[None], 0, False)


def gradient(at: Floats, s: float) -> Floats:
    """Of half the square of u v - s, (2,)."""
    off = at[0] * at[1] - s
    return np.array([off * at[1], off * at[0]])


def hessian(at: Floats, s: float) -> Floats:
    """The second derivatives, (2, 2)."""
    u, v = at
    across = 2.0 * u * v - s
    return np.array([[v * v, across], [across, u * u]])


def sharpness(at: Floats, s: float) -> float:
    """The larger eigenvalue, in closed form."""
    u, v = (float(x) for x in at)
    across = 2.0 * u * v - s
    return (u * u + v * v) / 2.0 + math.hypot((u * u - v * v) / 2.0, across)


def loss(at: Floats, s: float) -> float:
    """Half the square of u v - s."""
    return 0.5 * float(at[0] * at[1] - s) ** 2


def ascent(at: Floats, s: float, rho: float) -> Floats:
    """SAM's way up: rho along the gradient, nothing where it is 0, (2,)."""
    g = gradient(at, s)
    size = float(np.hypot(*g))
    found: Floats = rho / size * g if size > 0.0 else np.zeros(2)
    return found


def move(params: Params, at: Floats) -> Floats:
    """What one iteration adds, (2,)."""
    rho = params.rho if params.method == "sam" else 0.0
    found: Floats = -params.rate * gradient(at + ascent(at, params.target, rho), params.target)
    return found


def advance(params: Params, run: ScalarRun) -> ScalarRun:
    """One iteration."""
    at = run.at.numpy()
    there = at + move(params, at)
    if run.lost or not np.abs(there).max() < FAR:
        return run._replace(lost=True)
    new = torch.from_numpy(there)
    return ScalarRun(new, torch.cat([run.trail, new[None]])[-_TRAIL:], run.taken + 1, False)


def stand(run: ScalarRun, at: Floats) -> ScalarRun:
    """The run goes on from elsewhere, on a path of its own."""
    new = torch.from_numpy(at)
    return run._replace(at=new, trail=new[None], lost=False)


def record(params: Params, run: ScalarRun) -> Info:
    """Loss and sharpness."""
    at = run.at.numpy()
    status: Status = "diverging" if run.lost else "running"
    return Info(status, run.taken, loss(at, params.target), sharpness(at, params.target))


def observe(params: Params, run: ScalarRun, view: View) -> Drawn:
    """The plane of both weights, the sharpness of all minima, and what was recorded."""
    at, s = run.at.numpy(), params.target
    up = ascent(at, s, params.rho if params.method == "sam" else 0.0)
    step, top, edge = move(params, at), sharpness(at, s), 2.0 / params.rate
    g, there = gradient(at, s), at + up
    g_there = gradient(there, s)
    u, v = at.tolist()
    numbers: dict[str, Any] = {
        "iteration": run.taken,
        "u": u,
        "v": v,
        "product": u * v,
        "off": u * v - s,
        "loss": loss(at, s),
        "sharpness": top,
        "limit": edge,
        "flattest": 2.0 * s,
        "squares": u * u + v * v,
        "across": 2.0 * u * v - s,
        "g_u": g[0],
        "g_v": g[1],
        "u_next": u + step[0],
        "v_next": v + step[1],
        "u_up": there[0],
        "v_up": there[1],
        "gradient_size": float(np.hypot(*g)),
        "g_u_there": g_there[0],
        "g_v_there": g_there[1],
        "double_u": 2.0 * u,
        "half_v": v / 2.0,
        "rescaled": sharpness(np.array([2.0 * u, v / 2.0]), s),
        "above": top > edge,
        "climbing": params.method == "sam" and bool(np.hypot(*up) > 0.0),
    }
    return Drawn(
        Figure(
            plots=(_plane(params, run, view, up, step), _valley(params, at), _sharpness(), loss_plot()),
            hint="Press space to run; drag the point, or double u and halve v",
        ),
        numbers,
    )


@lru_cache(maxsize=8)
def _terrain(window: tuple[float, float, float, float], cells: tuple[int, int], s: float) -> Floats:
    """The loss in a window, as log10, (rows, columns)."""
    x0, x1, y0, y1 = window
    columns, rows = cells
    u = np.linspace(x0, x1, columns)[None]
    v = np.linspace(y0, y1, rows)[:, None]
    found: Floats = np.log10(0.5 * (u * v - s) ** 2 + 1e-3)[::-1]  # the first row is the top one
    return found


def _minima(s: float) -> Floats:
    """Both branches of u v = s, (n, 2)."""
    u = np.geomspace(s / 6.0, 6.0, 160)
    branch = np.stack([u, s / u], 1)
    return np.concatenate([branch, np.full((1, 2), np.nan), -branch])


def _circle(radius: float) -> Floats:
    turn = np.linspace(0.0, 2.0 * np.pi, 181)
    return radius * np.stack([np.cos(turn), np.sin(turn)], 1)


def _plane(params: Params, run: ScalarRun, view: View, up: Floats, step: Floats) -> Plot:
    seen = tuple(float(x) for x in view.window("plane", _WINDOW))
    at, sam = run.at.numpy(), params.method == "sam"
    x0, x1, y0, y1 = seen
    return Plot(
        name="plane",
        title="All pairs of weights",
        unit="shade: the loss",
        main=True,
        plane=True,
        zoom=True,
        badge="exact",
        x=Axis(label="u", range=Range(_WINDOW[0], _WINDOW[1])),
        y=Axis(range=Range(_WINDOW[2], _WINDOW[3])),
        layers=(
            Image(
                name="loss",
                role="muted",
                z=_terrain((x0, x1, y0, y1), (120, 96), params.target),
                extent=np.array(seen),
                smooth=True,
            ),
            Lines(name="minima", role="theory", xy=_minima(params.target), dash="solid", key="u v = s: no error"),
            Lines(
                name="stable",
                role="slot2",
                xy=_circle(math.sqrt(2.0 / params.rate)),
                dash="dashed",
                symbol="2/η",
                key="inside: minima flatter than 2/η",
            ),
            Lines(name="path", role="hero", xy=run.trail, fade=0.6, halo=False, outcome=True),
            Arrows(
                name="ascent",
                role="slot3",
                tails=at[None],
                vectors=up[None],
                text="ascent ρ" if sam else "",
                symbol="ε",
                show=sam,
            ),
            Arrows(
                name="step", role="slot4", tails=at[None], vectors=step[None], text="step", symbol="Δ", outcome=True
            ),
            Points(name="here", role="now", xy=at[None], size=1.2, hover="u {x}, v {y}", key="here"),
        ),
        mouse=(
            Mouse(on="drag", target="here", kind="stand", take=_TAKE, label="drag the point"),
            Mouse(on="click", kind="stand", take=_TAKE, label="stand here"),
        ),
    )


def _valley(params: Params, at: Floats) -> Plot:
    s = params.target
    ratio = np.linspace(-3.0, 3.0, 121)
    # On the valley u = a sqrt(s), v = sqrt(s) / a, and log2 a is the place.
    a = 2.0**ratio
    place = 0.5 * math.log2(max(1e-12, abs(float(at[0]))) / max(1e-12, abs(float(at[1]))))
    place = min(3.0, max(-3.0, place))
    return Plot(
        name="valley",
        title="Minima that are one function",
        x=Axis(label="log₂ a of (a√s, √s/a)", range=(-3.0, 3.0)),
        y=Axis(zero=True, range=(0.0, 40.0)),
        badge="exact",
        layers=(
            Level(name="limit", role="slot2", value="limit", text="2/η = {limit}", symbol="2/η"),
            Curve(name="sharpness", role="theory", x=ratio, y=np.minimum(s * (a**2 + a**-2), 60.0), key="s(a² + 1/a²)"),
            Points(
                name="here",
                role="now",
                xy=np.array([[place, min(60.0, s * (4.0**place + 4.0**-place))]]),
                key="the minimum with this u/v",
            ),
        ),
    )


def _sharpness() -> Plot:
    return Plot(
        name="sharpness",
        title="Sharpness",
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        badge="exact",
        layers=(
            Level(name="limit", role="slot2", value="limit", text="2/η", symbol="2/η"),
            Trace(name="sharpness", series="sharpness", text="{sharpness}", outcome=True, symbol="λ"),
        ),
    )
