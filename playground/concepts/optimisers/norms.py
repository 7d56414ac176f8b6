"""The view of norms: the unit ball of a norm, its dual, and the steepest step that the ball allows.

Among all displacements of norm 1 the one that goes down f fastest touches the ball where a level line of the linear
function g.d does; how far that goes is the dual norm of g (Boyd and Vandenberghe 2004, 9.4). With p = 2 it is gradient
descent, with p = infinity the sign of each coordinate alone, with p = 1 a single coordinate; Muon's is the largest
singular value.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from playground.concepts.optimisers.names import NORMS
from playground.concepts.optimisers.plane import plane
from playground.concepts.optimisers.race import Course
from playground.engine.frame import View
from playground.engine.kit.arrays import Reals
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Lines, Points

_TURNS = 2_881  # places on a ball
_DRAWS, _DIMENSIONS = 10_000, 7
_SIDE = 1.75


def observe(course: Course, view: View) -> Drawn:
    """The ball with the steepest step for the gradient at the method in focus, and the plane beside it."""
    p = float(course.params.norm)
    g = np.zeros(2)
    if course.names:
        with np.errstate(all="ignore"):
            g = np.nan_to_num(course.ground.gradient(course.race.theta[course.row].numpy()), posinf=0.0, neginf=0.0)
    q = dual(p)
    known = bool(np.any(g != 0))
    step = steepest(g, p) if known else np.zeros(2)
    found = ball(p) @ -g
    numbers = {
        "norm_words": NORMS[course.params.norm],
        "dual": q if np.isfinite(q) else None,
        "dual_length": float(length(g, q)) if known else None,
        "search_ratio": float(found.max() / length(g, q)) if known else None,
        "norm_violations": violations(),
    }
    plots = (_plot(p, g, step), plane(course, view, main=False))
    return Drawn(Figure(plots=plots, hint="Choose another p, and the steepest step turns"), numbers)


def dual(p: float) -> float:
    """The q with 1/p + 1/q = 1."""
    return np.inf if p == 1 else 1.0 if np.isinf(p) else p / (p - 1)


def length(x: Reals, p: float) -> Reals:
    """The p-norm of places, (..., n) to (...)."""
    size = np.abs(x)
    largest = size.max(-1)
    if np.isinf(p):
        return np.asarray(largest)
    scale = np.where(largest > 0, largest, 1.0)
    return np.asarray(scale * ((size / scale[..., None]) ** p).sum(-1) ** (1 / p))


@lru_cache(maxsize=16)
def ball(p: float) -> Reals:
    """The border of the unit ball of the plane, closed, (n, 2); its corners are among the places."""
    turn = np.linspace(0.0, 2 * np.pi, _TURNS)
    ring = np.stack([np.cos(turn), np.sin(turn)], 1)
    return np.asarray(ring / length(ring, p)[:, None])


def steepest(g: Reals, p: float) -> Reals:
    """The displacement of norm 1 along which g.d is least; of several the mean."""
    size = np.abs(g)
    if np.isinf(p):
        return -np.sign(g)
    if p == 1:
        first = size == size.max()
        return np.asarray(-np.sign(g) * first / first.sum())
    way = -np.sign(g) * (size / size.max()) ** (dual(p) - 1)
    return np.asarray(way / length(way, p))


@lru_cache(maxsize=1)
def violations() -> int:
    """How many of 10,000 random places break |x|_2 / sqrt(d) <= |x|_inf <= |x|_2 <= |x|_1 <= sqrt(d) |x|_2."""
    x = np.random.default_rng(0).standard_t(2, size=(_DRAWS, _DIMENSIONS))
    most, two, one = (length(x, p) for p in (np.inf, 2.0, 1.0))
    chain = (two / _DIMENSIONS**0.5, most, two, one, _DIMENSIONS**0.5 * two)
    slack = 1e-12 * two
    return int(np.any([low > high + slack for low, high in pairwise(chain)], axis=0).sum())


def _plot(p: float, g: Reals, step: Reals) -> Plot:
    size = float(np.linalg.norm(g))
    along = g / size if size else g
    across = np.array([-along[1], along[0]])
    touch = step @ along * along if size else np.zeros(2)
    line = np.stack([touch - 3 * across, touch + 3 * across]) if size else np.zeros((0, 2))
    layers: tuple[Any, ...] = (
        Lines(name="level", role="theory", xy=line, dash="dashed", text="g·d = −{dual_length:3}", found=False),
        Lines(name="dual", role="ghost", xy=ball(dual(p)), halo=False, key="dual ball", found=False),
        Lines(name="ball", role="second", xy=ball(p), dash="solid", halo=False, key="ball of the norm"),
        Arrows(name="downhill", role="muted", tails=np.zeros(2), vectors=-along, text="−g / |g|"),
        Arrows(name="steepest", role="hero", tails=np.zeros(2), vectors=step, text="steepest", outcome=True),
        Points(name="touch", role="hero", xy=step[None][: bool(size)], outcome=True, key="touches the level line"),
    )
    return Plot(
        name="norms",
        title="Steepest under a norm",
        unit="‖d‖ₚ ≤ 1, p = {norm_words}",
        main=True,
        plane=True,
        badge="exact",
        x=Axis(range=(-_SIDE, _SIDE)),
        y=Axis(range=(-_SIDE, _SIDE)),
        layers=layers,
    )
