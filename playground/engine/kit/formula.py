"""Formulas of x and y as people type them: read by a small parser of our own, never by `eval`. No torch.

expression = term (("+" | "-") term)*          term = signed (("*" | "/") signed | power)*   (2xy needs no sign)
signed = ("-" | "+") signed | power            power = atom ("^" signed)?
atom = number | x | y | pi | e | function "(" expression ")" | "(" expression ")"
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from playground.engine.errors import BadInput
from playground.engine.params import shown

FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "abs", "sigmoid")
CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
LONGEST = 200
_DEEPEST = 40
_TOKEN = re.compile(r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<word>[a-zA-Zπ]+)|(?P<sign>.))")
_SAME = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")"})
_POWERS = {"²": 2.0, "³": 3.0}

Node = tuple[Any, ...]
"""("number", value), ("x",), ("y",), ("call", name, node), ("minus", node), or (sign, left, right) with + - * / ^."""


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


@lru_cache(maxsize=64)
def parse(text: str) -> Node:
    """The tree of a formula.

    Raises:
        BadInput: it cannot be read; the sentence points at the character, counted from 1.
    """
    parser = _Parser(text)
    tree = parser.expression(0)
    left = parser.next
    if left.kind != "end":
        raise parser.fault(left, f"there stands {left.text!r} where the formula should go on with a sign or end")
    return tree


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(_tokens(text))
        self._place = 0

    @property
    def next(self) -> _Token:
        return self._tokens[self._place]

    def fault(self, token: _Token, words: str) -> BadInput:
        where = f"at character {token.at + 1}" if token.kind != "end" else "at its end"
        return BadInput(f"formula {shown(self._text)} cannot be read: {where} {words}", "formula")

    def _take(self, *texts: str) -> str:
        """The text of the next token if it is one of these signs, else nothing."""
        token = self.next
        if token.kind == "sign" and token.text in texts:
            self._place += 1
            return token.text
        return ""

    def expression(self, depth: int) -> Node:
        tree = self._term(depth)
        while sign := self._take("+", "-"):
            tree = (sign, tree, self._term(depth))
        return tree

    def _term(self, depth: int) -> Node:
        tree = self._signed(depth)
        while True:
            if sign := self._take("*", "/"):
                tree = (sign, tree, self._signed(depth))
            elif self.next.kind in ("number", "word") or self.next.text == "(":
                tree = ("*", tree, self._power(depth))
            else:
                return tree

    def _signed(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise self.fault(self.next, f"it is nested more than {_DEEPEST} deep")
        if self._take("-"):
            return ("minus", self._signed(depth + 1))
        if self._take("+"):
            return self._signed(depth + 1)
        return self._power(depth)

    def _power(self, depth: int) -> Node:
        tree = self._atom(depth)
        while self.next.text in _POWERS and self.next.kind == "sign":
            tree = ("^", tree, ("number", _POWERS[self.next.text]))
            self._place += 1
        return ("^", tree, self._signed(depth + 1)) if self._take("^") else tree

    def _atom(self, depth: int) -> Node:
        token = self.next
        if depth > _DEEPEST:
            raise self.fault(token, f"it is nested more than {_DEEPEST} deep")
        if token.kind == "number":
            self._place += 1
            if not math.isfinite(float(token.text)):
                raise self.fault(token, f"{token.text} is larger than all numbers")
            return ("number", float(token.text))
        if token.kind == "word":
            self._place += 1
            return self._call(token, depth) if token.text in FUNCTIONS else _name(token)
        if self._take("("):
            return self._closed(token, depth)
        wanted = "a number, x, y, a function or a bracket is expected"
        raise self.fault(token, wanted if token.kind == "end" else f"there stands {token.text!r} where {wanted}")

    def _call(self, name: _Token, depth: int) -> Node:
        opening = self.next
        if not self._take("("):
            raise self.fault(opening, f"a bracket is expected, as in {name.text}(x)")
        return ("call", name.text, self._closed(opening, depth))

    def _closed(self, opening: _Token, depth: int) -> Node:
        tree = self.expression(depth + 1)
        if not self._take(")"):
            raise self.fault(self.next, f"the bracket of character {opening.at + 1} is not closed")
        return tree


def _name(token: _Token) -> Node:
    return (token.text,) if token.text in ("x", "y") else ("number", CONSTANTS[token.text])


def _tokens(text: str) -> Iterator[_Token]:
    plain = text.translate(_SAME).replace("**", "^ ")
    place = 0
    while place < len(plain.rstrip()):
        match = _TOKEN.match(plain, place)
        assert match is not None
        kind = str(match.lastgroup)
        start, place = match.start(kind), match.end()
        if kind == "word":
            yield from _words(text, match[kind], start)
        elif kind == "sign" and match[kind] not in "+-*/^()²³":
            raise BadInput(
                f"formula {shown(text)} cannot be read: at character {start + 1} stands {text[start]!r}, allowed are "
                f"numbers, x, y, pi, e, + - * / ^, brackets and the functions {', '.join(FUNCTIONS)}",
                "formula",
            )
        else:
            yield _Token(kind, match[kind], start)
    yield _Token("end", "", len(text))


def _words(text: str, word: str, start: int) -> Iterator[_Token]:
    """A function or a name; letters that stand together, as in xy, are factors."""
    while word:
        known = [name for name in (*FUNCTIONS, *CONSTANTS, "x", "y") if word.startswith(name)]
        if not known:
            raise BadInput(
                f"formula {shown(text)} cannot be read: at character {start + 1} stands {word!r}, which is neither x "
                f"nor y nor a constant (pi, e) nor a function ({', '.join(FUNCTIONS)})",
                "formula",
            )
        name = max(known, key=len)
        yield _Token("word", name, start)
        word, start = word[len(name) :], start + len(name)
