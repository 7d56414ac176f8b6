"""JSON of a user's file: finite numbers of a sensible length, and lists that are not nested without end."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn, TypeVar

from playground.engine.errors import BadInput

T = TypeVar("T")
DEEPEST = 40  # levels of lists and objects in each other
LONGEST = 40  # digits of a whole number
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class NotJson(BadInput):
    """It is no JSON at all, or was cut off.

    Attributes:
        where: the place in words, as the end of a sentence.
    """

    def __init__(self, line: int, column: int) -> None:
        self.where = f" at line {line}, column {column}"
        super().__init__(f"it is damaged or cut off{self.where}", "file")


def parse_json(text: str) -> Any:
    """The values in a text.

    Raises:
        BadInput: they cannot be used; the sentence goes on after the name of the file and a colon. `NotJson` if it is
            the text that is wrong.
    """
    try:
        found = json.loads(text, parse_constant=_refuse, parse_int=_whole, parse_float=_real)
    except json.JSONDecodeError as error:
        raise NotJson(error.lineno, error.colno) from None
    except RecursionError:
        raise _too_deep() from None
    halves = bool(_ESCAPED_HALF.search(text)) or not _is_whole(text)
    for word in within(found, str if halves else None):
        if not _is_whole(word):
            raise BadInput(f"it holds half a letter in {word[:20]}", "file")
    return found


def _refuse(word: str) -> NoReturn:
    raise BadInput(f"it holds the number {word}", "file")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST:
        raise BadInput(f"it holds a number of {len(digits):,} digits, allowed are {LONGEST}", "file")
    return int(digits)


def _real(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise BadInput("it holds a number that is too large", "file")
    return value


def within(found: Any, kind: type[T] | None = None) -> Iterator[T]:
    """All values of a kind in lists and tables in each other, the names of tables among them; without recursion.

    Raises:
        BadInput: they are nested too deeply.
    """
    looked_at = list | dict | kind if kind is not None else list | dict
    todo: list[tuple[Any, int]] = [(found, 0)]
    while todo:
        value, depth = todo.pop()
        if depth > DEEPEST:
            raise _too_deep()
        if kind is not None and isinstance(value, kind):
            yield value
        elif isinstance(value, dict):
            todo += [(entry, depth + 1) for entry in value.values() if isinstance(entry, looked_at)]
            if kind is str:
                todo += [(name, depth) for name in value]
        elif isinstance(value, list):
            todo += [(entry, depth + 1) for entry in value if isinstance(entry, looked_at)]


def _is_whole(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _too_deep() -> BadInput:
    return BadInput("its lists are nested too deeply", "file")
