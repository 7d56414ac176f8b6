"""Conditions on metrics: `mistakes == 0 or step >= 40`, read by a small parser that can compute nothing else.

    condition = clause ("or" clause)*
    clause    = comparison ("and" comparison)*
    comparison = value ("==" | "!=" | "<=" | ">=" | "<" | ">") value
    value     = number | true | false | "words" | name

A name is a metric of the run (`distance.eg` included), `step` or `status`. A comparison with a metric that is not
there, or that has no value, does not hold.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from playground.engine.errors import BadInput
from playground.engine.frame import Scalar

LONGEST = 200  # characters
_TOKEN = re.compile(
    r"""\s*(?:(?P<number>[-−]?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)|(?P<name>[A-Za-z_][A-Za-z0-9_.]*)"""
    r"""|"(?P<words>[^"]*)"|'(?P<quoted>[^']*)'|(?P<sign>==|!=|<=|>=|<|>))"""
)
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_WORDS: Mapping[str, bool] = {"true": True, "false": False}
ALWAYS_THERE = ("step", "status")


@dataclass(frozen=True, slots=True)
class Name:
    """A metric, `step` or `status`."""

    name: str


Value = Name | float | bool | str


@dataclass(frozen=True, slots=True)
class Relation:
    """Two values and the sign between them."""

    left: Value
    sign: str
    right: Value

    def holds(self, values: Mapping[str, Scalar]) -> bool:
        """Whether it holds with these values."""
        left, right = _looked_up(self.left, values), _looked_up(self.right, values)
        if left is None or right is None:
            return False
        words = isinstance(left, str), isinstance(right, str)
        if words[0] != words[1] or (words[0] and self.sign not in ("==", "!=")):
            return False
        return bool(_COMPARE[self.sign](left, right))


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition.

    Attributes:
        text: as it was written.
        clauses: it holds if all comparisons of one of them do.
    """

    text: str
    clauses: tuple[tuple[Relation, ...], ...]

    def holds(self, values: Mapping[str, Scalar]) -> bool:
        """Whether it holds with these metrics, `step` and `status`."""
        return any(all(one.holds(values) for one in clause) for clause in self.clauses)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in it, each once."""
        sides = [side for clause in self.clauses for one in clause for side in (one.left, one.right)]
        return tuple(dict.fromkeys(side.name for side in sides if isinstance(side, Name)))


@lru_cache(maxsize=256)
def condition(text: str) -> Condition:
    """The condition in a text.

    Raises:
        BadInput: it is none; the sentence says where it cannot be read.
    """
    tokens = _tokens(text)
    clauses: list[tuple[Relation, ...]] = []
    clause: list[Relation] = []
    place = 0
    while True:
        if len(tokens) < place + 3:
            raise _bad(text, "it ends in the middle of a comparison")
        clause.append(_comparison(text, tokens[place : place + 3]))
        place += 3
        joint = tokens[place] if place < len(tokens) else None
        if joint != "and":
            clauses.append(tuple(clause))
            clause = []
        if joint is None:
            return Condition(text, tuple(clauses))
        if joint not in ("and", "or"):
            raise _bad(text, "between two comparisons stands neither and nor or")
        place += 1


def at_step(step: int) -> str:
    """The condition that a step is reached."""
    return f"step >= {step}"


def _tokens(text: str) -> list[Any]:
    """Signs and the words and, or as text; values as numbers, flags, names, and ("words",) for quoted words."""
    if len(text) > LONGEST:
        raise BadInput(f"condition has {len(text)} characters, allowed are {LONGEST}", "until")
    found: list[Any] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            raise _bad(text, f"{text[place:].strip()[:12]!r} cannot be read")
        place = match.end()
        if match["number"]:
            found.append(float(match["number"].replace("−", "-")))
        elif match["name"]:
            name = match["name"]
            found.append(name if name in ("and", "or") else _WORDS.get(name, Name(name)))
        elif match["sign"]:
            found.append(match["sign"])
        else:
            found.append((match["words"] if match["words"] is not None else match["quoted"],))
    return found


def _comparison(text: str, tokens: list[Any]) -> Relation:
    left, sign, right = tokens
    if not isinstance(sign, str) or sign not in _COMPARE:
        raise _bad(text, "a comparison needs one of ==, !=, <=, >=, <, > between two values")
    return Relation(_value(text, left), sign, _value(text, right))


def _value(text: str, token: Any) -> Value:
    if isinstance(token, tuple):
        return str(token[0])
    if isinstance(token, str):
        raise _bad(text, f"{token!r} stands where a value is expected")
    value: Value = token
    return value


def _looked_up(value: Value, values: Mapping[str, Scalar]) -> Scalar:
    return values.get(value.name) if isinstance(value, Name) else value


def _bad(text: str, why: str) -> BadInput:
    return BadInput(f"condition {text!r} cannot be read: {why}; allowed is such as mistakes == 0 or step >= 9", "until")
