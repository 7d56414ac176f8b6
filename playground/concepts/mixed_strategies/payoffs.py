"""Payoffs as they are typed: rows parted by semicolons, numbers by spaces or commas. No torch."""

from __future__ import annotations

from functools import lru_cache

from playground.engine.kit.typed_matrix import NumberRows, read_matrix

FEWEST, MOST = 2, 8  # moves of a player
LARGEST = 100.0
LONGEST = 600  # characters

Rows = NumberRows


@lru_cache(maxsize=64)
def read(text: str) -> Rows:
    """The payoffs that y gets from x, a row for each move of x.

    Raises:
        BadInput: an entry is no number of a usable size, or the rows are no table of 2 to 8 moves each.
    """
    return read_matrix(text, "payoffs", fewest=FEWEST, most=MOST, largest=LARGEST)
