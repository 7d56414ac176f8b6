"""Ways in which people write lists of edges that are not tables: arrows, colons, bars of Markdown, Python, LGL."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from playground.engine.reading.strict_json import NotJson, parse_json

_ARROW = re.compile(r"<?-{1,2}>|<?={1,2}>|\s--\s|→|↔|⟶")
_COLON = re.compile(r"([^:,;\t]+):(?=\s|$)")
_LONGEST = 500  # letters of two names and a kind
_MOST_PYTHON = 2_000_000  # letters; the parser of Python needs much memory


def plainer(lines: list[str]) -> list[str]:
    """Lines without the signs of other notations, each in its place; those that are in none stay as they are."""
    some = [line for line in lines if line.strip()]
    if some and all(_ARROW.search(line) for line in some[:100]):
        return [_ARROW.sub("\t", line) for line in lines]
    if some and all("|" in line for line in some[:100]) and any(map(_is_rule, some[:2])):
        return ["" if _is_rule(line) else line.strip().strip("|") for line in lines]
    heads = [_COLON.match(line) for line in some]
    if some and all(heads):
        named = {head[1].strip() for head in heads if head}
        after = [re.split(r"[\s,;]+", line.partition(":")[2].strip()) for line in some]
        if any(word in named for words in after for word in words):  # else they are settings
            split = "," if any("," in line for line in some) else " "
            return [line.replace(":", split, 1) for line in lines]
    return lines


def _is_rule(line: str) -> bool:
    """Whether a line parts the titles of a table in Markdown from its rows."""
    return "-" in line and not set(line) - set("|:- ")


def loaded(text: str) -> Any:
    """What a text holds that begins with a bracket: JSON, JSON in lines, or lists as Python prints them.

    Raises:
        BadInput: as `parse_json`.
    """
    try:
        return parse_json(text)
    except NotJson:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) > 1 and all(line.strip().startswith("{") and line.strip().endswith("}") for line in lines):
            return [parse_json(line) for line in lines]
        if len(text) > _MOST_PYTHON:
            raise
        try:
            found = json.dumps(_as_json(ast.literal_eval(text.strip())))
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            found = ""
        if not found:
            raise
    return parse_json(found)


def _as_json(found: Any) -> Any:
    """Sets as lists, keys as words; `json` itself takes tuples."""
    if isinstance(found, dict):
        return {str(key): _as_json(value) for key, value in found.items()}
    return [_as_json(value) for value in found] if isinstance(found, list | tuple | set) else found


def tuples(text: str) -> str:
    """Pairs in round brackets as one list; any other text as it is."""
    lines = [line.strip().rstrip(",") for line in text.splitlines() if line.strip()]
    if lines and all(re.fullmatch(r"\([^()]+\)(\s*,\s*\([^()]+\))*", line) for line in lines):
        return f"[{','.join(lines)}]"
    return text


def is_log(lines: list[str]) -> bool:
    """Whether lines begin with a day or a time."""
    some = [line for line in lines if line.strip()][:50]
    return bool(some) and all(re.match(r"\s*\[?\d{4}-\d\d-\d\d[T\s]+\d\d:\d\d", line) for line in some)


def kinds_within(cells: list[str]) -> list[tuple[str, str]] | None:
    """The ends of edges that Cytoscape calls `A (pp) B`; None: the cells are something else."""
    found = [re.fullmatch(r"(.+?) \(([^()]*)\) (.+)", cell) if len(cell) < _LONGEST else None for cell in cells]
    return [(one[1], one[3]) for one in found if one] if cells and all(found) else None
