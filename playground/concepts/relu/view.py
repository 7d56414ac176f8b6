"""What the panel shows: the regions, the net, the profile along a line, and counts against depth."""

from __future__ import annotations

from playground.concepts.relu import LINE, Params
from playground.figures import editing
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import (
    Bars,
    ColorMap,
    Curve,
    Image,
    Layer,
    Lines,
    Points,
    Regions,
    Ring,
    Role,
    Text,
    Trace,
)

LIGHT = 2.2  # values are drawn from -1 or 0 to 1; a wider map keeps points and lines readable on it
HINT = "Press space to train, drag a line by its ring, click a region to read its map"


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    flat = params.data in LINE
    main = _graph if flat else _plane
    match params.mode:
        case "net":
            return Figure(
                plots=(_net(), _dial(), _units(), main(params, False)), hint="Click a dot, then drag the dial"
            )
        case "profile":
            if flat:
                return Figure(plots=(_graph(params, True), _bounds(), _slopes()), hint=HINT)
            return Figure(
                plots=(_plane(params, True, ends=True), _profile(), _along()), hint="Drag the ends of the line"
            )
        case "counts":
            return Figure(plots=(_sweep(), main(params, False), _bounds()), hint="Depth multiplies")
    if params.beside == "wide" and params.data != "nodes":
        rival = _graph_beside(params) if flat else _plane_beside(params)
        folds = params.net in ("fold", "sawtooth")
        counts = _bounds() if folds else _counts_trace(True)
        return Figure(plots=(main(params, True), rival, counts), hint=HINT)
    if params.data in ("empty", "nodes"):
        return Figure(plots=(main(params, True), _bounds(), _slopes() if flat else _units()), hint=HINT)
    if params.net in ("fold", "sawtooth"):
        return Figure(plots=(main(params, True), _bounds(), _counts_trace()), hint=HINT)
    return Figure(plots=(main(params, True), _counts_trace(), _loss(params)), hint=HINT)


# ---- two inputs

_EDIT = (
    Mouse(on="click", kind="pick", take={"x": "x", "y": "y"}, label="read the region"),
    editing.add("add a blue point", "blue", on="shift+click"),
    editing.add("add an orange point", "orange", on="alt+click"),
    editing.draw("draw blue points", "blue"),
    editing.draw("draw orange points", "orange", on="alt+drag"),
    editing.move(),
    editing.relabel(),
    editing.delete(),
)
_HANDLES = (
    Mouse(on="drag", target="lines", kind="move_line", take={"id": "id", "x": "x", "y": "y"}, label="move a line"),
    Mouse(on="shift+drag", target="lines", kind="turn_line", take={"id": "id", "x": "x", "y": "y"},
          label="turn a line"),
)  # fmt: skip


def _cells(params: Params, of: str = "") -> Regions:
    """The regions; those of the net beside it with `of` = "rival_"."""
    xy, values, words = f"{of}cells_xy", f"{of}cell_values", f"{of}cell_words"
    if params.color in ("linear", "random"):
        return Regions(name="cells", outcome=True, xy=xy, values=values, classes=True, words=words, symbol="f")
    color_map: ColorMap = "diverging" if params.color == "output" else "sequential"
    levels = (-LIGHT if params.color == "output" else 0.0, LIGHT)
    return Regions(name="cells", outcome=True, xy=xy, values=values, color_map=color_map, words=words, levels=levels,
                   symbol="f")  # fmt: skip


_COLORED = {
    "output": "coloured by the output",
    "slope": "coloured by the slope",
    "kink": "coloured by the deepest kink",
    "linear": "one colour a linear region",
    "random": "one colour an activation region",
}


def _plane(params: Params, main: bool, ends: bool = False) -> Plot:
    layers: tuple[Layer, ...] = (
        _cells(params),
        Lines(name="window", role="muted", xy="window_xy", dash="dotted", found=False),
        Lines(name="boundary", outcome=True, role="hero", xy="boundary_xy", dash="solid", found=False, show="classes"),
        Points(name="points", role="class", xy="points_xy", labels="labels", ids="ids", size=0.7),
    )
    mouse: tuple[Mouse, ...] = ()
    if ends:
        layers += (
            Lines(name="line", role="now", xy="ends_xy", dash="solid"),
            Points(name="crossings", outcome=True, role="now", xy="crossings_xy", size=0.6, linked="borders"),
            Points(name="ends", role="now", xy="ends_xy", size=1.4),
        )
        mouse = (
            Mouse(
                on="drag", target="ends", kind="move_end", take={"id": "id", "x": "x", "y": "y"}, label="move an end"
            ),
        )
    elif main:
        layers += (
            Points(name="lines", role="muted", xy="handle_xy", ids="handle_ids", size=0.8, hover="line of unit {id}"),
            Lines(
                name="picked",
                outcome=True,
                role="now",
                xy="pick_outline",
                dash="solid",
                found=False,
                show="picked",
                symbol="g",
            ),
            Text(name="map", outcome=True, text="f(x) = {pick_map}", anchor="bottom left", symbol="f"),
        )
        mouse = (*_EDIT, *_HANDLES)
    layers += (Text(name="too many", text="only the first regions are drawn", anchor="top right", show="too_many"),)
    return Plot(
        name="plane",
        title="{activation_regions} regions in the window" if main else "{activation_regions} regions",
        unit=_beside_unit(params)
        if main and params.beside == "wide" and params.mode == "regions"
        else _COLORED[params.color]
        if main
        else "net {shape}",
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=layers,
        mouse=mouse,
    )


def _plane_beside(params: Params) -> Plot:
    return Plot(
        name="rival",
        title="{rival_regions} regions",
        unit=_beside_unit(params, "rival_"),
        plane=True,
        zoom=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            _cells(params, "rival_"),
            Lines(name="window", role="muted", xy="window_xy", dash="dotted", found=False),
            Lines(
                name="boundary",
                outcome=True,
                role="hero",
                xy="rival_boundary_xy",
                dash="solid",
                found=False,
                show="classes",
            ),
            Points(name="points", role="class", xy="points_xy", labels="labels", ids="ids", size=0.5),
        ),
    )


def _beside_unit(params: Params, of: str = "") -> str:
    """What is said of each of two nets that stand side by side."""
    loss = f", loss {{{of}loss}}" if params.data != "empty" else ""
    return f"{{{of}shape}}, {{{of}weights}} weights{loss}"


def _graph_beside(params: Params) -> Plot:
    return Plot(
        name="rival",
        title="{rival_regions} pieces",
        unit=_beside_unit(params, "rival_"),
        x=Axis(label="x", range="plane_x"),
        y=Axis(),
        layers=(
            Points(name="points", role="muted", xy="points_xy", ids="ids", size=0.4),
            Lines(name="graph", outcome=True, role="slot2", xy="rival_graph_xy", dash="solid"),
        ),
    )


def _bounds() -> Plot:
    names = ("activation", "linear", "some net has", "none has more", "one layer")
    return Plot(
        name="bounds",
        title="Regions and bounds",
        unit="{weights} weights",
        x=Axis(range="bar_range", log=True),
        layers=(
            Bars(
                name="bounds", role="muted", heights="bar_bounds", across="horizontal", names=names, text="{bar_counts}"
            ),
            Bars(
                name="here",
                outcome=True,
                role="hero",
                heights="bar_here",
                across="horizontal",
                names=names,
                text="{bar_counts}",
                symbol="R",
            ),
        ),
    )


def _counts_trace(beside: bool = False) -> Plot:
    rival = Trace(name="rival", outcome=True, role="slot2", series="rival_regions", text="{rival_shape}")
    linear = Trace(name="linear", outcome=True, role="second", series="linear_regions", text="linear")
    return Plot(
        name="counts",
        title="Regions",
        unit="in the window",
        x=Axis(label="steps", whole=True, zero=True),
        y=Axis(whole=True),
        layers=(
            Trace(
                name="activation",
                outcome=True,
                role="slot1" if beside else "hero",
                series="activation_regions",
                text="{shape}" if beside else "{activation_regions}",
            ),
            rival if beside else linear,
        ),
    )


def _loss(params: Params) -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        unit="squared error" if params.data in LINE else "log(1 + exp(−y f))",
        x=Axis(label="steps", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Trace(
                name="low", outcome=True, role="muted", series="loss_low", text="best net", log=True, show="many_nets"
            ),
            Trace(name="loss", outcome=True, series="loss", text="{loss}", log=True),
        ),
        empty="learning",
        empty_text="Add points, and the net learns them",
    )


# ---- one input


def _graph(params: Params, main: bool) -> Plot:
    nodes = params.data == "nodes"
    return Plot(
        name="graph",
        title="{linear_regions} linear pieces",
        unit=_beside_unit(params)
        if main and params.beside == "wide" and params.mode == "regions" and not nodes
        else "net {shape}, {activation_regions} activation regions",
        main=main,
        x=Axis(label="x", range="plane_x"),
        y=Axis(range="graph_y"),
        layers=(
            Lines(name="graph", outcome=True, role="hero", xy="graph_xy", dash="solid", symbol="g"),
            Points(name="bends", role="hero", xy="bends_xy", size=0.6, hover="bends at {x}", symbol="c x_i",
                   outcome=True),
            Points(name="silent", role="ghost", xy="silent_xy", size=0.8, hover="a unit switches, no bend",
                   outcome=True),
            Points(name="points", role="muted" if not nodes else "now", xy="points_xy", ids="ids",
                   size=1.4 if nodes else 0.7, hover="{x}, {y}"),
            Text(name="form", text="{hinge_text}", anchor="top left", show="broken_line"),
        ),
        mouse=(
            editing.add("add a node" if nodes else "add a point", "blue"),
            editing.move("move a node" if nodes else "move a point"),
            editing.delete("delete a node" if nodes else "delete a point"),
        ) if main else (),
    )  # fmt: skip


def _slopes() -> Plot:
    return Plot(
        name="slopes",
        title="Slope",
        unit="constant on each piece",
        x=Axis(label="x", range="plane_x"),
        y=Axis(zero=True),
        layers=(Lines(name="slopes", outcome=True, role="hero", xy="slopes_xy", dash="solid"),),
    )


# ---- the net


def _net() -> Plot:
    return Plot(
        name="net",
        title="Net {shape}",
        unit="{weights} weights and biases; solid positive, dashed negative",
        main=True,
        x=Axis(range="diagram_x", ticks=False),
        y=Axis(range="diagram_y", ticks=False),
        layers=(
            Lines(name="weak", role="field", xy="wires_weak", dash="dotted"),
            Lines(name="positive", role="positive", xy="wires_up", dash="solid"),
            Lines(name="negative", role="negative", xy="wires_down", dash="dashed"),
            Points(name="dots", role="muted", xy="dots_xy", ids="dots_ids", size=0.55),
            Points(name="nodes", role="hero", xy="nodes_xy", size=1.2),
            Ring(name="chosen", role="now", xy="chosen_xy", text="{chosen_name}: {chosen_value}"),
        ),
        mouse=(Mouse(on="click", target="dots", kind="choose", take={"id": "id"}, label="take a weight or bias"),),
    )


def _dial() -> Plot:
    return Plot(
        name="dial",
        title="{chosen_name}",
        unit="{chosen_value}",
        x=Axis(range="dial_x"),
        y=Axis(range="dial_y", ticks=False),
        layers=(
            Lines(name="track", role="muted", xy="dial_track", dash="solid"),
            Points(name="dial", role="now", xy="dial_xy", size=1.8),
        ),
        mouse=(
            Mouse(on="drag", target="dial", kind="set_chosen", take={"value": "x"}, label="turn the weight"),
            Mouse(on="click", kind="set_chosen", take={"value": "x"}, label="set the weight"),
        ),
    )


def _units() -> Plot:
    return Plot(
        name="units",
        title="What each unit gives",
        unit="a row a layer",
        axes=False,
        plane=True,
        layers=(Image(name="units", outcome=True, z="units_image", levels=(0.0, 1.0), frame=False),),
    )


# ---- profile and counts


def _profile() -> Plot:
    return Plot(
        name="profile",
        title="Output along the line",
        unit="{profile_pieces} regions, {profile_linear} linear",
        x=Axis(label="from one end to the other", range="profile_x"),
        layers=(
            Lines(name="profile", outcome=True, role="hero", xy="profile_xy", dash="solid"),
            Points(name="breaks", outcome=True, role="now", xy="profile_breaks", size=0.6, linked="borders"),
        ),
    )


def _along() -> Plot:
    def line(depth: int, role: Role, text: str) -> Curve:
        key = f"along_{depth}"
        return Curve(name=key, outcome=True, role=role, x="along_units", y=key, low=f"{key}_low", high=f"{key}_high",
                     text=text, markers=True)  # fmt: skip

    return Plot(
        name="along",
        title="Regions along it, random nets",
        x=Axis(label="hidden units in all", range=(0.0, 60.0)),
        y=Axis(zero=True),
        layers=(line(3, "slot3", "3 layers"), line(2, "slot2", "2"), line(1, "slot1", "1")),
    )


def _sweep() -> Plot:
    def line(width: int, role: Role) -> Curve:
        return Curve(name=f"width {width}", outcome=True, role=role, x="sweep_depth", y=f"sweep_{width}",
                     text=f"width {width}", markers=True)  # fmt: skip

    return Plot(
        name="sweep",
        title="Regions against depth",
        unit="random nets in the window, mean of 5; bounds for width {bound_width}",
        main=True,
        x=Axis(label="hidden layers", range=(0.8, 5.9)),
        y=Axis(range=(0.0, 11.0), log=True),
        layers=(
            Curve(name="upper", role="theory", x="bound_depth", y="bound_high", text="no net has more"),
            Curve(name="lower", role="theory", x="bound_depth", y="bound_low", text="some net reaches"),
            line(16, "hero"),
            line(8, "slot2"),
            line(4, "slot3"),
        ),
    )
