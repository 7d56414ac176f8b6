"""The matrix as it is typed. No torch."""

from __future__ import annotations

from functools import lru_cache

from playground.engine.kit.typed_matrix import NumberRows, read_matrix

MOST, LARGEST = 6, 10.0
LONGEST = 400  # characters


@lru_cache(maxsize=64)
def read(text: str) -> NumberRows:
    """The rows of a typed square matrix.

    Raises:
        BadInput: an entry is no number of a usable size, or the rows are no square of 1 to 6.
    """
    return read_matrix(text, "matrix", fewest=1, most=MOST, largest=LARGEST, square=True)
