"""What the user does: draw, rub out, take examples, aim at a digit, put the attacked point, and edit the points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.attacks import Params
from playground.concepts.attacks.data import REACH, SIDES, Data
from playground.concepts.attacks.state import State, example
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.points.edits import Edits
from playground.engine.kit.points.table import PointTable
from playground.engine.kit.strokes import by_hand, rubbed
from playground.engine.run.context import Ctx

MOST = 600  # points
_TABLE: PointTable[Data] = PointTable(("X", "y"))


def _inside(value: float) -> float:
    return min(max(value, -REACH), REACH)


_EDITS: Edits[Data] = Edits(table=_TABLE, place=lambda data, x, y, row: {"X": [_inside(x), _inside(y)]}, most=MOST)


def _pixels(values: Mapping[str, Any], side: int) -> list[float]:
    """A path over the paper, whose side is 1 in the picture, in pixels."""
    return [side * one for one in values["path"]]


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: the path is not made of places, there is no such point, or there are too many.
    """
    values, side = gesture.values, SIDES[params.digits]
    match gesture.kind:
        case "draw":
            return data, state._replace(drawing=torch.maximum(state.drawing, by_hand(_pixels(values, side), side)))
        case "erase":
            return data, state._replace(drawing=rubbed(state.drawing, _pixels(values, side)))
        case "example":
            which = int(torch.randint(1 << 16, (), generator=ctx.rng))
            return data, state._replace(drawing=example(data, values["digit"], which).view(side, side))
        case "aim":
            return data, state._replace(target=-1 if state.target == values["digit"] else values["digit"])
        case "blank":
            return data, state._replace(drawing=torch.zeros_like(state.drawing))
        case "put":
            place = [_inside(values["x"]), _inside(values["y"])]
            return data, state._replace(point=torch.tensor(place, dtype=torch.float64))
        case "add_point" if len(data.y) >= MOST:
            raise BadInput(f"there are {len(data.y)} points, allowed are at most {MOST}", "points")
    return _EDITS.apply(data, gesture), state
