"""The view of the transposed layer: each input lays a copy of the kernel down, and copies overlap unevenly."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution.cells import READABLE, Marked, Sheet, go, sheet, strokes, written
from playground.concepts.convolution.layer import up_shape, up_size
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.picture import kernel_plot
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.frame import View
from playground.engine.kit.convolution import RowsColumns, correlate, overlaps, slide, span, transposed
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Table
from playground.figures.values import Column, Rows

_ADJOINT: Newest[tuple[float, float]] = Newest(2)


def upwards(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The input, what was laid down so far, the kernel, how many copies overlap, and the adjoint in two numbers."""
    o, c = min(params.filter, len(data.kernel)) - 1, min(params.channel, len(data.picture)) - 1
    shape, size = up_shape(data), up_size(params, data)
    x = data.picture[c, : shape[0], : shape[1]]
    w = data.kernel[o, c].to(x.dtype)
    fits = min(size) > 0
    row, column = place(params, data, state)
    at = row * shape[1] + column
    laid = x.flatten().clone()
    if params.reveal != "all":
        laid[at + 1 :] = 0
    stamped = _up(laid.view(shape), w, params) if fits else x.new_zeros((0, 0))
    counts = _overlaps(params, shape, size, len(w)) if fits else stamped
    inner = _inner(counts, span(len(w), params.dilation))
    pair = _adjoint(params, data, x, w, size) if fits else (None, None)
    stamp = _stamp(params, (row, column), len(w))
    figure = Figure(
        plots=(
            sheet(
                "input",
                "Input",
                x,
                Sheet(
                    unit="{n} rows",
                    color_map="grey",
                    levels=(0.0, 1.0),
                    inner=tuple(data.picture.shape[-2:]),  # type: ignore[arg-type]
                    marked=(Marked("here", _from_top(row, column), key="laid down now"),),
                    words=written([(row, column)], [float(x[row, column])]) if max(shape) <= READABLE else None,
                    main=True,
                    mouse=(*strokes("input", "paint", params.ink, size=params.brush, channel=c), *go("input", "click")),
                    symbol="x",
                ),
            ),
            sheet(
                "stamped",
                "Copies laid down",
                stamped,
                Sheet(
                    unit="{rows} × {columns}",
                    marked=(
                        Marked("stamp", stamp if fits else stamp[:0], whole=params.dilation == 1, key="this copy"),
                    ),
                    main=True,
                    outcome=True,
                    symbol="y",
                    empty="fits",
                    empty_text="Padding takes all of it away",
                ),
            ),
            kernel_plot(params, data, o, c),
            sheet(
                "overlaps",
                "Copies that overlap",
                counts,
                Sheet(unit="inner cells: {least_overlap} to {most_overlap}", color_map="sequential", outcome=True),
            ),
            _table(pair),
        ),
        face="stamped",
        hint="Press space to lay the next copy down, paint on the input or the kernel",
    )
    numbers = {
        "fits": fits,
        "at": at,
        "outputs": shape[0] * shape[1],
        "done": at >= shape[0] * shape[1] - 1,
        "n": shape[0],
        "k": len(w),
        "p": params.padding,
        "s": params.stride,
        "d": params.dilation,
        "rows": size[0] if fits else 0,
        "columns": size[1] if fits else 0,
        "value": float(x[row, column]),
        "by_hand": _by_hand(params, shape[0], len(w), size[0]) if fits else "",
        "least_overlap": int(inner.min()) if inner.numel() else None,
        "most_overlap": int(inner.max()) if inner.numel() else None,
        "inner_left": pair[0],
        "inner_right": pair[1],
        "adjoint_gap": _gap(*pair),
        "free": data.kernel.numel(),
        "entries": size[0] * size[1] * shape[0] * shape[1] if fits else 0,
    }
    return Drawn(figure, numbers)


def _from_top(row: int, column: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.array([[row, column]], dtype=np.float64)


def _by_hand(params: Params, n: int, k: int, rows: int) -> str:
    s, p, d = params.stride, params.padding, params.dilation
    return f"({n} − 1)·{s} − 2·{p} + {d}·({k} − 1) + 1 = {rows}"


def _up(x: Tensor, w: Tensor, params: Params) -> Tensor:
    return transposed(x[None], w[None, None], params.stride, params.padding, params.dilation)[0]


def _stamp(params: Params, at: RowsColumns, k: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The cells of the output on which the copy of an input falls, (k k, 2)."""
    axes = [at[a] * params.stride + np.arange(k) * params.dilation - params.padding for a in (0, 1)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2).astype(np.float64)


def _overlaps(params: Params, shape: RowsColumns, size: RowsColumns, k: int) -> Tensor:
    return overlaps(shape, (k, k), size, slide(params.stride, params.padding, params.dilation))


def _inner(counts: Tensor, reach: int) -> Tensor:
    """The counts away from the border, or all of them where there is nothing else."""
    inner = counts[reach - 1 : counts.shape[0] - reach + 1, reach - 1 : counts.shape[1] - reach + 1]
    return inner if inner.numel() else counts


def _adjoint(params: Params, data: Data, x: Tensor, w: Tensor, size: RowsColumns) -> tuple[float, float]:
    """⟨A u, x⟩ and ⟨u, A' x⟩ for a random u, A being the strided layer and A' the transposed one."""

    def make() -> tuple[float, float]:
        u = torch.randn(size, generator=torch.Generator().manual_seed(size[0]), dtype=x.dtype)
        down = correlate(u[None], w[None, None], slide(params.stride, params.padding, params.dilation))
        left = float((down[0] * x).sum()) if down is not None else 0.0
        return left, float((u * _up(x, w, params)).sum())

    key = params.stride, params.padding, params.dilation, params.filter, params.channel
    return _ADJOINT.of((data.picture, data.kernel), key, make)


def _gap(left: float | None, right: float | None) -> float | None:
    if left is None or right is None:
        return None
    return abs(left - right) / max(abs(left), abs(right), 1e-300)


def _table(pair: tuple[float | None, float | None]) -> Plot:
    cells = [("layer of u, times x", pair[0]), ("u, times copies of x", pair[1])]
    rows = Rows.of(["", Column("product", decimals=6)], cells)
    return Plot(
        name="adjoint",
        title="The same number",
        unit="for a random u: that makes it the adjoint",
        axes=False,
        badge="exact",
        layers=(Table(name="adjoint", rows=rows, outcome=True),),
    )
