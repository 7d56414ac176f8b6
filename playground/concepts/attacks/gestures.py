"""What the user does: draw, rub out, take examples, aim at a digit, put the attacked point, and edit the points."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from playground.concepts.attacks import Params
from playground.concepts.attacks.data import REACH, SIDES, Data
from playground.concepts.attacks.state import State, example
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit import strokes
from playground.engine.kit.points.edits import Edits
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx

_RUBBER = 2.0  # times as wide as the pen
_FINE = 4  # a stroke on small paper is drawn so much finer, and averaged
MOST = 600  # points
_TABLE: PointTable[Data] = PointTable(("X", "y"))


def _inside(value: float) -> float:
    return min(max(value, -REACH), REACH)


_EDITS: Edits[Data] = Edits(table=_TABLE, place=lambda data, x, y, row: {"X": [_inside(x), _inside(y)]}, most=MOST)


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: the path is not made of places, there is no such point, or there are too many.
    """
    values, side = gesture.values, SIDES[params.digits]
    match gesture.kind:
        case "draw":
            return data, state._replace(drawing=torch.maximum(state.drawing, _ink(values["path"], side, 1.0)))
        case "erase":
            left = (1.0 - 2.0 * _ink(values["path"], side, _RUBBER)).clamp_min(0.0)
            return data, state._replace(drawing=torch.minimum(state.drawing, left))
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


def _ink(path: Sequence[float], side: int, times: float) -> Tensor:
    """A stroke on paper of this side.

    Raises:
        BadInput: there is half a place too many, or none.
    """
    if len(path) % 2 or not path:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs of x and y", "path")
    # The paper is a square of side 1 in the picture, its lower left corner at 0.
    inside = [x if i % 2 == 0 else 1.0 - x for i, x in enumerate(path)]
    fine = _FINE if side < 16 else 1
    pen = strokes.PEN * times * (1.7 if fine > 1 else 1.0)
    ink = strokes.stroke(inside, side * fine, pen)
    return ink.reshape(side, fine, side, fine).mean((1, 3)).to(torch.float64)
