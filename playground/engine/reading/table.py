"""Tables: CSV, TSV, semicolons, bars or blanks between cells; decimal points or commas; with a header or without.

Arrays of NumPy, what `numpy.savetxt` writes and sounds in WAV files are tables too.
"""

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
from playground.engine.files import read_bytes
from playground.engine.frame import Array
from playground.engine.reading.array_rows import rows_of_arrays
from playground.engine.reading.arrays import holds_layers, holds_tensors, is_arrays
from playground.engine.reading.picture import is_picture
from playground.engine.reading.preamble import parted
from playground.engine.reading.remarks import remark
from playground.engine.reading.sound import is_sound, rows_of_sound
from playground.engine.reading.text import MOST_TEXT, decode, read_text
from playground.engine.reading.titles import index_of, is_header

LARGEST = 1e6
_SAMPLE = 50  # rows that tell the delimiter
_SHARE = 0.8  # of them that hold it
_SAMPLE_TEXT = 200_000  # characters in which they are looked for
_DELIMITERS = "\t;|,"

_POINT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,9})?")
_COMMA = re.compile(r"[+-]?(\d+|\d*,\d+)([eE][+-]?\d{1,9})?")
_WITH_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d{1,9})?")
_MINUS = str.maketrans("−", "-")
_MISSING = ("na", "nan", "n/a", "null", "none", "#n/a", "?")
_QUOTED = re.compile(r'"[^"]*"|[^\s"]\S*')


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
            advice = "; leave rows with a missing value out" if cell.casefold() in _MISSING else ""
            raise self.fault(row, column, f"{cell[:40]!r} is not a number{mark}{advice}", title)
        value = to_number(cell)
        if not abs(value) <= largest:
            said = f"{cell[:40]} is not allowed, numbers are from -{largest:g} to {largest:g}"
            raise self.fault(row, column, said.replace("e+0", "e"), title)
        return value

    def fault(self, row: int, column: int, what: str, title: str = "") -> BadInput:
        """The sentence for a cell."""
        return BadInput(
            f"{self.name}, row {self.lines[row]}, column {title.removeprefix('column ')[:40] or column + 1}: {what}",
            "file",
        )


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

    def label(self, row: int, column: int) -> str:
        """The label in a cell: words as they are, numbers in their shortest form, so that 1, 1.0 and 1e0 are one."""
        cell = self.cell(row, column)
        if not is_number(cell, self.records.comma):
            return cell
        value = to_number(cell)
        if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        return f"{value:g}" if "e" in cell.lower() else cell

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
    """The table in a file.

    A column that only numbers the rows is left out; that, and titles told from what is below them, are said as remarks.

    Args:
        path: the file.
        rows: how many rows are allowed.
        columns: how many columns are allowed.
        needs: what was expected, in words, such as "two columns of numbers".

    Raises:
        BadInput: the file cannot be read as a table of this size.
    """
    raw = read_bytes(path, MOST_TEXT)
    if holds_layers(raw) or holds_tensors(raw):
        raise BadInput(f"{path.name} holds weights of a net; expected are {needs}", "file")
    if is_picture(raw[:16]):
        raise BadInput(f"{path.name} is a picture; expected are {needs}", "file")
    if is_arrays(raw):
        titles, cells = rows_of_arrays(path.name, raw, rows, columns)
        found = Records(path.name, list(range(1, len(cells) + 1)), cells, comma=False)
        table = FileTable(found, tuple(titles), header=True)
    elif is_sound(raw):
        titles, cells = rows_of_sound(path.name, raw, rows)
        table = FileTable(Records(path.name, list(range(1, len(cells) + 1)), cells, comma=False), tuple(titles), True)
    else:
        table = table_of(path.name, decode(path.name, raw), needs)
    if len(table) > rows or len(table.titles) > columns:
        count = "1 row" if len(table) == 1 else f"{len(table):,} rows"
        size = f"{count} and {len(table.titles):,} columns"
        raise BadInput(f"{path.name} has {size}; allowed are {rows:,} rows and {columns:,} columns", "file")
    return table


def table_of(name: str, text: str, needs: str) -> FileTable:
    """The table in a text, as `read_table` without its limits."""
    text, comment = parted(text)
    if re.match(r"\s*(\{|\[\s*[\[{]|<[?!\w])", text):
        form = "XML" if text.lstrip().startswith("<") else "JSON"
        raise BadInput(f"{name} holds {form}, not a table; expected are {needs}", "file")
    found = records_of(name, text, needs)
    lines, cells, comma = found.lines, _without_empty_end(found.rows), found.comma
    if len(cells) > 1 and all(len(row) == len(cells[0]) + 1 for row in cells[1:]):
        cells[0] = ["", *cells[0]]  # R gives the column of the rows' names no title
    titled = _titles_in(comment, text, len(cells[0])) if any(is_number(cell, comma) for cell in cells[0]) else []
    header = bool(titled) or is_header(cells)
    if header and not titled:
        titled, lines, cells = cells[0], lines[1:], cells[1:]
        if any(is_number(cell, comma) for cell in titled):
            remark(f"{name}: the first row, {', '.join(list(filter(None, titled))[:4])[:40]}, is read as titles")
    titles = [(titled and titled[k]) or f"column {k + 1}" for k in range(len(titled or cells[0]))]
    if not cells:
        raise BadInput(f"{name} has a header but no rows; expected are {needs}", "file")
    for line, row in zip(lines, cells, strict=True):
        if len(row) != len(titles):
            raise BadInput(f"{name}, row {line} has {len(row)} columns, row {found.lines[0]} has {len(titles)}", "file")
    while header and index_of(titled, [row[0] for row in cells]):
        called = f"the column {titled[0][:40]}" if titled[0] else "the first column, which has no title,"
        remark(f"{name}: {called} only names the rows and is left out")
        titled, titles, cells = titled[1:], titles[1:], [row[1:] for row in cells]
    return FileTable(Records(name, lines, cells, comma), tuple(titles), header)


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
        split = ((k, _blank_cells(line)) for k, line in enumerate(text.split("\n"), 1))
        found = [(k, cells) for k, cells in split if cells]
        return [k for k, _ in found], [cells for _, cells in found]
    lines, rows, fault = _quoted(name, text, delimiter, strict=True)
    if fault:
        # Whoever writes a blank behind a quote means no harm; a quote that is never closed swallows rows.
        lines, rows, _ = _quoted(name, text, delimiter, strict=False)
        at = next((line for line, row in zip(lines, rows, strict=True) if line >= fault and "\n" in "".join(row)), 0)
        if at:
            raise BadInput(f"{name}, row {at}: a quote is opened and not closed in this row", "file")
    return lines, rows


def _blank_cells(line: str) -> list[str]:
    """The cells between blanks; quotes of R are taken off."""
    if '"' not in line:
        return line.split()
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == '"' else one for one in _QUOTED.findall(line)]


def _quoted(name: str, text: str, delimiter: str, strict: bool) -> tuple[list[int], list[list[str]], int]:
    """The lines and rows, and the line of the row whose quotes are not in order; 0 where all are."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=strict)
    lines, rows, begin = [], [], 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                lines.append(begin)
                rows.append(stripped)
            begin = reader.line_num + 1
    except csv.Error as error:
        if strict and "limit" not in str(error):
            return lines, rows, begin
        said = f"a cell has more than {csv.field_size_limit():,} letters" if "limit" in str(error) else "it is damaged"
        raise BadInput(f"{name}, row {begin} is not a row of a table: {said}", "file") from None
    return lines, rows, 0


def _titles_in(comment: str, text: str, width: int) -> list[str]:
    """The titles in a comment, as `numpy.savetxt` writes them; none where it is about something else."""
    if not comment:
        return []
    delimiter = _delimiter(text, comments=False)
    cut = comment.split() if delimiter is None else next(csv.reader([comment], delimiter=delimiter))
    titles = [cell.strip() for cell in cut]
    return titles if len(titles) == width and not any(is_number(cell) for cell in titles) else []


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
