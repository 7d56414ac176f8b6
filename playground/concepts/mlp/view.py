"""What the panel shows: the net with its units, the plane or the graph, and the plots of each view. No torch."""

from __future__ import annotations

from playground.concepts.mlp import CLASSES, LINE, Params
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
_XY = {"x": "x", "y": "y"}


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    here = _graph if params.data in LINE else _plane
    match params.mode:
        case "plane":
            return Figure(plots=(here(params, True), _net(params, False), _loss(params)), hint=_draw_hint(params))
        case "seeds":
            return Figure(plots=(_fan(params), here(params, False), _net(params, False)), hint="Click the end of a curve")
        case "classes":
            return Figure(plots=(_confusion(params), here(params, False), _simplex(params)), hint=HINT)
        case "worst":
            return Figure(plots=(_worst_plane(params), _worst_curve(), _loss(params)), hint="Turn the radius of the ball")
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
            Tiles(name="tiles", z="tiles", xy="tiles_xy", size="tile_room", ids="tile_ids", mark="tile_mark",
                  words="tile_words", outcome=True, symbol="h"),
            Points(name="bias up", role="positive", xy="bias_up", size=0.5, outcome=True, symbol="b"),
            Points(name="bias down", role="negative", xy="bias_down", size=0.5, outcome=True, symbol="b"),
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


def _surface(params: Params) -> tuple[Layer, ...]:
    many = params.data in ("blobs", "pinwheel", "iris", "empty")
    two = not many or (params.data != "iris" and params.classes == 2)
    border = Lines(name="boundary", role="hero", xy="boundary_xy", dash="solid", found=False, outcome=True,
                   show="with_classes", halo=False)  # fmt: skip
    if two:
        face = Image(name="surface", z="surface", color_map="diverging", levels=(-1.25, 1.25),
                     extent="surface_extent", outcome=True, symbol="f", frame=False, show="not_many")  # fmt: skip
    return ()


def _drawing(params: Params) -> tuple[Mouse, ...]:
    label = {"label": params.brush}
    return (
        Mouse(on="click", kind="add_point", take=_XY, give=label, label="add a point"),
        Mouse(on="shift+drag", kind="draw_points", take={"path": "path"}, give=label, label="draw points"),
        Mouse(on="drag", target="points", kind="move_point", take={"id": "id", **_XY}, label="move a point"),
        Mouse(on="double-click", target="points", kind="next_label", take={"id": "id"}, label="give it the next class"),
        Mouse(on="alt+click", target="points", kind="delete_point", take={"id": "id"}, label="delete a point"),
    )
