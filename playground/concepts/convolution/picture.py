"""The view of a picture: the window with its products, the output, sizes, and the channels that add up."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution import by_hand
from playground.concepts.convolution.cells import (
    NO_CELLS,
    NO_WORDS,
    Marked,
    Sheet,
    cell_under,
    go,
    sheet,
    strokes,
    until,
)
from playground.concepts.convolution.channels import channels
from playground.concepts.convolution.channels import shown as more_than_one
from playground.concepts.convolution.layer import Layer, layer_of, output_of, shape_of
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.frame import Array, View
from playground.engine.kit.convolution import RowsColumns, correlate, output_size, padded, untouched, window
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot
from playground.figures.layers import ColorMap, Table
from playground.figures.values import Column, Rows

NO_WINDOW = "No window fits the picture"
_SMOOTH = ("blur", "gauss", "sharpen", "same")
_SHIFTED: Newest[float] = Newest(2)
_MOST_SHIFTED = 1 << 17  # numbers of a picture whose shift error is measured


def picture(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The picture with the window, the kernel, the products and the output."""
    layer, y = layer_of(params, data), output_of(params, data)
    o, c = min(params.filter, len(data.kernel)) - 1, min(params.channel, len(data.picture)) - 1
    row, column = place(params, data, state)
    size = layer.size or (0, 0)
    hovered = cell_under(view.plot("output"), size)
    if hovered is not None:
        row, column = hovered
    cells = window_cells(layer, shape_of(data), (row, column))
    seen = values_at(data.picture, cells, layer.weights.shape[-1])
    products = seen * layer.weights[o].to(seen.dtype)
    reached = reached_by(layer, shape_of(data), cell_under(view.plot("input"), shape_of(data)))
    out = y[o] if y is not None else data.picture.new_zeros((0, 0))
    value = float(products.sum()) if y is not None else None
    plots = [
        _input(params, data, layer, c, (row, column), view),
        _output(params, out, state.at, (row, column), reached, view),
        sheet("window", "Window", seen[c], Sheet(unit="what the kernel sees", color_map="grey", levels=(0.0, 1.0))),
        kernel_plot(params, data, o, c),
        _products(products[c], value, len(data.picture)),
        channels(params, data, layer, o, y) if more_than_one(params) else sizes(params, data, layer),
    ]
    numbers = numbers_of(params, data, layer, state) | {
        "value": value,
        "row": row,
        "column": column,
        "shift_error": shift_error(params, data, layer),
        "by_hand": _by_hand(layer.weights[o], seen) if out.numel() else "",
    }
    hint = "Click a cell of the output, paint on the picture or the kernel, press space"
    return Drawn(Figure(plots=tuple(plots), hint=hint, face="output"), numbers)


def numbers_of(params: Params, data: Data, layer: Layer, state: State) -> dict[str, Any]:
    """Sizes and counts that every view of a layer tells."""
    k, (n, wide) = data.kernel.shape[-1], shape_of(data)
    size = layer.size or (0, 0)
    count = size[0] * size[1]
    p, s, d = params.padding, params.stride, params.dilation
    return {
        "fits": layer.size is not None,
        "rows": size[0],
        "columns": size[1],
        "outputs": count,
        "at": min(state.at, max(0, count - 1)),
        "done": state.at >= count - 1,
        "formula_size": output_size(n, k, p, s, d),
        "n": n,
        "k": k,
        "p": p,
        "s": s,
        "d": d,
        "free": data.kernel.numel(),
        "entries": count * len(data.kernel) * n * wide * len(data.picture),
        "multiply_adds": count * data.kernel.numel(),
    }


# ---- the window


def window_cells(layer: Layer, shape: RowsColumns, at: RowsColumns) -> tuple[list[int], list[int]]:
    """The rows and the columns of the picture that the window of an output sees; -1: an added zero."""
    if layer.size is None:
        return [], []
    k = layer.weights.shape[-1]
    rows = window(min(at[0], layer.size[0] - 1), shape[0], k, layer.how, 0)
    columns = window(min(at[1], layer.size[1] - 1), shape[1], k, layer.how, 1)
    return rows, columns


def values_at(x: Tensor, cells: tuple[list[int], list[int]], k: int) -> Tensor:
    """What the window sees, (channels, k, k); zeros where no window fits."""
    rows, columns = (torch.tensor(axis, dtype=torch.int64) for axis in cells)
    if not len(rows):
        return x.new_zeros((len(x), k, k))
    seen = x[:, rows.clamp_min(0)[:, None], columns.clamp_min(0)]
    inside = (rows >= 0)[:, None] & (columns >= 0)
    return torch.where(inside, seen, 0.0)


def laid(layer: Layer, at: RowsColumns) -> Array:
    """Where the window lies, rows and columns (k k, 2), from the picture's first cell; beside it where it was added."""
    if layer.size is None:
        return NO_CELLS
    k, how = layer.weights.shape[-1], layer.how
    rows, columns = (at[a] * how.stride[a] + np.arange(k) * how.dilation[a] - how.before[a] for a in (0, 1))
    return np.stack(np.meshgrid(rows, columns, indexing="ij"), -1).reshape(-1, 2).astype(np.float64)


def reached_by(layer: Layer, shape: RowsColumns, cell: RowsColumns | None) -> Array:
    """The outputs whose window has an input on it, (n, 2): the other way round than a window."""
    if cell is None or layer.size is None:
        return NO_CELLS
    k, found = layer.weights.shape[-1], []
    for a in (0, 1):
        last = cell[a] + layer.how.before[a]
        starts = [last - j * layer.how.dilation[a] for j in range(k)]
        every = [u // layer.how.stride[a] for u in starts if u >= 0 and u % layer.how.stride[a] == 0]
        found.append([u for u in every if u < layer.size[a]])
    return np.array([(r, c) for r in found[0] for c in found[1]], dtype=np.float64).reshape(-1, 2)


def copied(params: Params, layer: Layer, cell: RowsColumns | None) -> Array:
    """The first and the last cell of the picture that one weight of the drawn kernel sees, (2, 2): its shifted copy."""
    if cell is None or layer.size is None:
        return NO_CELLS
    k, how = layer.weights.shape[-1], layer.how
    at = [k - 1 - one for one in cell] if params.operation == "convolution" else cell
    first = [at[a] * how.dilation[a] - how.before[a] for a in (0, 1)]
    last = [first[a] + (layer.size[a] - 1) * how.stride[a] for a in (0, 1)]
    return np.array([first, last], dtype=np.float64)


def _by_hand(weights: Tensor, seen: Tensor) -> str:
    return by_hand.products(weights.flatten().tolist(), seen.flatten().tolist())


# ---- the plots


def _input(params: Params, data: Data, layer: Layer, c: int, at: RowsColumns, view: View) -> Plot:
    marks, k = laid(layer, at), layer.weights.shape[-1]
    copy = copied(params, layer, cell_under(view.plot("kernel"), (k, k)))
    wide = padded(data.picture[c : c + 1], layer.how)[0]
    return sheet(
        "input",
        "Picture",
        wide,
        Sheet(
            unit="{n} rows, {p} added on each side" if params.padding else "{n} rows",
            color_map="grey",
            levels=(0.0, 1.0),
            added=layer.how.before,
            inner=shape_of(data),
            marked=(
                Marked("copy", copy, "slot3", "what this weight sees", whole=True),
                Marked("window", marks, whole=params.dilation == 1, key="what the kernel sees"),
            ),
            seen=view.plot("input"),
            words=NO_WORDS,
            main=True,
            mouse=strokes("input", "paint", params.ink, size=params.brush, channel=c),
            symbol="x",
            cursor=True,
        ),
    )


def _output(params: Params, out: Tensor, at: int, here: RowsColumns, reached: Array, view: View) -> Plot:
    marks = np.array([here], dtype=np.float64) if out.numel() else NO_CELLS
    grey = out_map(params)
    return sheet(
        "output",
        "Convolution" if params.operation == "convolution" else "Cross-correlation",
        until(out, at, params.reveal == "all"),
        Sheet(
            unit="{rows} × {columns} outputs",
            color_map=grey,
            levels=(0.0, 1.0) if grey == "grey" else None,
            marked=(
                Marked("reached", reached, "slot2", "what this input reaches"),
                Marked("here", marks, key="made now"),
            ),
            main=True,
            seen=view.plot("output"),
            mouse=go("output"),
            outcome=True,
            symbol="y",
            cursor=True,
            empty="fits",
            empty_text=NO_WINDOW,
        ),
    )


def out_map(params: Params) -> ColorMap:
    """Smoothing gives a picture again; everything else has a sign."""
    return "grey" if params.kernel in _SMOOTH else "diverging"


def kernel_plot(params: Params, data: Data, o: int, c: int) -> Plot:
    """The kernel as it is drawn."""
    turned_first = params.operation == "convolution" and params.mode == "picture"
    return sheet(
        "kernel",
        "Kernel",
        data.kernel[o, c],
        Sheet(
            unit="turned by 180° before it is laid on" if turned_first else "laid on as it is",
            mouse=strokes("kernel", "paint_kernel", params.ink, filter=o, channel=c),
            symbol="w",
            cursor=params.mode == "picture",
        ),
    )


def _products(products: Tensor, value: float | None, channels: int) -> Plot:
    unit = "add up to {value}" if channels == 1 else "of this channel; all add up to {value}"
    return sheet("products", "Products", products, Sheet(unit=unit, outcome=True))


def sizes(params: Params, data: Data, layer: Layer) -> Plot:
    """The size by the formula beside what happened."""
    size, k = layer.size or (0, 0), data.kernel.shape[-1]
    p, s, d = params.padding, params.stride, params.dilation
    head: list[str | Column] = [
        Column("", decimals=0),
        *(Column(name, decimals=0) for name in ("formula", "in fact", "n", "k", "p", "s", "d", "untouched")),
    ]
    cells = [
        (name, output_size(n, k, p, s, d), size[a], n, k, p, s, d, untouched(n, k, p, s, d))
        for a, (name, n) in enumerate(zip(("rows", "columns"), shape_of(data), strict=True))
    ]
    return Plot(
        name="sizes",
        title="Size",
        unit="(n + 2p − d(k − 1) − 1)/s rounded down, + 1",
        axes=False,
        badge="exact",
        layers=(Table(name="sizes", rows=Rows.of(head, cells), outcome=True),),
    )


# ---- what a shift does


def shift_error(params: Params, data: Data, layer: Layer) -> float | None:
    """How far the layer is from giving the shifted output for the picture rolled by one cell, relative.

    At a stride of more than one the output is compared with the nearest of itself and its rolls by one cell.
    """
    y = output_of(params, data)
    if y is None or data.picture.numel() > _MOST_SHIFTED:
        return None

    def make() -> float:
        moved = correlate(data.picture.roll((1, 1), (1, 2)), layer.weights, layer.how)
        largest = float(y.abs().max())
        if moved is None or largest == 0:
            return 0.0
        rolls = [y.roll((down, right), (1, 2)) for down in (0, 1) for right in (0, 1)]
        return min(float((moved - roll).abs().max()) for roll in rolls) / largest

    return _SHIFTED.of((data.picture, data.kernel), (layer.how, params.operation), make)
