"""The MLP playground as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from typing import Any

from playground.concepts.mlp import Params, activation, confusion, linear, seeds, worst
from playground.concepts.mlp.data import Data, load, make_data
from playground.concepts.mlp.gestures import apply
from playground.concepts.mlp.graph import fit, graph
from playground.concepts.mlp.jobs import JOBS
from playground.concepts.mlp.learning import gradient_norm
from playground.concepts.mlp.loss import loss
from playground.concepts.mlp.net import HINT, more_units, net
from playground.concepts.mlp.plane import plane
from playground.concepts.mlp.state import State, begin
from playground.concepts.mlp.stepping import Info, growth_correlation, read, stage_ratio, step
from playground.concepts.mlp.surface import surface
from playground.concepts.mlp.unit import unit, unit_name, weight_places, worked_out
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.kit.dense.layout import length
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot

_DRAW_HINT = "Press space to train; shift and drag draws points of the class to draw"
_CURVE_HINT = "Press space to train; drag over the plot to draw the curve"


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view, and the numbers that are read."""
    line = fit(params, data, state) if data.dimension == 1 else None

    def output(main: bool = False) -> Plot:
        return graph(params, data, state, line, main) if line else plane(params, data, state, view, main)

    match params.mode:
        case "net":
            both = net(params, data, state, view, main=True), output()
            drawn = Drawn(Figure(plots=(*both, unit(params, data, state), loss(params)), hint=HINT))
        case "plane":
            plots = (output(main=True), net(params, data, state, view), loss(params))
            drawn = Drawn(Figure(plots=plots, hint=_CURVE_HINT if line else _DRAW_HINT))
        case "surface":
            first = output(main=True) if line else surface(params, data, state)
            plots = (first, net(params, data, state, view), loss(params))
            drawn = Drawn(Figure(plots=plots, hint="Press space to train; drag to turn"))
        case "seeds":
            drawn = seeds.observe(params, data, state, view, output())
        case "classes":
            drawn = confusion.observe(params, data, state, output())
        case "worst":
            drawn = worst.observe(params, data, state, view, line)
        case "linear":
            drawn = linear.observe(params, data, state, view)
        case "units":
            drawn = activation.observe(params, data, state, view)
    found = {"sup_error": line and line.error, "permutation_gap": findings["permutations"].get("permutation_gap")}
    return Drawn(drawn.figure, {**_numbers(params, data, state), **found, **drawn.numbers})


def _numbers(params: Params, data: Data, state: State) -> dict[str, Any]:
    """What is read of a run in every view."""
    reading, learnt = read(params, data, state)[0], int((~data.held).sum())
    score = "" if reading.loss is None else f"loss {reading.loss:.3f}"
    if reading.accuracy is not None:
        score = f"accuracy {100 * reading.accuracy:.1f} %"
    two, many = data.classes == 2, data.classes > 2
    bias = weight_places(state, state.chosen)[-1]
    return reading._asdict() | {
        "gradient_norm": gradient_norm(params, data, state) if learnt else None,
        "growth": growth_correlation(state),
        "stage_ratio": stage_ratio(state),
        "updates": state.updates,
        "points": len(data.y),
        "learnt_points": learnt,
        "weights": length(state.sizes, params.norm != "none"),
        "shape": "-".join(map(str, state.sizes)),
        "more_units": more_units(state.sizes),
        "nets_shown": f"{state.shown + 1} of {len(state.theta)}",
        "unit_name": unit_name(data, state, state.chosen),
        "unit_bias": float(state.theta[state.shown, bias]),
        "output_name": "probability of class 1" if two else "the likeliest class" if many else "the value",
        "loss_rule": params.loss if data.classes else params.error,
        "penalty_words": _penalty(params),
        "by_a_line": not state.hidden and data.classes > 0 and params.loss == "cross-entropy" and not params.decay,
        "score": score,
        "x_name": data.inputs[0],
        "y_name": data.inputs[-1],
        "file_name": data.name,
        "first_class": data.names[0] if data.classes else "",
        "class_words": ", ".join(data.names),
        "two_classes": two,
        "many_classes": many,
        "with_values": not data.classes,
        "held_there": bool(data.held.any()),
        **worked_out(params, data, state),
    }


def _penalty(params: Params) -> str:
    """What the gradient of an update holds beside that of the loss, in words."""
    return " with its penalty" if params.decay and params.optimiser != "adamw" else ""


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, jobs=JOBS)
