"""The heights of all methods above the lowest known value over the steps, with the lines of theory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from playground.concepts.optimisers import race, rates
from playground.concepts.optimisers.guarantees import rate_of, shrinking
from playground.concepts.optimisers.names import CLASSICAL, LABELS, ROLES
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.state import Race, zeros
from playground.engine.kit.arrays import Reals
from playground.figures.figure import Axis, Plot
from playground.figures.layers import Lines, Trace

_LOW, _HIGH = -17.0, 12.0  # log10 of heights that a run can reach


def gap(course: Course) -> Plot:
    """F - f* of every method that runs."""
    traces = tuple(
        Trace(name=f"gap {name}", role=ROLES[name], series=f"gap.{name}", text=LABELS[name], log=True, outcome=True)
        for name in course.names
    )
    return Plot(
        name="gap",
        title="Height above the lowest",
        unit="f − f*; dashed: theory",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        badge="exact",
        layers=(*_laws(course), *traces),
    )


def _laws(course: Course) -> Iterator[Lines]:
    """Lines of theory from the last change of a setting on; they are empty where there is none."""
    problem, here, factors = course.params.problem, course.race, _factors(course)
    first = low = 0.0
    if factors:
        reached = race.gaps(course.ground, here.theta.numpy())
        first = float(here.gap.max()) if here.under else float(reached.max())
        # Theory goes little further down than the methods are, so that the picture is theirs.
        low = max(min(_log(first) - 4, _log(float(reached.min())) - 1), _LOW)
    lines = {name: _line(here, first, factor, low) for name, factor in factors.items()}
    none = zeros(0, 2)
    if problem == "pl":
        xy = lines.get("pl", none)
        yield Lines(name="law pl", role="theory", xy=xy, dash="dashed", text="{pl_factor:3} a step", symbol="μ")
        return
    for name in course.names:
        if name in CLASSICAL:
            xy = lines.get(name, none)
            yield Lines(name=f"law {name}", role=ROLES[name], xy=xy, dash="dashed", halo=False, outcome=True)
    if problem == "quadratic":
        xy = lines.get("bound", none)
        yield Lines(name="law bound", role="theory", xy=xy, dash="dotted", text="best possible", symbol="√κ")


def _factors(course: Course) -> dict[str, float]:
    """By how much f - f* shrinks in a step, by the name of the law; none where no law holds."""
    params, names, mu, L = course.params, course.names, course.ground.mu, course.ground.L
    if mu is None or L is None or not names or params.noise or params.falling or params.radius:
        return {}
    if params.problem == "pl":
        eta = rate_of(course)
        return {"pl": shrinking(eta, L, mu)} if eta is not None else {}
    found = {"bound": rates.lower_bound_rate(mu, L) ** 2}
    for name in names:
        if name in CLASSICAL:
            use = race.settings(params, name, course.ground, 1)
            found[name] = _worst_factor(name, mu, L, float(use.rate), float(use.momentum)) ** 2
    return found


@lru_cache(maxsize=64)
def _worst_factor(name: str, mu: float, L: float, rate: float, momentum: float) -> float:
    return rates.worst_factor(name, np.array([mu, L]), rate, momentum)


def _line(here: Race, first: float, factor: float, low: float) -> Reals:
    """Step and log10 of first * factor^t at both ends of its line, (2, 2); (0, 2) where there is none."""
    if first <= 0 or factor <= 0:
        return np.zeros((0, 2))
    at, slope = float(np.log10(first)), float(np.log10(factor))
    reach = ((low if slope < 0 else _HIGH) - at) / slope if slope else np.inf
    stop = min(max(60.0, 1.3 * here.taken), here.since + max(reach, 1.0))
    return np.array([[here.since, at], [stop, at + (stop - here.since) * slope]])


def _log(height: float) -> float:
    return float(np.log10(max(height, 1e-16)))
