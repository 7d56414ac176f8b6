"""What the panel shows: the graph in every view, and beside it matrix, energy, embedding, colours or spectrum."""

from __future__ import annotations

from playground.concepts.graphs import Params
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Graph, Image, Lines, Points, Ring, Text, Trace


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    match params.mode:
        case "squashing":
            return Figure(plots=(_nodes(params), _by_distance(), _levels()), hint="Click a node to hear with its ears")
        case "crowd":
            return Figure(plots=(_crowd_matrix(), _crowd_values()), hint="Wait for the graph: a dozen layers are timed")
        case "training":
            return Figure(
                plots=(_nodes(params), _plane(), _loss(), _accuracy()),
                hint="Shift-click a node to label it blue, Alt-click for orange, then press space",
            )
        case "wl":
            return Figure(
                plots=(_nodes(params), _colours("left"), _colours("right"), _gaps()),
                hint="Press the right arrow: one round of colours",
            )
        case "spectral":
            return Figure(
                plots=(_nodes(params), _spectrum(), _filter(params), _wave()),
                hint="Click an eigenvalue, shift-click nodes to paint a signal",
            )
    return Figure(plots=(_nodes(params), _matrix(), _energy(), _distance()),
                  hint="Press the right arrow: one round of messages. Click a node for its sum")  # fmt: skip


# ---- the graph


def _mouse(params: Params) -> tuple[Mouse, ...]:
    """Moving and choosing everywhere; values or labels by click; edges and nodes."""
    node = {"node": "id"}
    common = [
        Mouse(on="drag", target="nodes", kind="move", take={"node": "id", "xy": "xy"}, label="move a node"),
        Mouse(on="click", target="nodes", kind="choose", take=node, label="choose a node"),
    ]
    if params.mode == "training":
        return (
            *common,
            Mouse(on="shift+click", target="nodes", kind="label", take=node, give={"label": 0}, label="label it blue"),
            Mouse(on="alt+click", target="nodes", kind="label", take=node, give={"label": 1}, label="label it orange"),
            Mouse(on="double-click", target="nodes", kind="label", take=node, give={"label": -1},
                  label="take its label away"),
        )  # fmt: skip
    value = {"value": params.ink}
    paint = Mouse(on="shift+click", target="nodes", kind="paint", take=node, give=value, label="set its value")
    return (
        *common,
        *(() if params.mode == "wl" else (paint,)),
        Mouse(on="alt+click", target="nodes", kind="link", take=node, label="connect with the chosen node, or cut"),
        Mouse(on="double-click", target="nodes", kind="remove", take=node, label="remove a node"),
        Mouse(on="shift+click", kind="add", take={"xy": "xy"}, label="add a node"),
    )


def _nodes(params: Params) -> Plot:
    titles = {
        "messages": ("Values on the graph", "round {rounds_done}; node {chosen_name} = {chosen_value}"),
        "squashing": ("What node {chosen_name} hears", "log₁₀ |∂h/∂x| after {rounds_done} layers"),
        "training": ("Predicted classes", "ringed: the {told} labelled nodes; depth of colour: certainty"),
        "wl": ("Colours", "round {wl_rounds}: {wl_words}"),
        "spectral": ("Signal" if params.picture == "signal" else "Result", "{node_count} nodes, {edge_count} edges"),
    }
    title, unit = titles[params.mode]
    values = {"squashing": "heard", "wl": ""}.get(params.mode, "node_values")
    weighted = params.mode in ("messages", "training") and params.layer == "gat"
    layer = Graph(
        name="nodes",
        xy="nodes_xy",
        pairs="edges",
        values=values,
        color_map="sequential" if params.mode == "squashing" else "diverging",
        levels=(-1.0, 1.0) if params.mode == "training" else None,
        labels="node_labels" if params.mode == "wl" else "",
        ids="nodes_ids",
        sizes="node_sizes",
        widths="edge_width" if weighted else "",
        strong="edge_strong" if params.mode in ("messages", "squashing") else "",
        mark="node_told" if params.mode == "training" else "node_chosen",
        words="node_names",
        hover="{" + values + "}" if values else "",
        symbol={"wl": "c", "spectral": "x", "squashing": "h_i"}.get(params.mode, "h"),
        linked="nodes",
    )
    remark = Text(name="remark", text="{remark}", anchor="bottom left", show="has_remark")
    return Plot(name="graph", title=title, unit=unit, main=True, plane=True, axes=False, layers=(layer, remark),
                mouse=_mouse(params))  # fmt: skip


# ---- messages


def _matrix() -> Plot:
    return Plot(
        name="matrix",
        title="Coupling of the nodes",
        unit="{matrix_words}",
        plane=True,
        axes=False,
        layers=(
            Image(name="reach", z="reach", color_map="sequential", linked="nodes"),
            Lines(name="row", role="now", xy="row_mark", dash="solid", found=False),
        ),
        mouse=(Mouse(on="click", target="reach", kind="choose_row", take={"row": "row"}, label="choose its node"),),
    )


def _energy() -> Plot:
    return Plot(
        name="energy",
        title="Dirichlet energy",
        unit="how much neighbours differ",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Curve(name="theory", role="theory", x="theory_x", y="theory_y", text="theory", show="has_theory"),
            Trace(name="energy", series="dirichlet_energy", log=True, text="{dirichlet_energy}", outcome=True),
        ),
    )


def _distance() -> Plot:
    return Plot(
        name="distance",
        title="Distance to the limit",
        unit="limit: √(d + 1) in each component",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Trace(name="distance", series="distance_to_limit", log=True, text="{distance_to_limit}", outcome=True),
        ),
    )


# ---- squashing


def _by_distance() -> Plot:
    return Plot(
        name="by_distance",
        title="Heard by distance",
        unit="mean |∂h/∂x| at that many hops",
        x=Axis(label="hops from node {chosen_name}", whole=True, zero=True),
        y=Axis(log=True),
        layers=(Curve(name="heard", role="hero", x="heard_hops", y="heard_mean", markers=True, outcome=True),),
    )


def _levels() -> Plot:
    return Plot(
        name="levels",
        title="Root and leaf of binary trees",
        unit="a quarter with each level",
        x=Axis(label="depth of the tree = layers", whole=True, zero=True),
        y=Axis(log=True),
        layers=(Curve(name="levels", role="slot2", x="level_x", y="level_y", markers=True, outcome=True),),
    )


# ---- training


def _plane() -> Plot:
    return Plot(
        name="plane",
        title="Embedding",
        unit="of the nodes; colour: true class",
        plane=True,
        x=Axis(range=(-1.3, 1.3)),
        y=Axis(range=(-1.3, 1.3)),
        layers=(
            Points(name="points", role="class", xy="plane", labels="plane_labels", ids="nodes_ids", linked="nodes"),
            Ring(name="told", role="now", xy="plane_told"),
        ),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        unit="of the labelled nodes",
        x=Axis(label="epoch", whole=True, zero=True),
        y=Axis(zero=True),
        layers=(
            Trace(name="loss", series="loss", role="hero", text="{loss}", outcome=True),
        ),
    )  # fmt: skip


def _accuracy() -> Plot:
    return Plot(
        name="accuracy",
        title="Accuracy",
        unit="{right} of {known} right",
        x=Axis(label="epoch", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Trace(name="accuracy", series="accuracy", role="slot1", text="{accuracy}", show="knows", outcome=True),
            Text(
                name="compared",
                text="5 seeds: GCN {accuracy_gcn}, GAT {accuracy_gat}, alone {accuracy_alone}",
                anchor="bottom left",
                show="accuracy_alone",
                outcome=True,
            ),
        ),
    )


# ---- colour refinement


def _colours(side: str) -> Plot:
    words = {"left": "First graph", "right": "Second graph"}[side]
    bars = Bars(
        name="bars",
        outcome=True,
        heights=f"colour_{side}",
        labels="colour_slots",
        role="class",
        text=f"{{colour_{side}}}",
    )
    return Plot(
        name=side, title=words, unit="nodes of each colour", x=Axis(label="colour", whole=True), y=Axis(zero=True),
        layers=(bars,),
    )  # fmt: skip


def _gaps() -> Plot:
    bars = Bars(name="gaps", outcome=True, heights="centre_gaps", names=("sum", "mean", "max"), across="horizontal",
                text="{centre_gaps}")  # fmt: skip
    return Plot(name="gaps", title="Gap of the two centres", unit="after one round from equal values",
                x=Axis(range=(0.0, 0.5)), layers=(bars,))  # fmt: skip


# ---- spectral


def _spectrum() -> Plot:
    return Plot(
        name="spectrum",
        title="Spectrum of the signal",
        unit="|c| at each eigenvalue",
        x=Axis(label="λ", zero=True),
        y=Axis(zero=True),
        layers=(
            Lines(name="stems", role="muted", xy="spectrum_stems", dash="solid"),
            Points(
                name="modes",
                role="hero",
                xy="spectrum_points",
                ids="spectrum_ids",
                hover="mode {id}, λ = {x}",
                symbol="x̂ λ",
            ),
            Ring(name="wave", role="now", xy="wave_at"),
        ),
        mouse=(Mouse(on="click", target="modes", kind="wave", take={"mode": "id"}, label="show this mode"),),
        empty="small_graph",
        empty_text="Spectra are computed up to 400 nodes",
        empty_keys="choose fewer nodes",
    )


def _filter(params: Params) -> Plot:
    unit = "exp(−t λ), t = {time_passed}" if params.process == "heat" else "order {rounds_done}, error {filter_gap}"
    return Plot(
        name="filter",
        title="Filter",
        unit=unit,
        x=Axis(label="λ", zero=True),
        y=Axis(zero=True),
        layers=(
            Curve(name="exact", role="theory", x="filter_x", y="filter_y", text="exact"),
            Curve(name="series", role="hero", x="filter_x", y="series_y", show="is_chebyshev", outcome=True),
        ),
    )


def _wave() -> Plot:
    layer = Graph(name="wave", xy="nodes_xy", pairs="edges", values="wave_values", ids="nodes_ids", scale=0.6,
                  hover="{wave_values}", linked="nodes")  # fmt: skip
    return Plot(name="wave", title="Mode {wave_number}", unit="λ = {wave_lambda}", plane=True, axes=False,
                layers=(layer,))  # fmt: skip


# ---- a large graph


def _crowd_matrix() -> Plot:
    return Plot(
        name="big",
        title="100,000 nodes, 1,000,000 edges",
        unit="one GCN layer in {big_ms} ms; log of the entries in blocks",
        main=True,
        plane=True,
        axes=False,
        layers=(Image(name="big", z="big_matrix", color_map="sequential"),),
    )


def _crowd_values() -> Plot:
    return Plot(
        name="big_values",
        title="Values of all nodes",
        unit="nodes in each bin",
        x=Axis(label="value"),
        y=Axis(zero=True),
        layers=(Bars(name="values", outcome=True, role="slot1", heights="big_counts", edges="big_edges"),),
    )
