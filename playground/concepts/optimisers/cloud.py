"""The view of many runs: where 200 runs of gradient descent end under noise of their own, and how wide they settle.

With the step size eta and the variance s^2 of a gradient's noise a run on a quadratic settles, in a direction of
curvature h, at the variance eta s^2 / (h (2 - eta h)) round the minimum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from playground.concepts.optimisers import Params, race
from playground.concepts.optimisers.plane import plane
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.starts import arrived
from playground.concepts.optimisers.state import Data, State
from playground.concepts.optimisers.surfaces import Surface
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Points, Text

RUNS = 200
_RATES = 5  # step sizes, each twice the one before, up to the one that is set
_LOOKS = 40  # last steps whose places are all counted
_BAND = 2.0  # standard errors


def cloud(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The ends of all runs from the start; on the ravine the variance that each of some step sizes settles at."""
    ground = race.surface(params, data)
    start = np.broadcast_to(data.start.numpy(), (RUNS, 2))
    ends = start
    for done, ends in _runs(params, ground, start, ctx):
        if done % 20 == 0:
            yield Partial(_found(ground, ends), 0.5 * done / params.horizon)
    found = _found(ground, ends)
    variances: list[float] = []
    if params.problem == "quadratic" and params.noise:
        steep = np.linalg.eigh(ground.hessian(np.zeros(2)))[1][:, -1]
        for k in range(_RATES):
            slower = params.model_copy(update={"rate": _rate(params, k), "tuning": "hand"})
            looks = [ends @ steep for _, ends in _runs(slower, ground, np.zeros((RUNS, 2)), ctx)][-_LOOKS:]
            variances.append(float(np.mean(np.square(looks))))
            yield Partial(found, 0.5 + 0.5 * (k + 1) / _RATES)
    settled = torch.tensor(variances, dtype=torch.float64)
    sizes = torch.tensor([_rate(params, k) / params.batch for k in range(len(variances))], dtype=torch.float64)
    slope = float(np.polyfit(np.log(sizes.numpy()), np.log(variances), 1)[0]) if variances else None
    yield Partial({**found, "sizes": sizes, "settled": settled, "noise_slope": slope}, 1.0)


def _rate(params: Params, k: int) -> float:
    return float(params.rate * 2.0 ** (k + 1 - _RATES))


def _runs(params: Params, ground: Surface, theta: Reals, ctx: Ctx) -> Iterator[tuple[int, Reals]]:
    """Steps and places of all runs, each with noise of its own."""
    memory, sigma = optimisers.begin(theta), params.noise / params.batch**0.5
    for done in range(1, params.horizon + 1):
        noise = sigma * ctx.randn(*theta.shape).numpy() if sigma else 0.0
        with np.errstate(all="ignore"):
            after, memory = race.moved(params, "gd", ground, theta, memory, noise)
        theta = np.where(np.all(np.abs(after) < race.FAR, axis=-1, keepdims=True), after, theta)
        yield done, theta


def _found(ground: Surface, ends: Reals) -> dict[str, Any]:
    """The places, and the share of them that are at a minimum."""
    minima = np.array([point[:2] for point in ground.points if point[2] == "minimum"]).reshape(-1, 2)
    at = (
        np.linalg.norm(ends[:, None] - minima, axis=-1).min(1) < arrived(ground) if len(minima) else np.zeros(len(ends))
    )
    return {"ends": torch.from_numpy(ends.copy()), "at_minimum": float(np.mean(at))}


def observe(course: Course, view: View, found: Mapping[str, Any]) -> Drawn:
    """The ends in the plane, and the width of the cloud against the step size."""
    ends = Points(
        name="ends",
        role="slot1",
        xy=found.get("ends", torch.zeros((0, 2))),
        size=0.6,
        outcome=True,
        key=f"ends of {RUNS} runs",
    )
    words = Text(name="at a minimum", text="at a minimum: {at_minimum:3} of the runs", anchor="bottom left")
    numbers = {"at_minimum": found.get("at_minimum"), "noise_slope": found.get("noise_slope")}
    plots = (plane(course, view, over=(ends, words)), _widths(course.params, found))
    return Drawn(Figure(plots=plots, hint="More noise, a longer step, a smaller batch: a wider cloud"), numbers)


def _widths(params: Params, found: Mapping[str, Any]) -> Plot:
    """The variance in the steep direction against eta over the batch size, measured and in theory."""
    nothing = torch.zeros(0, dtype=torch.float64)
    sizes, settled = found.get("sizes", nothing), found.get("settled", nothing)
    error = _BAND * (2 / RUNS) ** 0.5  # of a variance, relative, if the looks of one run were one
    rates = sizes * params.batch
    law = sizes * params.noise**2 / (2 - rates)
    return Plot(
        name="widths",
        title="How wide the cloud settles",
        unit="variance in the steep direction; ravine only",
        badge="sampled",
        x=Axis(label="η over the batch size", log=True),
        y=Axis(log=True),
        layers=(
            Curve(name="law", role="theory", x=sizes.log10(), y=law.log10(), text="η s² / (2 − η)"),
            Curve(
                name="settled",
                role="slot1",
                x=sizes.log10(),
                y=settled.log10(),
                low=(settled * (1 - error)).log10(),
                high=(settled * (1 + error)).log10(),
                markers=True,
                outcome=True,
                key="measured; band: two standard errors",
            ),
        ),
    )
