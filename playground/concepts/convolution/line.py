"""The view of a signal: convolution above and cross-correlation below it, step by step, and the matrix."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution import by_hand
from playground.concepts.convolution.cells import Marked, Sheet, go, number, sheet
from playground.concepts.convolution.layer import along, line_slide, matrix_of, outputs
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.frame import Array, View
from playground.engine.kit.convolution import Sliding, output_size, padded
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Image, Layer, Lines, Role, Text
from playground.figures.values import Range

_DOTTED = 100  # values of a curve that are marked
_WRITTEN = 26  # columns of the strips whose numbers can be read
_LETTERS = 90  # in all of them
_ROWS = (3.3, 2.2, 1.1, 0.0, -1.1, -2.2, -3.3)  # lower edges of the strips


class Side(NamedTuple):
    """One of the two operations at the present window.

    Attributes:
        how: how its kernel slides.
        laid: the kernel as it is laid, (m,).
        y: all its outputs, (outputs,).
        at: the columns of the padded signal under the window, (m,).
        seen: what stands there, (m,).
        products: of the kernel with it, (m,).
        places: the column under which each output stands: where the first tap of the kernel lies, (outputs,).
    """

    how: Sliding
    laid: Tensor
    y: Tensor
    at: Tensor
    seen: Tensor
    products: Tensor
    places: Tensor


def side_of(params: Params, data: Data, u: int, convolution: bool) -> Side:
    """Convolution or cross-correlation at output u."""
    how = line_slide(params, len(data.taps), convolution)
    kernel = data.taps.flip(0) if convolution else data.taps
    y, wide = along(data.signal, kernel, how), padded(data.signal[None, None], how)[0, 0]
    taps, steps = torch.arange(len(kernel)) * params.dilation, torch.arange(len(y)) * params.stride
    if not len(y):
        none = torch.zeros(0, dtype=torch.int64)
        return Side(how, kernel, y, none, y, y, none)
    at = min(u, len(y) - 1) * params.stride + taps
    first = taps[-1] if convolution else taps[0]
    return Side(how, kernel, y, at - how.before[1], wide[at], wide[at] * kernel, steps + first - how.before[1])


def signal(params: Params, data: Data, state: State, view: View) -> Drawn:
    """Both operations, the signal, the kernel, all outputs and the matrix of one of them."""
    u = place(params, data, state)[1]
    conv, corr = (side_of(params, data, u, which) for which in (True, False))
    mine = conv if params.operation == "convolution" else corr
    matrix = matrix_of(mine.laid, len(data.signal), mine.how)
    figure = Figure(
        plots=(
            _slide(params, data, state, conv, corr),
            bars("signal", "Signal", data.signal, "f", "draw_signal", "slot1"),
            bars("kernel", "Kernel", data.taps, "h", "draw_taps", "slot2"),
            _outputs(params, conv.y, corr.y, u),
            _matrix(params, matrix, u),
        ),
        wide=True,
        share=0.56,
        hint="Draw on the bars of the signal and of the kernel, press space",
    )
    count = outputs(params, data)[1]
    m, n = len(data.taps), len(data.signal)
    added = conv.how.before[1] + conv.how.after[1]
    numbers = {
        "fits": count > 0,
        "at": min(state.at, max(0, count - 1)),
        "outputs": count,
        "rows": count,
        "columns": n,
        "done": state.at >= count - 1,
        "formula_size": output_size(n + added, m, 0, params.stride, params.dilation),
        "value": float(mine.products.sum()) if count else None,
        "conv_value": float(conv.products.sum()) if count else None,
        "corr_value": float(corr.products.sum()) if count else None,
        "free": m,
        "entries": matrix.numel(),
        "n": n,
        "m": m,
        "operations_differ": float((conv.y - corr.y).abs().max()) if count else None,
        **identities(data),
        "by_hand": by_hand.products(mine.laid.tolist(), mine.seen.tolist()) if count else "",
    }
    return Drawn(figure, numbers)


def full(x: Tensor, w: Tensor) -> Tensor:
    """The full convolution of a signal (n,) with taps (m,), (n + m - 1,)."""
    reach = len(w) - 1
    return along(x, w.flip(0), Sliding(before=(0, reach), after=(0, reach)))


def identities(data: Data) -> dict[str, float]:
    """What holds of the full convolution: it commutes, is a correlation with the turned kernel, and a matrix."""
    f, h = data.signal, data.taps
    m, n = len(h), len(f)

    y = full(f, h)
    how = Sliding(before=(0, m - 1), after=(0, m - 1))
    direct = torch.zeros(n + m - 1, dtype=torch.float64)
    for t in range(m):
        direct[t : t + n] += h[t] * f
    return {
        "commute_error": float((y - full(h, f)).abs().max()),
        "flip_error": float((direct - along(f, h.flip(0), how)).abs().max()),
        "matrix_error": float((matrix_of(h.flip(0), n, how) @ f - direct).abs().max()),
    }


# ---- the strips


def _slide(params: Params, data: Data, state: State, conv: Side, corr: Side) -> Plot:
    """Seven strips over the padded signal: output, products and turned kernel above it, and below it as it is."""
    low = min(-conv.how.before[1], -corr.how.before[1])
    wide = padded(data.signal[None, None], conv.how)[0, 0]
    everything = params.reveal == "all"
    layers: list[Layer] = []
    words: list[str] = []
    places: list[tuple[float, float]] = []

    def strip(name: str, y: float, at: Tensor, values: Tensor, outcome: bool = False) -> None:
        row = torch.full((1, int(at.max() - at.min()) + 1 if len(at) else 0), torch.nan, dtype=torch.float64)
        if len(at):
            row[0, at - at.min()] = values
        left = float(at.min()) if len(at) else 0.0
        extent = np.array([left, left + row.shape[1], y, y + 1.0])
        layers.append(Image(name=name, z=row, color_map="diverging", extent=extent, gaps=True, outcome=outcome))
        said = [number(value) for value in values.tolist()]
        if len(wide) <= _WRITTEN and max(map(len, said), default=0) <= _LETTERS / len(wide):
            places.extend((k + 0.5, y + 0.5) for k in at.tolist())
            words.extend(said)

    def shown(side: Side) -> tuple[Tensor, Tensor]:
        count = len(side.y) if everything else min(len(side.y), state.at + 1)
        return side.places[:count], side.y[:count]

    strip("convolution", _ROWS[0], *shown(conv), outcome=True)
    strip("products above", _ROWS[1], conv.at, conv.products)
    strip("turned", _ROWS[2], conv.at, conv.laid)
    strip("signal", _ROWS[3], torch.arange(len(wide)) - conv.how.before[1], wide)
    strip("kernel", _ROWS[4], corr.at, corr.laid)
    strip("products below", _ROWS[5], corr.at, corr.products)
    strip("correlation", _ROWS[6], *shown(corr), outcome=True)
    names = ("convolution", "products", "kernel, turned", "signal f", "kernel h", "products", "cross-correlation")
    sides = np.array([[low - 0.2, y + 0.5] for y in _ROWS])
    layers += [
        Lines(name="window", xy=_windows(conv, corr), role="now", dash="solid", halo=False, key="what the kernel sees"),
        Lines(name="own", xy=_own(len(data.signal)), role="muted", halo=False, key="the signal itself"),
        Text(name="numbers", words=words, xy=np.array(places).reshape(-1, 2), outcome=True),
        Text(name="names", words=names, xy=sides, side="left", plate=False),
    ]
    return Plot(
        name="slide",
        title="Slide, multiply, add",
        unit="y[{at}] of {outputs} outputs: {conv_value} above, {corr_value} below",
        main=True,
        axes=False,
        plane=True,
        x=Axis(range=Range(low - max(4.0, 0.2 * len(wide)), low + len(wide) + 0.2)),
        y=Axis(range=Range(_ROWS[-1] - 0.2, _ROWS[0] + 1.2)),
        badge="exact",
        layers=tuple(layers),
        empty="fits",
        empty_text="No window fits the signal",
    )


def _windows(conv: Side, corr: Side) -> Array:
    """A frame over the turned kernel, and one over the kernel."""
    found: list[list[float]] = []
    for side, low, high in ((conv, _ROWS[3], _ROWS[1] + 1), (corr, _ROWS[5], _ROWS[3] + 1)):
        if len(side.at):
            left, right = float(side.at.min()), float(side.at.max()) + 1
            found += [[left, low], [right, low], [right, high], [left, high], [left, low], [np.nan, np.nan]]
    return np.array(found).reshape(-1, 2)


def _own(n: int) -> Array:
    y = _ROWS[3]
    return np.array([[0, y], [n, y], [n, y + 1], [0, y + 1], [0, y]], dtype=np.float64)


# ---- bars, outputs, matrix


def bars(name: str, title: str, values: Tensor, unit: str, kind: str, role: Role) -> Plot:
    """Values as bars that can be drawn."""
    return Plot(
        name=name,
        title=title,
        unit=unit,
        badge="exact",
        x=Axis(whole=True),
        y=Axis(zero=True),
        layers=(Bars(name=f"{name} bars", role=role, heights=values, symbol=unit if len(unit) == 1 else ""),),
        mouse=(Mouse(on="drag", kind=kind, take={"path": "path"}, label="draw"),),
    )


def _outputs(params: Params, conv: Tensor, corr: Tensor, u: int) -> Plot:
    """Both outputs as curves; those of a symmetric kernel lie on each other."""

    def curve(name: str, y: Tensor, role: Role) -> Curve:
        shown = len(y) if params.reveal == "all" else min(len(y), u + 1)
        x = torch.arange(shown)
        return Curve(name=name, role=role, x=x, y=y[:shown], markers=shown <= _DOTTED, text=name, outcome=True)

    return Plot(
        name="outputs",
        title="Outputs",
        unit="they differ by {operations_differ}",
        badge="exact",
        x=Axis(label="output", whole=True, zero=True),
        y=Axis(zero=True),
        layers=(curve("cross-correlation", corr, "slot3"), curve("convolution", conv, "slot1")),
    )


def _matrix(params: Params, matrix: Tensor, u: int) -> Plot:
    """The Toeplitz matrix with the row at work."""
    row = np.array([[min(u, len(matrix) - 1), k] for k in range(matrix.shape[1])], dtype=np.float64).reshape(-1, 2)
    sheet_of = Sheet(
        unit="{free} free numbers in {entries}",
        marked=(Marked("row", row if len(matrix) else row[:0], whole=True, key="the row at work"),),
        symbol="T",
        mouse=go("matrix"),
    )
    return sheet("matrix", "Toeplitz matrix", matrix, sheet_of)
