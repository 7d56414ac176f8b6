"""The view of shifts: does the layer of a shifted signal give the shifted output, and which matrix does always?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.convolution import by_hand
from playground.concepts.convolution.cells import Sheet, sheet, strokes
from playground.concepts.convolution.layer import circle_slide, matrix_of
from playground.concepts.convolution.line import bars
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.frame import View
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Lines
from playground.figures.values import Range

_LEAST_SHOWN = 0.1  # the top of the errors; rounding is no error that should be seen


class Projected(NamedTuple):
    """A square matrix and the circulant that is nearest to it.

    Attributes:
        column: the first column of the circulant, (n,): the means along wrapped diagonals.
        circulant: (n, n).
        distance: Frobenius distance of the two.
    """

    column: Tensor
    circulant: Tensor
    distance: float


@lru_cache(maxsize=8)
def _wrapped(n: int) -> Tensor:
    at = torch.arange(n)
    return (at[:, None] - at[None, :]) % n


def nearest_circulant(matrix: Tensor) -> Projected:
    """The circulant that is nearest to a square matrix."""
    n = len(matrix)
    diagonal = _wrapped(n)
    column = torch.zeros(n, dtype=matrix.dtype).index_add_(0, diagonal.flatten(), matrix.flatten()) / n
    circulant = column[diagonal]
    return Projected(column, circulant, float((matrix - circulant).norm()))


def commutator(matrix: Tensor) -> Tensor:
    """A S - S A with the cyclic shift S e_j = e_{j+1 mod n}, (n, n)."""
    return matrix.roll(-1, 1) - matrix.roll(1, 0)


def shift_errors(matrix: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
    """For each shift t of a signal x (n,): the least |A S^t x - S^r A x| over rolls r, relative, and that roll.

    Where there are as many outputs as samples the roll is t; else, as after a stride, the nearest one.
    """
    n, y = len(x), matrix @ x
    shifted = torch.stack([x.roll(t) for t in range(n)], 1)
    found = matrix @ shifted  # (outputs, n)
    largest = y.abs().max().clamp_min(1e-300)
    rolls = torch.stack([y.roll(r) for r in range(len(y))], 1)
    if len(y) == n:
        return (found - rolls).abs().amax(0) / largest, torch.arange(n)
    gaps = (found[:, :, None] - rolls[:, None, :]).abs().amax(0)  # (n, rolls)
    least = gaps.min(1)
    return least.values / largest, least.indices


def map_of(params: Params, data: Data) -> Tensor:
    """The linear map before anything is replaced, (outputs, n)."""
    if params.map == "random":
        return data.matrix
    taps = data.taps.flip(0) if params.operation == "convolution" else data.taps
    return matrix_of(taps, len(data.signal), circle_slide(params, len(taps)))


def shift(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The map, its nearest circulant, the signal before and after a shift, and the error of every shift."""
    x, t = data.signal, place(params, data, state)[1]
    original = map_of(params, data)
    square = len(original) == len(x)
    near = nearest_circulant(original) if square else None
    matrix = near.circulant if near is not None and params.nearest else original
    errors, rolls = shift_errors(matrix, x) if len(matrix) else (torch.zeros(len(x)), torch.zeros(len(x)).long())
    y = matrix @ x
    after, before = matrix @ x.roll(t), y.roll(int(rolls[t])) if len(y) else y
    empty = torch.zeros((0, 0), dtype=torch.float64)
    figure = Figure(
        plots=(
            _map(params, matrix, t),
            sheet(
                "circulant",
                "Nearest circulant",
                near.circulant if near is not None else empty,
                Sheet(
                    unit="means along wrapped diagonals",
                    main=True,
                    outcome=True,
                    symbol="C",
                    empty="is_square",
                    empty_text="No circulant has this shape",
                ),
            ),
            _signals(x, t),
            _both(after, before),
            _errors(errors, t),
        ),
        hint="Press space to shift the signal on, paint on a random matrix",
    )
    norm = float(original.norm())
    error_of_map = float(shift_errors(original, x)[0].max()) if len(original) else None
    numbers = {
        "at": t,
        "outputs": len(x),
        "done": state.at >= len(x) - 1,
        "n": len(x),
        "rows": len(matrix),
        "columns": len(x),
        "free": len(data.taps) if params.map == "layer" else len(x) if params.nearest else matrix.numel(),
        "entries": matrix.numel(),
        "fits": len(matrix) > 0,
        "is_square": square,
        "shift_error": float(errors.max()),
        "this_error": float(errors[t]),
        "by_hand": _by_hand(after, before),
        "roll": int(rolls[t]),
        "map_error": error_of_map,
        "circulant_error": float(shift_errors(near.circulant, x)[0].max()) if near is not None else None,
        "distance": near.distance / norm if near is not None and norm > 0 else None,
        "commutator": float(commutator(matrix).norm()) if square else None,
    }
    return Drawn(figure, numbers)


def _by_hand(after: Tensor, before: Tensor) -> str:
    """The error of the shift where it is largest."""
    if not len(after):
        return ""
    u = int((after - before).abs().argmax())
    return by_hand.share(float(after[u]), float(before[u]), float(before.abs().max()))


def _map(params: Params, matrix: Tensor, t: int) -> Plot:
    mouse = strokes("map", "paint_matrix", params.ink)
    named = "A random matrix" if params.map == "random" else "The layer as a matrix"
    return sheet(
        "map",
        "Its nearest circulant, in use" if params.nearest else named,
        matrix,
        Sheet(
            unit="largest shift error {shift_error}",
            main=True,
            mouse=mouse if params.map == "random" and not params.nearest else (),
            symbol="A",
            empty="fits",
            empty_text="No window fits the signal",
        ),
    )


def _signals(x: Tensor, t: int) -> Plot:
    made = bars("signal", "Signal", x, "shifted by {at}, of {n}", "draw_signal", "muted")
    at = torch.arange(len(x))
    moved = Curve(name="shifted", role="slot1", x=at, y=x.roll(t), markers=True, key="shifted")
    return Plot(
        name=made.name,
        title=made.title,
        unit=made.unit,
        badge="exact",
        x=made.x,
        y=made.y,
        layers=(*made.layers, moved),
        mouse=made.mouse,
    )


def _both(after: Tensor, before: Tensor) -> Plot:
    """The output of the shifted signal, and the shifted output."""
    x = torch.arange(len(after))
    gaps = torch.stack([x, after, x, before], 1) if len(x) else torch.zeros((0, 4))
    return Plot(
        name="both",
        title="Shift first, or last",
        unit="they differ by {this_error}, relative",
        badge="exact",
        x=Axis(label="output", whole=True),
        y=Axis(zero=True),
        layers=(
            Lines(name="gap", role="negative", xy=gaps, halo=False, outcome=True, key="difference"),
            Curve(name="last", role="slot2", x=x, y=before, markers=True, key="output, then shifted", outcome=True),
            Curve(name="first", role="slot1", x=x, y=after, markers=True, key="of the shifted signal", outcome=True),
        ),
    )


def _errors(errors: Tensor, t: int) -> Plot:
    """The error of every shift."""
    marked = torch.zeros(len(errors), dtype=torch.bool)
    marked[t] = True
    return Plot(
        name="errors",
        title="Error of every shift",
        unit="relative; 0: the layer is equivariant to it",
        badge="exact",
        x=Axis(label="shift", whole=True),
        y=Axis(range=Range(0.0, max(_LEAST_SHOWN, 1.08 * float(errors.max())))),
        layers=(Bars(name="errors", role="hero", heights=errors, mark=marked, outcome=True),),
        mouse=(Mouse(on="drag", kind="go", take={"place": "xy"}, label="shift so far"),),
    )
