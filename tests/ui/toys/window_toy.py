"""A small concept and its catalog for the window's tests: points, a line that learns, one parameter of every kind.

Torch is imported in the functions that the engine calls, so that the window's process can import this file.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playground.engine.declarations.code import Code, Codes, Moment
from playground.engine.declarations.concept import (
    Badge,
    Card,
    Claim,
    Concept,
    Declaration,
    Entrance,
    Field,
    Findings,
    GestureDecl,
    JobDecl,
    Metric,
    Model,
    Opens,
    Partial,
)
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    file,
    flag,
    integer,
    real,
    text,
    vector,
)
from playground.engine.errors import BadInput
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Boundary, Points, Ring, Trace


class ToyParams(ConceptParams):
    rate: float = real(1.0, low=0.01, high=10.0, log=True, label="learning rate", effect=LIVE, decimals=1)
    noise: float = real(0.0, low=0.0, high=0.5, label="label noise", effect=RESTART, meaning="Share of wrong labels")
    order: Literal["given", "shuffled", "worst"] = choice(
        "given",
        label="order of examples",
        effect=LIVE,
        labels={"given": "Given", "shuffled": "Shuffled", "worst": "Worst"},
    )
    many: int = integer(36, low=2, high=200, label="points", effect=DATA, unit="units")
    arrows: bool = flag(True, label="arrows", effect=VIEW)
    name: str = text("", label="caption", effect=VIEW, longest=12)
    schedule: tuple[float, ...] = vector(
        (1.0, 2.0), low=0.0, high=5.0, fewest=1, most=3, label="schedule", effect=LIVE, when={"order": ("worst",)}
    )
    source: str = file(suffixes=(".csv",), label="your data", when={"order": ("worst",)})
    kind: Literal["a", "b", "c", "d", "e"] = choice("a", label="kind", effect=VIEW, when={"order": ("worst",)})


DECLARATION = Declaration(
    id="toy",
    card=Card(
        title="Perceptron and margins",
        chapter="Connectionism",
        line="Learns only from mistakes",
        badge=Badge("exact", "every number on screen", "rational arithmetic"),
        sources=("A. Toy, Tests (2024)",),
        pace=40.0,
        words=("separable",),
        opens=(Opens("table", "two numbers a row are points"),),
    ),
    params=ToyParams,
    metrics=(
        Metric("wrong", "points misclassified", "Points on the wrong side.", decimals=None, note="of {count}"),
        Metric("margin", "smallest margin", "The smallest margin."),
        Metric("mistakes", "mistakes", "Updates so far.", decimals=None, note="≤ 139.6"),
        Metric("count", "points", "Number of points.", decimals=None, shown=False),
        Metric("updated", "updated", "Whether the last step changed w.", decimals=None, shown=False),
        Metric("counted", "counted", "What the job counted.", decimals=None, shown=False),
    ),
    gestures=(
        GestureDecl(
            "move", (Field("id", "integer"), Field("x", "real"), Field("y", "real")), "Moves a point.", ("id",)
        ),
        GestureDecl("add", (Field("x", "real"), Field("y", "real"), Field("label", "integer")), "Adds a point."),
        GestureDecl("relabel", (), "Flips all labels.", button="Flip all labels"),
        GestureDecl("clear", (), "Deletes all points.", button="Delete all points", when={"order": ("worst",)}),
    ),
    jobs=(JobDecl("count", "Count slowly", "Counts to four hundred."),),
    claims=(
        Claim("few", "At most 50 mistakes on the default points.", "first", "mistakes", "<=", 50, 30),
        Claim("none", "Without a step there are no mistakes.", "first", "mistakes", "==", 1, 0),
    ),
)


class Data(NamedTuple):
    x: Any
    y: Any


class State(NamedTuple):
    w: Any
    mistakes: int
    wrong: int


class Info(NamedTuple):
    status: str
    mistakes: int
    wrong: int
    updated: bool
    before: Any
    row: int


def make_data(params: ToyParams, ctx: Any) -> Data:
    import torch

    x = ctx.randn(params.many, 2) * 1.2
    y = torch.where(x @ torch.tensor([0.6, 0.8], dtype=ctx.dtype) > 0.1, 1.0, -1.0).to(ctx.dtype)
    return Data((x + 0.3 * y[:, None]).contiguous(), y)


def init(params: ToyParams, data: Data, ctx: Any) -> State:
    import torch

    return State(torch.zeros(3, dtype=ctx.dtype), 0, len(data.y))


def step(params: ToyParams, data: Data, state: State, ctx: Any) -> tuple[State, Info]:
    """One visit of the perceptron; `rate` above 9 overflows on purpose, a caption `stop` raises."""
    if params.name == "stop":
        raise RuntimeError("shapes (2, 64) and (32, 2)")
    row = ctx.step % max(1, len(data.y))
    point = _augmented(data)[row]
    wrong = bool(data.y[row] * (point @ state.w) <= 0)
    rate = params.rate * 1e300 if params.rate > 9 else params.rate
    w = state.w + rate * data.y[row] * point * (1e300 if params.rate > 9 else 1.0) if wrong else state.w.clone()
    left = int((data.y * (_augmented(data) @ w) <= 0).sum())
    mistakes = state.mistakes + wrong
    status = "running" if left or params.noise else "converged"
    return State(w, mistakes, left), Info(status, mistakes, left, wrong, state.w, row)


def figure(params: ToyParams) -> Figure:
    plane = Plot(
        name="plane",
        title="Plane of the data",
        unit="x₁ across, x₂ up",
        main=True,
        plane=True,
        x=Axis(range=(-3.3, 3.3)),
        y=Axis(range=(-3.0, 3.0)),
        layers=(
            Boundary(name="line", wb="wb", tint=True),
            Boundary(name="old", wb="before", role="ghost", show="updated"),
            Points(name="points", xy="xy", labels="labels", ids="ids", role="class"),
            Ring(name="failing", xy="failing", text="mistake {mistakes}", show="updated", part=1),
            *((Arrows(name="weight", vectors="w", text="w", part=2),) if params.arrows else ()),
        ),
        mouse=(
            Mouse(on="drag", target="points", kind="move", take={"id": "id", "x": "x", "y": "y"}, label="move a point"),
            Mouse(on="click", kind="add", take={"x": "x", "y": "y"}, give={"label": 0}, label="add a blue point"),
        ),
        empty="count",
        empty_text="Click to add points",
        empty_keys="click: first class",
    )
    trace = Plot(
        name="mistakes",
        title="Mistakes so far",
        x=Axis(label="examples seen"),
        y=Axis(zero=True),
        layers=(Trace(name="mistakes", series="mistakes"),),
    )
    return Figure(plots=(plane, trace), hint="Click into the plane to add a point")


def observe(params: ToyParams, data: Data, state: State, info: Info | None, view: Any, findings: Findings) -> Drawn:
    import torch

    w = state.w
    norm = float(w[:2].norm())
    before = info.before if info is not None else torch.zeros_like(w)
    row = info.row if info is not None else 0
    some = len(data.y) > 0
    numbers = {
        **findings["count"],
        "xy": data.x,
        "labels": (data.y < 0).to(torch.int32),
        "ids": torch.arange(len(data.y), dtype=torch.int32),
        "wb": w,
        "w": w[:2],
        "before": before,
        "w_after": w,
        "w_before": before,
        "yx": w - before,
        "failing": data.x[row] if some else torch.zeros(2),
        "wrong": state.wrong,
        "margin": float((data.y * (_augmented(data) @ w)).min()) / norm if norm and some else None,
        "mistakes": state.mistakes,
        "count": len(data.y),
        "updated": info is not None and info.updated,
    }
    return Drawn(figure(params), numbers)


def apply(params: ToyParams, data: Data, state: State, gesture: Any, ctx: Any) -> tuple[Data, State]:
    import torch

    values = gesture.values
    if gesture.kind == "relabel":
        return Data(data.x, -data.y), state
    if gesture.kind == "clear":
        return Data(data.x[:0], data.y[:0]), state
    spot = torch.tensor([[values["x"], values["y"]]], dtype=data.x.dtype)
    if gesture.kind == "add":
        label = torch.tensor([1.0 - 2.0 * values["label"]], dtype=data.y.dtype)
        return Data(torch.cat([data.x, spot]), torch.cat([data.y, label])), state
    x = data.x.clone()
    x[values["id"]] = spot[0]
    return Data(x, data.y), state


def load(params: ToyParams, path: Path) -> Data:
    import torch

    try:
        rows = [[float(cell) for cell in line.split(",")] for line in path.read_text().splitlines()]
    except ValueError:
        raise BadInput(f"{path.name} row 1 is not made of numbers", "load") from None
    table = torch.tensor(rows, dtype=torch.float64)
    return Data(table[:, :2].contiguous(), table[:, 2].contiguous())


def count(params: ToyParams, data: Data, state: State, view: Any, ctx: Any) -> Iterator[Partial]:
    for i in range(1, 401):
        yield Partial({"counted": float(i)}, i / 400, f"{i} of 400")


def _augmented(data: Data) -> Any:
    import torch

    return torch.cat([data.x, torch.ones(len(data.x), 1, dtype=data.x.dtype)], dim=1)


# ---- the catalog


def ids() -> tuple[str, ...]:
    return ("toy", "other")


OTHER = Declaration(
    "other",
    Card("Hopfield recall", "Memories", "An energy that remembers", Badge("sampled", "energy", "sums"), ("None",)),
    ToyParams,
    DECLARATION.metrics,
    DECLARATION.gestures,
)


def declaration(concept_id: str) -> Declaration:
    if concept_id not in ids():
        raise BadInput(f"concept {concept_id!r} does not exist", concept_id)
    return DECLARATION if concept_id == "toy" else OTHER


def resolve(concept_id: str) -> Entrance:
    doors = {door.id: (name, door) for name in ids() for door in declaration(name).doors}
    if concept_id in doors:
        name, door = doors[concept_id]
        return Entrance(name, door.preset)
    return Entrance(declaration(concept_id).id)


def notes(concept_id: str) -> str:
    return r"""## What this step did
$$\mathbf{w} \leftarrow \mathbf{w} + y\,\mathbf{x}$$
$$\val{w_after} = \val{w_before} + \val{yx}$$
The point was on the wrong side, so w turns towards it; {mistakes} so far.

## Nothing happened yet {when: not mistakes}
Press space.
"""


def presets(concept_id: str) -> Mapping[str, Mapping[str, Any]]:
    return {
        "first": {
            "title": "Separable, small margin",
            "line": "One line is enough",
            "params": {},
            "seed": 7,
            "steps": 3,
        },
        "noisy": {
            "title": "Noisy",
            "line": "No line is enough",
            "params": {"noise": 0.4},
            "seed": 3,
            "steps": 4,
            "fails": "never converges with label noise",
            "repair": {"label": "Take the noise out", "set": {"noise": 0.0}},
        },
        "none": {"title": "Your own points", "line": "Draw them", "params": {"many": 2, "order": "worst"}, "seed": 1},
    }


CHALLENGES = """
[gentle]
title = "Gentle"
task = "Make two mistakes with a rate below 0.5."
preset = "first"
holds = "mistakes >= 2 and rate < 0.5"
within = 20
now = "{mistakes} mistakes at rate {rate:1}"
allows = ["rate", "relabel"]
hint = "The rate is a slider."
after = "The rate of a perceptron changes nothing but the length of w: {mistakes} mistakes."
solution = [{ say = "A small rate", set = { rate = 0.1 } }, { steps = 6 }]
wrong = [{ set = { rate = 2.0 } }, { steps = 6 }]

[fewer]
title = "Fewer points"
task = "Have ten points."
preset = "noisy"
params = { noise = 0.1 }
step = 2
holds = "count == 10"
allows = ["many", "seed"]
hint = "Points are data."
after = "New data begin a new run."
solution = [{ set = { many = 10 } }]
wrong = [{ seed = 4 }, { steps = 1 }]
"""


def challenges(concept_id: str) -> str:
    return CHALLENGES if concept_id == "toy" else ""


def observe_other(params: ToyParams, data: Data, state: State, info: Info | None, view: Any, found: Findings) -> Drawn:
    """The same numbers in plots of other names, so that what belongs to whom can be told."""
    drawn = observe(params, data, state, info, view, {"count": {}})
    plots = tuple(replace(plot, name=f"other_{plot.name}") for plot in drawn.figure.plots)
    return Drawn(replace(drawn.figure, plots=plots), drawn.numbers)


def load_concept(concept_id: str) -> Concept:
    if concept_id == "other":
        return Concept(OTHER, Model(make_data, init, step, observe_other, apply, load, {}))
    model = Model(make_data, init, step, observe, apply, load, {"count": count})
    return Concept(declaration(concept_id), model, codes=codes)


VISIT = '''"""One visit of the perceptron."""


def visit(w, x, y, rate):
    """A mistake moves the weights.

    w: the weights, the bias last. x: the point with a 1 behind it. y: its
    label, 1 or -1.
    """
    wrong = y * (x @ w) <= 0
    w_next = w
    if wrong:
        w_next = w + rate * y * x
    return w_next
'''


def codes() -> Codes:
    """One function, for every setting."""

    def reads(at: Moment) -> Mapping[str, Any]:
        row = at.step % len(at.data.y)
        point = _augmented(at.data)[row]
        return {"w": at.before.w, "x": point, "y": float(at.data.y[row]), "rate": at.params.rate}

    def gives(at: Moment) -> Mapping[str, Any]:
        return {"w_next": at.after.w}

    return Codes((Code("visit", "One visit", {}, reads, gives, {"w_next": "@w"}),), (), {"visit": VISIT})


def cases(concept_id: str) -> Iterator[dict[str, Any]]:
    for i in range(3):
        yield {"name": f"case {i}", "kind": "update", "ok": i != 2, "deviation": math.ulp(1.0) * i, "where": "w[0]"}
