"""Texts that are no graphs, told as what they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playground.engine.errors import BadInput
from playground.engine.reading.graphs.dialects import is_log
from playground.engine.reading.graphs.graph_file import NEEDS

_SETTING = re.compile(r"\s*(\[\[?[\w.\"' -]+\]\]?|[\w.\"'-]+\s*=\s*\S.*)\s*")
_CODE = re.compile(
    r"\s*(import \w|from \w+ import|def \w+\(|class \w+.*[:{]|function\b|const |var |let |#include|package \w|return\b)"
)
_MOST_WORDS = 12  # of a name


def is_settings(text: str) -> bool:
    """Whether the first and many other lines are `key = value` or `[section]`, as in lessons and settings."""
    lines = [line for line in text[:20_000].splitlines() if line.strip() and not line.lstrip().startswith(("#", ";"))]
    lines = lines[1:] if lines and re.fullmatch(r"sep=.\s*", lines[0]) else lines
    found = [bool(_SETTING.fullmatch(line)) for line in lines]
    return bool(found) and found[0] and sum(found) >= 0.25 * len(found)


def settings_fault(name: str) -> BadInput:
    """The sentence for a lesson or a file of settings."""
    return BadInput(f"{name} is a lesson or a file of settings, not a graph; expected are {NEEDS}", "file")


def check_text(name: str, text: str) -> None:
    """Refuses lessons, settings and programs.

    Raises:
        BadInput: it is one of these.
    """
    if is_settings(text):
        raise settings_fault(name)
    lines = [line for line in text[:20_000].splitlines() if line.strip()]
    if is_log(lines):
        raise BadInput(f"{name} is a log, not a graph; expected are {NEEDS}", "file")
    if sum(bool(_CODE.match(line)) for line in lines) >= max(2, 0.1 * len(lines)):
        raise BadInput(f"{name} is a program, not a graph; expected are {NEEDS}", "file")


def check_rows(name: str, lines: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
    """Refuses prose with sentences in its cells.

    Raises:
        BadInput: a cell is no name.
    """
    for line, row in zip(lines, rows[:200], strict=False):
        for cell in row:
            if len(cell.split()) > _MOST_WORDS:
                raise prose(name, line, f"holds {len(cell.split())} words where a name is expected")


def prose(name: str, line: int, what: str) -> BadInput:
    """The sentence for a text that may be anything."""
    return BadInput(f"{name} is no graph: row {line} {what}; expected are {NEEDS}", "file")


def points(name: str, where: str, cell: str) -> BadInput:
    """The sentence for a table of numbers."""
    said = f"{where} is {cell[:20]!r}, and the end of an edge is a name or a whole number"
    return BadInput(f"{name} is a table of points, not a graph: {said}", "file")
