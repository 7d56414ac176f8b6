"""Payoffs as they are typed: rows parted by semicolons, numbers by spaces or commas. No torch."""

from __future__ import annotations

import math
from functools import lru_cache

from playground.engine.errors import BadInput

FEWEST, MOST = 2, 8  # moves of a player
LARGEST = 100.0
LONGEST = 600  # characters

Rows = tuple[tuple[float, ...], ...]


@lru_cache(maxsize=64)
def read(text: str) -> Rows:
    """The payoffs that y gets from x, a row for each move of x.

    Raises:
        BadInput: an entry is no number of a usable size, or the rows are no table of 2 to 8 moves each.
    """
    rows = tuple(tuple(map(_number, row.replace(",", " ").split())) for row in text.strip(" ;\n").split(";"))
    if not FEWEST <= len(rows) <= MOST:
        raise BadInput(f"payoffs has {len(rows)} rows, allowed are {FEWEST} to {MOST}, parted by semicolons", "payoffs")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadInput(f"payoffs: row {number} has {len(row)} numbers, row 1 has {len(rows[0])}", "payoffs")
    if not FEWEST <= len(rows[0]) <= MOST:
        raise BadInput(f"payoffs has {len(rows[0])} columns, allowed are {FEWEST} to {MOST}", "payoffs")
    return rows


def _number(word: str) -> float:
    try:
        value = float(word.replace("−", "-"))
    except ValueError:
        raise BadInput(f"payoffs: {word!r} is no number", "payoffs") from None
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise BadInput(f"payoffs: {word} is not between -{LARGEST:g} and {LARGEST:g}", "payoffs")
    return value
