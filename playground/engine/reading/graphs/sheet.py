"""The rows of a text that lists edges, cut into names; comments are set aside, for they say what some programs mean."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from typing import NamedTuple

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.dialects import plainer
from playground.engine.reading.table import is_number

_COMMENT = re.compile(r"[ \t]*(#|%|//)(.*)")
_MARKS = "\t;|,"
_SAMPLE = 100  # rows that tell what stands between names
_SENTENCE = 4  # words from which on a row without numbers is one
_SHARE = 0.8  # of them that hold it
_LOOKED_AT = 2_000  # characters of such a row
_ASIDE = re.compile(r'"[^"]*"|\{[^}]*\}')
_WORD = re.compile(r'"([^"]*)"(?=\s|$)|(\{[^}]*(?:\}|$))|(\S+)')


class Listing(NamedTuple):
    """A text as rows of names.

    Attributes:
        name: of the file.
        lines: the number of the line at which each row begins.
        rows: the cells of each row, without blanks around them and without empty ones at its end.
        mark: what stands between cells; empty: blanks.
        comments: what the comments say, a line each.
    """

    name: str
    lines: list[int]
    rows: list[list[str]]
    mark: str
    comments: str = ""

    def without(self, first: int) -> Listing:
        """The sheet without its first rows."""
        return self._replace(lines=self.lines[first:], rows=self.rows[first:])

    @property
    def width(self) -> int:
        """The number of cells in the longest row."""
        return max(map(len, self.rows), default=0)

    def uneven(self, expected: str) -> BadInput:
        """The sentence for a row that is not as long as the first."""
        usual = len(self.rows[0])
        k = next((k for k, row in enumerate(self.rows) if len(row) != usual and len(row) > 2), 0)
        if not self.mark and len(self.rows[k]) > _SENTENCE and not any(map(is_number, self.rows[k])):
            said = f"row {self.lines[k]} has {len(self.rows[k])} words"
            return BadInput(f"{self.name} is a text, not a graph: {said}; {expected}", "file")
        return BadInput(f"{self.name}, row {self.lines[k]} has {len(self.rows[k])} columns; {expected}", "file")


def cut(name: str, text: str) -> Listing:
    """The rows of a text.

    Raises:
        BadInput: a quote is not closed.
    """
    lines, comments = text.split("\n"), []
    for k, line in enumerate(lines):
        if (found := _COMMENT.match(line)) is not None:
            comments.append(found[2].strip())
            lines[k] = ""
    if re.fullmatch(r"sep=.\s*", lines[0]):  # written by spreadsheets
        mark, lines[0] = lines[0][4], ""
    else:
        lines = plainer(lines)
        mark = _mark([_ASIDE.sub("", line[:_LOOKED_AT]) for line in lines if line.strip()][:_SAMPLE])
    numbers, rows = _cells(name, lines, mark)
    if rows and all(len(cell) > 1 and cell[0] == cell[-1] == "'" for row in rows[:_SAMPLE] for cell in row):
        rows = [[cell.strip("'") for cell in row] for row in rows]
    return Listing(name, numbers, rows, mark, "\n".join(comments))


def _mark(sample: list[str]) -> str:
    """What stands between cells in most rows; else blanks, where no row has any other mark."""
    counts = {mark: sum(mark in line for line in sample) for mark in _MARKS}
    often = [mark for mark in _MARKS if sample and counts[mark] >= _SHARE * len(sample)]
    if often:
        return often[0]
    blanks = sum(len(line.split()) > 1 for line in sample)
    if sample and blanks >= _SHARE * len(sample):
        return ""
    best = max(_MARKS, key=lambda mark: counts[mark])
    return best if counts[best] else ""


def _cells(name: str, lines: list[str], mark: str) -> tuple[list[int], list[list[str]]]:
    text = "\n".join(lines)
    if mark and '"' in text:
        return _quoted(name, text, mark)
    split: Callable[[str], list[str]]
    if mark:
        split = lambda line: [cell.strip() for cell in line.split(mark)]  # noqa: E731
    elif '"' in text or "{" in text:
        split = _words
    else:
        split = lambda line: line.partition(" #")[0].split()  # noqa: E731
    numbers, rows = [], []
    for k, line in enumerate(lines, 1):
        if line and (row := _short(split(line))):
            numbers.append(k)
            rows.append(row)
    return numbers, rows


def _quoted(name: str, text: str, mark: str) -> tuple[list[int], list[list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, skipinitialspace=True, strict=True)
    numbers, rows, begin = [], [], 1
    try:
        for cells in reader:
            if row := _short([cell.strip() for cell in cells]):
                numbers.append(begin)
                rows.append(row)
            begin = reader.line_num + 1
    except csv.Error as error:
        what = "a quote is not closed" if "unexpected end" in str(error) else str(error)
        raise BadInput(f"{name}, row {begin} is not a row of a table: {what}", "file") from None
    return numbers, rows


def _words(line: str) -> list[str]:
    """Names between blanks; those in quotes may hold blanks, and what is in braces is one."""
    found = [quoted or braced or bare for quoted, braced, bare in _WORD.findall(line)]
    return next((found[:k] for k, word in enumerate(found) if word.startswith("#")), found)


def _short(row: list[str]) -> list[str]:
    while row and not row[-1]:
        row.pop()
    return row
