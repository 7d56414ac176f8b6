"""Where the lines of a code and their values stand, on a grid of letters. No Qt."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Literal, NamedTuple

from playground.engine.declarations.code import CodeListing, LineEvent, NamedValue

LetterTone = Literal["plain", "word", "quiet"]
_TOKENS = re.compile(
    r'(?P<quote>"""|"[^"]*"|\'[^\']*\')|(?P<comment>#.*)|(?P<name>[^\W\d]\w*)|(?P<space>\s+)|(?P<rest>.)'
)
_DEEPER = 4  # letters that what is left of a long line is set in by
_UNDER = 2  # letters that values are set in by, under their line
_GAP = 3  # letters between two values
LINE, BLANK, VALUES = 1.0, 0.55, 1.0
"""Heights of a line of code, of an empty one, and of a line of values, in lines."""


class CodePiece(NamedTuple):
    """Letters that are drawn together.

    Attributes:
        column: where it begins.
        text: the letters.
        tone: how it is drawn.
        name: the name in it, or empty.
    """

    column: int
    text: str
    tone: LetterTone
    name: str = ""


class ValueSpot(NamedTuple):
    """A value on the grid.

    Attributes:
        column: where it begins.
        text: as it is drawn.
        value: what it is.
    """

    column: int
    text: str
    value: NamedValue


class CodeRow(NamedTuple):
    """One row of the page.

    Attributes:
        line: the line of the source, from 1.
        top, height: in lines.
        pieces: of code.
        spots: values; a row has either.
    """

    line: int
    top: float
    height: float
    pieces: tuple[CodePiece, ...] = ()
    spots: tuple[ValueSpot, ...] = ()


class CodePage(NamedTuple):
    """All rows, and their height in lines."""

    rows: tuple[CodeRow, ...]
    height: float


def latest(listing: CodeListing, cursor: int) -> dict[int, LineEvent]:
    """The newest event of each statement up to a place, by the line at which it ends."""
    return {event.end: event for event in listing.events[: cursor + 1]}


def page(listing: CodeListing, cursor: int, columns: int) -> CodePage:
    """The rows of a listing.

    Args:
        listing: the code.
        cursor: the last event whose values are shown.
        columns: letters that fit side by side.
    """
    known = latest(listing, cursor)
    rows: list[CodeRow] = []
    top, quoted = 0.0, False
    for number, text in _lines(listing.text.rstrip().splitlines(), columns):
        pieces, quoted = _pieces(text, quoted)
        for part in _wrapped(pieces, _indent(text), columns):
            height = LINE if part else BLANK
            rows.append(CodeRow(number, top, height, tuple(part)))
            top += height
        if number in known and known[number].values:
            for spots in _flowed(known[number].values, _indent(_head(listing, known[number])) + _UNDER, columns):
                rows.append(CodeRow(number, top, VALUES, spots=tuple(spots)))
                top += VALUES
    return CodePage(tuple(rows), top)


def _lines(lines: Sequence[str], columns: int) -> Iterator[tuple[int, str]]:
    """Lines with their numbers; sentences between quotes are set anew where one of their lines does not fit."""
    quoted = False
    sentence: list[tuple[int, str]] = []
    for number, text in enumerate(lines, start=1):
        before, quoted = quoted, quoted != (text.count('"""') % 2 == 1)
        inside = before and quoted and bool(text.strip())
        goes_on = inside and bool(sentence) and not sentence[-1][1].rstrip().endswith(".")
        if not goes_on:
            yield from _set_anew(sentence, columns)
            sentence = []
        if inside:
            sentence.append((number, text))
        else:
            yield number, text
    yield from _set_anew(sentence, columns)


def _set_anew(sentence: list[tuple[int, str]], columns: int) -> Iterator[tuple[int, str]]:
    if max((len(text) for _, text in sentence), default=0) <= columns:
        yield from sentence
        return
    number, first = sentence[0]
    words = " ".join(text.strip() for _, text in sentence)
    margin = " " * _indent(first)
    for text in wrap(words, columns, initial_indent=margin, subsequent_indent=margin):
        yield number, text


def _head(listing: CodeListing, event: LineEvent) -> str:
    return listing.text.splitlines()[event.line - 1]


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _pieces(text: str, quoted: bool) -> tuple[list[CodePiece], bool]:
    """The letters of a line by tone; whether a text in three quotes goes on after it."""
    found: list[CodePiece] = []
    for match in _TOKENS.finditer(text):
        kind, words = match.lastgroup, match.group()
        tone: LetterTone = "quiet" if quoted or kind in ("quote", "comment") else "plain"
        if words == '"""':
            quoted = not quoted
        is_word = tone == "plain" and kind == "name"
        if kind == "space":
            continue
        if is_word and keyword.iskeyword(words):
            found.append(CodePiece(match.start(), words, "word"))
        else:
            found.append(CodePiece(match.start(), words, tone, words if is_word else ""))
    return found, quoted


def _wrapped(pieces: Sequence[CodePiece], indent: int, columns: int) -> Iterator[list[CodePiece]]:
    """The pieces of a line in rows; what does not fit goes on deeper."""
    row: list[CodePiece] = []
    shift = 0
    for piece in pieces:
        at = piece.column - shift
        # A sign that ends the line may stand in the margin.
        if row and at + len(piece.text) > columns + (len(piece.text) == 1):
            yield row
            row = []
            shift = piece.column - indent - _DEEPER
            at = indent + _DEEPER
        row.append(piece._replace(column=at))
    yield row


def _flowed(values: Sequence[NamedValue], indent: int, columns: int) -> Iterator[list[ValueSpot]]:
    """Values side by side where they fit, each shortened to a row."""
    row: list[ValueSpot] = []
    at = indent
    for value in values:
        text = f"{value.name} = {value.text}"
        if row and at + len(text) > columns:
            yield row
            row, at = [], indent
        room = max(8, columns - at)
        text = text if len(text) <= room else f"{text[: room - 1]}…"
        row.append(ValueSpot(at, text, value))
        at += len(text) + _GAP
    if row:
        yield row
