"""In which line of a TOML file a key stands: the standard reader does not say."""

from __future__ import annotations

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]
_HEAD = re.compile(r"^\s*(?P<many>\[)?\[(?P<name>[^\[\]]+)\]")
_KEY = re.compile(r"""^\s*(?P<key>[A-Za-z0-9_.\-]+|"[^"]*"|'[^']*')\s*=""")
_INNER = re.compile(r"""[{,]\s*(?P<key>[A-Za-z0-9_\-]+)\s*=""")


def lines_of(content: str) -> Mapping[Path, int]:
    """The line, from 1, of every table and key by its path; entries of inline tables and lists by that of their key.

    Args:
        content: TOML that the standard reader accepts.
    """
    found: dict[Path, int] = {(): 1}
    counts: dict[tuple[str, ...], int] = {}
    table: Path = ()
    key: Path = ()
    quotes, depth = "", 0
    for number, line in enumerate(content.splitlines(), start=1):
        if not quotes and not depth:
            if head := _HEAD.match(line):
                table = key = _table(head, counts)
                found.setdefault(table, number)
                continue
            if match := _KEY.match(line):
                key = (*table, *(part.strip("\"'") for part in match["key"].split(".")))
                found.setdefault(key, number)
        if not quotes:
            for inner in _INNER.finditer(line):
                found.setdefault((*key, inner["key"]), number)
        quotes, depth = _open(line, quotes, depth)
    return found


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing that it stands in."""
    for end in range(len(path), -1, -1):
        if path[:end] in lines:
            return lines[path[:end]]
    return 1


def _table(head: re.Match[str], counts: dict[tuple[str, ...], int]) -> Path:
    """The path of a table's head; every `[[name]]` counts up."""
    parts = tuple(part.strip().strip("\"'") for part in head["name"].split("."))
    if head["many"]:
        counts[parts] = counts.get(parts, -1) + 1
        for deeper in [name for name in counts if len(name) > len(parts) and name[: len(parts)] == parts]:
            del counts[deeper]
    path: list[str | int] = []
    for end in range(1, len(parts) + 1):
        path.append(parts[end - 1])
        if parts[:end] in counts:
            path.append(counts[parts[:end]])
    return tuple(path)


def _open(line: str, quotes: str, depth: int) -> tuple[str, int]:
    """Whether a text of several lines, and how many brackets, are open behind a line."""
    place = 0
    while place < len(line):
        if quotes:
            end = line.find(quotes, place)
            if end < 0:
                return quotes, depth
            quotes, place = "", end + 3
            continue
        if line.startswith(('"""', "'''"), place):
            quotes, place = line[place : place + 3], place + 3
            continue
        sign = line[place]
        if sign == "#":
            break
        if sign in "\"'":
            place = _after_words(line, place)
            continue
        depth += (sign in "[{") - (sign in "]}")
        place += 1
    return quotes, depth


def _after_words(line: str, place: int) -> int:
    sign = line[place]
    place += 1
    while place < len(line) and line[place] != sign:
        place += 2 if line[place] == "\\" and sign == '"' else 1
    return place + 1
