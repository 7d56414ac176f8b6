"""The loss as a surface with the paths on it, turned by the mouse."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from playground.concepts.optimisers.gap import gap
from playground.concepts.optimisers.names import LABELS, ROLES
from playground.concepts.optimisers.race import Course
from playground.concepts.optimisers.standings import standings
from playground.concepts.optimisers.surfaces import Surface as Ground
from playground.engine.kit.arrays import Reals
from playground.engine.kit.trail import clipped, whole
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Mouse, Plot
from playground.figures.layers import Surface

_HINT = "Drag to turn it; a click starts all methods there"
_SAMPLES = 61
_CUT = 0.06  # share of the heights that is cut off above: what is steep at the border would flatten the rest
_START = Mouse(on="click", kind="set_start", take={"x": "x", "y": "y"}, label="start here")
_GAP = np.full((1, 2), np.nan)


def observe(course: Course, found: dict[str, object]) -> Drawn:
    """The surface with the paths, the height over the steps, and who has arrived."""
    ground = course.ground
    (x, y), half = ground.centre, ground.half
    heights, levels = _heights(ground)
    paths, slots, words = _paths(course)
    main = Plot(
        name="surface",
        title="The loss",
        unit="{surface_words}; drag to turn",
        main=True,
        badge="exact",
        axes=False,
        layers=(
            Surface(
                name="loss",
                z=heights,
                extent=np.array([x - half, x + half, y - half, y + half]),
                levels=levels,
                paths=paths,
                slots=slots,
                words=words,
                points=course.data.start[None],
                fade=0.5,
                x_label="θ₁",
                y_label="θ₂",
                z_label="f",
                symbol="f",
            ),
        ),
        mouse=(_START,),
    )
    return Drawn(Figure(plots=(main, gap(course), standings(course, found)), hint=_HINT), {})


@lru_cache(maxsize=8)
def _heights(ground: Ground) -> tuple[Reals, tuple[float, float]]:
    """The loss on a grid over the home window, first row on top, and between which heights it is drawn."""
    (x, y), half = ground.centre, ground.half
    across, up = np.linspace(x - half, x + half, _SAMPLES), np.linspace(y + half, y - half, _SAMPLES)
    with np.errstate(all="ignore"):
        values = np.asarray(ground.value(np.stack(np.meshgrid(across, up, indexing="xy"), -1)), dtype=np.float64)
    known = values[np.isfinite(values)]
    if not known.size:
        return np.zeros((2, 2), np.float32), (0.0, 1.0)
    low, high = float(known.min()), float(np.quantile(known, 1 - _CUT))
    high = high if high > low else low + 1.0
    return np.nan_to_num(values, nan=high, posinf=high, neginf=low).astype(np.float32), (low, high)


def _paths(course: Course) -> tuple[Reals, Reals, list[str]]:
    """The paths of the methods inside the home window, parted by NaN, with their slots and names."""
    (x, y), half = course.ground.centre, course.ground.half
    window = (x - half, x + half, y - half, y + half)
    rows = whole(course.race.trail, course.race.recent)
    begun = course.race.taken > 0
    names = [name for name in course.names if begun]
    pieces = [np.asarray(clipped(rows[:, row], window)) for row in range(len(names))]
    # A path that leaves the window and comes back is one name and one fade: its gap stands at the border.
    paths = (
        np.concatenate([part for piece in pieces for part in (_joined(piece), _GAP)]) if pieces else np.zeros((0, 2))
    )
    slots = [int(role[4:]) - 1 if (role := ROLES[name]).startswith("slot") else 7 for name in names]
    return paths, np.array(slots, dtype=np.int32), [LABELS[name] for name in names]


def _joined(piece: Reals) -> Reals:
    return piece[np.isfinite(piece).all(1)]
