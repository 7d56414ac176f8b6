"""The arrays of a file as the rows of a table: points and, beside them, their classes or values."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.arrays import CLASSES, POINTS, read_arrays
from playground.engine.reading.remarks import remark


def rows_of_arrays(name: str, raw: bytes, rows: int, columns: int) -> tuple[list[str], list[list[str]]]:
    """Titles and cells: the columns of the points, and the classes as a last column titled class.

    Args:
        name: of the file.
        raw: its bytes.
        rows: how many rows are allowed.
        columns: how many columns are allowed.

    Raises:
        BadInput: which array is meant cannot be told, or it is too large.
    """
    found = read_arrays(name, raw)
    key = _points(name, found)
    points = found[key]
    if points.ndim in (1, 2):
        _check_size(name, len(points), len(points.dtype.names or ()) or math.prod(points.shape[1:]), rows, columns)
    if points.dtype.names:
        titles = [str(title) for title in points.dtype.names]
        parts = [points[title] for title in titles]
    else:
        flat = points.reshape(-1, 1) if points.ndim == 1 else points
        if flat.ndim != 2:
            said = f"{name} holds an array of {points.ndim} dimensions, allowed are rows and columns"
            raise BadInput(f"{said}, as those of X.reshape(len(X), -1)", "file")
        titles, parts = [f"column {k + 1}" for k in range(flat.shape[1])], list(flat.T)
    classes = _classes(name, found, key, len(points))
    if classes:
        titles, parts = [*titles, "class"], [*parts, found[classes].reshape(len(points))]
    _check_size(name, len(points), len(titles), rows, columns)
    others = [one for one in found if one not in (key, classes)]
    if others:
        remark(f"{name}: the arrays {', '.join(others)[:60]} are left out")
    return titles, [list(row) for row in zip(*(_cells(name, part) for part in parts), strict=True)]


def _check_size(name: str, has_rows: int, has_columns: int, rows: int, columns: int) -> None:
    """Refuses what has too many or no cells, before a list is made of it: an array without rows may have any width."""
    if not has_rows or not has_columns:
        raise BadInput(f"{name} is empty: its array has no {'columns' if has_rows else 'rows'}", "file")
    if has_rows > rows or has_columns > columns:
        size = f"{has_rows:,} rows and {has_columns:,} columns"
        raise BadInput(f"{name} has {size}; allowed are {rows:,} rows and {columns:,} columns", "file")


def _points(name: str, found: Mapping[str, Array]) -> str:
    """The name of the array that holds the points."""
    by_name = {key.casefold(): key for key in found}
    named = next((by_name[one] for one in POINTS if one in by_name), None)
    if named is not None:
        return named
    tables = [key for key, array in found.items() if array.ndim == 2 or array.dtype.names]
    tables = tables or [key for key, array in found.items() if array.ndim == 1]
    if len(found) == 1:
        tables = list(found)
    if len(tables) != 1:
        listed = ", ".join(found)[:80] or "none"
        raise BadInput(f"{name} holds the arrays {listed}; call that of the points X and that of the classes y", "file")
    return tables[0]


def _classes(name: str, found: Mapping[str, Array], points: str, rows: int) -> str:
    """The name of the array that holds a class or value for each point; empty if there is none."""
    fit = [key for key, array in found.items() if key != points and array.shape in ((rows,), (rows, 1))]
    named = [key for one in CLASSES for key in fit if key.casefold() == one]
    if not named and len(fit) > 1:
        raise BadInput(f"{name} holds the arrays {', '.join(fit)[:80]}; call that of the classes y", "file")
    return (named or fit or [""])[0]


def _cells(name: str, part: Array) -> list[str]:
    kind = part.dtype.kind
    if part.ndim != 1 or kind not in "biufUS":
        raise BadInput(f"{name} holds values of the kind {part.dtype}, allowed are numbers and words", "file")
    if kind == "S":
        return [cell.decode("utf-8", "replace").strip() for cell in part.tolist()]
    values = part.astype(np.int64) if kind == "b" else part
    return [str(cell).strip() for cell in values.tolist()]
