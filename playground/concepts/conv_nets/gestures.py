"""What the user does: draw, rub out, choose and silence units, take examples, and ask about a digit."""

from __future__ import annotations

import torch

from playground.concepts.conv_nets import Params
from playground.concepts.conv_nets.data import Data
from playground.concepts.conv_nets.scene import blocks
from playground.concepts.conv_nets.shape import field_of, shape_of
from playground.concepts.conv_nets.state import State, example, said
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit import strokes
from playground.engine.kit.conv_nets import Shape
from playground.engine.run.context import Ctx


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The state after a gesture.

    Raises:
        BadInput: the path is not made of places, or there is no such layer or channel.
    """
    values, shape = gesture.values, shape_of(params)
    match gesture.kind:
        case "draw":
            return data, state._replace(
                drawing=torch.maximum(state.drawing, strokes.by_hand(values["path"], shape.side))
            )
        case "erase":
            return data, state._replace(drawing=strokes.rubbed(state.drawing, values["path"]))
        case "choose_unit":
            layer, channel = _unit(shape, values["layer"], values["id"])
            row, column = blocks(shape)[layer].unit_at(channel, values["x"], values["y"])
            return data, state._replace(layer=layer, channel=channel, row=row, column=column)
        case "choose_place":
            row, column = _seeing(shape, state.layer, values["x"], shape.side - values["y"])
            return data, state._replace(row=row, column=column)
        case "choose_cell":
            return data, state._replace(row=values["row"], column=values["column"])
        case "silence":
            layer, channel = _unit(shape, values["layer"], values["id"])
            place = sum(one.channels for one in shape.layers[:layer]) + channel
            alive = state.alive.clone()
            alive[place] = 1.0 - alive[place]
            return data, state._replace(alive=alive)
        case "example":
            which = int(torch.randint(1 << 16, (), generator=ctx.rng))
            return data, state._replace(drawing=example(data, values["digit"], which))
        case "ask":
            same = state.asked == values["digit"] or values["digit"] == said(params, state)
            return data, state._replace(asked=-1 if same else values["digit"])
        case "speak":
            return data, state._replace(alive=torch.ones_like(state.alive))
        case _:
            return data, state._replace(drawing=torch.zeros_like(state.drawing))


def _unit(shape: Shape, layer: int, channel: int) -> tuple[int, int]:
    """Layer, from 0, and channel."""
    if layer > len(shape.layers):
        raise BadInput(f"layer is {layer}, allowed is 1 to {len(shape.layers)}", "layer")
    if channel >= shape.layers[layer - 1].channels:
        most = shape.layers[layer - 1].channels - 1
        raise BadInput(f"id is {channel}, allowed is 0 to {most} in layer {layer}", "id")
    return layer - 1, channel


def _seeing(shape: Shape, layer: int, x: float, y: float) -> tuple[int, int]:
    """Row and column of the unit in whose field's middle a place is; both from the top left."""
    field, side = field_of(shape, layer), blocks(shape)[layer].side
    row, column = (round((at - field.start - field.size / 2) / field.jump) for at in (y, x))
    return min(max(row, 0), side - 1), min(max(column, 0), side - 1)
