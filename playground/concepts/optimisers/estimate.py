"""A mean from samples: four schedules of step sizes on the same samples, and what is shown of their errors."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from playground.concepts.optimisers import Params, rates
from playground.concepts.optimisers.names import SCHEDULES
from playground.concepts.optimisers.state import Estimates, Info, PerSchedule, zeros
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.engine.kit.giving_way import give_way
from playground.engine.kit.trail import spread_out
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Bars, Curve, Lines, Role

_BINS = 40
_BAND = 2.0  # standard errors
_ROLES: dict[str, Role] = {"constant": "slot1", "root": "slot2", "three_quarters": "slot3", "inverse": "slot4"}


def begin(params: Params) -> Estimates:
    """All runs one standard deviation off."""
    theta = torch.ones((len(SCHEDULES), params.runs), dtype=torch.float64)
    ones = torch.ones((1, 2, len(SCHEDULES)), dtype=torch.float64)
    return Estimates(theta, zeros(*theta.shape), 0, ones, torch.zeros_like(ones), zeros(1))


def advance(params: Params, state: Estimates, ctx: Ctx) -> Estimates:
    """Some samples for each run: theta moves by -a t^-p (theta - x), with x standard normal."""
    theta, mean = state.theta.numpy(), state.mean.numpy()
    draws = ctx.randn(params.iterations, params.runs).numpy()
    for k, sample in enumerate(draws):
        give_way()
        t = state.taken + k + 1
        rate = np.array([[float(optimisers.power_rate(a, p, t))] for _, a, p in SCHEDULES.values()])
        theta = theta - rate * (theta - sample)
        mean = optimisers.averaged(mean, theta, t)
    taken = state.taken + params.iterations
    squares = np.stack([theta, mean]) ** 2
    off = np.sqrt(squares.mean(-1))
    # The root of a mean of squares: half its relative standard error.
    error = squares.std(-1) / (2 * np.maximum(off, 1e-300) * params.runs**0.5)
    times = torch.cat([state.times, torch.tensor([float(taken)], dtype=torch.float64)])
    rms, errors = (
        torch.cat([old, torch.from_numpy(new)[None]]) for old, new in ((state.rms, off), (state.errors, error))
    )
    kept = spread_out(times)
    return Estimates(torch.from_numpy(theta), torch.from_numpy(mean), taken, rms[kept], errors[kept], times[kept])


def record(state: Estimates) -> Info:
    """The errors of all schedules and of their averages."""
    last, mean = (PerSchedule(*row) for row in state.rms[-1].tolist())
    return Info("running", state.taken, rms=last, average_rms=mean)


def exact(name: str, taken: int) -> tuple[Reals, Reals]:
    """The exact errors of a schedule and of its average, from the start on to so many samples, (taken + 1,)."""
    _, a, p = SCHEDULES[name]
    return _errors_of(a, p).until(taken)


@lru_cache(maxsize=16)
def _errors_of(a: float, p: float) -> rates.ScheduleErrors:
    return rates.ScheduleErrors(a, p, 1.0, 1.0)


def observe(params: Params, here: Estimates) -> Drawn:
    """Errors against samples, measured and exact, and where all runs of the schedule in focus are."""
    end = max(here.taken, 100)
    ticks = np.unique(np.logspace(0, np.log10(end), 60).astype(int))
    numbers: dict[str, Any] = {
        "best": 1 / max(here.taken, 1) ** 0.5,
        "samples_seen": here.taken,
        "per_step": params.iterations,
    }
    laws: dict[str, tuple[Reals, Reals]] = {}
    for name in SCHEDULES:
        both = exact(name, end)
        laws[name] = both[0][ticks], both[1][ticks]
        last, mean = (float(errors[here.taken]) for errors in both)
        numbers |= {f"rms_theory.{name}": last, f"average_theory.{name}": mean}
    deviation = numbers[f"rms_theory.{params.schedule}"] or 1.0
    samples = here.times[1:].log10(), np.log10(ticks)
    plots = (*(_errors(part, here, *samples, laws) for part in ("rms", "mean")), _spread(params, here, deviation))
    return Drawn(Figure(plots=plots, hint="Press space to run"), numbers)


def _errors(
    part: Literal["rms", "mean"], here: Estimates, times: Tensor, ticks: Reals, laws: dict[str, tuple[Reals, Reals]]
) -> Plot:
    """Errors against samples, of the iterates or of their average, on logarithmic axes."""
    averaged = part == "mean"
    theory = tuple(
        Lines(
            name=f"exact {name}",
            role=_ROLES[name],
            xy=np.stack([ticks, np.log10(np.maximum(laws[name][averaged], 1e-12))], 1),
            dash="dashed",
            halo=False,
        )
        for name in SCHEDULES
    )
    rms, error = here.rms[1:, int(averaged)], here.errors[1:, int(averaged)]
    low, high = (rms - _BAND * error).clamp_min(1e-12).log10(), (rms + _BAND * error).log10()
    measured = tuple(
        Curve(
            name=f"{part} {name}",
            role=_ROLES[name],
            x=times,
            y=rms[:, k].log10(),
            low=low[:, k],
            high=high[:, k],
            text=words,
            outcome=True,
            key="band: two standard errors" * (k == 0),
        )
        for k, (name, (words, _, _)) in enumerate(SCHEDULES.items())
    )
    end = float(np.log10(max(here.taken, 100)))
    best = np.array([[0.0, 0.0], [end, -end / 2]])
    return Plot(
        name="averages" if averaged else "errors",
        title="Error of the average" if averaged else "Error of the last iterate",
        unit="root mean square; solid measured, dashed exact",
        main=not averaged,
        x=Axis(label="samples", log=True),
        y=Axis(log=True),
        badge="sampled",
        layers=(*theory, *measured, Lines(name="best", role="theory", xy=best, dash="dotted", text="1/√N", symbol="N")),
    )


def _spread(params: Params, here: Estimates, deviation: float) -> Plot:
    """The density of all runs of the schedule in focus, and the exact one with this standard deviation."""
    row = list(SCHEDULES).index(params.schedule)
    reach = 4 * float(here.rms[-1, 0, row]) or 1.0
    edges = np.linspace(-reach, reach, _BINS + 1)
    heights = np.histogram(here.theta[row].numpy(), edges)[0] / len(here.theta[row]) / (edges[1] - edges[0])
    middle = (edges[1:] + edges[:-1]) / 2
    density = np.exp(-((middle / deviation) ** 2) / 2) / (deviation * (2 * np.pi) ** 0.5)
    return Plot(
        name="spread",
        title="Where the runs are",
        unit=f"step sizes {SCHEDULES[params.schedule][0]}",
        x=Axis(label="θ − θ*"),
        y=Axis(zero=True),
        badge="sampled",
        layers=(
            Bars(name="runs", role="second", heights=heights, edges=edges, outcome=True),
            Curve(name="exact", role="theory", x=middle, y=density, text="exact"),
        ),
    )
