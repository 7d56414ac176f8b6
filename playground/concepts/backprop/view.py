"""What the panel shows: the graph with what stands beside it, or the histograms of two estimators. No torch."""

from __future__ import annotations

from playground.concepts.backprop import Params
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Diagram, Image, Level, Table, Text, Trace

_HINT = "Press space for one node after the other; drag an input up or down; click a node"


def figure(params: Params) -> Figure:
    """The plots of the chosen mode."""
    if params.mode == "estimators":
        return Figure(plots=_histograms(params), hint="Press space to draw samples", even=True)
    match params.beside:
        case "differences":
            return Figure(plots=(_graph(), _steps(), _check()), hint=_HINT)
        case "cost":
            return Figure(plots=(_graph(), _scaling(), _cost()), hint=_HINT)
    if params.mode == "layers" and params.passes == 1:
        return Figure(plots=(_graph(), _node(), _jacobian(), _check()), hint=_HINT)
    more = (_descent(),) if params.passes > 1 else ()
    return Figure(plots=(_graph(), _node(), *more, _check()), hint=_HINT)


def _graph() -> Plot:
    def diagram(name: str, draws: str, outcome: bool, symbol: str) -> Diagram:
        return Diagram(
            name=name,
            role="hero",
            xy="nodes_xy",
            pairs="edges",
            routes="edges_xy",
            heads="graph_heads",
            words="graph_words",
            more="graph_deltas",
            brief="graph_brief",
            brief_more="graph_brief_deltas",
            edge_words="edge_slopes",
            edge_more="edge_shares",
            states="nodes_state",
            flows="edges_flow",
            mark="nodes_mark",
            ids="nodes_ids",
            upright="upright",
            draws="more" if draws == "more" else "boxes",
            outcome=outcome,
            symbol=symbol,
        )

    return Plot(
        name="graph",
        title="Values forward, deltas back",
        unit="{phase}",
        main=True,
        x=Axis(range="graph_x", ticks=False),
        y=Axis(range="graph_y", ticks=False),
        layers=(diagram("graph", "boxes", False, "v L"), diagram("deltas", "more", True, "δ")),
        mouse=(
            Mouse(on="click", target="graph", kind="choose", take={"id": "id"}, label="read a node"),
            Mouse(on="drag", target="graph", kind="drag_value", take={"id": "id", "path": "path"},
                  label="change an input"),
        ),
    )  # fmt: skip


def _node() -> Plot:
    return Plot(
        name="node",
        title="Node {node_name}",
        unit="{node_rule}",
        axes=False,
        layers=(Table(name="paths", outcome=True, rows="node_table", symbol="∂"),),
    )


def _check() -> Plot:
    return Plot(
        name="check",
        title="Gradient check",
        unit="central differences, h = {h_words}",
        axes=False,
        layers=(Table(name="check", outcome=True, rows="check_table", mark="check_mark", ids="check_ids"),),
        mouse=(Mouse(on="click", target="check", kind="choose", take={"id": "id"}, label="read this leaf"),),
    )


def _descent() -> Plot:
    return Plot(
        name="descent",
        title="The output, pass by pass",
        unit="after {passes_done} steps downhill",
        x=Axis(label="step", whole=True),
        layers=(Trace(name="output", role="hero", outcome=True, series="output", stairs=True),),
    )


def _jacobian() -> Plot:
    return Plot(
        name="jacobian",
        title="{jacobian_name}",
        unit="{jacobian_shape}, rows are outputs",
        axes=False,
        layers=(Image(name="jacobian", z="jacobian", color_map="diverging", gaps=True, bar="derivative"),),
    )


def _steps() -> Plot:
    return Plot(
        name="steps",
        title="Error of differences",
        unit="relative, log",
        x=Axis(label="step h", log=True, range=(-14.0, 3.0)),
        y=Axis(log=True, range=(-16.0, 1.0)),
        layers=(
            Curve(name="rounding", role="theory", x="steps_h", y="rounding"),
            Text(name="law", text="dashed: rounding, ε |L| / h", anchor="bottom left"),
            Curve(name="one-sided", role="slot2", outcome=True, x="steps_h", y="forward_errors", text="one-sided"),
            Curve(name="central", role="slot1", outcome=True, x="steps_h", y="central_errors", text="central"),
            Level(name="h", role="now", value="h_log", across="vertical", text="h"),
        ),
    )


def _scaling() -> Plot:
    return Plot(
        name="scaling",
        title="Cost of all derivatives",
        unit="in forward passes, log",
        x=Axis(label="weights of the net", log=True),
        y=Axis(log=True, range=(-1.0, 7.0)),
        layers=(
            Curve(name="differences", role="theory", x="scale_x", y="scale_differences", text="central differences"),
            Curve(name="measured", role="slot2", outcome=True, x="scale_x", y="scale_measured", text="measured",
                  markers=True),
            Curve(name="counted", role="slot1", outcome=True, x="scale_x", y="scale_counted", text="counted",
                  markers=True),
        ),
    )  # fmt: skip


def _cost() -> Plot:
    return Plot(
        name="cost",
        title="This graph",
        unit="operations of arithmetic",
        axes=False,
        layers=(Table(name="cost", rows="cost_table"),),
    )


def _histograms(params: Params) -> tuple[Plot, ...]:
    by = {"mu": "μ", "sigma": "σ"}[params.by]

    def histogram(name: str, title: str, heights: str, variance: str) -> Plot:
        role = "slot2" if name == "score" else "slot1"
        return Plot(
            name=name,
            title=title,
            unit=f"variance {{{variance}}}",
            x=Axis(label=f"estimate of dE f(z) / d{by}", range="bin_range"),
            y=Axis(zero=True),
            layers=(
                Bars(name=name, role=role, outcome=True, heights=heights, edges="bin_edges"),  # type: ignore[arg-type]
                Level(
                    name=f"mean of {name}",
                    role="theory",
                    value="mean",
                    across="vertical",
                    text="exact {mean}" if name == "score" else "",
                ),
            ),
        )

    return (
        histogram("score", "With the score", "score_bins", "score_variance"),
        Plot(
            name="means",
            title="Means so far",
            unit="of all estimates",
            x=Axis(label="step", whole=True),
            layers=(
                Level(name="exact", role="theory", value="mean", text="exact {mean}"),
                Trace(name="score", role="slot2", outcome=True, series="score_mean", text="score {score_mean}"),
                Trace(name="path", role="slot1", outcome=True, series="path_mean", text="sample {path_mean}"),
            ),
        ),
        histogram("path", "Through the sample", "path_bins", "path_variance"),
        Plot(
            name="function",
            title="The function",
            unit="and where z falls",
            x=Axis(label="z"),
            layers=(
                Curve(name="density", role="muted", x="z_x", y="density_y", text="z"),
                Curve(name="f", role="hero", x="z_x", y="f_y", text="f", symbol="f"),
                Text(name="mean of f", text="E f(z) = {expectation}", anchor="top left"),
            ),
        ),
    )
