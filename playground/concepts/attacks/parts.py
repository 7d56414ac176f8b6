"""What several views draw: both planes, rims and boundaries, bars of sizes, the loss on the way, and how nets learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from playground.concepts.attacks.attack import Attacked
from playground.concepts.attacks.data import REACH, Data
from playground.concepts.attacks.nearest import WIDE
from playground.engine.kit.arrays import Floats
from playground.figures import editing
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Bars, Curve, Image, Layer, Lines, Points, Role, Trace
from playground.texts.sums import total

PAIR = ("standard", "robust")
ROLES: tuple[Role, Role] = ("hero", "second")
PUT = Mouse(on="drag", target="point", kind="put", take={"x": "x", "y": "y"}, label="move the attacked point")
EDIT = (
    PUT,
    editing.add("add a blue point", "blue"),
    editing.add("add an orange point", "orange", on="shift+click"),
    editing.draw("draw blue points", "blue"),
    editing.delete(),
)
EXTENT = WIDE * REACH * np.array([-1.0, 1.0, -1.0, 1.0])
_RANGE = Axis(range=(-REACH, REACH), ticks=False)


def plane_of(k: int, unit: str, layers: tuple[Layer, ...], mouse: tuple[Mouse, ...] = EDIT) -> Plot:
    """The plane of the standard (0) or of the robust net (1)."""
    return Plot(
        name=PAIR[k],
        title=f"{PAIR[k].capitalize()} net",
        unit=unit,
        main=True,
        plane=True,
        badge="exact",
        x=_RANGE,
        y=_RANGE,
        layers=layers,
        mouse=mouse,
    )


def points_of(data: Data, size: float) -> Points:
    """The points that are learnt from."""
    return Points(name="points", role="class", xy=data.X, labels=(data.y < 0).long(), ids=data.ids, size=size)


def outline(name: str, role: Role, xy: Floats, **more: Any) -> Lines:
    """A plain line: a boundary, or the rim of a ball."""
    return Lines(**{"name": name, "role": role, "xy": xy, "dash": "solid", "halo": False, "found": False, **more})


def ground(data: Data, f: Floats, pieces: Floats, other: Floats) -> tuple[Layer, ...]:
    """How sure a net is, its boundary and that of the other net, and the points."""
    sure = Image(
        name="sure",
        z=-np.tanh(0.5 * f[::-1]),
        extent=EXTENT,
        color_map="diverging",
        levels=(-3.5, 3.5),
        smooth=True,
        frame=False,
        outcome=True,
        symbol="f",
    )
    return (
        sure,
        points_of(data, 0.7),
        outline("other", "ghost", other, dash="dashed", outcome=True, key="of the other net"),
        outline("boundary", "hero", pieces, outcome=True, key="boundary"),
    )


def bars_of(
    name: str, title: str, unit: str, heights: Sequence[float | None], names: tuple[str, ...], **more: Any
) -> Plot:
    """Horizontal bars with their numbers; none where a number is missing or not finite."""
    known = np.array([np.nan if one is None or not np.isfinite(one) else one for one in heights])
    badge, layer = more.pop("badge", "exact"), more.pop("layer", name)
    bars = Bars(name=layer, heights=known, names=names, across="horizontal", text="{heights}", outcome=True, **more)
    return Plot(name=name, title=title, unit=unit, badge=badge, x=Axis(zero=True), layers=(bars,))


def numbers_of(both: tuple[Attacked, Attacked]) -> dict[str, Any]:
    """What is read of the attack in either world."""
    standard, robust = both
    return {
        "standard_flips": standard.flips,
        "robust_flips": robust.flips,
        "noise_flips": standard.says[0] != standard.says[2],
        "change_size": standard.size,
        "robust_size": robust.size,
        "loss_before": float(standard.losses[0]),
        "loss_after": float(standard.losses[-1]),
        "odds": total(np.exp(standard.scores - standard.scores.max()).tolist(), 4),
        "climbs": float((np.diff(standard.losses) >= -1e-12).mean()),
    }


def way(both: tuple[Attacked, Attacked], whose: str) -> Plot:
    """The losses on the way of the attacks."""
    layers = tuple(
        Curve(
            name=name,
            role=role,
            x=np.arange(len(one.losses), dtype=np.float64),
            y=one.losses,
            markers=True,
            text=name,
            outcome=True,
            symbol="ℓ" if name == "standard" else "",
        )
        for name, role, one in zip(PAIR, ROLES, both, strict=True)
    )
    return Plot(
        name="way",
        title="Loss on the way",
        unit=whose,
        badge="exact",
        x=Axis(label="steps of the attack", whole=True, zero=True),
        y=Axis(zero=True),
        layers=layers,
    )


def learning() -> Plot:
    """What both nets get right, clean and attacked, update by update."""
    traces: tuple[tuple[str, Role, str], ...] = (
        ("standard", "hero", "standard_clean"),
        ("robust", "second", "robust_clean"),
        ("standard, attacked", "slot3", "standard_attacked"),
        ("robust, attacked", "slot4", "robust_attacked"),
    )
    return Plot(
        name="learning",
        title="Share that is right",
        unit="attacked: PGD within {guard}",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=tuple(
            Trace(name=name, role=role, series=series, against="updates", text=name, outcome=True)
            for name, role, series in traces
        ),
    )
