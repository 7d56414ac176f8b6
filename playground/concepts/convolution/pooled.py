"""The view of pooling: winners and means of windows, and where their gradients go."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.convolution import by_hand
from playground.concepts.convolution.cells import (
    NO_CELLS,
    Marked,
    Sheet,
    every,
    go,
    sheet,
    strokes,
    until,
)
from playground.concepts.convolution.layer import delta_of, pool_of, pool_shape, pooled_of
from playground.concepts.convolution.parameters import Params
from playground.concepts.convolution.state import Data, State
from playground.concepts.convolution.stepping import place
from playground.engine.frame import Array, View
from playground.engine.kit import pooling
from playground.engine.kit.convolution import RowsColumns
from playground.engine.kit.newest import Newest
from playground.engine.kit.pooling import Pool, Pooled
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure

MOST_LIT = 1200  # winners that are outlined
_BACK: Newest[Back] = Newest(2)


def pooled(params: Params, data: Data, state: State, view: View) -> Drawn:
    """The picture with its winners, both outputs, the gradient of the output, and both gradients of the picture."""
    pool, found, shape = pool_of(params), pooled_of(params, data), pool_shape(data)
    x = data.picture[0, : shape[0], : shape[1]]
    empty = x.new_zeros((0, 0))
    row, column = place(params, data, state)
    size: RowsColumns = (0, 0) if found is None else (found.values.shape[0], found.values.shape[1])
    at, count = row * size[1] + column, size[0] * size[1]
    share = params.ties == "shared"
    gone = back_of(params, data, found) if found is not None else None
    none = x.new_zeros(shape)
    mean, delta = (gone.mean, gone.delta) if gone is not None else (empty, empty)
    back, spread = (gone.back, gone.spread) if gone is not None else (none, none)
    whole = params.reveal == "all"
    here = np.array([[row, column]], dtype=np.float64) if count else NO_CELLS
    winners, tied = _winners(found, at if not whole else count, shape[1], share)
    figure = Figure(
        plots=(
            sheet(
                "input",
                "Picture",
                x,
                Sheet(
                    unit="{tied_windows} windows have ties",
                    color_map="grey",
                    levels=(0.0, 1.0),
                    inner=tuple(data.picture.shape[-2:]),  # type: ignore[arg-type]
                    marked=(
                        Marked("winners", winners, "slot2", "winner"),
                        Marked("tied", tied, "slot3", "tied with it"),
                        Marked(
                            "window",
                            _window(pool, (row, column)) if count else NO_CELLS,
                            whole=params.dilation == 1,
                            key="window",
                        ),
                    ),
                    words=every(x, main=True),
                    main=True,
                    mouse=strokes("input", "paint", params.ink, size=params.brush, channel=0),
                    symbol="x",
                ),
            ),
            sheet(
                "max",
                "Largest of each window",
                until(found.values if found is not None else empty, at, whole),
                Sheet(
                    unit="{rows} × {columns}",
                    color_map="grey",
                    levels=(0.0, 1.0),
                    marked=(Marked("here", here, key="made now"),),
                    main=True,
                    mouse=go("max"),
                    outcome=True,
                    symbol="y",
                    empty="fits",
                    empty_text="No window fits the picture",
                ),
            ),
            sheet(
                "delta",
                "Gradient of the output",
                delta,
                Sheet(unit="paint on it", mouse=strokes("delta", "paint_gradient", params.ink, filter=0), symbol="δ"),
            ),
            sheet(
                "routed",
                "Through the largest",
                back,
                Sheet(unit="tied winners share" if share else "the first winner gets all", outcome=True),
            ),
            sheet(
                "mean",
                "Mean of each window",
                until(mean, at, whole),
                Sheet(unit="", color_map="grey", levels=(0.0, 1.0), outcome=True),
            ),
            sheet("spread", "Through the mean", spread, Sheet(unit="every cell gets its part", outcome=True)),
        ),
        hint="Paint on the picture or on the gradient, press space",
    )
    numbers: dict[str, Any] = {
        "fits": found is not None,
        "at": at,
        "outputs": count,
        "done": at >= count - 1,
        "rows": size[0],
        "columns": size[1],
        "n": shape[0],
        "k": pool.kernel[0],
        "p": pool.padding[0],
        "s": pool.stride[0],
        "d": pool.dilation[0],
        "formula_size": pooling.pooled_size(
            shape[0], pool.kernel[0], pool.stride[0], pool.padding[0], pool.dilation[0]
        ),
        "row": row,
        "column": column,
        "value": float(found.values[row, column]) if found is not None else None,
        "by_hand": _by_hand(found, x, (row, column)),
        "ties_here": int(found.tied[row, column]) if found is not None else None,
        "tied_windows": int((found.tied > 1).sum()) if found is not None else 0,
        "lit": int((back != 0).sum()),
        "delta_sum": float(delta.sum()) if count else 0.0,
        "back_sum": float(back.sum()),
        "autograd_error": gone.gap if gone is not None else None,
        "leaked": gone.leaked if gone is not None else None,
        "free": 0,
        "entries": count * shape[0] * shape[1],
    }
    return Drawn(figure, numbers)


class Back(NamedTuple):
    """What comes back through pooling.

    Attributes:
        delta: the gradient of the output, (rows, columns).
        back: that of the picture through the largest, (rows, columns).
        mean: the means of the windows.
        spread: the gradient of the picture through the means.
        gap: the largest deviation of `back` from autograd's gradient.
        leaked: what of autograd's gradient reaches cells that won nothing.
    """

    delta: Tensor
    back: Tensor
    mean: Tensor
    spread: Tensor
    gap: float
    leaked: float


def back_of(params: Params, data: Data, found: Pooled) -> Back:
    """Means and gradients of windows of which there is at least one."""
    pool, shape, share = pool_of(params), pool_shape(data), params.ties == "shared"

    def make() -> Back:
        x = data.picture[0, : shape[0], : shape[1]]
        delta = delta_of(data, (found.values.shape[0], found.values.shape[1]))[0].to(x.dtype)
        back = (pooling.shared if share else pooling.routed)(delta, found, shape)
        mean = pooling.average_pool(x, pool)
        assert mean is not None
        auto, won = by_autograd(x, delta, found, pool, share), torch.zeros(x.numel(), dtype=torch.bool)
        won[found.at.expand(found.wins.shape)[found.wins]] = True
        gap, leaked = float((auto - back).abs().max()), float(auto.abs().flatten()[~won].sum())
        return Back(delta, back, mean, pooling.spread(delta, pool, shape), gap, leaked)

    return _BACK.of((data.picture, data.delta), (pool, share), make)


def _window(pool: Pool, at: RowsColumns) -> Array:
    """The cells of a window, rows and columns, (n, 2)."""
    axes = [at[a] * pool.stride[a] + np.arange(pool.kernel[a]) * pool.dilation[a] - pool.padding[a] for a in (0, 1)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2).astype(np.float64)


def _winners(found: Pooled | None, at: int, columns: int, share: bool) -> tuple[Array, Array]:
    """The winners of the windows up to one of them, and the other cells that are as large, (n, 2) each."""
    if found is None:
        return NO_CELLS, NO_CELLS
    first = found.winners.flatten()[: at + 1]
    first = torch.unique(first[first >= 0])[:MOST_LIT]
    wins = found.wins.flatten(1)[:, : at + 1]
    other = torch.unique(found.at.flatten(1)[:, : at + 1][wins])
    other = other[~torch.isin(other, first)][:MOST_LIT]
    if share:
        first, other = torch.cat([first, other]), other[:0]
    return _cells(first, columns), _cells(other, columns)


def _cells(flat: Tensor, columns: int) -> Array:
    return np.stack(np.divmod(flat.numpy(), columns), 1).astype(np.float64).reshape(-1, 2)


def _by_hand(found: Pooled | None, x: Tensor, at: RowsColumns) -> str:
    """The mean of a window, in which added cells count as 0."""
    if found is None:
        return ""
    places = found.at[:, at[0], at[1]].tolist()
    return by_hand.mean([float(x.flatten()[cell]) if cell >= 0 else 0.0 for cell in places])


def by_autograd(x: Tensor, delta: Tensor, found: Pooled, pool: Pool, share: bool) -> Tensor:
    """The gradient of the picture by PyTorch's own pooling, or by its `amax`, which shares among tied winners."""
    with torch.enable_grad():
        x = x.detach().clone().requires_grad_()
        if share:
            cells = torch.where(found.at >= 0, x.flatten()[found.at.clamp_min(0)], -torch.inf)
            y = cells.amax(0)
        else:
            y = torch.nn.functional.max_pool2d(x[None], *pool)[0]
        alive = torch.where(torch.isfinite(y), y, 0.0)
        (dx,) = torch.autograd.grad((alive * delta).sum(), x)
    return dx
