"""What the panel shows: paths, one step, stationary points, maps; strategies; populations in a box."""

from __future__ import annotations

from playground.concepts.minimax import MATRIX_GAMES, Params
from playground.concepts.minimax.arrays import KINDS
from playground.concepts.minimax.names import LABELS, PLANE, ROLES, running
from playground.concepts.minimax.view_mixed import (
    Names,
    average,
    box,
    divergence,
    law,
    shares,
    strategies,
    temperatures,
)
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Boundary, Curve, Image, Layer, Lines, Points, Ring, Text

HINT = "Press space to run; drag the start, and all paths follow"

_ENDS = "solution {share_solution}, bounded {share_bounded}, diverged {share_diverged}"
MOST_HALOS = 3
_RATED = PLANE[:7]
_LINEAR = ("bilinear", "saddle", "quadratic")


def figure(params: Params) -> Figure:
    """The plots of the chosen game and view, with layers for the methods that run."""
    names = running(params)
    plots: tuple[Plot, ...]
    if params.game in MATRIX_GAMES:
        plots = (strategies(params, names), divergence(names), average(names), shares(params))
        return Figure(plots=plots, hint="Click a strategy to start there")
    if params.game == "box":
        return Figure(plots=(box(names), law("x"), law("y"), temperatures()), hint="Press space to run")
    match params.mode:
        case "step":
            plots = (_step(params), _plane(names, main=False), _distance(params, names))
            return Figure(plots=plots, hint="Press the right arrow to step")
        case "points":
            return Figure(plots=(_plane(names, points=True), _iteration_values(names), _flow_values()), hint=HINT)
        case "basin":
            plots = (_plane(names, basin=True), _distance(params, names))
            return Figure(plots=plots, hint="Choose the method in focus on the right")
        case "rates":
            return Figure(plots=(_rates(), _gap(), _plane(names, main=False)), hint="Turn the step size")
        case "minty":
            return Figure(plots=(_plane(names, angle=True), _distance(params, names)), hint=HINT)
    return Figure(plots=(_plane(names, lattice=params.lattice > 0), _distance(params, names)), hint=HINT)


# ---- the plane

_START = Mouse(on="click", kind="set_start", take={"x": "x", "y": "y"}, label="start here")
_DRAG = Mouse(on="drag", target="start", kind="set_start", take={"x": "x", "y": "y"}, label="drag the start")
_CHOOSE = Mouse(
    on="alt+click", kind="choose_solution", take={"x": "x", "y": "y"}, label="measure to the nearest stationary point"
)


def _plane(
    names: Names,
    *,
    main: bool = True,
    points: bool = False,
    basin: bool = False,
    angle: bool = False,
    lattice: bool = False,
) -> Plot:
    below: tuple[Layer, ...] = ()
    if basin:
        below = (
            Image(name="basin", z="basin", extent="basin_extent", levels=(0.0, 6.0)),
            Text(name="ends", text=_ENDS, anchor="bottom left"),
        )
    elif angle:
        below = (
            Image(
                name="angle", z="angle_image", extent="angle_extent", color_map="diverging", levels=(-1.0, 1.0),
                bar="<V, z − z*> / |V|²",
            ),
            Lines(name="bound", role="theory", xy="angle_zero", dash="solid"),
            Text(name="rho", text="smallest ρ = {rho}; line at −1/(2L) = {minty_bound}", anchor="bottom left"),
        )  # fmt: skip
    else:
        below = (Lines(name="levels", role="grid", xy="level_lines"),)
    title = {
        basin: "Where starts end", angle: "Angle to the solution", points: "Stationary points and closed orbits",
    }.get(True, "Who goes where")  # fmt: skip
    unit = "{map_method}; pale: solution, darker: bounded, darkest: diverged" if basin else "{game_words}"
    return Plot(
        name="plane",
        title=title,
        unit="" if angle else unit,
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            *below,
            *(() if basin or angle else (_field(),)),
            *(_clouds(names) if lattice else ()),
            *_paths(names),
            *(_kinds() if points else ()),
            *_marks(angle),
        ),
        mouse=(_START, _DRAG, _CHOOSE),
    )


def _field() -> Layer:
    return Arrows(name="field", role="field", tails="field_at", vectors="field", field=True, symbol="V")


def _clouds(names: Names) -> tuple[Layer, ...]:
    return tuple(
        Points(name=f"cloud {name}", role=ROLES[name], xy=f"cloud_{name}", size=0.7, outcome=True) for name in names
    )


def _paths(names: Names) -> tuple[Layer, ...]:
    few = len(names) <= MOST_HALOS
    lines = tuple(
        Lines(name=f"path {name}", role=ROLES[name], xy=f"path_{name}", dash="solid", halo=few, outcome=True)
        for name in names
    )
    ends = tuple(Points(name=f"at {name}", role=ROLES[name], xy=f"at_{name}", outcome=True) for name in names)
    return (*lines, *ends)


def _marks(angle: bool) -> tuple[Layer, ...]:
    worst = (Ring(name="worst", role="theory", xy="angle_worst", text="smallest ρ"),) if angle else ()
    return (
        *worst,
        Points(
            name="solutions", role="hero", xy="solutions", hollow="solutions_hollow", size=0.75, hover="{x}, {y}",
            symbol="z*",
        ),
        Ring(name="chosen", role="second", xy="chosen"),
        Points(name="start", role="now", xy="start", hollow="start_hollow", size=1.1, hover="start {x}, {y}"),
    )  # fmt: skip


def _kinds() -> tuple[Layer, ...]:
    named = tuple(Text(name=f"kind {kind}", text=words, xy=f"kind_{kind}") for kind, words in KINDS.items())
    return (
        Lines(name="attracting orbits", role="hero", xy="orbit_attracting"),
        Lines(name="repelling orbits", role="theory", xy="orbit_repelling", dash="dotted"),
        *named,
    )


# ---- the distance


def _distance(params: Params, names: Names) -> Plot:
    # A name stands at the end of its line, and the theory of a linear game goes on beyond now.
    ruled = {name for name in names if name in _RATED and params.game in _LINEAR and params.noise == 0}
    laws = tuple(
        Lines(
            name=f"law {name}",
            role=ROLES[name],
            xy=f"law_{name}",
            dash="dashed",
            halo=False,
            text=LABELS[name] if name in ruled else "",
            outcome=True,
        )
        for name in names
    )
    measured = tuple(
        Lines(
            name=name,
            role=ROLES[name],
            xy=f"far_{name}",
            dash="solid",
            halo=False,
            text="" if name in ruled else LABELS[name],
            outcome=True,
        )
        for name in names
    )
    now = tuple(Points(name=f"here {name}", role=ROLES[name], xy=f"here_{name}", outcome=True) for name in names)
    lost = tuple(Ring(name=f"off {name}", role=ROLES[name], xy=f"off_{name}") for name in names)
    return Plot(
        name="distance",
        title="Distance to the solution",
        unit="|z − z*|; solid measured, dashed theory",
        x=Axis(label="iteration", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            *laws,
            *measured,
            *now,
            *lost,
            Text(name="lost", text="{diverged_words}", anchor="bottom right", show="some_diverged"),
        ),
        empty="has_solution",
        empty_text="No stationary point in the window",
    )


# ---- one step


def _step(params: Params) -> Plot:
    look = "extrapolate" if params.method != "alt_gda" else "x moves"
    value = {"alt_gda": "y answers", "ogda": "− 2 η V(z)", "adam": "− η V(z)", "gda": "− η V(z)"}
    return Plot(
        name="step",
        title="One step, taken apart",
        unit="{focus}, iteration {iteration}",
        main=True,
        plane=True,
        x=Axis(range="step_x"),
        y=Axis(range="step_y"),
        layers=(
            Arrows(
                name="look", role="slot2", tails="step_from", vectors="step_look", text=look, part=1, symbol="z̄"
            ),
            Ring(name="ahead", role="muted", xy="step_look_at", part=1),
            Arrows(
                name="value", role="slot3", tails="step_value_at", vectors="step_value",
                text=value.get(params.method, "evaluate"), part=2, symbol="V",
            ),
            Arrows(
                name="memory", role="slot4", tails="step_memory_at", vectors="step_memory", text="from before", part=2,
                symbol="z_{k−1}",
            ),
            Arrows(name="move", tails="step_from", vectors="step_move", text="return", part=3, symbol="z_{k+1}"),
            Points(name="from", role="now", xy="step_from"),
            Points(name="to", role="hero", xy="step_to", part=3),
        ),
    )  # fmt: skip


# ---- eigenvalues


def _iteration_values(names: Names) -> Plot:
    return Plot(
        name="iteration values",
        title="Each iteration here",
        unit="eigenvalues; inside the circle shrinks",
        plane=True,
        zoom=True,
        x=Axis(range=(-1.6, 1.6)),
        y=Axis(range=(-1.6, 1.6)),
        layers=(
            Lines(name="circle", role="theory", xy="unit_circle", dash="solid"),
            *(Points(name=name, role=ROLES[name], xy=f"eigen_{name}", hover=LABELS[name]) for name in names),
        ),
    )


def _flow_values() -> Plot:
    return Plot(
        name="flow values",
        title="The flow",
        unit="eigenvalues of −J: left attracts",
        x=Axis(label="real part", zero=True),
        y=Axis(zero=True),
        layers=(
            Boundary(name="axis", role="theory", wb="growth_line"),
            Points(name="at the solution", role="hero", xy="jacobian_values", hover="at the solution: {x}, {y}"),
            Points(name="here", role="now", xy="jacobian_here", size=0.8, hover="at the method in focus: {x}, {y}"),
        ),
    )


# ---- step sizes


def _rates() -> Plot:
    def rate(name: str) -> Layer:
        return Curve(name=name, role=ROLES[name], x="rate_x", y=f"rate_{name}")

    return Plot(
        name="rates",
        title="Rate against step size",
        unit="below 1 it converges; rings mark the limit",
        main=True,
        x=Axis(label="step size η", range=(-2.0, 0.7), log=True),
        y=Axis(range=(0.0, 2.0)),
        layers=(
            Lines(name="now", role="now", xy="eta_now", text="η"),
            *(rate(name) for name in _RATED),
            *(
                Points(name=f"measured {name}", role=ROLES[name], xy=f"measured_{name}", size=0.6, outcome=True)
                for name in _RATED
            ),
            *(Ring(name=f"limit {name}", role=ROLES[name], xy=f"limit_at_{name}") for name in _RATED),
            *(Text(name=f"name {name}", role=ROLES[name], text=LABELS[name], xy=f"name_at_{name}") for name in _RATED),
        ),
        empty="has_solution",
        empty_text="No stationary point in the window",
    )


def _gap() -> Plot:
    return Plot(
        name="gap",
        title="Gap to the proximal step",
        unit="slopes {slope_eg} and {slope_ogda}",
        x=Axis(label="step size η", log=True),
        y=Axis(log=True),
        layers=tuple(
            Curve(name=name, role=ROLES[name], x="gap_x", y=f"gap_{name}", markers=True, text=LABELS[name])
            for name in ("eg", "ogda")
        ),
    )
