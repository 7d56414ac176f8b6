"""What the panel shows: the plane, the mistakes, the vector sum; the space of the weights; Cover's curves."""

from __future__ import annotations

from playground.concepts.perceptron import Params
from playground.figures import editing
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import (
    Arrows,
    Boundary,
    Curve,
    Image,
    Layer,
    Level,
    Points,
    Regions,
    Ring,
    Role,
    Text,
    Trace,
)

HINT = "Press space to run, drag a point while it learns, drag the arrow to turn the line"


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    if params.mode == "weights":
        return Figure(plots=(_weights(), _novikoff(), _errors()), hint="Every point is a line here; drag w")
    if params.mode == "cover":
        return Figure(
            plots=(_share(), _plane(main=False, learning=False), _count()),
            hint="Drag a point onto a line of two others",
        )
    if params.data == "digits":
        return Figure(plots=(_picture(), _plane(main=False), _mistakes()), hint="Press space to run")
    return Figure(plots=(_plane(main=True), _mistakes(), _update()), hint=HINT)


# ---- training

_EDIT = (
    editing.add("add a blue point", "blue"),
    editing.add("add an orange point", "orange", on="shift+click"),
    editing.move(),
    editing.delete(),
    editing.relabel(),
)
_TURN = Mouse(on="drag", target="w", kind="aim", take={"x": "x", "y": "y"}, label="turn the line")
_POINTS = Points(name="points", role="class", xy="plane_points", labels="labels", ids="ids", hover="{x}, {y}")
_LINES = (
    Boundary(
        name="line",
        wb="boundary",
        tint=True,
        margin="clearance",
        text="{line_name}",
        margin_text="margin",
        part=2,
        outcome=True,
        symbol="w",
    ),
    Boundary(name="newest", role="second", wb="newest", text="newest", outcome=True),
    Boundary(name="before", role="ghost", wb="before", text="before", show="updated", outcome=True),
)
_STEP = (
    Arrows(
        name="w",
        tails="arrow_tail",
        vectors="arrow",
        text="{arrow_name}",
        handle=True,
        plate=True,
        show="arrow_shown",
        part=2,
        outcome=True,
        symbol="w",
    ),
    Ring(name="passed", role="muted", xy="visited_point", show="passed_by"),
    Ring(name="mistake", xy="visited_point", text="mistake {updates}", show="updated", symbol="x"),
)

_OUTSIDE = Text(name="outside", text="the line is {line_distance} away", show="line_far")


def _plane(main: bool, learning: bool = True) -> Plot:
    seen = (*_LINES, _POINTS, *_STEP, _OUTSIDE) if learning else (_POINTS,)
    return Plot(
        name="plane",
        title="Plane of the data",
        unit="{x_name} across, {y_name} up",
        main=main,
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            *seen,
            Text(
                name="verdict",
                text="{verdict}",
                anchor="bottom right",
                show="inseparable" if learning else "points",
                outcome=learning,
            ),
        ),
        mouse=(*_EDIT, _TURN) if learning else _EDIT,
        empty="points",
        empty_text="Click to add points",
        empty_keys="click: blue · shift+click: orange",
    )


def _picture() -> Plot:
    return Plot(
        name="picture",
        title="Weights as a picture",
        unit="orange speaks for {orange_name}, blue for {blue_name}",
        main=True,
        axes=False,
        layers=(Image(name="weights", z="weight_image", color_map="diverging", gaps=True, outcome=True, symbol="w"),),
    )


def _mistakes() -> Plot:
    return Plot(
        name="mistakes",
        title="Mistakes so far",
        x=Axis(label="points seen", whole=True, zero=True, foot=True),
        y=Axis(whole=True, zero=True, foot=True),
        layers=(
            Level(name="bound", role="theory", value="bound", text="bound (R/γ)² = {bound}", show="plain_start"),
            Level(
                name="moved bound",
                role="theory",
                value="bound",
                text="bound {bound}, counted from mistake {start_updates}",
                show="moved_start",
            ),
            Level(
                name="false bound",
                role="muted",
                value="bound_without_one",
                text="without the 1: {bound_without_one}",
                show="bound_without_one",
            ),
            Text(name="no bound", text="no bound: not separable", show="unbounded"),
            Trace(name="mistakes", series="updates", against="seen", text="{updates}", stairs=True),
        ),
    )


def _update() -> Plot:
    def step(name: str, role: Role, show: str) -> Layer:
        return Arrows(
            name=name,
            role=role,
            tails="sum_before",
            vectors="sum_step",
            text="y x",
            show=show,
            part=1,
            outcome=True,
            symbol="x",
        )

    return Plot(
        name="update",
        title="This update",
        unit="w + y x",
        plane=True,
        x=Axis(range="sum_x", ticks=False),
        y=Axis(range="sum_y", ticks=False),
        layers=(
            Arrows(name="before", role="muted", vectors="sum_before", text="w before", show="updated", outcome=True),
            step("blue step", "slot1", "blue_mistake"),
            step("orange step", "slot2", "orange_mistake"),
            Arrows(name="after", vectors="sum_after", text="w", part=2, outcome=True, symbol="w"),
        ),
    )


# ---- the space of the weights


def _weights() -> Plot:
    return Plot(
        name="weights",
        title="Space of the weights",
        unit="{slice_name}",
        main=True,
        plane=True,
        x=Axis(range="weights_x"),
        y=Axis(range="weights_y"),
        layers=(
            Regions(name="version", role="hero", xy="version_space"),
            Boundary(name="blue points", role="slot1", wb="blue_lines"),
            Boundary(name="orange points", role="slot2", wb="orange_lines"),
            Arrows(
                name="best", role="theory", vectors="best_plane", text="largest margin", plate=True, show="best_shown"
            ),
            Arrows(
                name="step", role="second", tails="last_tail", vectors="last_step", show="updated", part=1, outcome=True
            ),
            Arrows(
                name="w",
                vectors="w_plane",
                text="{arrow_name}",
                handle=True,
                plate=True,
                part=2,
                outcome=True,
                symbol="w",
            ),
            Text(name="verdict", text="{verdict}", anchor="bottom right", show="inseparable"),
        ),
        mouse=(Mouse(on="drag", target="w", kind="set_weights", take={"w1": "x", "w2": "y"}, label="set the weights"),),
        empty="points",
        empty_text="Add points in the training view",
    )


def _novikoff() -> Plot:
    def line(series: str, role: Role, text: str) -> Layer:
        return Trace(name=series, role=role, series=series, against="updates", text=text)

    return Plot(
        name="novikoff",
        title="Novikoff's argument",
        x=Axis(label="mistakes t{novikoff}", whole=True, zero=True, foot=True),
        y=Axis(zero=True, foot=True),
        layers=(
            Level(
                name="act", role="muted", value="start_updates", across="vertical", text="changed here", show="acted"
            ),
            Curve(name="floor", role="theory", x="promise_t", y="promise_low", text="t γ"),
            Curve(name="ceiling", role="theory", x="promise_t", y="promise_high", text="R √t"),
            line("length", "second", "|w|"),
            line("alignment", "hero", "w*·w"),
        ),
    )


def _errors() -> Plot:
    return Plot(
        name="errors",
        title="Mistakes in each pass",
        x=Axis(label="passes", whole=True, zero=True, foot=True),
        y=Axis(whole=True, zero=True, foot=True),
        layers=(Trace(name="errors", series="pass_mistakes", against="epochs", text="{pass_mistakes}", stairs=True),),
    )


# ---- Cover


_WIDTHS = (5, 10, 15)


def _curves(kind: str, named: bool = False) -> tuple[Layer, ...]:
    def curve(d: int) -> Layer:
        text = f"d = {d}" if named else ""
        return Curve(name=f"{d} weights", role="muted", x="cover_x", y=f"{kind}_d{d}", text=text, show=f"other_{d}")

    here = "d = {weights}" if named else ""
    theorem = Curve(name="theorem", role="theory", x="cover_x", y=f"{kind}_here", text=here)
    return (*(curve(d) for d in _WIDTHS), theorem)


def _halves() -> tuple[Layer, ...]:
    muted = tuple(
        Text(name=f"half {d}", role="muted", text=f"d = {d}", xy=f"half_d{d}", show=f"other_{d}") for d in _WIDTHS
    )
    return (*muted, Text(name="here", role="theory", text="d = {weights}", xy="here_name"))


def _share() -> Plot:
    return Plot(
        name="share",
        title="Share of separable labelings",
        unit="{cover_words}",
        main=True,
        x=Axis(label="points n", range=(0.0, 42.0)),
        y=Axis(range=(0.0, 1.2)),
        layers=(
            *_curves("cover"),
            _sampled("capacity", "slot3", ""),
            _sampled("sampled", "second", "your points, sampled"),
            Curve(name="exact", outcome=True, x="exact_x", y="exact_share", markers=True, text="your points"),
            *_halves(),
            Text(
                name="capacity name",
                role="slot3",
                text="d = 10, samples ± 2 standard errors, off by at most {cover_gap}",
                anchor="top right",
                show="cover_gap",
            ),
        ),
    )


def _sampled(name: str, role: Role, text: str) -> Layer:
    return Curve(
        name=name,
        role=role,
        x=f"{name}_x",
        y=f"{name}_share",
        low=f"{name}_low",
        high=f"{name}_high",
        text=text,
        markers=True,
    )


def _count() -> Plot:
    return Plot(
        name="count",
        title="Number of separable labelings",
        x=Axis(label="points n", range=(0.0, 54.0)),
        y=Axis(range=(0.0, 14.0), log=True),
        layers=(
            Curve(name="all", role="ghost", x="cover_x", y="count_all", text="all 2ⁿ"),
            *_curves("count", named=True),
            Curve(name="exact", outcome=True, x="exact_x", y="exact_count", markers=True),
        ),
    )
