"""Matrices as they are typed: rows parted by semicolons, numbers by spaces or commas. No torch."""

from __future__ import annotations

import math

from playground.engine.errors import BadInput

NumberRows = tuple[tuple[float, ...], ...]


def read_matrix(text: str, name: str, *, fewest: int, most: int, largest: float, square: bool = False) -> NumberRows:
    """The rows of a typed matrix.

    Args:
        text: as it was typed.
        name: of the parameter, for the sentences.
        fewest: rows, and columns too.
        most: of both.
        largest: the largest absolute value.
        square: as many columns as rows.

    Raises:
        BadInput: an entry is no number of a usable size, or the rows are no such table.
    """
    rows = tuple(
        tuple(_number(word, name, largest) for word in row.replace(",", " ").split())
        for row in text.strip(" ;\n").split(";")
    )
    if not fewest <= len(rows) <= most:
        raise BadInput(f"{name} has {len(rows)} rows, allowed are {fewest} to {most}, parted by semicolons", name)
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadInput(f"{name}: row {number} has {len(row)} numbers, row 1 has {len(rows[0])}", name)
    if square and len(rows[0]) != len(rows):
        raise BadInput(f"{name} has {len(rows)} rows and {len(rows[0])} columns, allowed are as many of both", name)
    if not fewest <= len(rows[0]) <= most:
        raise BadInput(f"{name} has {len(rows[0])} columns, allowed are {fewest} to {most}", name)
    return rows


def _number(word: str, name: str, largest: float) -> float:
    try:
        value = float(word.replace("−", "-"))
    except ValueError:
        raise BadInput(f"{name}: {word!r} is no number", name) from None
    if not math.isfinite(value) or abs(value) > largest:
        raise BadInput(f"{name}: {word} is not between -{largest:g} and {largest:g}", name)
    return value
