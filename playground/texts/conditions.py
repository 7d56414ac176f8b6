"""Conditions over parameters and numbers, as the notes write them: `mode = heads|digits, layers > 1, not silenced`.

Clauses are parted by commas and must all hold. A bare name holds while it is true or not zero, `not NAME` while it is
not; `NAME = A|B` while it is one of these, `!=` while it is none of them; `<`, `<=`, `>`, `>=` compare numbers. What is
missing is none: no clause but `not NAME` and `!=` holds of it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from playground.engine.errors import BadInput

_CLAUSE = re.compile(r"(?P<name>[A-Za-z_][\w.]*)\s*(?P<sign>!=|<=|>=|=|<|>)\s*(?P<value>\S.*)")
_BARE = re.compile(r"(?P<no>not\s+)?(?P<name>[A-Za-z_][\w.]*)")
_ORDER: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One part of a condition.

    Attributes:
        name: a parameter or a number of the frame.
        sign: how it is compared; "true" and "false": it is not.
        values: with what.
    """

    name: str
    sign: str
    values: tuple[str, ...] = ()

    def holds(self, known: Mapping[str, Any]) -> bool:
        """Whether it holds of these values."""
        value = known.get(self.name)
        match self.sign:
            case "true":
                return bool(value)
            case "false":
                return not value
            case "=":
                return any(_equal(value, one) for one in self.values)
            case "!=":
                return not any(_equal(value, one) for one in self.values)
            case _:
                return isinstance(value, int | float) and _ORDER[self.sign](value, float(self.values[0]))


def _equal(value: Any, word: str) -> bool:
    if isinstance(value, bool):
        return word == ("true" if value else "false")
    if isinstance(value, int | float):
        try:
            return float(word) == value
        except ValueError:
            return False
    return bool(value == word)


@lru_cache(maxsize=512)
def parse(text: str) -> tuple[Clause, ...]:
    """The clauses of a condition; none of an empty one, which always holds.

    Raises:
        BadInput: a clause cannot be read.
    """
    return tuple(_clause(part.strip()) for part in text.split(",")) if text.strip() else ()


def _clause(text: str) -> Clause:
    if match := _CLAUSE.fullmatch(text):
        values = tuple(value.strip() for value in match["value"].split("|"))
        if match["sign"] in _ORDER:
            try:
                float(match["value"])
            except ValueError:
                raise BadInput(
                    f"condition {text!r} compares with {match['value']!r}, allowed is a number", "when"
                ) from None
        return Clause(match["name"], match["sign"], values)
    if (match := _BARE.fullmatch(text)) and match["name"] != "not":
        return Clause(match["name"], "false" if match["no"] else "true")
    raise BadInput(f"condition {text!r} cannot be read, allowed is NAME, not NAME, or NAME = VALUE|VALUE", "when")


def holds(text: str, known: Mapping[str, Any]) -> bool:
    """Whether a condition holds of these values."""
    return all(clause.holds(known) for clause in parse(text))


def names(text: str) -> tuple[str, ...]:
    """The names that a condition mentions."""
    return tuple(clause.name for clause in parse(text))
