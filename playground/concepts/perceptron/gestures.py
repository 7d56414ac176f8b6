"""What the user does to the points and to the weights."""

from __future__ import annotations

import math
from functools import partial

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.changes import with_data, with_weights
from playground.concepts.perceptron.data import Data, grown, snapped
from playground.concepts.perceptron.geometry import Point
from playground.concepts.perceptron.state import State, in_use, true_weights
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.data2d import flip_some
from playground.engine.kit.points.edits import Edits
from playground.engine.kit.points.table import PointTable
from playground.engine.run.context import Ctx
from playground.figures.values import Range

TABLE: PointTable[Data] = PointTable(("X", "y"))
REACH = 0.45  # the longest weight arrow, as a share of the plane's shorter side
_NEAREST = 0.95
_SLACK = 1e-9
_FAR = 3.5  # half widths of the window beyond which the line is not followed


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """The data and the state after a gesture.

    Raises:
        BadInput: there is no such point, or the data have too many features for a place in the plane.
    """
    values = gesture.values
    match gesture.kind:
        case "aim":
            return data, _aimed(params, data, state, values["x"], values["y"])
        case "set_weights":
            return data, _set(params, data, state, values["w1"], values["w2"])
        case "relabel":
            changed = data._replace(y=flip_some(torch.ones_like(data.y), 0.5, ctx.rng))
            return changed, with_data(params, state, changed)
    changed = Edits(table=TABLE, place=partial(_place, state)).apply(data, gesture)
    match gesture.kind:
        case "add_point":
            changed = _with_room(changed, -1)
            return changed, with_data(params, state, changed, new=True)
        case "move_point":
            changed = _with_room(changed, TABLE.row(data, values["id"]))
        case "delete_point":
            return changed, with_data(params, state, changed, gone=TABLE.row(data, values["id"]))
    return changed, with_data(params, state, changed)


def _in_plane(data: Data) -> int:
    """How many features there are, if the plane has a place for each.

    Raises:
        BadInput: it has not.
    """
    features = data.X.shape[1]
    if features > 2:
        raise BadInput(f"the points have {features} features, allowed for acts in the plane are 1 or 2", "x")
    return features


def _place(state: State, data: Data, x: float, y: float, row: int | None) -> dict[str, list[float]]:
    """The features of a place in the plane, on a fine grid where the data lie on one."""
    features = _in_plane(data)
    if state.problem.exact:
        x, y = (snapped(v, data.window, state.problem.scale > 1.0) for v in (x, y))
    return {"X": [x, y][:features]}


def _with_room(data: Data, row: int) -> Data:
    """The data with a window that a point is in."""
    x, y = [*data.X[row].tolist(), 0.0][:2]
    return data._replace(window=grown(data.window, x, y))


# ---- the weight arrow


def arrow(params: Params, data: Data, state: State) -> tuple[Point, Point]:
    """Tail and vector of the weight arrow in the plane.

    It stands on the line, points along w, and its length grows with |w| towards a share of the plane, so that it
    always fits and every length still means one |w|. Where the line is far outside, it stands in the middle of the
    window instead and gives the direction alone.
    """
    features = min(_in_plane(data), 2)
    w = (in_use(params, state) / state.per).tolist()
    normal = (w[0], w[1] if features == 2 else 0.0)
    length = math.hypot(*normal)
    pin = _pin(params, data, state)
    if length == 0.0:
        return pin, normal
    shift = (normal[0] * pin[0] + normal[1] * pin[1] + (w[-1] if params.bias else 0.0)) / length**2
    tail = pin[0] - shift * normal[0], pin[1] - shift * normal[1]
    if _is_far(data, tail):
        tail = _middle(data)
    share = _longest(data) / (length + _unit_length(state))
    return tail, (normal[0] * share, normal[1] * share)


def _pin(params: Params, data: Data, state: State) -> Point:
    if not params.bias:
        return 0.0, 0.0
    if state.pin is not None:
        x, y = state.pin.tolist()
        return x, y
    return _middle(data)


def _middle(data: Data) -> Point:
    x0, x1, y0, y1 = data.window.tolist()
    return (x0 + x1) / 2, (y0 + y1) / 2


def _is_far(data: Data, place: Point) -> bool:
    x0, x1, y0, y1 = data.window.tolist()
    far: float = _FAR * max(x1 - x0, y1 - y0) / 2
    away: float = max(abs(place[0] - (x0 + x1) / 2), abs(place[1] - (y0 + y1) / 2))
    return away > far


def plane_range(data: Data, tail: Point, vector: Point) -> tuple[Range, Range]:
    """The plane across and up: the window of the points, grown by quarters until the weight arrow is inside."""
    x0, x1, y0, y1 = data.window.tolist()
    quarter = max(x1 - x0, y1 - y0) / 4
    room = 0.3 * quarter if any(vector) else -math.inf

    def grown(low: float, high: float, ends: Point) -> Range:
        below, above = low - min(ends) + room, max(ends) + room - high
        return Range(low - quarter * _times(below / quarter), high + quarter * _times(above / quarter))

    return grown(x0, x1, (tail[0], tail[0] + vector[0])), grown(y0, y1, (tail[1], tail[1] + vector[1]))


def _times(quarters: float) -> int:
    """How many whole quarters make up for this many that are missing."""
    return math.ceil(quarters - _SLACK) if quarters > _SLACK else 0


def _longest(data: Data) -> float:
    x0, x1, y0, y1 = data.window.tolist()
    long, short = max(x1 - x0, y1 - y0), min(x1 - x0, y1 - y0)
    return REACH * min(float(long), 2.0 * float(short))


def _unit_length(state: State) -> float:
    """The |w| whose arrow has half of the longest length: one mistake on the longest point makes about as much."""
    return state.rate * (state.problem.R or 1.0)


def _aimed(params: Params, data: Data, state: State, x: float, y: float) -> State:
    """The line turned about the arrow's tail so that the arrow's head is at (x, y)."""
    features = _in_plane(data)
    tail = torch.tensor(arrow(params, data, state)[0], dtype=torch.float64)
    vector = torch.tensor([x, y], dtype=torch.float64) - tail
    if features == 1:
        vector[1] = 0.0
    drawn = float(torch.linalg.vector_norm(vector))
    if drawn == 0.0:
        return state
    share = min(drawn / _longest(data), _NEAREST)
    normal = vector / drawn * (_unit_length(state) * share / (1 - share))
    w = torch.cat([normal[:features], -(normal @ tail)[None]]) if params.bias else normal[:features]
    return with_weights(state, _rounded(w), tail if params.bias else None)


def _set(params: Params, data: Data, state: State, w1: float, w2: float) -> State:
    if _in_plane(data) != 2:
        raise BadInput("the points have 1 feature, allowed for setting two weights are 2", "w1")
    bias = true_weights(state)[2:].tolist()
    return with_weights(state, _rounded(torch.tensor([w1, w2, *bias], dtype=torch.float64)), state.pin)


def _rounded(w: Tensor) -> Tensor:
    """Weights from the mouse as short binary fractions, so that the sums that follow stay exact."""
    largest = float(w.abs().max())
    if largest == 0.0:
        return w
    grid = 2.0 ** (10 - math.floor(math.log2(largest)))
    return torch.round(w * grid) / grid
