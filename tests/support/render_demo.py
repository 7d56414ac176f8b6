"""A made-up panel for the painters' tests: separable points, a boundary, arrows, a trace. Run it to see it."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.engine.declarations.concept import Badge, Card, Declaration, Metric
from playground.engine.declarations.params import LIVE, ConceptParams, real
from playground.engine.frame import Failure, Frame
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Boundary, Level, Points, Ring, Text, Trace


class DemoParams(ConceptParams):
    """Parameters of the demo."""

    rate: float = real(1.0, low=0.01, high=10.0, label="learning rate", effect=LIVE)


DECLARATION = Declaration(
    id="demo",
    card=Card("Demo", "Tests", "A demo.", Badge("exact", "all", "nothing"), ("none",)),
    params=DemoParams,
    metrics=(
        Metric("updates", "mistakes", "Mistakes so far.", decimals=None),
        Metric("bound", "bound", "The bound.", decimals=1),
        Metric("points", "points", "How many points.", decimals=None),
        Metric("failed", "failed", "Whether a point failed.", decimals=None),
    ),
)


def figure() -> Figure:
    """Plane, mistakes, update, as the perceptron's."""
    plane = Plot(
        name="plane",
        title="Plane of the data",
        unit="x₁ across, x₂ up",
        main=True,
        plane=True,
        x=Axis(range=(-3.0, 3.0)),
        y=Axis(range=(-3.0, 3.0)),
        layers=(
            Boundary(name="line", wb="wb", tint=True),
            Boundary(name="before", wb="wb_before", role="ghost", show="failed"),
            Points(name="points", xy="points_xy", labels="labels", ids="ids", role="class", hover="point {id}"),
            Ring(name="failing", xy="failing", text="mistake {updates}", show="failed", part=1),
            Arrows(name="weight", tails="foot", vectors="w", text="w", handle=True, outcome=True),
        ),
        mouse=(
            Mouse(on="drag", target="weight", kind="set_w", take={"w": "vector"}, label="drag w"),
            Mouse(on="drag", target="points", kind="move", take={"id": "id", "x": "x", "y": "y"}, label="drag a point"),
            Mouse(on="click", kind="add", take={"x": "x", "y": "y"}, give={"label": 0}, label="add a blue point"),
            Mouse(
                on="shift+click", kind="add", take={"x": "x", "y": "y"}, give={"label": 1}, label="add an orange point"
            ),
            Mouse(on="alt+click", target="points", kind="delete", take={"id": "id"}, label="delete a point"),
            Mouse(on="double-click", target="points", kind="flip", take={"id": "id"}, label="flip"),
        ),
        empty="points",
        empty_text="Click to add points",
        empty_keys="click: first class   shift + click: second class",
    )
    mistakes = Plot(
        name="mistakes",
        title="Mistakes so far",
        x=Axis(label="examples seen that were wrong", whole=True, zero=True),
        y=Axis(zero=True, whole=True),
        layers=(
            Level(name="bound", value="bound", role="theory", text="bound (R/γ)² = {bound}"),
            Trace(name="mistakes", series="updates"),
        ),
    )
    update = Plot(
        name="update",
        title="This update",
        unit="w + y x",
        plane=True,
        x=Axis(range=(-1.5, 5.0), ticks=False),
        y=Axis(range=(-1.2, 4.8), ticks=False),
        layers=(
            Arrows(name="w_before", vectors="w_before", role="second"),
            Arrows(name="yx", tails="w_before", vectors="yx", role="class", labels="yx_label", text="y x"),
            Arrows(name="w_after", vectors="w_after", text="w after"),
            Text(name="name_before", xy="middle_before", text="w before", role="second", plate=False),
        ),
    )
    return Figure(plots=(plane, mistakes, update), hint="Drag a point.")


def frame(step: int = 12, *, n: int = 36, seed: int = 1, failure: Failure | None = None, **arrays: Any) -> Frame:
    """A frame of the demo with `n` points."""
    rng = np.random.default_rng(seed)
    w = np.array([2.79, 3.97])
    xy = rng.uniform(-2.7, 2.7, (4 * n, 2))
    side = xy @ w - 0.9
    xy = xy[np.abs(side) > 1.2][:n].astype(np.float32)
    labels = (xy @ w - 0.9 < 0).astype(np.int32)
    unit = w / np.hypot(*w)
    foot = unit * 0.9 / np.hypot(*w)
    before, yx = np.array([4.04, 2.27]), np.array([-1.25, 1.70])
    values: dict[str, Any] = {
        "points_xy": xy,
        "labels": labels,
        "ids": np.arange(len(xy), dtype=np.int32) + 100,
        "wb": np.array([*w, -0.9], np.float32),
        "wb_before": np.array([4.04, 2.27, -0.9], np.float32),
        "failing": xy[2] if len(xy) > 2 else np.zeros((0, 2), np.float32),
        "foot": foot.astype(np.float32),
        "w": (unit * 2.2).astype(np.float32),
        "w_before": before.astype(np.float32),
        "yx": yx.astype(np.float32),
        "yx_label": np.array([1], np.int32),
        "w_after": (before + yx).astype(np.float32),
        "middle_before": (before * 0.65 + [0.4, -0.5]).astype(np.float32),
        **arrays,
    }
    steps = np.arange(17.0)
    return Frame(
        epoch=0,
        step=step,
        reached=16,
        length=None,
        status="running" if failure is None else "failed",
        metrics={"updates": step, "bound": 139.6, "points": len(xy), "failed": True},
        arrays={name: np.asarray(value) for name, value in values.items()},
        series={"updates": (steps, steps)},
        jobs={},
        params={"rate": 1.0},
        seed=7,
        failure=failure,
    )
