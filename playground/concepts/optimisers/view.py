"""What the panel shows: the race on its surface, one update, maps and sweeps; a matrix, a mean, a net."""

from __future__ import annotations

from playground.concepts.optimisers import Params
from playground.concepts.optimisers.names import ADAPTIVE, LABELS, ROLES, SCHEDULES, running
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Curve, Image, Layer, Level, Lines, Points, Role, Text, Trace

HINT = "Press space to run; drag the start, and all paths follow"
MOST_HALOS = 4
_SLOTS: dict[str, Role] = {"constant": "slot1", "root": "slot2", "three_quarters": "slot3", "inverse": "slot4"}


def figure(params: Params) -> Figure:
    """The plots of the chosen problem and view, with layers for the methods that run."""
    names = running(params)
    match params.problem:
        case "matrix":
            return Figure(plots=(_left(), _rare(), _singular(), _weights()), hint="Press space to run")
        case "estimate":
            return Figure(plots=(_errors("rms"), _errors("mean"), _spread(params)), hint="Press space to run")
        case "net":
            return Figure(
                plots=(_sharpness(), _loss()), hint="Press space to run; turn η, and the sharpness follows 2/η"
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


# ---- a matrix


def _left() -> Plot:
    return Plot(
        name="left",
        title="Error left along each input",
        unit="share of the first; rare inputs on the right",
        main=True,
        x=Axis(label="input", whole=True),
        y=Axis(range=(0.0, 1.2)),
        layers=tuple(
            Curve(
                name=f"left {name}",
                role=ROLES[name],
                x="inputs",
                y=f"left_{name}",
                text=LABELS[name],
                markers=True,
                outcome=True,
                symbol="W" * (name == "muon"),
            )
            for name in ("heavy_ball", "muon")
        ),
    )


def _rare() -> Plot:
    return Plot(
        name="rare",
        title="The rarest direction",
        unit="share of its error",
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        layers=tuple(
            Trace(name=f"rare {name}", role=ROLES[name], series=f"rare.{name}", text=LABELS[name], outcome=True)
            for name in ("heavy_ball", "muon")
        ),
    )


def _singular() -> Plot:
    return Plot(
        name="singular",
        title="Singular values",
        unit="over the largest",
        x=Axis(label="number", whole=True),
        y=Axis(log=True),
        layers=(
            Curve(
                name="of the gradient", role="theory", x="inputs", y="singular_gradient", text="gradient", symbol="G"
            ),
            Curve(name="of heavy ball", role="slot2", x="inputs", y="singular_heavy_ball", text="heavy ball"),
            Curve(name="of Muon", role="slot6", x="inputs", y="singular_muon", text="Muon", symbol="U"),
        ),
    )


def _weights() -> Plot:
    return Plot(
        name="weights",
        title="|W − W*|",
        unit="heavy ball on the left, Muon on the right",
        axes=False,
        layers=(Image(name="off", z="weights_off", bar="error", outcome=True),),
    )


# ---- a mean


def _errors(part: str) -> Plot:
    averaged = part == "mean"
    return Plot(
        name="averages" if averaged else "errors",
        title="Error of the average" if averaged else "Error of the last iterate",
        unit="root mean square; solid measured, dashed exact",
        main=not averaged,
        x=Axis(label="samples", log=True),
        y=Axis(log=True),
        layers=(
            *(
                Curve(
                    name=f"exact {name}",
                    role=_SLOTS[name],
                    x="exact_x",
                    y=f"exact_mean_{name}" if averaged else f"exact_{name}",
                )
                for name in SCHEDULES
            ),
            *(
                Lines(
                    name=f"{part} {name}",
                    role=_SLOTS[name],
                    xy=f"{part}_{name}",
                    dash="solid",
                    halo=False,
                    text=words,
                    outcome=True,
                )
                for name, (words, _, _) in SCHEDULES.items()
            ),
            Lines(name="best", role="theory", xy="best_line", dash="dotted", text="1/√N", symbol="N"),
        ),
    )


def _spread(params: Params) -> Plot:
    return Plot(
        name="spread",
        title="Where the runs are",
        unit=f"step sizes {SCHEDULES[params.schedule][0]}",
        x=Axis(label="θ − θ*"),
        y=Axis(zero=True),
        layers=(
            Bars(name="runs", role="second", heights="spread", edges="spread_edges", outcome=True),
            Curve(name="exact", role="theory", x="normal_x", y="normal", text="exact"),
        ),
    )


# ---- a net


def _sharpness() -> Plot:
    return Plot(
        name="sharpness",
        title="Sharpness",
        unit="largest eigenvalue of the Hessian",
        main=True,
        x=Axis(label="step", whole=True),
        y=Axis(zero=True),
        layers=(
            Level(name="limit", role="theory", value="limit", text="2/η = {limit}", symbol="2/η"),
            Trace(name="sharpness", role="hero", series="sharpness", text="{sharpness}", outcome=True, symbol="λ"),
        ),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        unit="mean of (out − y)²",
        x=Axis(label="step", whole=True),
        y=Axis(log=True),
        layers=(Trace(name="loss", role="second", series="loss", text="{loss}", log=True, outcome=True),),
    )
