"""One layer of each kind, with arrays that draw something."""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.engine.frame import Frame
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import (
    Arrows,
    Bars,
    Boundary,
    Cells,
    Cloud,
    Curve,
    Diagram,
    Graph,
    Image,
    Layer,
    Letters,
    Level,
    Lines,
    Messages,
    Points,
    Regions,
    Ring,
    Sentence,
    Surface,
    Table,
    Text,
    Threads,
    Tiles,
    Trace,
)
from playground.figures.values import Rows

LAYERS: tuple[Layer, ...] = (
    Points(name="points", xy="xy", labels="labels", role="class"),
    Ring(name="ring", xy="one", text="here"),
    Lines(name="lines", xy="spiral", role="slot2", text="spiral"),
    Lines(name="segments", xy="segments", values="values"),
    Boundary(name="boundary", wb="wb", tint=True, margin="margin", text="boundary"),
    Arrows(name="arrows", vectors="vectors", text="arrow", handle=True),
    Arrows(name="field", tails="grid", vectors="flow", field=True, role="field"),
    Regions(name="regions", xy="polygons", values="values"),
    Graph(name="graph", xy="xy", pairs="pairs", values="x40", mark="mark40"),
    Graph(name="classes", xy="xy", pairs="pairs", labels="labels", sizes="labels", widths="widths", strong="strong"),
    Image(name="image", z="z", color_map="diverging", gaps=True, bar="weight"),
    Cells(name="cells", xy="one", role="now"),
    Image(name="binary", z="z", color_map="binary", gaps=True),
    Trace(name="trace", series="loss"),
    Trace(name="stairs", series="loss", role="slot3", stairs=True, text="stairs"),
    Curve(name="curve", x="x", y="y", low="low", high="high", text="theory", role="slot1", markers=True),
    Level(name="level", value="margin", role="theory", text="level {margin}"),
    Level(name="upright", value="margin", across="vertical", text="now", role="now"),
    Bars(name="bars", heights="heights", names=("a", "b", "c"), mark="mark"),
    Bars(name="level bars", heights="heights", names=("a", "b", "c"), across="horizontal", text="{heights}"),
    Image(name="bare image", z="z", color_map="binary", frame=False),
    Image(name="class image", z="z", classes=True),
    Image(name="field image", z="z", smooth=True),
    Image(name="relief", z="z", color_map="diverging", relief=True),
    Lines(name="trail", xy="spiral", fade=1.0, role="slot1"),
    Lines(name="fading segments", xy="segments", fade=0.8),
    Boundary(name="fading boundaries", wb="walls", fade=0.9),
    Letters(name="letters", z="z", words="told", mark="z", gaps=True),
    Tiles(name="tiles", z="tiles", xy="three", size="room", mark="mark", dots="heights", names="told"),
    Lines(name="wires", xy="segments", widths="wide", halo=False),
    Diagram(
        name="diagram",
        xy="corners",
        pairs="legs",
        routes="ways",
        words="told",
        more="told",
        states="states",
        flows="flows",
        mark="states",
        edge_words="told",
        shares="parts",
    ),
    Points(name="bead", xy="one", role="slot3", text="bead {margin}"),
    Table(name="table", rows="rows"),
    Surface(name="surface", z="z", paths="spiral", points="xy", labels="labels", words="told", fade=0.5),
    Cloud(name="cloud", xyz="space", labels="labels", vectors="axes", words="told", segments="rods", ring="margin"),
    Messages(name="messages", xy="three", pairs="legs", sizes="flows", values="flows", strong="flows", at=0.3),
    Threads(name="threads", x="x", y="bundle"),
    Sentence(name="sentence", words="letters", pairs="legs", weights="flows", strong="flows", mark="states"),
    Table(name="standings", rows="rows", roles="roles"),
    Text(name="text", text="words {margin}", anchor="bottom right"),
    Text(name="texts", xy="xy", text="{i}", role="muted"),
)


def arrays() -> dict[str, Any]:
    """Values for every layer, within -1 to 1 but for pictures."""
    rng = np.random.default_rng(3)
    t = np.linspace(0, 12, 300)
    grid = np.stack(np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9), indexing="ij"), axis=-1).reshape(-1, 2)
    gap = [np.nan, np.nan]
    first, second = [[-1, -1], [0, -1], [-0.5, 0]], [[0, 0], [1, 0], [1, 1], [0, 1]]
    polygons = np.array([*first, gap, *second, gap, [-1, 0.2], [-0.4, 0.2], [-0.7, 1]])
    x = np.linspace(-1, 1, 20)
    return {
        "xy": rng.uniform(-0.9, 0.9, (40, 2)),
        "labels": np.arange(40) % 8,
        "corners": np.array([[-0.7, 0.0], [0.7, -0.5], [0.7, 0.6]]),
        "legs": np.array([[0, 1], [0, 2]]),
        "ways": np.array([[-0.7, 0.0], [0.7, -0.5], gap, [-0.7, 0.0], [0.0, 0.8], [0.7, 0.6]]),
        "states": np.array([0, 1, 2]),
        "flows": np.array([1, 2]),
        "parts": np.array([3.0, -1.0]),
        "one": np.array([0.2, 0.3]),
        "spiral": np.stack([t / 13 * np.cos(t), t / 13 * np.sin(t)], axis=1),
        "segments": np.array([[-0.8, -0.8, 0.8, 0.7], [-0.5, 0.8, 0.5, -0.6], [0.9, -0.9, 0.9, 0.9]]),
        "values": np.array([0.0, 1.0, 2.0]),
        "wb": np.array([1.0, 2.0, 0.2]),
        "walls": np.array([[1.0, 2.0, 0.2], [1.0, 1.5, 0.1], [1.0, 1.0, 0.0]]),
        "vectors": np.array([[0.6, 0.5]]),
        "grid": grid,
        "flow": np.stack([-grid[:, 1], grid[:, 0]], axis=1),
        "polygons": polygons,
        "tiles": rng.normal(size=(3, 6, 6)),
        "three": np.array([[-0.6, 0.0], [0.0, 0.4], [0.6, -0.2]]),
        "room": np.array([0.5, 0.4]),
        "wide": np.array([0.0, 0.4, 1.0]),
        "z": rng.normal(size=(8, 8)),
        "x": x,
        "y": x**2,
        "low": x**2 - 0.1,
        "bundle": np.linspace(-1, 1, 7)[:, None] * x,
        "high": x**2 + 0.1,
        "space": np.stack([np.cos(t[:40]), np.sin(t[:40]), t[:40]], axis=1),
        "axes": np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]]),
        "rods": np.array([[-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]]),
        "heights": np.array([0.4, 0.9, -0.3]),
        "mark": np.array([False, True, False]),
        "pairs": np.stack([np.arange(39), np.arange(1, 40)], axis=1).astype(np.int32),
        "widths": np.linspace(0, 1, 39),
        "strong": np.arange(39) < 5,
        "x40": np.linspace(-1, 1, 40),
        "mark40": np.arange(40) == 3,
    }


def figure(*layers: Layer, **more: Any) -> Figure:
    """A figure with one plot of these layers."""
    fixed: dict[str, Any] = {"x": Axis(range=(-1.2, 1.2)), "y": Axis(range=(-1.2, 1.2)), **more}
    return Figure(plots=(Plot(name="only", title="Only", layers=layers, **fixed),))


def frame(
    values: dict[str, Any] | None = None, *, step: int = 6, margin: float | None = 0.3, told: tuple[str, ...] = ()
) -> Frame:
    """A frame with these arrays (None: all of the zoo), a series around zero, and words."""
    steps = np.arange(-10.0, 11.0) / 10 if values is None else np.zeros(0)
    return Frame(
        epoch=0,
        step=0 if values is None else step,
        reached=10,
        length=None,
        status="running",
        metrics={"margin": margin},
        words={
            **({"told": told} if told else {}),
            **({"roles": ("slot2",), "letters": ("tell", "me", "more")} if values is None else {}),
        },
        tables={"rows": Rows.of(("leaf", "value"), [("x", 2)])} if values is None else {},
        arrays={name: np.asarray(value) for name, value in (arrays() if values is None else values).items()},
        series={"loss": (steps, np.sin(3 * steps))},
        jobs={},
        params={},
        seed=0,
    )
