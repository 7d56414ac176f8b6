"""The memories: made from sets of pictures, drawn at random, or opened from the user's own picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.concepts.hopfield import Params, glyphs
from playground.concepts.hopfield.images import squares
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx
from playground.resources import INK, digits

MOST = 512

_SETS = {"signs": glyphs.SIGNS, "letters": glyphs.LETTERS, "digits": glyphs.DIGITS}


class Data(NamedTuple):
    """What is stored.

    Attributes:
        X: the memories as rows of +1 and -1, shape (n, d), int8; cells in reading order.
        names: what each is called.
        rows, columns: of the grid, d = rows * columns.
        made: how many memories were ever added, for the names of new ones.
    """

    X: Tensor
    names: tuple[str, ...]
    rows: int
    columns: int
    made: int


def data_of(X: Tensor, names: tuple[str, ...], rows: int, columns: int) -> Data:
    """Data from memories, shape (n, rows * columns)."""
    return Data(X.to(torch.int8).reshape(-1, rows * columns).contiguous(), names, rows, columns, 0)


def make_data(params: Params, ctx: Ctx) -> Data:
    """The chosen set at the chosen size."""
    rows, columns = params.rows, params.columns
    d = rows * columns
    match params.patterns:
        case "random":
            n = min(MOST, max(1, round(params.load * d)))
            X = torch.where(ctx.rand(n, d) < 0.5, -1, 1)
            return data_of(X, tuple(str(k + 1) for k in range(n)), rows, columns)
        case "stripes":
            X, names = _stripes(params.count, rows, columns)
            return data_of(X, names, rows, columns)
        case "handwritten":
            X, names = _handwritten(params.count, rows, columns, ctx)
            return data_of(X, names, rows, columns)
        case "own":
            return data_of(torch.zeros((0, d), dtype=torch.int8), (), rows, columns)
    names = _SETS[params.patterns][: params.count]
    pictures = np.stack([glyphs.glyph(name, rows, columns).ravel() for name in names])
    return data_of(torch.from_numpy(pictures), names, rows, columns)


def _stripes(count: int, rows: int, columns: int) -> tuple[Tensor, tuple[str, ...]]:
    """Upright and level stripes in turn, from wide to narrow; orthogonal where the sides are powers of two."""
    halvings = max((max(rows, columns) - 1).bit_length(), 1)
    across, down = torch.arange(columns).expand(rows, columns), torch.arange(rows)[:, None].expand(rows, columns)
    found, names = [], []
    for k in range(halvings):
        for place, side, word in ((across, columns, "upright"), (down, rows, "level")):
            if side >> (k + 1):
                found.append(1 - 2 * ((place * 2 ** (k + 1) // side) % 2))
                names.append(f"{word} {2 ** (k + 1)}")
    return torch.stack(found[:count]), tuple(names[:count])


def _handwritten(count: int, rows: int, columns: int, ctx: Ctx) -> tuple[Tensor, tuple[str, ...]]:
    """One random picture of each digit, then another one of each, and so on."""
    images, labels = digits()
    images = images / INK
    drawn = ctx.rand(count).tolist()
    found = []
    for k, share in enumerate(drawn):
        own = images[labels == k % 10]
        grey = glyphs.resized(own[int(share * len(own))], rows, columns)
        found.append(np.where(grey >= 0.5 - 1e-9, 1, -1).ravel())
    names = tuple(str(k % 10) if k < 10 else f"{k % 10}, no. {k // 10 + 1}" for k in range(count))
    return torch.from_numpy(np.stack(found)), names


def load(params: Params, *paths: Path) -> Data:
    """Memories from pictures: one of each, or as many as squares fit side by side; drawn sets stay behind them.

    Raises:
        BadInput: a file is no picture that can be used.
    """
    rows, columns = params.rows, params.columns
    pictures: list[Any] = []
    names: tuple[str, ...] = ()
    for path in paths:
        found = squares(path, rows, columns)
        pictures += found
        names += tuple(path.stem if len(found) == 1 else f"{path.stem} {k + 1}" for k in range(len(found)))
    X = torch.from_numpy(np.stack(pictures))
    if params.patterns in _SETS:
        others = _SETS[params.patterns][: max(0, params.count - len(pictures))]
        rest = [torch.from_numpy(glyphs.glyph(name, rows, columns).ravel())[None] for name in others]
        X, names = torch.cat([X, *rest]), names + others
    return data_of(X, names, rows, columns)


# ---- edits


def with_memory(data: Data, s: Tensor) -> Data:
    """The data with one more memory.

    Raises:
        BadInput: there are too many.
    """
    if len(data.X) >= MOST:
        raise BadInput(f"there are {len(data.X)} memories, allowed are at most {MOST}", "store")
    name = f"drawn {data.made + 1}"
    X = torch.cat([data.X, s.to(torch.int8)[None]])
    return data._replace(X=X, names=(*data.names, name), made=data.made + 1)


def without_memory(data: Data, k: int) -> Data:
    """The data without memory number k, from 0."""
    X = torch.cat([data.X[:k], data.X[k + 1 :]])
    return data._replace(X=X, names=data.names[:k] + data.names[k + 1 :])
