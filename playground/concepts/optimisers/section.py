"""The view along the slope: f on the line of the gradient, its tangent, a chord, and the bowls that hold it.

With curvatures between mu and L a function lies between two parabolas that touch it: convexity is a chord above it,
strong convexity the lower bowl, smoothness the upper one, whose lowest place is the step 1/L (Nesterov 2004, 2.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from playground.concepts.optimisers import race
from playground.concepts.optimisers.plane import plane
from playground.concepts.optimisers.race import Course
from playground.engine.frame import View
from playground.engine.kit.arrays import Reals
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Points
from playground.figures.values import Range

_POINTS = 201
_BEHIND, _AHEAD = 0.6, 1.7  # of the way to the lowest place of the upper bowl and to the end of the step
_ROOM = 0.35  # of the heights that are seen, above and below them


class _Section(NamedTuple):
    """F on the line of the gradient through the method in focus.

    Attributes:
        at: heights after ways s down the slope.
        slope: the length of the gradient.
        step: how far the step eta goes.
        safe: how far the step 1/L goes.
    """

    at: Callable[[Reals], Reals]
    slope: float
    step: float
    safe: float


def observe(course: Course, view: View) -> Drawn:
    """The section, and the plane with the paths beside it."""
    main, numbers = _plot(course, _section(course))
    hint = "Step on: the upper bowl comes along, and its lowest place is the step 1/L"
    return Drawn(Figure(plots=(main, plane(course, view, main=False)), hint=hint), numbers)


def _section(course: Course) -> _Section | None:
    """None where no method runs, nothing slopes, or the curvature is not known."""
    ground = course.ground
    if not course.names or ground.L is None:
        return None
    theta = course.race.theta[course.row].numpy()
    with np.errstate(all="ignore"):
        gradient = ground.gradient(theta)
        slope = float(np.linalg.norm(gradient))
    if not 1e-150 < slope < 1e150:
        return None
    rate = float(race.settings(course.params, "gd", ground, course.race.taken + 1).rate)

    def at(s: Reals) -> Reals:
        with np.errstate(all="ignore"):
            return np.asarray(ground.value(theta - s[..., None] * (gradient / slope)))

    return _Section(at, slope, rate * slope, slope / ground.L)


def _plot(course: Course, cut: _Section | None) -> tuple[Plot, dict[str, Any]]:
    """The curves of the section, and by how much they stand apart, as shares of the heights that are seen."""
    ground = course.ground
    nothing: Reals = np.zeros(0)
    s = f = tangent = upper = lower = way = chord = nothing
    marks = np.zeros((3, 0, 2))
    names = ("upper_slack", "lower_slack", "chord_gap", "middle_gap", "step_gain", "safe_gain")
    numbers: dict[str, Any] = dict.fromkeys(names)
    span = (0.0, 1.0)
    if cut is not None and ground.L is not None:
        longest = max(cut.step, cut.safe)
        s = np.linspace(-_BEHIND * longest, _AHEAD * longest, _POINTS)
        f, way = cut.at(s), cut.step * np.linspace(0.0, 1.0, 65)
        here, landing, safe = cut.at(np.array([0.0, cut.step, cut.safe])).tolist()
        tangent = here - cut.slope * s
        upper = tangent + ground.L / 2 * s**2
        chord = here + (landing - here) * way / cut.step
        lowest = here - cut.slope * cut.safe / 2
        marks = np.array([[[0.0, here]], [[cut.step, landing]], [[cut.safe, lowest]]])
        span = float(f.min()), float(f.max())
        scale = max(span[1] - span[0], 1e-300)
        if course.params.problem == "quadratic" and ground.mu is not None:
            lower = tangent + ground.mu / 2 * s**2
            numbers["lower_slack"] = float((lower - f).max()) / scale
        numbers |= {
            "upper_slack": float((f - upper).max()) / scale,
            "chord_gap": float((chord - cut.at(way))[1:-1].min()) / scale,
            "middle_gap": float((chord - cut.at(way))[len(way) // 2]) / scale,
            "step_gain": (here - landing) / scale,
            "safe_gain": (here - safe) / scale,
        }
    room = _ROOM * max(span[1] - span[0], 1e-12)
    curves = (
        Curve(name="tangent", role="theory", x=s, y=tangent, text="tangent"),
        Curve(name="upper", role="slot8", x=s, y=upper, text="bowl of L", symbol="L"),
        Curve(name="lower", role="slot7", x=s[: len(lower)], y=lower, text="bowl of μ", symbol="μ"),
        Curve(name="chord", role="ghost", x=way, y=chord, text="chord"),
        Curve(name="f", role="hero", x=s, y=f, text="f", symbol="f"),
    )
    points = (
        Points(name="here", role="now", xy=marks[0], key="where it stands"),
        Points(name="landing", role="ghost", xy=marks[1], outcome=True, key="after the step η"),
        Points(name="safe", role="slot8", xy=marks[2], key="lowest of the bowl: the step 1/L"),
    )
    plot = Plot(
        name="section",
        title="Along the slope",
        unit="f on the line of −g; {focus}, step {iteration}",
        main=True,
        badge="exact",
        x=Axis(label="way along −g"),
        y=Axis(range=Range(span[0] - room, span[1] + room)),
        layers=(*curves, *points),
    )
    return plot, numbers
