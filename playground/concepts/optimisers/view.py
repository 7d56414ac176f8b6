"""What the panel shows: the race on its surface, one update, maps and sweeps; a matrix, a mean, a net."""

from __future__ import annotations

from playground.concepts.optimisers import Params, view_problems
from playground.concepts.optimisers.names import ADAPTIVE, LABELS, ROLES, running
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Curve, Image, Layer, Level, Lines, Points, Text, Trace

HINT = "Press space to run; drag the start, and all paths follow"
MOST_HALOS = 4


def figure(params: Params) -> Figure:
    """The plots of the chosen problem and view, with layers for the methods that run."""
    names = running(params)
    match params.problem:
        case "matrix":
            return Figure(
                plots=(view_problems.left(), view_problems.rare(), view_problems.singular(), view_problems.weights()),
                hint="Press space to run",
            )
        case "estimate":
            return Figure(
                plots=(view_problems.errors("rms"), view_problems.errors("mean"), view_problems.spread(params)),
                hint="Press space to run",
            )
        case "net":
            return Figure(
                plots=(view_problems.sharpness(), view_problems.loss()),
                hint="Press space to run; turn η, and the sharpness follows 2/η",
            )
    match params.mode:
        case "update":
            return Figure(
                plots=(_update(params), _plane(params, names, main=False), _coordinates(), _moments(params)),
                hint="Press the right arrow to step",
            )
        case "starts":
            return Figure(
                plots=(_plane(params, names, basin=True), _gap(params, names)),
                hint="Choose the method in focus on the right",
            )
        case "rates":
            return Figure(plots=(_sweep(names), _plane(params, names, main=False), _gap(params, names)), hint=HINT)
        case "conditions":
            return Figure(
                plots=(_conditions(), _gap(params, names)), hint="A ten times steeper ravine: how many more steps?"
            )
    hint = (
        "Drag to dig a valley, shift and drag to heap a hill; alt and click starts there"
        if params.problem == "drawn"
        else HINT
    )
    return Figure(plots=(_plane(params, names), _gap(params, names)), hint=hint)


# ---- the plane


def _plane(params: Params, names: tuple[str, ...], *, main: bool = True, basin: bool = False) -> Plot:
    below: tuple[Layer, ...] = (Lines(name="levels", role="grid", xy="level_lines", symbol="f"),)
    if basin:
        below = (
            Image(name="basin", z="basin", extent="basin_extent", levels=(0.0, 9.0)),
            Text(name="arrived", text="share of starts that arrive: {arrived}", anchor="bottom left"),
        )
    few = len(names) <= MOST_HALOS
    paths = tuple(
        Lines(name=f"path {name}", role=ROLES[name], xy=f"path_{name}", dash="solid", halo=few, outcome=True)
        for name in names
    )
    ends = tuple(
        Points(
            name=f"at {name}",
            role=ROLES[name],
            xy=f"at_{name}",
            outcome=True,
            hover=LABELS[name],
            symbol="θ" * (name == params.method),
        )
        for name in names
    )
    return Plot(
        name="plane",
        title="Where starts end" if basin else "Who goes where",
        unit="{focus}; a shade for each end" if basin else "{surface_words}",
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            *below,
            Lines(name="disc", role="theory", xy="disc", dash="solid"),
            Lines(name="flow", role="ghost", xy="flow_path", dash="dashed"),
            *(() if basin else paths),
            *(() if basin else ends),
            Points(name="minima", role="hero", xy="minima", size=0.75, hover="minimum {x}, {y}", symbol="θ*"),
            Points(name="saddles", role="theory", xy="saddles", size=0.75, hover="saddle {x}, {y}"),
            Points(name="maxima", role="muted", xy="maxima", size=0.75, hover="maximum {x}, {y}"),
            Points(name="start", role="now", xy="start", size=1.1, hover="start {x}, {y}"),
            Text(name="lost", text="{lost_words}", anchor="bottom right", show="some_lost"),
        ),
        mouse=_mouse(params),
    )


def _mouse(params: Params) -> tuple[Mouse, ...]:
    take = {"x": "x", "y": "y"}
    drag = Mouse(on="drag", target="start", kind="set_start", take=take, label="drag the start")
    if params.problem != "drawn":
        return Mouse(on="click", kind="set_start", take=take, label="start here"), drag
    return (
        drag,
        Mouse(on="alt+click", kind="set_start", take=take, label="start here"),
        Mouse(on="drag", kind="dig", take={"path": "path"}, label="dig a valley"),
        Mouse(on="shift+drag", kind="heap", take={"path": "path"}, label="heap a hill"),
    )


def _gap(params: Params, names: tuple[str, ...]) -> Plot:
    laws: tuple[Layer, ...] = tuple(
        Lines(name=f"law {name}", role=ROLES[name], xy=f"law_{name}", dash="dashed", halo=False, outcome=True)
        for name in ("gd", "heavy_ball", "nesterov") if name in names
    )  # fmt: skip
    if params.problem == "pl":
        laws = (Lines(name="law pl", role="theory", xy="law_pl", dash="dashed", text="(1 − μ/L)^t", symbol="μ"),)
    if params.problem == "quadratic":
        best = Lines(name="law bound", role="theory", xy="law_bound", dash="dotted", text="best possible", symbol="√κ")
        laws = (*laws, best)
    return Plot(
        name="gap",
        title="Height above the lowest",
        unit="f − f*; dashed: theory",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        layers=(
            *laws,
            *(
                Trace(
                    name=f"gap {name}",
                    role=ROLES[name],
                    series=f"gap.{name}",
                    text=LABELS[name],
                    log=True,
                    outcome=True,
                )
                for name in names
            ),
        ),
    )


# ---- one update


def _update(params: Params) -> Plot:
    pulled = "−α g / |g|" if params.method in ADAPTIVE else "−η g"
    return Plot(
        name="update",
        title="One update, taken apart",
        unit="{focus}, step {iteration}",
        main=True,
        plane=True,
        x=Axis(range="update_x"),
        y=Axis(range="update_y"),
        layers=(
            Lines(name="ground", role="grid", xy="update_levels"),
            Arrows(
                name="carried",
                role="slot3",
                tails="update_from",
                vectors="update_carried",
                text="β times the last",
                part=1,
                show="takes_momentum",
                symbol="β",
            ),
            Arrows(
                name="pulled",
                role="slot2",
                tails="update_pulled_from",
                vectors="update_pulled",
                text=pulled,
                part=2,
                symbol="∇",
            ),
            Arrows(
                name="move",
                role="hero",
                tails="update_from",
                vectors="update_move",
                text="the update",
                part=3,
                outcome=True,
                symbol="Δθ",
            ),
            Points(name="from", role="now", xy="update_from"),
            Points(name="to", role="hero", xy="update_to", part=3, outcome=True),
        ),
    )


def _coordinates() -> Plot:
    return Plot(
        name="coordinates",
        title="Step size of each coordinate",
        unit="update over what it follows",
        x=Axis(),
        y=Axis(zero=True),
        layers=(Bars(name="scale", role="hero", heights="update_scale", names=("x", "y"), text="{update_scale}"),),
    )


def _moments(params: Params) -> Plot:
    return Plot(
        name="moments",
        title="Gradient and moments",
        unit="of x and of y",
        x=Axis(),
        y=Axis(zero=True),
        layers=(
            Bars(
                name="moments", role="second", heights="update_moments",
                names=("g x", "m x", "√v x", "g y", "m y", "√v y"), symbol="m v",
            ),
        ),
    )  # fmt: skip


# ---- sweeps


def _sweep(names: tuple[str, ...]) -> Plot:
    return Plot(
        name="sweep",
        title="What is left of f − f*",
        unit="after the steps of the sweep",
        main=True,
        x=Axis(label="η L, or α", log=True),
        y=Axis(log=True),
        layers=(
            *(
                Curve(
                    name=f"swept {name}", role=ROLES[name], x="swept_x", y=f"swept_{name}", text=LABELS[name],
                    outcome=True,
                )
                for name in names if name not in ("newton", "average")
            ),
            Level(name="limit", role="theory", value="log_limit", across="vertical", text="2/L", symbol="2/L"),
        ),
    )  # fmt: skip


def _conditions() -> Plot:
    return Plot(
        name="conditions",
        title="Steps to f − f* = 1e−8",
        unit="each method at its best constants",
        main=True,
        x=Axis(label="condition κ", log=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(
                name=f"needed {name}",
                role=ROLES[name],
                x="kappa_x",
                y=f"needed_{name}",
                text=LABELS[name],
                markers=True,
                outcome=True,
            )
            for name in ("gd", "heavy_ball", "nesterov")
        ),
    )
