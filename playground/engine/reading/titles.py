"""What the first row and the first column of a table are: titles or values, numbers of the rows or a feature."""

from __future__ import annotations

import re
from collections.abc import Sequence

CLASS_TITLES = ("class", "classes", "label", "labels", "target", "targets")
"""Titles that name the column of the class, in small letters."""

_NUMBER = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)([eE][+-]?\d{1,9})?")
_WHOLE = re.compile(r"[+-]?\d{1,15}")
_UNTITLED = ("", "unnamed: 0", "row.names", "rownames", "rowname")
_INDEX = ("index", "idx")
_NUMBERED = re.compile(r"(.*[_\s-])?id|.*[a-z]I[dD]|I[dD]")  # id, Id, user_id, PassengerId, but not humid
_COUNTER = ("row", "no", "no.", "nr", "nr.", "#", "obs")

_MISSING = ("na", "nan", "n/a", "null", "none", "inf", "-inf", "#n/a", "?")
_ENOUGH = 5000  # rows that tell what the first one is

TableCells = Sequence[str]


def is_numeric(cell: str) -> bool:
    """Whether a cell is a number, with a decimal point or comma."""
    return bool(_NUMBER.fullmatch(cell.replace("−", "-")))


def is_header(rows: Sequence[TableCells]) -> bool:
    """Whether the first row holds titles: no number is in it, or what is below tells.

    Of titles that are numbers, as those of years or of pandas without names, it tells where no row below has the class
    that the first would have, where words stand over numbers, or where the titles count the columns from 0.
    """
    first, body = rows[0], rows[1:_ENOUGH]
    if not any(is_numeric(cell) for cell in first):
        return True
    counted = list(first[1:] if not first[0] else first)
    counts = len(first) > 1 and counted == [str(k) for k in range(len(counted))]
    if not counts and all(is_numeric(cell) for cell in first):
        return False
    if not body or any(len(row) != len(first) for row in body):
        return False
    columns = list(zip(*body, strict=True))
    wordy = [k for k, cells in enumerate(columns) if all(cell and not is_numeric(cell) for cell in cells)]
    if any(first[k] in columns[k] for k in wordy):
        return False
    if any(first[k].casefold() in CLASS_TITLES for k in range(len(first))):
        return True
    if any(2 <= len(set(columns[k])) <= len(body) / 2 and first[k] and not is_numeric(first[k]) for k in wordy):
        return True
    numeric = [k for k, cells in enumerate(columns) if all(is_numeric(cell) for cell in cells)]
    if any(first[k][:1].isalpha() and first[k].casefold() not in _MISSING for k in numeric):
        return True
    if not counts:
        return False
    fractions = any(all(re.search("[.,]", cell) for cell in columns[k]) for k in numeric)
    return fractions or (not first[0] and index_of(first, columns[0], spare=1))


def index_of(titles: TableCells, cells: TableCells, spare: int = 2) -> bool:
    """Whether the first column only names or numbers the rows, as that which pandas and R write without being asked.

    Args:
        titles: of the columns.
        cells: those of the first column.
        spare: how many columns must be left without it.
    """
    title = titles[0].strip().casefold()
    if len(titles) <= spare or len(set(cells)) < len(cells):
        return False
    whole = all(_WHOLE.fullmatch(cell) for cell in cells)
    if title in _UNTITLED:
        return whole or not any(is_numeric(cell) for cell in cells)
    if title in _INDEX or _NUMBERED.fullmatch(titles[0].strip()):
        return whole
    first = int(cells[0]) if whole else 0
    return title in _COUNTER and whole and [int(cell) for cell in cells] == list(range(first, first + len(cells)))
