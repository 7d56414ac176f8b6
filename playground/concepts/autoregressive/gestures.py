"""What the user does: turn pixels over, draw, choose pictures and pixels, and roll the dice again."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from playground.concepts.autoregressive import Params
from playground.concepts.autoregressive.data import PIXELS, Data
from playground.concepts.autoregressive.declared import GRID, SIDE
from playground.concepts.autoregressive.state import PICTURES, State, example, futures, order_of
from playground.engine.declarations.concept import Gesture
from playground.engine.kit import brush
from playground.engine.run.context import Ctx


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The state after a gesture.

    Raises:
        BadInput: the path is not made of places.
    """
    values = gesture.values
    match gesture.kind:
        case "flip":
            return data, _flipped(params, data, state, values["row"] * SIDE + values["column"])
        case "draw" | "erase":
            drawing = state.drawing.clone()
            drawing[_touched(values["path"])] = float(gesture.kind == "draw")
            return data, state._replace(drawing=drawing)
        case "choose_picture":
            return data, state._replace(chosen=values["id"])
        case "choose_pixel":
            return data, state._replace(pixel=values["row"] * SIDE + values["column"])
        case "choose_place":
            places = order_of(params, data, state).argsort()
            return data, state._replace(pixel=int(places[values["row"]]))
        case "choose_cell":
            return data, state._replace(cell=values["row"] * GRID + values["column"])
        case "example":
            which = int(torch.randint(1 << 16, (), generator=ctx.rng))
            return data, state._replace(drawing=example(data, values["digit"], which))
        case "dice":
            return data, state._replace(noise=ctx.rand(PICTURES, PIXELS))
        case _:
            return data, state._replace(drawing=torch.zeros(PIXELS))


def _flipped(params: Params, data: Data, state: State, pixel: int) -> State:
    """The chosen picture up to a pixel, and that one turned over."""
    filling = params.changed({"mode": "fill"}) if params.mode != "fill" else params
    order = order_of(filling, data, state)
    at = int(order[pixel])
    picture = futures(filling, data, state).x[state.chosen] * (order <= at)
    picture[pixel] = 1.0 - picture[pixel]
    return state._replace(at=at, picture=picture)


def _touched(path: Sequence[float]) -> Tensor:
    """The pixels that a stroke touches."""
    places = [(x, SIDE - y) for x, y in brush.corners(path)]
    return torch.tensor(brush.stroke(places, SIDE, SIDE, 1), dtype=torch.long)
