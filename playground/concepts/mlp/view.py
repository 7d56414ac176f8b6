"""What the panel shows: the net with its units, the plane or the graph, and the plots of each view. No torch."""

from __future__ import annotations

from playground.concepts.mlp import CLASSES, LINE, Params
from playground.figures import editing
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import (
    Arrows,
    Bars,
    Curve,
    Graph,
    Image,
    Layer,
    Level,
    Lines,
    Points,
    Ring,
    Text,
    Tiles,
    Trace,
)

HINT = "Press space to train, click a unit to see its weights, drag a bar's end to change one"


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    here = _graph if params.data in LINE else _plane
    match params.mode:
        case "plane":
            return Figure(plots=(here(params, True), _net(params, False), _loss(params)), hint=_draw_hint(params))
        case "seeds":
            return Figure(
                plots=(_fan(params), here(params, False), _net(params, False)), hint="Click the end of a curve"
            )
        case "classes":
            return Figure(plots=(_confusion(params), here(params, False), _simplex(params)), hint=HINT)
        case "worst":
            return Figure(
                plots=(_worst_plane(params), _worst_curve(), _loss(params)), hint="Turn the radius of the ball"
            )
        case "units":
            return Figure(plots=(_activation(params), _net(params, False), _unit()), hint="Click a unit of the net")
    return Figure(plots=(_net(params, True), here(params, False), _unit(), _loss(params)), hint=HINT)


def _draw_hint(params: Params) -> str:
    if params.data in LINE:
        return "Drag over the plot to draw the curve"
    return "Shift and drag draws points of the class to draw, alt and click removes one"


# ---- the net


def _net(params: Params, main: bool) -> Plot:
    choose = Mouse(on="click", target="tiles", kind="choose", take={"id": "id"}, label="lay out the weights of a unit")
    kill = Mouse(on="double-click", target="tiles", kind="silence", take={"id": "id"}, label="silence a unit")
    return Plot(
        name="net",
        title="Net {shape}",
        unit="{weights} weights and biases" if main else "",
        main=main,
        x=Axis(range="diagram_x", ticks=False),
        y=Axis(range="diagram_y", ticks=False),
        layers=(
            Lines(name="negative", role="negative", xy="wires_down", widths="width_down", dash="dashed", halo=False,
                  found=False, symbol="W"),
            Lines(name="positive", role="positive", xy="wires_up", widths="width_up", dash="solid", halo=False,
                  found=False, symbol="W"),
            Tiles(name="features", z="feature_tiles", xy="features_xy", size="tile_room", words="feature_words",
                names="feature_words",
                  symbol="x"),
            Tiles(name="tiles", z="tiles", xy="tiles_xy", size="tile_room", ids="tile_ids", mark="tile_mark",
                  words="tile_words", dots="biases", outcome=True, symbol="h b"),
            Text(name="more", role="muted", text="{more_units}", anchor="bottom right", show="more_units"),
        ),
        mouse=(choose, kill),
    )  # fmt: skip


def _unit() -> Plot:
    return Plot(
        name="unit",
        title="Into {unit_name}",
        x=Axis(range="unit_range"),
        layers=(
            Bars(name="weights", heights="unit_weights", across="horizontal", words="unit_words", role="muted",
                 text="{unit_weights}", outcome=True, symbol="w"),
            Points(name="handles", role="now", xy="unit_xy", ids="unit_ids", size=0.8, outcome=True),
        ),
        mouse=(
            Mouse(on="drag", target="handles", kind="set_weight", take={"id": "id", "value": "x"},
                  label="change a weight or the bias"),
        ),
    )  # fmt: skip


def _loss(params: Params) -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        unit=_loss_name(params),
        x=Axis(label="epochs", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Trace(name="held", role="second", series="held_loss", against="epochs", text="held out", log=True,
                  show="held_there", outcome=True),
            Trace(name="loss", series="loss", against="epochs", text="{loss}", log=True, outcome=True, symbol="L"),
        ),
        empty="learnt_points",
        empty_text="Draw points, and the net learns them",
    )  # fmt: skip


def _loss_name(params: Params) -> str:
    if params.data not in CLASSES:
        return {"squared": "squared error", "absolute": "absolute error", "huber": "Huber"}[params.error]
    return {"cross-entropy": "cross-entropy", "squared": "squared error", "hinge": "hinge"}[params.loss]


# ---- the plane and the graph


_SURFACE: tuple[Layer, ...] = (
    Image(name="surface", z="surface", color_map="diverging", levels=(-1.7, 1.7), extent="surface_extent",
          outcome=True, symbol="f", frame=False, show="one_output"),
    Image(name="classes", z="surface", classes=True, extent="surface_extent", outcome=True, symbol="f", frame=False,
          show="many_classes"),
    Lines(name="boundary", role="hero", xy="boundary_xy", dash="solid", found=False, outcome=True, halo=False),
)  # fmt: skip
_POINTS: tuple[Layer, ...] = (
    Points(name="points", role="class", xy="points_xy", labels="labels", ids="ids", hollow="hollow", size=0.62,
           show="with_classes"),
    Graph(name="values", xy="points_xy", pairs="no_pairs", values="values", levels=(-1.0, 1.0), ids="ids", scale=0.5,
          show="with_values"),
)  # fmt: skip


def _drawing(params: Params) -> tuple[Mouse, ...]:
    return (
        editing.add("add a point", params.brush),
        editing.draw("draw points", params.brush),
        editing.move(),
        editing.relabel("give it the next class", "next_label"),
        editing.delete(),
    )


def _plane(params: Params, main: bool) -> Plot:
    return Plot(
        name="plane",
        title="Output",
        unit="{score}, hollow points are held out" if main else "{score}",
        main=main,
        plane=True,
        zoom=True,
        x=Axis(range="plane_x", label="{x_name}" if main else ""),
        y=Axis(range="plane_y"),
        layers=(*_SURFACE, *_POINTS),
        mouse=_drawing(params) if main else _pointing(params),
        empty="points",
        empty_text="Click to add points",
        empty_keys="the class to draw is a parameter",
    )


def _pointing(params: Params) -> tuple[Mouse, ...]:
    """Beside the net: points are added and removed, not dragged."""
    return tuple(one for one in _drawing(params) if one.on != "double-click")


def _graph(params: Params, main: bool) -> Plot:
    return Plot(
        name="graph",
        title="Output",
        unit="largest error {sup_error}",
        main=main,
        x=Axis(label="{x_name}" if main else "", range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            Lines(name="others", role="muted", xy="others_xy", dash="solid", found=False, halo=False, outcome=True),
            Points(name="points", role="muted", xy="points_xy", ids="ids", hollow="hollow", size=0.45),
            Lines(name="curve", role="theory", xy="curve_xy", found=False),
            Lines(name="graph", role="hero", xy="graph_xy", dash="solid", outcome=True, symbol="f"),
        ),
        mouse=(
            editing.add("add a point", 1),
            editing.draw("draw the curve", 1),
            editing.move(),
            editing.delete(),
        ),
        empty="points",
        empty_text="Hold shift and drag to draw a curve",
    )


# ---- single views


def _fan(params: Params) -> Plot:
    return Plot(
        name="fan",
        title="Loss of every seed",
        unit=f"{_loss_name(params)}, net {{nets_shown}} is drawn",
        main=True,
        x=Axis(label="epochs", range="fan_x", whole=True),
        y=Axis(log=True),
        layers=(
            Lines(name="fan", role="muted", xy="fan_xy", dash="solid", halo=False, found=False, outcome=True),
            Lines(name="here", role="hero", xy="fan_here", dash="solid", found=False, outcome=True, symbol="L"),
            Points(name="ends", role="second", xy="fan_ends", ids="fan_ids", size=0.7, outcome=True),
        ),
        mouse=(Mouse(on="click", target="ends", kind="choose_net", take={"id": "id"}, label="show this net"),),
    )  # fmt: skip


def _confusion(params: Params) -> Plot:
    return Plot(
        name="confusion",
        title="Confusion matrix",
        unit="rows are the true classes, columns the decisions, over all points",
        main=True,
        layers=(
            Image(
                name="shares",
                z="confusion",
                levels=(0.0, 1.18),
                gaps=True,
                outcome=True,
                row_words="class_words",
                column_words="class_words",
            ),
            Text(name="counts", xy="confusion_xy", text="{confusion_flat}", outcome=True, plate=True),
        ),
        empty="with_classes",
        empty_text="Values have no classes",
    )


def _simplex(params: Params) -> Plot:
    return Plot(
        name="simplex",
        title="Probabilities",
        unit="a point in the corner of its class is sure of it",
        axes=False,
        layers=(
            Lines(name="frame", role="muted", xy="simplex_frame", dash="solid", found=False, halo=False),
            Points(name="probabilities", role="class", xy="simplex_xy", labels="labels", size=0.6, outcome=True,
                   symbol="p"),
        ),
    )  # fmt: skip


def _worst_plane(params: Params) -> Plot:
    if params.data in LINE:
        return _graph(params, True)
    plot = _plane(params, True)
    extra = (
        Lines(name="balls", role="now", xy="worst_rings", dash="solid", found=False, halo=False, outcome=True),
        Arrows(name="worst", role="second", tails="worst_tails", vectors="worst_arrows", outcome=True, symbol="δ"),
    )
    return Plot(
        name="plane",
        title="Worst point in each ball",
        unit="rings: the decision can be turned within the radius {radius_there}",
        main=True,
        plane=True,
        x=plot.x,
        y=plot.y,
        layers=(*_SURFACE, *extra, *_POINTS),
        mouse=plot.mouse,
        empty=plot.empty,
        empty_text=plot.empty_text,
    )


def _worst_curve() -> Plot:
    return Plot(
        name="worst loss",
        title="Worst loss",
        unit="mean over the learnt points",
        x=Axis(label="radius of the ball", zero=True),
        y=Axis(zero=True),
        layers=(
            Level(name="loss", role="theory", value="loss", text="loss at the points {loss}"),
            Curve(name="worst", x="worst_x", y="worst_y", markers=True, outcome=True),
            Ring(name="here", role="now", xy="worst_here", text="{worst_loss}", show="worst_loss"),
        ),
    )


def _activation(params: Params) -> Plot:
    return Plot(
        name="activation",
        title="Activation",
        unit="marks: {marked_name} at the points",
        main=True,
        x=Axis(label="z", range=(-5.4, 5.4)),
        y=Axis(range="activation_range"),
        layers=(
            Curve(name="slope", role="second", x="activation_x", y="activation_slope", text="slope", symbol="φ'"),
            Curve(name="value", x="activation_x", y="activation_y", text="value", symbol="φ"),
            Points(name="marks", role="now", xy="activation_marks", size=0.5, outcome=True, symbol="z"),
        ),
    )
