"""Adjacency matrices in a table: numbers alone, or with names in the first row, the first column or both."""

from __future__ import annotations

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.graphs.graph_file import GraphFile
from playground.engine.reading.graphs.sheet import Listing
from playground.engine.reading.table import is_number, to_number

_FEW = 4  # rows from which a table of noughts and ones is told from one of edges


def find_matrix(sheet: Listing) -> GraphFile | None:
    """The graph of an adjacency matrix; None: it is something else.

    Raises:
        BadInput: it is a matrix with a fault, named by its row and column.
    """
    rows, width = sheet.rows, sheet.width
    titles, body = rows[0], sheet.without(1)
    if (named := _with_both_names(sheet)) is not None:
        return named
    if len(rows) == width > 1 and all(len(row) == width for row in rows) and _is_matrix(sheet):
        return _of_numbers(sheet, [str(k) for k in range(width)], 0)
    square = len(body.rows) == width > 1 and all(len(row) == width for row in rows)
    if square and not any(is_number(cell) for cell in titles) and _is_matrix(body):
        return _of_numbers(body, titles, 0)
    if len(rows) > 1 and width >= _FEW and all(cell in ("0", "1") for row in rows for cell in row):
        k = next((k for k, row in enumerate(rows) if len(row) != len(rows)), 0)
        said = f"row {sheet.lines[k]} has {len(rows[k])} columns, {len(rows)} are needed for a matrix"
        raise BadInput(f"{sheet.name}, {said}", "file")
    return None


def _with_both_names(sheet: Listing) -> GraphFile | None:
    """A matrix with names above it and beside it; None: it has none."""
    width, titles, below = sheet.width, sheet.rows[0], sheet.rows[1:]
    if len(below) > 1 and all(len(row) == width for row in below):
        first = [row[0] for row in below]
        corner = len(titles) == width and not is_number(titles[0])
        for names in [titles[1:]] if corner else [titles] if len(titles) == width - 1 else []:
            if len(below) == width - 1 and set(names) == set(first):
                return _named(sheet.without(1), names, first)
            if not titles[0] and len(below) == width - 1 and len(set(names) | set(first)) < 2 * len(names):
                raise BadInput(f"{sheet.name}: the rows and the columns of the matrix name other nodes", "file")
    _check_shape(sheet)
    counted = not titles[0] and len(titles) == width and len(below) == width - 1 > 1
    if counted and all(len(row) == width and row[0] in (str(k), str(k + 1)) for k, row in enumerate(below)):
        inside = sheet.without(1)._replace(rows=[row[1:] for row in below])
        if _is_matrix(inside):  # the row names of R or pandas count
            return _of_numbers(inside, titles[1:], 0)
    return None


def _check_shape(sheet: Listing) -> None:
    """Refuses a matrix with names above it and beside it that is not square.

    Raises:
        BadInput: it has another number of rows than of columns, or a row of another length.
    """
    rows, titles, below = sheet.rows, sheet.rows[0], sheet.rows[1:]
    named = {row[0] for row in below} & set(titles[1:])
    if titles[0] or not named or any(is_number(cell) for cell in titles) or not _mostly_numbers(sheet):
        return
    if len(below) != len(titles) - 1:
        what = f"{len(below)} rows for {len(titles) - 1} nodes, expected is a square matrix"
        raise BadInput(f"{sheet.name} has {what}", "file")
    k = next((k for k, row in enumerate(below, 1) if len(row) != len(titles)), None)
    if k is not None:
        said = f"row {sheet.lines[k]} has {len(rows[k])} columns, {len(titles)} are needed"
        raise BadInput(f"{sheet.name}, {said}", "file")


def _mostly_numbers(sheet: Listing) -> bool:
    cells = [cell for row in sheet.rows[1:21] for cell in row[1:]]
    return sum(map(is_number, cells)) >= 0.5 * len(cells) > 0


def _is_matrix(sheet: Listing) -> bool:
    """Whether a square of cells is an adjacency matrix and not as many edges with as many columns."""
    rows, n = sheet.rows, len(sheet.rows)
    bits = sum(cell in ("0", "1") for row in rows for cell in row)
    if n >= _FEW and bits >= 0.8 * n * n:
        return True
    comma = sheet.mark != ","
    if not all(is_number(cell) or (comma and is_number(cell, comma=True)) for row in rows for cell in row):
        return False
    A = np.array([[to_number(cell) for cell in row] for row in rows])
    empty = not A.diagonal().any()
    symmetric = bool((A == A.T).all())
    whole = bool((np.floor(A) == A).all())
    if n == 2:
        return symmetric and (not whole or (empty and bool(A.max() == 1)))
    if empty or bits == n * n:
        return True
    return (symmetric and (not whole or not A.all())) or bool((A == 0).mean() >= 0.5)


def _named(sheet: Listing, columns: list[str], rows: list[str]) -> GraphFile:
    """A matrix with names at both sides, in any order."""
    twice = next((name for k, name in enumerate(columns) if name in columns[:k]), None)
    if twice is not None:
        raise BadInput(f"{sheet.name}, row {sheet.lines[0] - 1} names the node {twice[:40]!r} twice", "file")
    place = {name: k for k, name in enumerate(rows)}
    sheet = sheet._replace(rows=[sheet.rows[place[name]] for name in columns])
    return _of_numbers(sheet, columns, 1)


def _of_numbers(sheet: Listing, names: list[str], first: int) -> GraphFile:
    """The edges where the numbers are not 0; each once where the matrix is symmetric."""
    A = np.stack([_numbers(sheet, k, first) for k in range(len(sheet.rows))])
    directed = bool(((A != 0) != (A != 0).T).any())
    ends = np.argwhere(A if directed else np.triu(A)).tolist()
    remarks = () if bool(np.isin(A, (0.0, 1.0)).all()) else ("weights are dropped",)
    return GraphFile(sheet.name, names, [(names[i], names[j]) for i, j in ends], len(ends) * directed, remarks=remarks)


def _numbers(sheet: Listing, k: int, first: int) -> Array:
    row = sheet.rows[k][first:]
    try:
        values = np.array([float(cell.replace(",", ".")) for cell in row])
    except ValueError:
        values = np.array([np.nan])
    if np.isfinite(values).all():
        return values
    j = next((j for j, cell in enumerate(row) if not is_number(cell) and not is_number(cell, comma=True)), 0)
    what = f"{row[j][:40]!r} is not a number" if row[j] else "the cell is empty, allowed is a number"
    raise BadInput(f"{sheet.name}, row {sheet.lines[k]}, column {j + first + 1}: {what}", "file")
