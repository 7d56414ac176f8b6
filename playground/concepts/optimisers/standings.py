"""The order in which the methods come down, as a table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from playground.concepts.optimisers import race
from playground.concepts.optimisers.names import LABELS, ROLES
from playground.concepts.optimisers.race import Course
from playground.engine.frame import Scalar
from playground.figures.figure import Plot
from playground.figures.layers import Table
from playground.figures.values import Column, Rows


def standings(course: Course, found: Mapping[str, Any]) -> Plot:
    """Who is down, first of all; then the others by their height; those that left all bounds last.

    Args:
        course: the race.
        found: the numbers of the path, with `steps_to.METHOD`.
    """
    here = course.race
    heights = race.gaps(course.ground, here.theta.numpy()).tolist()
    racers = [
        _Racer(not lives, found.get(f"steps_to.{name}"), height, name)
        for name, height, lives in zip(course.names, heights, here.alive.tolist(), strict=True)
    ]
    order = sorted(racers, key=lambda one: (one.lost, math.inf if one.down is None else one.down, one.height))
    rows = Rows.of(["method", Column("steps", "", 0), Column("height", "log₁₀", 1)], [*map(_row, order)])
    table = Table(name="standings", rows=rows, roles=[ROLES[one.name] for one in order], outcome=True)
    return Plot(
        name="standings",
        title="Finish order",
        unit="steps until f − f* ≤ 10⁻⁸",
        axes=False,
        badge="exact",
        layers=(table,),
    )


class _Racer(NamedTuple):
    """A method: whether it left all bounds, the step at which it was first down, how high it stands, its name."""

    lost: bool
    down: int | None
    height: float
    name: str


def _row(one: _Racer) -> list[Scalar]:
    if one.lost:
        return [LABELS[one.name], "lost", None]
    return [LABELS[one.name], one.down, math.log10(one.height) if one.height > 0 else None]
