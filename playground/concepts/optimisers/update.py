"""The view of one update, taken apart: what is carried, what is pulled, and the step size of each coordinate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from playground.concepts.optimisers import race
from playground.concepts.optimisers.names import ADAPTIVE, MOMENTUM
from playground.concepts.optimisers.plane import plane
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.terrain import Window, level_sets, shade
from playground.engine.frame import View
from playground.engine.kit import optimisers
from playground.engine.kit.arrays import Reals
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Arrows, Bars, Points
from playground.figures.values import Range


class Update(NamedTuple):
    """The next update of the method in focus, each entry (2,); (0,) where no method runs.

    Attributes:
        begin: where it begins.
        move: the update.
        carried: beta times the last displacement.
        pulled: -eta times the gradient; of adaptive methods and Newton's a step of that length along it.
        slope: the gradient.
        first, second: the moments after it.
        scale: the step size of each coordinate, the update over what it follows.
    """

    begin: Reals
    move: Reals
    carried: Reals
    pulled: Reals
    slope: Reals
    first: Reals
    second: Reals
    scale: Reals


def observe(course: Course, view: View) -> Drawn:
    """The parts that add up to the update, its numbers, and the ground round it."""
    one = _next(course)
    pairs = {"m": one.first, "v": one.second, "move": one.move, "carried": one.carried, "pulled": one.pulled}
    if course.names:
        pairs |= {"m_old": course.race.first[course.row].numpy(), "v_old": course.race.second[course.row].numpy()}
    numbers: dict[str, float | int] = {
        f"{name}_{axis}": x for name, pair in pairs.items() for axis, x in zip("xy", pair.tolist(), strict=False)
    }
    numbers["turn"] = course.race.taken + 1
    plots = (_parts(course, one, view), plane(course, view, main=False), _coordinates(one), _moments(one))
    return Drawn(Figure(plots=plots, hint="Press the right arrow to step"), numbers)


def _next(course: Course) -> Update:
    if not course.names:
        return Update(*[np.zeros(0)] * len(Update._fields))
    params, ground, here, name = course.params, course.ground, course.race, course.runner
    begin, first, second = (part[course.row].numpy() for part in (here.theta, here.first, here.second))
    memory, under = optimisers.Memory(first, second, here.taken), "gd" if name == "average" else name
    use = race.settings(params, under, ground, here.taken + 1)
    if name == "average" and here.taken:
        begin = first
    with np.errstate(all="ignore"):
        after, then = race.moved(params, under, ground, begin, memory)
        slope = ground.gradient(optimisers.ahead(begin, memory, use) if name == "nesterov" else begin)
    move, slope = (np.nan_to_num(part, nan=0.0, posinf=0.0, neginf=0.0) for part in (after - begin, slope))
    along = max(float(np.linalg.norm(slope)), 1e-300) if name in (*ADAPTIVE, "newton") else 1.0
    return Update(
        begin=begin,
        move=move,
        carried=np.asarray(use.momentum * first) if name in MOMENTUM else np.zeros(2),
        pulled=-np.asarray(use.rate) * slope / along,
        slope=slope,
        first=then.first,
        second=then.second,
        scale=np.abs(move) / np.maximum(np.abs(then.first if "adam" in name else slope), 1e-300),
    )


def _square(one: Update) -> Window:
    """The window of the update: a square round all its parts; NaN where there is none."""
    if not len(one.begin):
        return (float("nan"),) * 4
    parts = np.stack([one.move, one.carried, one.pulled, one.carried + one.pulled])
    half, (x, y) = 1.6 * max(float(np.abs(parts).max()), 1e-9), one.begin + one.move / 2
    x0, x1, y0, y1 = (float(f"{edge:.6g}") for edge in (x - half, x + half, y - half, y + half))
    return x0, x1, y0, y1


def _stretched(square: Window, view: View) -> Window:
    """The window of one update as wide or as high as its plot is on screen: both axes have one scale."""
    plot = view.plot("update")
    if plot is None:
        return square
    x0, x1, y0, y1 = square
    wide, high = max(1.0, plot.width / plot.height) - 1, max(1.0, plot.height / plot.width) - 1
    half_x, half_y = (x1 - x0) / 2, (y1 - y0) / 2
    return x0 - wide * half_x, x1 + wide * half_x, y0 - high * half_y, y1 + high * half_y


def _parts(course: Course, one: Update, view: View) -> Plot:
    x0, x1, y0, y1 = square = _square(one)
    seen = _stretched(square, view)
    return Plot(
        name="update",
        title="One update, taken apart",
        unit="{focus}, step {iteration}",
        main=True,
        plane=True,
        badge="exact",
        x=Axis(range=Range(x0, x1)),
        y=Axis(range=Range(y0, y1)),
        layers=(
            shade(course.ground, seen, view, "update"),
            level_sets(course.ground, seen, True, "ground"),
            Arrows(
                name="carried",
                role="slot3",
                tails=one.begin,
                vectors=one.carried,
                text="β times the last",
                part=1,
                show=course.runner in MOMENTUM,
                symbol="β",
            ),
            Arrows(
                name="pulled",
                role="slot8",
                tails=one.begin + one.carried,
                vectors=one.pulled,
                text="−α g / |g|" if course.params.method in ADAPTIVE else "−η g",
                part=2,
                symbol="∇",
            ),
            Arrows(
                name="move", tails=one.begin, vectors=one.move, text="the update", part=3, outcome=True, symbol="Δθ"
            ),
            Points(name="from", role="now", xy=one.begin[None], key="where it stands"),
            Points(name="to", xy=(one.begin + one.move)[None], part=3, outcome=True, key="where it goes"),
        ),
    )


def _coordinates(one: Update) -> Plot:
    return Plot(
        name="coordinates",
        title="Step size of each coordinate",
        unit="update over what it follows",
        y=Axis(zero=True),
        badge="exact",
        layers=(Bars(name="scale", heights=one.scale, names=("x", "y"), text="{heights}"),),
    )


def _moments(one: Update) -> Plot:
    heights = np.stack([one.slope, one.first, np.sqrt(one.second)]).T.ravel()
    names = tuple(f"{part} {axis}" for axis in "xy" for part in ("g", "m", "√v"))
    return Plot(
        name="moments",
        title="Gradient and moments",
        unit="of x and of y",
        y=Axis(zero=True),
        badge="exact",
        layers=(Bars(name="moments", role="second", heights=heights, names=names, symbol="m v"),),
    )
