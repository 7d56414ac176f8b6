"""How cells are drawn: a picture of numbers with outlined cells, and numbers where they can be read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.engine.frame import Array, PlotView
from playground.engine.kit.brush import squares
from playground.figures.figure import Mouse, Plot
from playground.figures.layers import ColorMap, Image, Layer, Lines, Role, Text

MOST_SHOWN = 288
"""Cells of a side that are drawn; a larger picture is drawn as means of squares of cells."""
READABLE = 18
"""Cells of a side beside which numbers of a few cells can still be read."""
_ROOM = {True: 340, False: 155}  # px that a main plot and one beside it have, as a rule
_LETTER, _PLATE = 7.5, 8.0  # px of a letter, and of the rest of its plate


def number(value: float, digits: int = 3) -> str:
    """A short number with a real minus sign."""
    rounded = f"{value:.{digits}g}" if 1e-4 < abs(value) < 1e4 else f"{value:.1e}"
    return "0" if float(rounded) == 0 else rounded.replace("-", "−")


class Marked(NamedTuple):
    """Outlined cells.

    Attributes:
        name: of the layer.
        cells: rows and columns from the top left cell of the picture, (n, 2); may lie outside it.
        role: how they are drawn.
        key: what they mean.
        whole: one frame round all of them instead of one round each.
    """

    name: str
    cells: Array
    role: Role = "now"
    key: str = ""
    whole: bool = False


class Sheet(NamedTuple):
    """What a plot of cells shows beside its numbers.

    Attributes:
        unit: the small words after the title.
        color_map: which map.
        levels: the values at both ends.
        added: rows and columns of the picture that come before its own first one.
        inner: rows and columns of the picture without what was added; None: all of it.
        marked: outlined cells.
        words: rows, columns and words of cells, from the first of the picture's own; None: all numbers where few.
        main: whether it takes the large place.
        mouse: what the mouse does.
        outcome: hidden while the class is asked.
        symbol: of the formulas.
        key: what the colours mean.
        cursor: whether the model is told where the cursor is.
        seen: what of the plot is seen: of a picture with more cells than are drawn, this part is drawn more finely; the
            wheel zooms.
        empty: a flag; while it is false the empty state is shown.
        empty_text: in words.
    """

    unit: str = ""
    color_map: ColorMap = "diverging"
    levels: tuple[float, float] | None = None
    added: tuple[int, int] = (0, 0)
    inner: tuple[int, int] | None = None
    marked: tuple[Marked, ...] = ()
    words: tuple[Array, Sequence[str]] | None = None
    main: bool = False
    mouse: tuple[Mouse, ...] = ()
    outcome: bool = False
    symbol: str = ""
    key: str = ""
    cursor: bool = False
    seen: PlotView | None = None
    empty: str = ""
    empty_text: str = ""


_PLAIN = Sheet()


def sheet(name: str, title: str, z: Tensor, how: Sheet = _PLAIN) -> Plot:
    """A plot of cells (rows, columns), one unit each; the first row of the picture's own is on top.

    Its coordinates are columns from the left and rows from the bottom of the picture without what was added.
    """
    rows, columns = z.shape
    inner = how.inner or (rows, columns)
    top, left = inner[0] + how.added[0], -how.added[1]
    first, part = _part(z, how.seen, top, left)
    shown, side = reduced(part)
    x0, y1 = left + first[1], top - first[0]
    extent = np.array([x0, x0 + side * shown.shape[1], y1 - side * shown.shape[0], y1], dtype=np.float64)
    large = max(rows, columns, 1) > MOST_SHOWN
    border = np.concatenate(
        [_frame(inner, rows > inner[0] or columns > inner[1]), _whole(rows, columns, top, left, large)]
    )
    layers: list[Layer] = [
        Image(
            name=name,
            z=shown,
            color_map=how.color_map,
            levels=how.levels,
            extent=extent,
            gaps=True,
            outcome=how.outcome,
            symbol=how.symbol,
            key=how.key,
        ),
        Lines(name="inner", role="muted", xy=border, halo=False, found=False),
    ]
    for mark in how.marked:
        layers.append(
            Lines(
                name=mark.name,
                role=mark.role,
                xy=_around(mark.cells, inner[0])
                if mark.whole
                else squares(mark.cells[:, 0], mark.cells[:, 1], inner[0]),
                dash="solid",
                halo=False,
                found=False,
                key=mark.key,
                outcome=how.outcome,
            )
        )
    cells, words = how.words if how.words is not None else every(z, how.main)
    xy = np.stack([cells[:, 1] + 0.5, inner[0] - cells[:, 0] - 0.5], 1) if len(cells) else np.zeros((0, 2))
    layers.append(Text(name="numbers", words=list(words), xy=xy, outcome=how.outcome))
    return Plot(
        name=name,
        title=title,
        unit=how.unit,
        main=how.main,
        axes=False,
        badge="exact",
        layers=tuple(layers),
        mouse=how.mouse,
        cursor=how.cursor,
        zoom=how.main,
        empty=how.empty,
        empty_text=how.empty_text,
    )


NO_WORDS: tuple[Array, Sequence[str]] = (np.zeros((0, 2)), ())
NO_CELLS: Array = np.zeros((0, 2))


def every(z: Tensor, main: bool = False) -> tuple[Array, Sequence[str]]:
    """All cells that are numbers, with three or two digits where they fit into cells; else none."""
    rows, columns = z.shape
    letters = (_ROOM[main] / max(rows, columns, 1) - _PLATE) / _LETTER
    values = z.tolist() if letters >= 1 else []
    known = [(r, c) for r, row in enumerate(values) for c, value in enumerate(row) if math.isfinite(value)]
    for digits in (3, 2):
        words = [number(values[r][c], digits) for r, c in known]
        if words and max(map(len, words)) <= letters:
            return np.array(known, dtype=np.float64), words
    return NO_WORDS


def written(cells: Iterable[tuple[int, int]], values: Iterable[float]) -> tuple[Array, Sequence[str]]:
    """Some cells and their numbers."""
    places = np.array(list(cells), dtype=np.float64).reshape(-1, 2)
    return places, [number(value) for value in values]


def reduced(z: Tensor) -> tuple[Tensor, int]:
    """The picture as it is drawn, and how many cells of a side each of its cells is the mean of."""
    side = -(-max(z.shape) // MOST_SHOWN) if z.numel() else 1
    if side <= 1:
        return z, 1
    kind = torch.nn.functional.avg_pool2d
    return kind(z[None, None], side, ceil_mode=True, count_include_pad=False)[0, 0], side


def _frame(inner: tuple[int, int], shown: bool) -> Array:
    if not shown:
        return np.zeros((0, 2))
    rows, columns = inner
    return np.array([[0, 0], [columns, 0], [columns, rows], [0, rows], [0, 0]], dtype=np.float64)


def _whole(rows: int, columns: int, top: int, left: int, shown: bool) -> Array:
    """A frame round a picture of which perhaps a part is drawn, behind a gap."""
    if not shown:
        return np.zeros((0, 2))
    right, bottom = left + columns, top - rows
    return np.array(
        [[np.nan, np.nan], [left, top], [right, top], [right, bottom], [left, bottom], [left, top]], dtype=np.float64
    )


def _part(z: Tensor, seen: PlotView | None, top: int, left: int) -> tuple[tuple[int, int], Tensor]:
    """What is seen of a picture with more cells than are drawn, and its first row and column."""
    rows, columns = z.shape
    if seen is None or max(rows, columns, 1) <= MOST_SHOWN:
        return (0, 0), z
    r0, r1 = (max(0, min(rows, one)) for one in (math.floor(top - seen.y[1]), math.ceil(top - seen.y[0])))
    c0, c1 = (max(0, min(columns, one)) for one in (math.floor(seen.x[0] - left), math.ceil(seen.x[1] - left)))
    return ((r0, c0), z[r0:r1, c0:c1]) if r1 > r0 and c1 > c0 else ((0, 0), z)


def _around(cells: Array, rows: int) -> Array:
    """One frame round all cells."""
    if not len(cells):
        return np.zeros((0, 2))
    (top, left), (bottom, right) = cells.min(0), cells.max(0) + 1
    corners = [[left, top], [right, top], [right, bottom], [left, bottom], [left, top]]
    return np.array([[x, rows - y] for x, y in corners], dtype=np.float64)


def cell_under(view: PlotView | None, size: tuple[int, int]) -> tuple[int, int] | None:
    """Row and column of the cell under the cursor, of a picture of that size; None where there is none."""
    if view is None or view.cursor is None:
        return None
    column, row = math.floor(view.cursor[0]), math.floor(size[0] - view.cursor[1])
    return (row, column) if 0 <= row < size[0] and 0 <= column < size[1] else None


def until(z: Tensor, at: int, whole: bool) -> Tensor:
    """The cells up to one of them, row by row, the others no number; all of them if wanted."""
    if whole or at + 1 >= z.numel():
        return z
    shown = z.flatten().clone()
    shown[at + 1 :] = torch.nan
    return shown.view(z.shape)


def strokes(target: str, kind: str, ink: float, **give: int) -> tuple[Mouse, ...]:
    """A drag that paints with the brush's value, and with shift one that makes 0."""
    return (
        Mouse(on="drag", target=target, kind=kind, take={"path": "path"}, give={"value": ink, **give}, label="paint"),
        Mouse(
            on="shift+drag", target=target, kind=kind, take={"path": "path"}, give={"value": 0.0, **give}, label="erase"
        ),
    )


def go(target: str, on: Literal["drag", "click"] = "drag") -> tuple[Mouse, ...]:
    """A drag or a click that goes to the window of the cell under the cursor."""
    return (Mouse(on=on, target=target, kind="go", take={"place": "xy"}, label="go to a window"),)
