"""The layer that the parameters and the data make, and what it gives: computed once for the same data."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import TILE, Data
from playground.engine.kit import pooling
from playground.engine.kit.convolution import (
    RowsColumns,
    Sliding,
    correlate,
    output_shape,
    same_padding,
    slide,
    span,
    transposed_size,
    turned,
)
from playground.engine.kit.newest import Newest
from playground.engine.kit.pooling import Pool, Pooled

MOST_RAISED, MOST_POOLED = 32, 128
"""Rows and columns that the views of the transposed layer and of pooling take of a picture."""
_OUTPUTS: Newest[Tensor | None] = Newest()
_POOLED: Newest[Pooled | None] = Newest()


class Layer(NamedTuple):
    """A layer that slides over a picture.

    Attributes:
        how: how the kernel slides.
        weights: the kernels as they are laid on the picture, (filters, channels, k, k): turned for a convolution.
        size: rows and columns of the output; None where no window fits.
    """

    how: Sliding
    weights: Tensor
    size: RowsColumns | None


def layer_of(params: Params, data: Data) -> Layer:
    """The layer of the picture's views."""
    how = slide(params.stride, params.padding, params.dilation, params.border)
    weights = turned(data.kernel) if params.operation == "convolution" else data.kernel
    k = data.kernel.shape[-1]
    return Layer(how, weights, output_shape(shape_of(data), (k, k), how))


def shape_of(data: Data) -> RowsColumns:
    """Rows and columns of the picture."""
    return data.picture.shape[-2], data.picture.shape[-1]


def output_of(params: Params, data: Data) -> Tensor | None:
    """The layer's output, (filters, rows, columns), in the precision of the picture; None where no window fits."""
    layer = layer_of(params, data)
    key = layer.how, params.operation
    return _OUTPUTS.of((data.picture, data.kernel), key, lambda: correlate(data.picture, layer.weights, layer.how))


def delta_of(data: Data, size: RowsColumns, filters: int | None = None) -> Tensor:
    """The gradients of an output of that size, (filters, rows, columns)."""
    rows, columns = (torch.arange(n) % TILE for n in size)
    return data.delta[:filters].index_select(1, rows).index_select(2, columns)


# ---- the kernel of a signal


def as_kernel(taps: Tensor) -> Tensor:
    """Taps (m,) as a kernel of one row, (1, 1, 1, m)."""
    return taps[None, None, None]


def along(signal: Tensor, taps: Tensor, how: Sliding) -> Tensor:
    """The outputs of a signal (n,), (outputs,); empty where no window fits."""
    y = correlate(signal[None, None], as_kernel(taps), how)
    return signal.new_zeros(0) if y is None else y[0, 0]


def line_slide(params: Params, m: int, convolution: bool) -> Sliding:
    """How m taps slide along a signal; of an even kernel the same extent has one cell more on one side."""
    reach = span(m, params.dilation) - 1
    before = after = {"full": reach, "valid": 0}.get(params.extent, 0)
    if params.extent == "same":
        before, after = same_padding(m, params.dilation)
        before, after = (after, before) if convolution else (before, after)
    return Sliding((1, params.stride), (0, before), (0, after), (1, params.dilation), params.border)


def matrix_of(taps: Tensor, n: int, how: Sliding) -> Tensor:
    """The layer as a matrix, (outputs, n): its columns are what each unit signal gives."""
    y = correlate(torch.eye(n, dtype=taps.dtype)[:, None, None], as_kernel(taps), how)
    return taps.new_zeros((0, n)) if y is None else y[:, 0, 0].T.contiguous()


def circle_slide(params: Params, m: int) -> Sliding:
    """How m taps slide along a signal of the view of shifts: as many outputs as samples at stride 1."""
    before, after = same_padding(m, params.dilation)
    return Sliding((1, params.stride), (0, before), (0, after), (1, params.dilation), params.border)


# ---- pooling


def pool_of(params: Params) -> Pool:
    """How the pooled window slides."""
    k, s, d = params.window, params.stride, params.dilation
    p = min(params.padding, k // 2)
    return Pool((k, k), (s, s), (p, p), (d, d))


def pooled_of(params: Params, data: Data) -> Pooled | None:
    """What max pooling finds in the first channel; None where no window fits."""
    pool = pool_of(params)
    rows, columns = pool_shape(data)
    return _POOLED.of(data.picture, pool, lambda: pooling.max_pool(data.picture[0, :rows, :columns], pool))


def pool_shape(data: Data) -> RowsColumns:
    """Rows and columns of what is pooled: the upper left of a large picture."""
    rows, columns = shape_of(data)
    return min(rows, MOST_POOLED), min(columns, MOST_POOLED)


# ---- which outputs there are


def up_shape(data: Data) -> RowsColumns:
    """Rows and columns of what the transposed layer is given: the upper left of a large picture."""
    rows, columns = shape_of(data)
    return min(rows, MOST_RAISED), min(columns, MOST_RAISED)


def up_size(params: Params, data: Data) -> RowsColumns:
    """Rows and columns of the transposed layer's output; not above 0 where padding takes all of it."""
    k, n = data.kernel.shape[-1], up_shape(data)
    rows, columns = (transposed_size(n[a], k, params.padding, params.stride, params.dilation) for a in (0, 1))
    return rows, columns


def outputs(params: Params, data: Data) -> RowsColumns:
    """Rows and columns of what a run goes through, one of them at a time; (0, 0) where no window fits."""
    match params.mode:
        case "picture":
            return layer_of(params, data).size or (0, 0)
        case "up":
            return up_shape(data) if min(up_size(params, data)) > 0 else (0, 0)
        case "backward":
            return shape_of(data) if layer_of(params, data).size is not None else (0, 0)
        case "pooling":
            return pooling.pooled_shape(pool_shape(data), pool_of(params)) or (0, 0)
        case "shift":
            return 1, len(data.signal)
        case "spectrum":
            return 1, period_of(params, data) // 2 + 1
    m, n = len(data.taps), len(data.signal)
    how = line_slide(params, m, True)
    size = output_shape((1, n), (1, m), how)
    return size or (0, 0)


def period_of(params: Params, data: Data) -> int:
    """The length of the transform; at least as long as the signal and the kernel."""
    n, m = len(data.signal), len(data.taps)
    return max(params.period, n, m) if params.period else n + m - 1
