"""Labelled points from a table: columns of numbers, and one column with two labels."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.table import FileTable, is_number, read_table, to_number

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
    """The points of a table. The label column is the one that holds mostly words, or else the last.

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
    words = table.wordy()
    label = words[-1] if words else len(table.titles) - 1
    chosen = [c for c in range(len(table.titles)) if c != label]
    X = table.numbers(chosen)
    classes = _two_labels(table, label)
    y = np.array([1.0 if table.cell(row, label) == classes[0] else -1.0 for row in range(len(table))])
    return LabelledPoints(X, y, tuple(table.titles[c] for c in chosen), classes)


def _two_labels(table: FileTable, column: int) -> tuple[str, str]:
    found: list[str] = []
    for row in range(len(table)):
        cell = table.cell(row, column)
        if not cell:
            raise table.fault(row, column, "the label is empty")
        if cell not in found:
            found.append(cell)
        if len(found) > 2:
            both = f"{found[0][:40]!r} and {found[1][:40]!r}"
            raise table.fault(row, column, f"{cell[:40]!r} is a third label after {both}, allowed are two")
    if len(found) < 2:
        name, title = table.records.name, table.titles[column][:40]
        raise BadInput(
            f"{name}, column {title}: every row has the label {found[0][:40]!r}, two labels are needed", "file"
        )
    if all(is_number(label, table.records.comma) for label in found):
        found.sort(key=to_number, reverse=True)
    return found[0], found[1]
