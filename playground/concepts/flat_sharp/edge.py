"""The edge of stability: gradient descent on digits, its largest eigenvalues, and how it swings along the first."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from playground.concepts.flat_sharp import Params
from playground.concepts.flat_sharp.digits_net import FAR, first_weights, landscape
from playground.concepts.flat_sharp.loss_plot import loss_plot
from playground.concepts.flat_sharp.state import Data, EdgeRun, Info, zeros
from playground.engine.frame import Status
from playground.engine.kit.arrays import Floats
from playground.engine.kit.curvature import Landscape, lanczos
from playground.engine.kit.dense.layout import length
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Level, Points, Trace
from playground.texts import sums

SIZES = (64, 48, 48, 10)
LENGTH = length(SIZES)
KEPT = 4
LOOKS = 20
"""Looks at the sharpness whose mean is shown: it hovers."""
_SWINGS = 40
_SECTION = np.linspace(-1.0, 1.0, 21)
_FIRST_RAYS = 24
_LEAST_REACH = 0.02
MOST_WORK = 12_000
"""Digits that the iterations of one step pass through the net: about 20 ms."""


def begin(params: Params, data: Data, ctx: Ctx) -> EdgeRun:
    """Random weights with their largest eigenvalues."""
    theta = first_weights(SIZES, ctx)
    ray = ctx.randn(LENGTH).double().numpy()
    land = landscape(data.X, data.Y, SIZES, params.loss)
    return _seen(land, theta, np.zeros_like(theta), ray, _FIRST_RAYS, [], zeros(0), 0, lost=False)


def iterations(params: Params) -> int:
    """As many as were asked for, as long as they fit into the time of a step."""
    return max(1, min(params.iterations, MOST_WORK // params.samples))


def advance(params: Params, data: Data, run: EdgeRun) -> EdgeRun:
    """Some iterations, and a look at the curvature."""
    land = landscape(data.X, data.Y, SIZES, params.loss)
    theta, moved, top = run.theta.numpy(), run.moved.numpy(), run.vectors[0].numpy()
    swings, lost, taken = run.swings.tolist(), run.lost, run.taken
    with np.errstate(all="ignore"):
        for _ in range(iterations(params)):
            give_way()
            step = params.momentum * moved - params.rate * land.gradient(theta)[1]
            if lost or not np.abs(theta + step).max() < FAR:  # also where it is no number
                lost = True
                break
            moved, theta, taken = step, theta + step, taken + 1
            swings.append(float(top @ step))
        # All that was found before is in the next search, the first most of all.
        ray = run.vectors.numpy().sum(0) + top
        return _seen(land, theta, moved, ray, params.rays, swings, run.looks, taken, lost=lost)


def _seen(
    land: Landscape,
    theta: Floats,
    moved: Floats,
    ray: Floats,
    count: int,
    swings: list[float],
    looks: torch.Tensor,
    taken: int,
    *,
    lost: bool,
) -> EdgeRun:
    bent = land.curvature(theta)
    found = lanczos(bent.times, ray, count, KEPT)
    top = found.vectors[0]
    recent = swings[-_SWINGS:]
    reach = max(_LEAST_REACH, 2.0 * float(np.abs(recent[-8:]).max(initial=0.0)))
    section = []
    for s in _SECTION:
        section.append(land.value(theta + s * reach * top))
        give_way()
    sharpness = torch.tensor(found.values[:1])
    return EdgeRun(
        torch.from_numpy(theta.copy()),
        torch.from_numpy(moved.copy()),
        torch.from_numpy(found.vectors),
        torch.from_numpy(found.values),
        found.residual,
        torch.tensor(recent, dtype=torch.float64),
        torch.tensor(section, dtype=torch.float64),
        reach,
        torch.cat([looks, sharpness])[-LOOKS:],
        taken,
        bent.loss,
        lost,
    )


def record(run: EdgeRun) -> Info:
    """Loss and eigenvalues."""
    first, second, third, fourth = run.values.tolist()
    status: Status = "diverging" if run.lost else "running"
    return Info(status, run.taken, run.loss, first, second, third, fourth)


def limit(params: Params) -> float:
    """The sharpness above which heavy ball, or gradient descent, flies apart on a quadratic."""
    return 2.0 * (1.0 + params.momentum) / params.rate


def observe(params: Params, run: EdgeRun) -> Drawn:
    """The eigenvalues against the limit, the swings along the first, and the loss along it."""
    edge, values, swings = limit(params), run.values.tolist(), run.swings.numpy()
    turned = swings[1:] * swings[:-1] < 0
    top, slope = values[0], _slope(run)
    numbers: dict[str, Any] = {
        "iteration": run.taken,
        "limit": edge,
        "sharpness": top,
        "second": values[1],
        "third": values[2],
        "fourth": values[3],
        "residual": run.residual,
        "loss": run.loss,
        "share_of_limit": float(run.looks.mean()) / edge,
        "swing": float(swings[-1]) if len(swings) else None,
        "swings": float(turned.mean()) if len(turned) else None,
        "factor": 1.0 - params.rate * top,
        "weight_count": LENGTH,
        "per_step": iterations(params),
        "double": 2.0 * (1.0 + params.momentum),
        "above": top > edge,
        "look_sum": sums.total(run.looks[-5:].tolist(), 3),
        "look_count": len(run.looks[-5:]),
        "look_mean": float(run.looks[-5:].mean()),
    }
    s = _SECTION * run.reach
    return Drawn(
        Figure(
            plots=(_sharpness(params), loss_plot(), _swings(run), _valley(run, s, slope, top)),
            hint="Press space to run; turn η, and the sharpness follows 2/η",
        ),
        numbers,
    )


def _slope(run: EdgeRun) -> float:
    """The slope of the loss along the section where the net stands."""
    section: list[float] = run.section.tolist()
    middle = len(section) // 2
    step = run.reach * float(_SECTION[1] - _SECTION[0])
    return (section[middle + 1] - section[middle - 1]) / (2.0 * step)


def _sharpness(params: Params) -> Plot:
    limit_words = "2(1 + β)/η = {limit}" if params.momentum else "2/η = {limit}"
    others = (("second", "λ₂"), ("third", "λ₃"), ("fourth", "λ₄"))
    return Plot(
        name="sharpness",
        title="Sharpness",
        unit="largest eigenvalues of the loss's Hessian",
        main=True,
        x=Axis(label="step", whole=True),
        badge="exact",
        layers=(
            Level(name="limit", role="theory", value="limit", text=limit_words, symbol="2/η"),
            *(
                Trace(
                    name=name, role="muted", series=name, text=word, outcome=True, key="the next eigenvalues" * (not i)
                )
                for i, (name, word) in enumerate(others)
            ),
            Trace(name="sharpness", series="sharpness", text="λ {sharpness}", outcome=True, symbol="λ"),
        ),
    )


def _swings(run: EdgeRun) -> Plot:
    n = len(run.swings)
    return Plot(
        name="swings",
        title="Moves along the sharpest direction",
        unit="one point an iteration",
        x=Axis(label="iterations ago"),
        y=Axis(zero=True),
        badge="exact",
        layers=(
            Level(name="none", role="muted", value=0.0),
            Curve(name="moves", x=np.arange(n) - n + 1.0, y=run.swings, markers=True, symbol="v", outcome=True),
        ),
    )


def _valley(run: EdgeRun, s: Floats, slope: float, top: float) -> Plot:
    parabola = run.loss + slope * s + 0.5 * top * s * s
    return Plot(
        name="valley",
        title="The loss along it",
        unit="and the parabola of curvature λ",
        x=Axis(label="way along the top eigenvector"),
        badge="exact",
        layers=(
            Curve(name="parabola", role="theory", x=s, y=parabola, key="parabola"),
            Curve(name="loss", role="second", x=s, y=run.section, key="loss"),
            Points(name="here", role="now", xy=np.array([[0.0, run.loss]]), key="here"),
        ),
    )
