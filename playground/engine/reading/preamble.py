"""What stands before the rows of a table: comments, as NumPy and Matlab write them, or the head of a file of Weka."""

from __future__ import annotations

import re

_COMMENTS = ("#", "%")
_WEKA = re.compile(r"(\s*%[^\n]*\n|\s)*@relation\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""\s*@attribute\s+(?:'([^']*)'|"([^"]*)"|(\S+))""", re.IGNORECASE)


def parted(text: str) -> tuple[str, str]:
    """The text with what is no row left empty, so that lines keep their numbers, and a line that may hold the titles.

    That line is the last comment before the first row, without its mark, or the attributes of a file of Weka; it is
    empty if there is none.
    """
    return _weka(text) or _comments(text)


def _weka(text: str) -> tuple[str, str] | None:
    """The rows and titles of an ARFF file; None if it is none."""
    if not _WEKA.match(text):
        return None
    lines = text.splitlines()
    begin = next((k for k, line in enumerate(lines, 1) if line.strip().casefold() == "@data"), len(lines))
    found = [match for line in lines[:begin] if (match := _ATTRIBUTE.match(line))]
    titles = ",".join(f'"{match[1] or match[2] or match[3]}"' for match in found)
    rows = ["" if line.lstrip().startswith("%") else line for line in lines[begin:]]
    return "\n".join([""] * begin + rows), titles


def is_row(line: str, first: str) -> bool:
    """Whether a line below the first row is a row too, whose first cell begins with a mark: #DIV/0!, #N/A, #ff0000."""
    return bool(line.lstrip()[1:2].strip()) and any(line.count(mark) == first.count(mark) > 0 for mark in "\t;|,")


def _comments(text: str) -> tuple[str, str]:
    if not any(mark in text for mark in _COMMENTS):
        return text, ""
    lines = text.splitlines()
    said = {k for k, line in enumerate(lines) if line.lstrip().startswith(_COMMENTS)}
    if not said or 2 * len(said) > sum(bool(line.strip()) for line in lines):
        return text, ""
    first = next((k for k, line in enumerate(lines) if line.strip() and k not in said), 0)
    before = [k for k in said if k < first]
    said -= {k for k in said if k > first and is_row(lines[k], lines[first])}
    title = lines[max(before)].lstrip()[1:].strip() if before else ""
    return "\n".join("" if k in said else line for k, line in enumerate(lines)), title
