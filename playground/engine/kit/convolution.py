"""Layers that slide a kernel over pictures: sizes, borders, the layer, its adjoint and its gradients.

Pictures have shape (..., channels, rows, columns), kernels (out, in, rows, columns). A signal is a picture of one row.
The layer computes a cross-correlation, y[u] = sum_k w[k] x[u s + k d - p], as frameworks do; a true convolution is the
layer with the kernel turned by 180 degrees. Everything is a sum of shifted copies of the picture, a copy for each cell
of the kernel, which for few channels is many times faster than gathering the windows.

Sources: V. Dumoulin and F. Visin, "A guide to convolution arithmetic for deep learning" (2016).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.giving_way import give_way

Border = Literal["zeros", "reflect", "replicate", "circular"]
RowsColumns = tuple[int, int]
"""A number for the rows and one for the columns."""


# ---- along one axis


def span(k: int, d: int) -> int:
    """How many inputs a kernel of k cells reaches over at dilation d."""
    return d * (k - 1) + 1


def output_size(n: int, k: int, p: int = 0, s: int = 1, d: int = 1) -> int | None:
    """How many windows fit: floor((n + 2p - d(k-1) - 1)/s) + 1; None where not one does.

    Args:
        n: inputs.
        k: cells of the kernel.
        p: cells added on either side.
        s: stride.
        d: dilation.
    """
    return _windows(n, k, 2 * p, s, d)


def _windows(n: int, k: int, added: int, s: int, d: int) -> int | None:
    room = n + added - span(k, d)
    return room // s + 1 if room >= 0 else None


def untouched(n: int, k: int, p: int = 0, s: int = 1, d: int = 1) -> int | None:
    """How many of the last inputs no window reaches, since the stride does not divide; None where no window fits."""
    size = output_size(n, k, p, s, d)
    return None if size is None else max(0, min(n, n + p - (size - 1) * s - span(k, d)))


def same_padding(k: int, d: int = 1) -> RowsColumns:
    """The cells before and after that keep the length at stride 1; of an odd number the last side gets one more."""
    added = span(k, d) - 1
    return added // 2, added - added // 2


def transposed_size(n: int, k: int, p: int = 0, s: int = 1, d: int = 1) -> int:
    """The length of a transposed convolution: (n-1)s - 2p + d(k-1) + 1."""
    return (n - 1) * s - 2 * p + span(k, d)


def sources(n: int, before: int, after: int, border: Border) -> Tensor:
    """Which input stands in each cell of a padded axis, (before + n + after,), int64; -1: a zero."""
    at = torch.arange(-before, n + after)
    if border == "replicate":
        return at.clamp(0, n - 1)
    if border == "circular":
        return at % n
    if border == "reflect":  # the edge is not repeated
        period = max(1, 2 * (n - 1))
        return torch.minimum(at % period, period - at % period) if n > 1 else torch.zeros_like(at)
    return torch.where((at >= 0) & (at < n), at, -1)


# ---- the layer


class Sliding(NamedTuple):
    """How a kernel slides; pairs are rows and columns.

    Attributes:
        stride: from window to window.
        before, after: cells added on top and at the left, and at the bottom and at the right.
        dilation: from cell to cell of the kernel.
        border: what stands in the added cells.
    """

    stride: RowsColumns = (1, 1)
    before: RowsColumns = (0, 0)
    after: RowsColumns = (0, 0)
    dilation: RowsColumns = (1, 1)
    border: Border = "zeros"


PLAIN = Sliding()
"""Stride and dilation 1, nothing added."""


def slide(stride: int = 1, padding: int = 0, dilation: int = 1, border: Border = "zeros") -> Sliding:
    """The same along rows and columns, as much added before as after."""
    p = (padding, padding)
    return Sliding((stride, stride), p, p, (dilation, dilation), border)


def output_shape(shape: RowsColumns, kernel: RowsColumns, how: Sliding) -> RowsColumns | None:
    """Rows and columns of the output; None where no window fits."""
    sizes = [
        _windows(shape[a], kernel[a], how.before[a] + how.after[a], how.stride[a], how.dilation[a]) for a in (0, 1)
    ]
    rows, columns = sizes
    return None if rows is None or columns is None else (rows, columns)


def turned(kernel: Tensor) -> Tensor:
    """The kernel turned by 180 degrees."""
    return kernel.flip((-2, -1))


def padded(x: Tensor, how: Sliding) -> Tensor:
    """The picture with its added cells, (..., channels, rows, columns); the picture itself where there are none."""
    if how.before == how.after == (0, 0):
        return x
    (top, left), (bottom, right) = how.before, how.after
    if how.border == "zeros":
        return torch.nn.functional.pad(x, (left, right, top, bottom))
    rows = sources(x.shape[-2], top, bottom, how.border)
    columns = sources(x.shape[-1], left, right, how.border)
    return x.index_select(-2, rows).index_select(-1, columns)


def _folded(x: Tensor, shape: RowsColumns, how: Sliding) -> Tensor:
    """The adjoint of `padded`: added cells give what they hold to the inputs that they repeat."""
    if how.before == how.after == (0, 0):
        return x
    (top, left), (bottom, right) = how.before, how.after
    if how.border == "zeros":
        return x[..., top : top + shape[0], left : left + shape[1]]
    rows = sources(shape[0], top, bottom, how.border)
    columns = sources(shape[1], left, right, how.border)
    narrow = x.new_zeros((*x.shape[:-1], shape[1])).index_add_(-1, columns, x)
    return x.new_zeros((*x.shape[:-2], *shape)).index_add_(-2, rows, narrow)


def copy_at(x: Tensor, cell: RowsColumns, size: RowsColumns, how: Sliding) -> Tensor:
    """What one cell of the kernel sees, a view of shape (..., rows, columns) of the output.

    Args:
        x: the padded picture, (..., rows, columns).
        cell: row and column in the kernel.
        size: rows and columns of the output.
        how: how the kernel slides.
    """
    rows, columns = (_strided(cell[a] * how.dilation[a], size[a], how.stride[a]) for a in (0, 1))
    return x[..., rows, columns]


def _strided(start: int, size: int, stride: int) -> slice:
    return slice(start, start + (size - 1) * stride + 1, stride)


def correlate(x: Tensor, kernel: Tensor, how: Sliding = PLAIN, bias: Tensor | None = None) -> Tensor | None:
    """The layer's output, (..., out, rows, columns); None where no window fits.

    Args:
        x: pictures, (..., in, rows, columns).
        kernel: (out, in, rows, columns).
        how: how it slides.
        bias: (out,).
    """
    size = output_shape((x.shape[-2], x.shape[-1]), (kernel.shape[-2], kernel.shape[-1]), how)
    if size is None:
        return None
    weights, wide = kernel.tolist(), padded(x, how)
    y = x.new_zeros((*x.shape[:-3], len(weights), *size))
    for o, channels in enumerate(weights):
        out = y[..., o, :, :]
        for c, rows in enumerate(channels):
            seen = wide[..., c, :, :]
            for i, row in enumerate(rows):
                for j, w in enumerate(row):
                    out.add_(copy_at(seen, (i, j), size, how), alpha=w)
                give_way()
    return y if bias is None else y + bias[:, None, None]


def adjoint(delta: Tensor, kernel: Tensor, shape: RowsColumns, how: Sliding = PLAIN) -> Tensor:
    """The adjoint of the layer: gradients of its output become those of its input, (..., in, rows, columns).

    It is also the transposed convolution, or up-convolution, of `delta`.

    Args:
        delta: (..., out, rows, columns).
        kernel: (out, in, rows, columns).
        shape: rows and columns of the input.
        how: how the kernel slides.
    """
    size, weights = (delta.shape[-2], delta.shape[-1]), kernel.tolist()
    wide = [shape[a] + how.before[a] + how.after[a] for a in (0, 1)]
    x = delta.new_zeros((*delta.shape[:-3], kernel.shape[1], *wide))
    for o, channels in enumerate(weights):
        out = delta[..., o, :, :]
        for c, rows in enumerate(channels):
            seen = x[..., c, :, :]
            for i, row in enumerate(rows):
                for j, w in enumerate(row):
                    copy_at(seen, (i, j), size, how).add_(out, alpha=w)
                give_way()
    return _folded(x, shape, how)


def kernel_gradient(x: Tensor, delta: Tensor, kernel: RowsColumns, how: Sliding = PLAIN) -> Tensor:
    """The gradient of the kernel, (out, in, rows, columns): the input correlated with the output's gradients.

    Args:
        x: pictures, (..., in, rows, columns).
        delta: gradients of the output, (..., out, rows, columns).
        kernel: rows and columns of the kernel.
        how: how it slides.
    """
    size, wide = (delta.shape[-2], delta.shape[-1]), padded(x, how)
    found = x.new_zeros((delta.shape[-3], x.shape[-3], *kernel))
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            found[:, :, i, j] = torch.einsum("...oij,...cij->oc", delta, copy_at(wide, (i, j), size, how))
        give_way()
    return found


def overlaps(size: RowsColumns, kernel: RowsColumns, shape: RowsColumns, how: Sliding = PLAIN) -> Tensor:
    """How many windows reach each input, (rows, columns): what the adjoint of ones with ones gives."""
    ones = torch.ones((1, *size), dtype=torch.float64)
    return adjoint(ones, torch.ones((1, 1, *kernel), dtype=torch.float64), shape, how)[0]


@lru_cache(maxsize=64)
def _reach(n: int, before: int, after: int, border: Border) -> tuple[int, ...]:
    return tuple(sources(n, before, after, border).tolist())


def window(u: int, n: int, k: int, how: Sliding, axis: Literal[0, 1]) -> list[int]:
    """The inputs along one axis that window u sees, one for each cell of the kernel; -1: an added zero.

    Args:
        u: which window.
        n: inputs along the axis.
        k: cells of the kernel along it.
        how: how the kernel slides.
        axis: 0 for rows, 1 for columns.
    """
    reach = _reach(n, how.before[axis], how.after[axis], how.border)
    return [reach[u * how.stride[axis] + j * how.dilation[axis]] for j in range(k)]


def transposed(x: Tensor, kernel: Tensor, stride: int = 1, padding: int = 0, dilation: int = 1) -> Tensor:
    """The transposed convolution of pictures (..., in, rows, columns) with a kernel (in, out, rows, columns)."""
    k, n = kernel.shape[-2:], x.shape[-2:]
    rows, columns = (transposed_size(n[a], k[a], padding, stride, dilation) for a in (0, 1))
    return adjoint(x, kernel, (rows, columns), slide(stride, padding, dilation))
