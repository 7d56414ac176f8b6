"""Labelled points from a table: columns of numbers, and one column with two labels."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.remarks import remark
from playground.engine.reading.table import FileTable, is_number, read_table, to_number
from playground.engine.reading.titles import CLASS_TITLES

_DRESSED = re.compile(r"[€$£¥]?\s*[+-]?\d{1,9}([.,'’\s]\d{3})*([.,]\d+)?\s*[€$£¥%]?")
NEEDS = "columns of numbers and one column with two labels"


class LabelledPoints(NamedTuple):
    """Points of two classes.

    Attributes:
        X: features, shape (n, d), float64.
        y: +1 (the first class) and -1 (the second), shape (n,), float64.
        names: what the features are called.
        classes: what the two classes are called.
    """

    X: Array
    y: Array
    names: tuple[str, ...]
    classes: tuple[str, str]


def read_labelled(path: Path, points: int, features: int) -> LabelledPoints:
    """The points of a table, with the class in the column that `class_column` finds.

    The larger of two numbers, or the first of two words, becomes the first class.

    Args:
        path: the file.
        points: how many points are allowed.
        features: how many features are allowed.

    Raises:
        BadInput: the file cannot be used; the sentence names the row and the column.
    """
    table = read_table(path, points, features + 1, NEEDS)
    if len(table.titles) < 2:
        raise BadInput(f"{path.name} has one column; expected are {NEEDS}", "file")
    if len(table.titles) == 2 and not table.wordy() and len(_labels(table, 1, 2)) > 2:
        raise BadInput(f"{path.name} has two columns of numbers; expected are {NEEDS}", "file")
    label, chosen = class_column(table, most=2)
    if not chosen:
        raise BadInput(f"{path.name} has no numbers beside its class; expected are {NEEDS}", "file")
    X = table.numbers(chosen)
    classes = _two_labels(table, label)
    y = np.array([1.0 if table.label(row, label) == classes[0] else -1.0 for row in range(len(table))])
    return LabelledPoints(X, y, tuple(table.titles[c] for c in chosen), classes)


def class_column(table: FileTable, most: int, values: bool = False) -> tuple[int, list[int]]:
    """The column of the class, and those of the features.

    The class is the column that is called so ("class", "label", "target"), or the one of words, or one called "y", or
    the last. Other columns of words are left out. What was guessed among several is said as a remark.

    Args:
        table: with at least two columns.
        most: how many classes are allowed.
        values: the last column may hold values to learn, so many of them do not make another one the class.

    Raises:
        BadInput: several columns could be the class.
    """
    name, titles, words = table.records.name, [title.casefold() for title in table.titles], table.wordy()
    every = range(len(titles))
    named = [c for c in every if table.header and titles[c] in CLASS_TITLES]
    exact = [c for c in named if titles[c] == "class"]
    if len(exact) == 1 or len(named) == 1:
        label = (exact or named)[0]
    elif named:
        label = _one_of(table, named, "are both called as classes are")
    elif words:
        repeated = [c for c in words if len(_labels(table, c)) < len(table)] or words[-1:]
        label = repeated[0] if len(repeated) == 1 else _one_of(table, repeated, "hold words")
    elif "y" in titles[:-1] and "x" not in titles and table.header:
        label = titles.index("y")
    else:
        label = _last(table, most, values)
    left = [c for c in words if c != label]
    for column in left:
        _refuse_dressed(table, column)
    if left:
        remark(f"{name}: {_listed(table, left)} left out, since no numbers are in {'it' if len(left) == 1 else 'them'}")
    return label, [c for c in every if c != label and c not in left]


def _refuse_dressed(table: FileTable, column: int) -> None:
    """Refuses a column of numbers as a sheet shows them, which would pass for words and be left out."""
    for row in range(len(table)):
        cell = table.cell(row, column)
        if not is_number(cell, table.records.comma):
            if _DRESSED.fullmatch(cell):
                what = f"{cell[:40]!r} is a number with marks for thousands, money or percent"
                raise table.fault(row, column, f"{what}; write it plainly, such as 1234.5")
            return


def _one_of(table: FileTable, columns: list[int], why: str) -> int:
    """The one of these columns that is in words, where all part the rows alike.

    Raises:
        BadInput: they part the rows differently.
    """
    rows = range(len(table))
    pairs = {tuple(table.label(row, c) for c in columns) for row in rows}
    if all(len(_labels(table, c)) == len(pairs) for c in columns):
        words = [c for c in columns if c in table.wordy()]
        return (words or columns)[-1]
    names = " and ".join(table.titles[c][:40] for c in columns[:3])
    raise BadInput(f"{table.records.name}: the columns {names} {why}; call the one that is the class class", "file")


def _last(table: FileTable, most: int, values: bool) -> int:
    """The last column, or the only one with few whole numbers where the last has many values; said where it counts."""
    last = len(table.titles) - 1
    few = [c for c in range(last + 1) if _could_be(table, c, most)]
    if last not in few and len(few) == 1 and not values:
        remark(f"{table.records.name}: the column {_called(table, few[0])} is the class, since it alone has few values")
        return few[0]
    if [c for c in few if c != last] and last > 1:
        advice = f"is {'the class' if last in few else 'learnt as values'}; title another one class to choose it"
        remark(f"{table.records.name}: the last column, {_called(table, last)}, {advice}")
    return last


def _could_be(table: FileTable, column: int, most: int) -> bool:
    found = _labels(table, column, most)
    return 2 <= len(found) <= most < len(table) and all(re.fullmatch(r"[+-]?[0-9]+", label) for label in found)


def _labels(table: FileTable, column: int, most: int = 1 << 30) -> set[str]:
    """The labels in a column; where there are more than `most`, some of them."""
    found: set[str] = set()
    for row in range(len(table)):
        found.add(table.label(row, column))
        if len(found) > most:
            break
    return found


def _called(table: FileTable, column: int) -> str:
    return table.titles[column].removeprefix("column ")[:40]


def _listed(table: FileTable, columns: list[int]) -> str:
    names = ", ".join(_called(table, c) for c in columns[:4])
    return f"the column {names} is" if len(columns) == 1 else f"the columns {names} are"


def _two_labels(table: FileTable, column: int) -> tuple[str, str]:
    found: list[str] = []
    for row in range(len(table)):
        cell = table.label(row, column)
        if not cell:
            raise table.fault(row, column, "the label is empty")
        if cell not in found:
            found.append(cell)
        if len(found) > 2:
            both = f"{found[0][:40]!r} and {found[1][:40]!r}"
            raise table.fault(row, column, f"{cell[:40]!r} is a third label after {both}, allowed are two")
    if len(found) < 2:
        where = f"{table.records.name}, column {_called(table, column)}"
        raise BadInput(f"{where}: every row has the label {found[0][:40]!r}, two labels are needed", "file")
    if all(is_number(label, table.records.comma) for label in found):
        found.sort(key=to_number, reverse=True)
    return found[0], found[1]
