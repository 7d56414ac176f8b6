"""Letters, digits and signs as one-bit pictures of any size."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

Bits = np.ndarray[Any, np.dtype[np.int8]]

SIGNS = ("A", "Ω", "4", "?", "E", "club")
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DIGITS = tuple("0123456789")

_LARGE, _SMALL = 32, 5
_LEAST_FOR_LARGE = 10  # cells; below this the strokes of the large pictures run together


@cache
def _pictures() -> dict[str, tuple[Bits, Bits]]:
    """Every picture by name, large and small, 1 for ink."""
    text = files(__package__).joinpath("glyphs.txt").read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, large, small = line.split()
            found[name] = (_bits(large, _LARGE), _bits(small, _SMALL))
    return found


def _bits(hexadecimal: str, side: int) -> Bits:
    digits = f"{int(hexadecimal, 16):0{side * side}b}"
    return np.array(list(digits), dtype=np.int8).reshape(side, side)


def glyph(name: str, rows: int, columns: int) -> Bits:
    """A picture with +1 for ink and -1 for paper, shape (rows, columns)."""
    large, small = _pictures()[name]
    master = large if min(rows, columns) >= _LEAST_FOR_LARGE else small
    return np.where(resized(master.astype(np.float64), rows, columns) >= 0.5 - 1e-9, 1, -1).astype(np.int8)


def resized(picture: np.ndarray[Any, np.dtype[np.float64]], rows: int, columns: int) -> Any:
    """A picture of grey values at another size, each new cell the mean of what it covers.

    Args:
        picture: shape (h, w).
        rows: of the new picture.
        columns: of the new picture.
    """
    return _cover(picture.shape[0], rows) @ picture @ _cover(picture.shape[1], columns).T


@cache
def _cover(old: int, new: int) -> Any:
    """Shares of each old cell in each new one, shape (new, old), rows summing to 1."""
    edges = np.arange(new + 1) * (old / new)
    low = np.maximum(edges[:-1, None], np.arange(old)[None, :])
    high = np.minimum(edges[1:, None], np.arange(1, old + 1)[None, :])
    return np.clip(high - low, 0.0, None) * (new / old)
