"""The view of the backward pass: gradients of the input and of the kernel, and what autograd says."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution import by_hand
from playground.concepts.convolution.cells import NO_CELLS, Marked, Sheet, go, number, sheet, strokes, until
from playground.concepts.convolution.layer import Layer, delta_of, layer_of, shape_of
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.picture import NO_WINDOW, numbers_of, reached_by
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.frame import View
from playground.engine.kit.convolution import RowsColumns, adjoint, kernel_gradient, turned
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Table
from playground.figures.values import Rows

MOST_CHECKED = 1 << 13
"""Numbers of a picture whose gradients are compared with autograd at every change."""
_GRADIENTS: Newest[Gradients] = Newest(3)


class Gradients(NamedTuple):
    """Gradients of L = sum delta y.

    Attributes:
        dx: of the picture, (channels, rows, columns).
        dw: of the kernel as it is drawn, (filters, channels, k, k).
        unturned: of the picture if the kernel is not turned on the way back.
        gap: the largest deviation of dx and dw from autograd; None: the picture is too large to compare.
        unturned_gap: that of `unturned`, relative to the largest gradient.
    """

    dx: Tensor
    dw: Tensor
    unturned: Tensor
    gap: float | None
    unturned_gap: float | None


def gradients(params: Params, data: Data, layer: Layer) -> Gradients:
    """The gradients of a layer that has an output."""

    def make() -> Gradients:
        assert layer.size is not None
        delta = delta_of(data, layer.size, len(data.kernel)).to(data.picture.dtype)
        shape, k = shape_of(data), data.kernel.shape[-1]
        dx = adjoint(delta, layer.weights, shape, layer.how)
        dw = kernel_gradient(data.picture, delta, (k, k), layer.how)
        dw = turned(dw) if params.operation == "convolution" else dw
        unturned = adjoint(delta, turned(layer.weights), shape, layer.how)
        if data.picture.numel() > MOST_CHECKED:
            return Gradients(dx, dw, unturned, None, None)
        x, w = by_autograd(data.picture, data.kernel, delta, layer, params.operation == "convolution")
        gap = max(float((dx - x).abs().max()), float((dw - w).abs().max()))
        largest = max(float(x.abs().max()), 1e-300)
        return Gradients(dx, dw, unturned, gap, float((unturned - x).abs().max()) / largest)

    return _GRADIENTS.of((data.picture, data.kernel, data.delta), (layer.how, params.operation), make)


def by_autograd(x: Tensor, kernel: Tensor, delta: Tensor, layer: Layer, convolution: bool) -> tuple[Tensor, Tensor]:
    """The gradients of the picture and of the kernel by PyTorch's own layer and its autograd."""
    with torch.enable_grad():
        x, kernel = x.detach().clone().requires_grad_(), kernel.detach().clone().requires_grad_()
        (top, left), (bottom, right) = layer.how.before, layer.how.after
        wide = x[None]
        if top or left or bottom or right:
            mode = "constant" if layer.how.border == "zeros" else layer.how.border
            wide = torch.nn.functional.pad(wide, (left, right, top, bottom), mode)
        laid = kernel.flip((-2, -1)) if convolution else kernel
        y = torch.nn.functional.conv2d(wide, laid.to(x.dtype), None, layer.how.stride, 0, layer.how.dilation)
        dx, dw = torch.autograd.grad((y[0] * delta).sum(), (x, kernel))
    return dx, dw


def backward(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The gradient of the output with the turned kernel on it, that of the input, that of the kernel, and the check."""
    layer, shape = layer_of(params, data), shape_of(data)
    o, c = min(params.filter, len(data.kernel)) - 1, min(params.channel, len(data.picture)) - 1
    row, column = place(params, data, state)
    fits, k = layer.size is not None, data.kernel.shape[-1]
    delta = delta_of(data, layer.size or (0, 0))
    found = gradients(params, data, layer) if fits else None
    dx = found.dx[c] if found is not None else delta.new_zeros((0, 0))
    dw = found.dw[o, c] if found is not None else delta.new_zeros((k, k))
    reached = reached_by(layer, shape, (row, column) if fits else None)
    products = _products(layer, delta[o], layer.weights[o, c], (row, column)) if fits else delta.new_zeros((k, k))
    value = float(dx[row, column]) if fits else None
    figure = Figure(
        plots=(
            sheet(
                "delta",
                "Gradient of the output",
                delta[o],
                Sheet(
                    unit="δ = ∂L/∂y",
                    marked=(Marked("reached", reached, key="outputs that saw this input"),),
                    main=True,
                    mouse=strokes("delta", "paint_gradient", params.ink, filter=o),
                    symbol="δ",
                    empty="fits",
                    empty_text=NO_WINDOW,
                ),
            ),
            sheet(
                "dx",
                "Gradient of the input",
                until(dx, row * shape[1] + column, params.reveal == "all"),
                Sheet(
                    unit="here {value}",
                    marked=(
                        Marked(
                            "here", np.array([[row, column]], dtype=np.float64) if fits else NO_CELLS, key="made now"
                        ),
                    ),
                    main=True,
                    mouse=go("dx"),
                    outcome=True,
                    symbol="x",
                ),
            ),
            sheet(
                "kernel",
                "Kernel, turned",
                turned(layer.weights[o, c]),
                Sheet(
                    unit="as it is drawn: turned twice"
                    if params.operation == "convolution"
                    else "by 180° against the way forward",
                    symbol="w",
                ),
            ),
            sheet("products", "Products", products, Sheet(unit="of this filter", outcome=True)),
            sheet("dw", "Gradient of the kernel", dw, Sheet(unit="input correlated with δ", outcome=True)),
            _check(found),
        ),
        face="dx",
        hint="Paint on the gradient of the output, press space",
    )
    numbers: dict[str, Any] = numbers_of(params, data, layer, state) | {
        "at": row * shape[1] + column,
        "outputs": shape[0] * shape[1] if fits else 0,
        "done": not fits or row * shape[1] + column >= shape[0] * shape[1] - 1,
        "value": value,
        "row": row,
        "column": column,
        "autograd_error": found.gap if found is not None else None,
        "unturned_error": found.unturned_gap if found is not None else None,
        "by_hand": _by_hand(params, data, layer, delta[o], layer.weights[o, c], (row, column)) if fits else "",
        "db": float(delta[o].sum()),
    }
    return Drawn(figure, numbers)


def _met(layer: Layer, delta: Tensor, cell: RowsColumns) -> dict[RowsColumns, RowsColumns]:
    """For each cell of the kernel that met an input at some output: that output, row by row."""
    k, found = layer.weights.shape[-1], {}
    for i, j in product(range(k), range(k)):
        at = [cell[a] + layer.how.before[a] - (i, j)[a] * layer.how.dilation[a] for a in (0, 1)]
        if all(u >= 0 and u % s == 0 and u // s < n for u, s, n in zip(at, layer.how.stride, delta.shape, strict=True)):
            found[i, j] = at[0] // layer.how.stride[0], at[1] // layer.how.stride[1]
    return found


def _products(layer: Layer, delta: Tensor, w: Tensor, cell: RowsColumns) -> Tensor:
    """What each cell of the turned kernel adds to the gradient of an input, (k, k); NaN where no output stands."""
    found = torch.full(w.shape, torch.nan, dtype=torch.float64)
    for (i, j), at in _met(layer, delta, cell).items():
        found[len(w) - 1 - i, len(w) - 1 - j] = float(delta[at] * w[i, j])
    return found


def _by_hand(params: Params, data: Data, layer: Layer, delta: Tensor, w: Tensor, cell: RowsColumns) -> str:
    """The gradient of an input as a sum; empty where filters or a border add more to it."""
    if len(data.kernel) > 1 or (params.border != "zeros" and params.padding):
        return ""
    met = _met(layer, delta, cell)
    return by_hand.products([float(w[one]) for one in met], [float(delta[at]) for at in met.values()])


def _check(found: Gradients | None) -> Plot:
    known = found is not None and found.gap is not None and found.unturned_gap is not None
    gaps = (found.gap, found.unturned_gap) if found is not None and known else (None, None)
    words = [number(gap) if gap is not None else "picture too large" for gap in gaps]
    rows = Rows.of(["kernel on the way back", "deviation"], [("turned", words[0]), ("not turned", words[1])])
    return Plot(
        name="check",
        title="Against autograd",
        unit="largest; without the turn relative",
        axes=False,
        badge="exact",
        layers=(Table(name="check", rows=rows, outcome=True),),
    )
