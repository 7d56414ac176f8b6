"""Tables: CSV, TSV, semicolons, bars or blanks between cells; decimal points or commas; with a header or without."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from playground.engine.errors import BadInput
from playground.engine.frame import Array
from playground.engine.reading.text import read_text

LARGEST = 1e6
_SAMPLE = 50  # rows that tell the delimiter
_SHARE = 0.8  # of them that hold it
_SAMPLE_TEXT = 200_000  # characters in which they are looked for
_DELIMITERS = "\t;|,"

_POINT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,9})?")
_COMMA = re.compile(r"[+-]?(\d+|\d*,\d+)([eE][+-]?\d{1,9})?")
_WITH_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d{1,9})?")
_MINUS = str.maketrans("−", "-")


class Records(NamedTuple):
    """The rows of a file that are not empty, before it is known what they mean.

    Attributes:
        name: of the file.
        lines: the number of the line at which each row begins, from 1.
        rows: the cells of each row, without blanks around them; rows may differ in length.
        comma: numbers have a decimal comma.
    """

    name: str
    lines: list[int]
    rows: list[list[str]]
    comma: bool

    def number(self, row: int, column: int, title: str = "", largest: float = LARGEST) -> float:
        """The number in a cell.

        Args:
            row: from 0.
            column: from 0.
            title: what the column is called; empty: by its number.
            largest: the largest absolute value.

        Raises:
            BadInput: it is no number, or too large.
        """
        cell = self.rows[row][column]
        if not cell:
            raise self.fault(row, column, "the cell is empty, allowed is a number", title)
        if not is_number(cell, self.comma):
            mark = " with a decimal comma" if self.comma and is_number(cell) else ""
            raise self.fault(row, column, f"{cell[:40]!r} is not a number{mark}", title)
        value = to_number(cell)
        if not abs(value) <= largest:
            said = f"{cell[:40]} is not allowed, numbers are from -{largest:g} to {largest:g}"
            raise self.fault(row, column, said.replace("e+0", "e"), title)
        return value

    def fault(self, row: int, column: int, what: str, title: str = "") -> BadInput:
        """The sentence for a cell."""
        return BadInput(f"{self.name}, row {self.lines[row]}, column {title[:40] or column + 1}: {what}", "file")


@dataclass(frozen=True)
class FileTable:
    """A table with as many cells in every row.

    Attributes:
        records: the rows below the header.
        titles: what the columns are called; `column 1` and so on without a header.
        header: whether the file names its columns.
    """

    records: Records
    titles: tuple[str, ...]
    header: bool

    def __len__(self) -> int:
        return len(self.records.rows)

    def cell(self, row: int, column: int) -> str:
        """The text in a cell."""
        return self.records.rows[row][column]

    def wordy(self) -> list[int]:
        """The columns most of whose cells are no numbers."""
        rows, comma = self.records.rows, self.records.comma
        return [c for c in range(len(self.titles)) if 2 * sum(not is_number(r[c], comma) for r in rows) > len(rows)]

    def numbers(self, columns: Sequence[int] | None = None, largest: float = LARGEST) -> Array:
        """The numbers in some columns, shape (rows, columns), float64; None: in all.

        Raises:
            BadInput: a cell holds none; the sentence names its row and column.
        """
        chosen = range(len(self.titles)) if columns is None else columns
        read = self.records.number
        values = [[read(row, c, self.titles[c], largest) for c in chosen] for row in range(len(self))]
        return np.array(values, dtype=np.float64).reshape(len(self), len(chosen))

    def fault(self, row: int, column: int, what: str) -> BadInput:
        """The sentence for a cell."""
        return self.records.fault(row, column, what, self.titles[column])


def read_table(path: Path, rows: int, columns: int, needs: str) -> FileTable:
    """The table in a file. The first row is a header if none of its cells is a number.

    Args:
        path: the file.
        rows: how many rows are allowed.
        columns: how many columns are allowed.
        needs: what was expected, in words, such as "two columns of numbers".

    Raises:
        BadInput: the file cannot be read as a table of this size.
    """
    found = read_records(path, needs)
    name, comma = found.name, found.comma
    cells = _without_empty_end(found.rows)
    header = not any(is_number(cell, comma) for cell in cells[0])
    titles = tuple((header and cell) or f"column {k + 1}" for k, cell in enumerate(cells[0]))
    lines, body = (found.lines[1:], cells[1:]) if header else (found.lines, cells)
    if not body:
        raise BadInput(f"{name} has a header but no rows; expected are {needs}", "file")
    if len(body) > rows or len(titles) > columns:
        count = "1 row" if len(body) == 1 else f"{len(body):,} rows"
        size = f"{count} and {len(titles):,} columns"
        raise BadInput(f"{name} has {size}; allowed are {rows:,} rows and {columns:,} columns", "file")
    for line, row in zip(lines, body, strict=True):
        if len(row) != len(titles):
            raise BadInput(f"{name}, row {line} has {len(row)} columns, row {found.lines[0]} has {len(titles)}", "file")
    return FileTable(Records(name, lines, body, comma), titles, header)


def read_records(path: Path, needs: str, comments: bool = False) -> Records:
    """The rows of a text file, cut into cells.

    Args:
        path: the file.
        needs: what was expected, in words.
        comments: lines that begin with # are left out.

    Raises:
        BadInput: the file cannot be opened, is no text, or holds nothing.
    """
    return records_of(path.name, read_text(path), needs, comments)


def records_of(name: str, text: str, needs: str, comments: bool = False) -> Records:
    """The rows of this text, as `read_records`."""
    lines, rows = _cut(name, text, _delimiter(text, comments))
    if comments:
        kept = [k for k, row in enumerate(rows) if not row[0].startswith("#")]
        lines, rows = [lines[k] for k in kept], [rows[k] for k in kept]
    if not rows:
        raise BadInput(f"{name} is empty; expected are {needs}", "file")
    comma = any("," in cell and _WITH_COMMA.fullmatch(cell) for row in rows for cell in row)
    return Records(name, lines, rows, comma)


def is_number(cell: str, comma: bool = False) -> bool:
    """Whether a cell is a decimal number; `nan` and `inf` are none."""
    return bool((_COMMA if comma else _POINT).fullmatch(cell.translate(_MINUS)))


def to_number(cell: str) -> float:
    """The value of a cell that is a number."""
    return float(cell.translate(_MINUS).replace(",", "."))


def _cut(name: str, text: str, delimiter: str | None) -> tuple[list[int], list[list[str]]]:
    """The rows that are not empty with the lines at which they begin; None cuts at blanks."""
    if text.startswith("sep=") and len(text.split("\n", 1)[0].rstrip()) == 5:  # written by spreadsheets
        text = "\n" + text.partition("\n")[2]
    if delimiter is None:
        split = ((k, line.split()) for k, line in enumerate(text.split("\n"), 1))
        found = [(k, cells) for k, cells in split if cells]
        return [k for k, _ in found], [cells for _, cells in found]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    lines, rows, begin = [], [], 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                lines.append(begin)
                rows.append(stripped)
            begin = reader.line_num + 1
    except csv.Error as error:
        raise BadInput(f"{name}, row {begin} is not a row of a table: {error}", "file") from None
    return lines, rows


def _delimiter(text: str, comments: bool) -> str | None:
    """What stands between the cells in most rows; None: blanks, or nothing."""
    lines = text[:_SAMPLE_TEXT].splitlines()
    sample = [line for line in lines if line.strip() and not (comments and line.lstrip().startswith("#"))]
    if sample and re.fullmatch(r"sep=.", sample[0].rstrip(" ")):
        return sample[0][4]
    sample = [re.sub(r'"[^"]*"', "", line) for line in sample[:_SAMPLE]]
    if _comma_numbers(sample):
        return None
    for mark in _DELIMITERS:
        if sample and sum(mark in line for line in sample) >= _SHARE * len(sample):
            return mark
    blanks = sum(len(line.split()) > 1 for line in sample)
    return None if sample and blanks >= _SHARE * len(sample) else ","


def _comma_numbers(sample: list[str]) -> bool:
    """Whether these are numbers with decimal commas between blanks."""
    cells = [line.split() for line in sample if not line.count("\t")]
    flat = [cell for row in cells[1:] for cell in row]
    return (
        bool(flat)
        and all(len(row) > 1 for row in cells[1:])
        and all(_COMMA.fullmatch(cell) for cell in flat)
        and any("," in cell for cell in flat)
    )


def _without_empty_end(rows: list[list[str]]) -> list[list[str]]:
    """The rows without a last column that is empty everywhere: rows may end with a delimiter."""
    width = max(map(len, rows))
    while width > 1 and all(len(row) < width or not row[width - 1] for row in rows):
        width -= 1
    return [row[:width] for row in rows]
