"""What the user does: paint pictures, kernels, matrices and gradients, draw signals, go to a window."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from playground.concepts.convolution.layer import delta_of, layer_of, outputs, pool_of, pool_shape
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.kit.brush import corners, stroke
from playground.engine.kit.convolution import RowsColumns
from playground.engine.kit.pooling import pooled_shape
from playground.engine.run.context import Ctx

_EDGE = 1e-9
HIGHEST = 1000.0
"""The largest size of a sample that is drawn."""


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Data and state after a gesture.

    Raises:
        BadInput: there is no such filter or channel, or the stroke touches nothing.
    """
    values = gesture.values
    match gesture.kind:
        case "paint":
            channel = _number(values["channel"], len(data.picture), "channel")
            changed = _painted(data.picture[channel], values["path"], values["value"], values["size"])
            picture = data.picture.clone()
            picture[channel] = changed
            return data._replace(picture=picture), state
        case "paint_kernel":
            o = _number(values["filter"], len(data.kernel), "filter")
            c = _number(values["channel"], data.kernel.shape[1], "channel")
            kernel = data.kernel.clone()
            kernel[o, c] = _painted(data.kernel[o, c], values["path"], values["value"], 1)
            return data._replace(kernel=kernel), state
        case "paint_gradient":
            return _gradient(params, data, values["path"], values["value"], values["filter"]), state
        case "paint_matrix":
            return data._replace(matrix=_painted(data.matrix, values["path"], values["value"], 1)), state
        case "draw_signal":
            return data._replace(signal=_drawn(data.signal, values["path"])), state
        case "draw_taps":
            return data._replace(taps=_drawn(data.taps, values["path"])), state
        case "go":
            return data, _gone(params, data, values["place"])
        case "turn":
            return data._replace(kernel=data.kernel.flip((-2, -1)).contiguous(), taps=data.taps.flip(0)), state
        case _:
            return data._replace(picture=torch.zeros_like(data.picture)), state


def _number(k: int, count: int, name: str) -> int:
    if k >= count:
        raise BadInput(f"{name} is {k}, there are {count}, counted from 0", name)
    return k


def _painted(cells: Tensor, path: Sequence[float], value: float, size: int) -> Tensor:
    """Cells (rows, columns) with the value along a stroke.

    Raises:
        BadInput: it touches no cell.
    """
    rows, columns = cells.shape
    # What lies on a cell's upper edge belongs to the cell above it, so that the lowest edge is inside.
    touched = stroke([(x, rows - y - _EDGE) for x, y in corners(path)], rows, columns, size)
    if not touched:
        raise BadInput("path touches no cell", "path")
    flat = cells.flatten().clone()
    flat[touched] = value
    return flat.view(rows, columns)


def _gradient(params: Params, data: Data, path: Sequence[float], value: float, which: int) -> Data:
    """The gradients with some of one filter set; those of a large output repeat, so that a cell sets its like."""
    o = _number(which, len(data.delta), "filter")
    size = pooled_shape(pool_shape(data), pool_of(params)) if params.mode == "pooling" else layer_of(params, data).size
    if size is None:
        raise BadInput("path touches no cell: no window fits", "path")
    changed = _painted(delta_of(data, size)[o], path, value, 1)
    delta = data.delta.clone()
    rows, columns = (min(n, delta.shape[-1]) for n in size)
    delta[o, :rows, :columns] = changed[:rows, :columns]
    return data._replace(delta=delta)


def _drawn(values: Tensor, path: Sequence[float]) -> Tensor:
    """Bars (n,) after a stroke from place to place: each bar that it passes gets its height there.

    Raises:
        BadInput: it passes no bar.
    """
    found = values.clone()
    places = corners(path)
    n, hit = len(values), False
    previous = places[0]
    for x, y in places:
        x0, y0 = previous
        low, high = min(x0, x), max(x0, x)
        for k in range(max(0, math.floor(low + 0.5)), min(n - 1, math.floor(high + 0.5)) + 1):
            share = (min(max(k, low), high) - x0) / (x - x0) if x != x0 else 1.0
            found[k] = max(-HIGHEST, min(HIGHEST, round(y0 + share * (y - y0), 2)))
            hit = True
        previous = (x, y)
    if not hit:
        raise BadInput(f"path passes none of the {n} bars", "path")
    return found


def _gone(params: Params, data: Data, where: Sequence[float]) -> State:
    """At the output under a place; outside the nearest one."""
    size: RowsColumns = outputs(params, data)
    if min(size) < 1:
        raise BadInput("place names an output, but no window fits", "place")
    x, y = where
    if params.mode == "signal":  # a row of the matrix is an output
        x, y = size[1] - y, 0.5
    elif params.mode in ("shift", "spectrum"):  # bars stand round whole numbers
        x, y = x + 0.5, 0.5
    rows = data.picture.shape[-2] if params.mode == "up" else size[0]
    row = max(0, min(size[0] - 1, math.floor(rows - y)))
    column = max(0, min(size[1] - 1, math.floor(x)))
    return State(row * size[1] + column)
