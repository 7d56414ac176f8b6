"""A net on your drawing as the functions of the contract; each lives in a module of its own beside this one."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from playground.concepts.conv_nets import Params, counted, unit, why
from playground.concepts.conv_nets.beside import learning, output
from playground.concepts.conv_nets.data import Data, load, make_data
from playground.concepts.conv_nets.gestures import apply
from playground.concepts.conv_nets.maps import maps
from playground.concepts.conv_nets.shape import field_gap, field_of, fields, measured, shape_of, windows
from playground.concepts.conv_nets.state import Info, State, begin, maps_of, place_of, said
from playground.concepts.conv_nets.stepping import step
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.kit import conv_nets
from playground.engine.kit.conv_nets import Shape
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure
from playground.texts.sums import products, total

_HINT = "Draw, click a unit of any map, press space to train"


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    match params.mode:
        case "maps":
            plots = (maps(params, state), output(params, state), unit.patches(params, data, state), learning())
            drawn = Drawn(Figure(plots=plots, hint=_HINT, wide=True, share=0.6))
        case "unit":
            drawn = unit.observe(params, data, state)
        case "why":
            drawn = why.observe(params, data, state)
        case "shapes":
            drawn = counted.observe(params)
    return Drawn(drawn.figure, {**_numbers(params, state, info), **drawn.numbers})


def _numbers(params: Params, state: State, info: Info | None) -> dict[str, Any]:
    """What is read of a run in every view."""
    shape, found = shape_of(params), maps_of(params, state)
    shares = found.logits[0].softmax(0)
    known = tuple(windows(shape.layers[: state.layer + 1], pooled=False))
    field, (extent, share) = field_of(shape, state.layer), measured(known)
    row, column = place_of(params, state)
    best = int(shares.argmax())
    return {
        "says": str(best),
        "probability": float(shares[best]),
        "loss": info.loss if info is not None else None,
        "held_accuracy": float(state.held.double().mean()),
        "updates": state.updates,
        "weights": len(state.theta),
        "field": field.size,
        "jump": field.jump,
        "start": field.start,
        "field_measured": extent.size,
        "field_gap": field_gap(shape),
        "seen_share": share**2,
        "unit_value": float(found.raw[state.layer][0, state.channel, row, column]),
        "map_side": found.raw[state.layer].shape[-1],
        "layer": state.layer + 1,
        "channel": state.channel,
        "row": row,
        "column": column,
        "layers": len(shape.layers),
        "asked": str(said(params, state)),
        "looked_through": unit.LOOKED_THROUGH,
        "share_sum": total((found.logits[0] - found.logits[0, best]).exp().tolist(), 3),
        "field_sum": products(*_reaches(shape, state.layer), 0),
        "silent": int((state.alive == 0).sum()),
        "trained": state.updates > 0,
        "head_mean": params.head == "mean",
    }


def _reaches(shape: Shape, layer: int) -> tuple[list[int], list[int]]:
    """By how many steps each window up to a layer reaches further, and how wide the steps are."""
    known = windows(shape.layers[: layer + 1], pooled=False)
    return [d * (k - 1) for k, _, d, _ in known], [one.jump for one in fields(known)[:-1]]


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The weights of the net by name."""
    return conv_nets.named(state.theta, shape_of(params))


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, load=load, weights=weights)
