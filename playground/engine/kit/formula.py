"""Formulas of named variables as people type them: read by a small parser of our own, never by `eval`. No torch.

expression = term (("+" | "-") term)*          term = signed (("*" | "/") signed | power)*   (2xy needs no sign)
signed = ("-" | "+") signed | power            power = atom ("^" signed)?
atom = number | variable | pi | e | function "(" expression ("," expression)* ")" | "(" expression ")"

`parse` gives a tree, `variables` what it reads, `engine.kit.formula_maths` its values and derivatives in numpy,
`engine.kit.formula_torch` its values on tensors.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from playground.engine.declarations.params import shown
from playground.engine.errors import BadInput

FUNCTIONS = ("sin", "cos", "tan", "exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "abs", "sigmoid")
"""The functions of every formula."""
KINKED = ("relu", "softplus", "max", "min")
"""More functions, for formulas of nets; max and min take two arguments."""
CONSTANTS = {"pi": math.pi, "π": math.pi, "e": math.e}
LONGEST = 200
_PAIRS = ("max", "min")
_DEEPEST = 40
_TOKEN = re.compile(r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<word>[a-zA-Zπ]+)|(?P<sign>.))")
_FREE = re.compile(r"[a-zA-Z](?:_?[0-9]+)?")
_CALLED = re.compile(r"([a-zA-Z]{2,})\s*\(")
_BEFORE_DIGITS = re.compile(r"(?<=[a-zA-Z])(?=[0-9])")
_SAME = str.maketrans(
    {"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "[": "(", "]": ")"}
    | {chr(0x2080 + digit): str(digit) for digit in range(10)}
)
_POWERS = {"²": 2.0, "³": 3.0}

Node = tuple[Any, ...]
"""("number", value), ("name", variable), ("call", function, node, ...), ("minus", node), or (sign, left, right) with
the signs + - * / ^."""


class _Language(NamedTuple):
    """What may stand in a formula; names None: any letter, with a number behind it or not, is a variable."""

    names: tuple[str, ...] | None
    functions: tuple[str, ...]
    field: str

    @property
    def words(self) -> str:
        """The variables in words."""
        return "variables such as x, w or x1" if self.names is None else ", ".join(self.names)

    @property
    def one(self) -> str:
        """One of them."""
        return "a variable" if self.names is None else self.words


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


@lru_cache(maxsize=256)
def parse(
    text: str,
    names: tuple[str, ...] | None = ("x", "y"),
    functions: tuple[str, ...] = FUNCTIONS,
    field: str = "formula",
) -> Node:
    """The tree of a formula.

    Args:
        text: as typed; letters that stand together, as in xy, are factors.
        names: the variables it may read, such as ("x1", "x2"); None: a letter, with a number behind it or not.
        functions: the functions it may call.
        field: the parameter that holds the text, for the error.

    Raises:
        BadInput: it cannot be read; the sentence points at the character, counted from 1.
    """
    parser = _Parser(text, _Language(names, functions, field))
    tree = parser.expression(0)
    left = parser.next
    if left.kind != "end":
        raise parser.fault(left, f"there stands {left.text!r} where the formula should go on with a sign or end")
    return tree


def variables(tree: Node) -> tuple[str, ...]:
    """The variables that a formula reads, in the order of their first place."""
    if tree[0] == "name":
        return (tree[1],)
    inner = [name for part in tree[1:] if isinstance(part, tuple) for name in variables(part)]
    return tuple(dict.fromkeys(inner))


class _Parser:
    def __init__(self, text: str, language: _Language) -> None:
        self._text = text
        self._language = language
        self._tokens = list(_tokens(text, language))
        self._place = 0

    @property
    def next(self) -> _Token:
        return self._tokens[self._place]

    def fault(self, token: _Token, words: str) -> BadInput:
        where = f"at character {token.at + 1}" if token.kind != "end" else "at its end"
        return _fault(self._text, f"{where} {words}", self._language)

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
            elif self.next.kind in ("number", "name", "word") or self.next.text == "(":
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
        if token.kind == "name":
            self._place += 1
            return ("name", token.text)
        if token.kind == "word":
            self._place += 1
            constant = CONSTANTS.get(token.text)
            return self._call(token, depth) if constant is None else ("number", constant)
        if self._take("("):
            (inner,) = self._closed(token, depth, 1)
            return inner
        wanted = f"a number, {self._language.one}, a function or a bracket is expected"
        raise self.fault(token, wanted if token.kind == "end" else f"there stands {token.text!r} where {wanted}")

    def _call(self, name: _Token, depth: int) -> Node:
        opening = self.next
        pair = name.text in _PAIRS
        if not self._take("("):
            example = (self._language.names or ("x",))[0]
            raise self.fault(opening, f"a bracket is expected, as in {name.text}({example}{', 0' * pair})")
        return ("call", name.text, *self._closed(opening, depth, 1 + pair))

    def _closed(self, opening: _Token, depth: int, count: int) -> list[Node]:
        """So many expressions with commas between them, and the bracket that ends them."""
        inner = [self.expression(depth + 1)]
        while len(inner) < count:
            if not self._take(","):
                raise self.fault(self.next, "a comma and a second value are expected")
            inner.append(self.expression(depth + 1))
        if not self._take(")"):
            raise self.fault(self.next, f"the bracket of character {opening.at + 1} is not closed")
        return inner


def _fault(text: str, words: str, language: _Language) -> BadInput:
    return BadInput(f"{language.field} {shown(text)} cannot be read: {words}", language.field)


def _tokens(text: str, language: _Language) -> Iterator[_Token]:
    plain = text.translate(_SAME).replace("**", "^ ")
    signs = "+-*/^()²³" + "," * bool({*_PAIRS} & {*language.functions})
    place = 0
    while place < len(plain.rstrip()):
        match = _TOKEN.match(plain, place)
        assert match is not None
        kind = str(match.lastgroup)
        start, place = match.start(kind), match.end()
        if kind == "word":
            kind, name = _word(plain, start, language) or ("", match[kind])
            if not kind:
                raise _fault(text, f"at character {start + 1} stands {name!r}, {_allowed(language)}", language)
            place = start + len(name)
            yield _Token(kind, name.replace("_", ""), start)
        elif kind == "sign" and match[kind] not in signs:
            raise _fault(
                text,
                f"at character {start + 1} stands {text[start]!r}, allowed are numbers, {language.words}, pi, e, "
                f"+ - * / ^, brackets and the functions {', '.join(language.functions)}",
                language,
            )
        else:
            yield _Token(kind, match[kind], start)
    yield _Token("end", "", len(text))


def _allowed(language: _Language) -> str:
    """What a word may be, after "stands 'foo', "."""
    functions = ", ".join(language.functions)
    if language.names is None:
        return f"which is no variable such as x, w or x1, nor a constant (pi, e) nor a function ({functions})"
    return f"which is neither {' nor '.join(language.names)} nor a constant (pi, e) nor a function ({functions})"


def _word(plain: str, start: int, language: _Language) -> tuple[str, str] | None:
    """The longest name that stands here, with its kind: "word" (a function, a constant) or "name" (a variable)."""
    known = [("word", name) for name in (*language.functions, *CONSTANTS) if plain.startswith(name, start)]
    if language.names is None:
        called = _CALLED.match(plain, start)
        if called and not known and not called[1].endswith(language.functions):
            return None  # a function that there is not, and hardly a product of letters and a bracket
        free = _FREE.match(plain, start)
        known += [("name", free[0])] if free else []
    else:
        written = [way for name in language.names for way in {name, _BEFORE_DIGITS.sub("_", name)}]
        known += [("name", way) for way in written if _stands(way, plain, start)]
    return max(known, key=lambda found: len(found[1]), default=None)


def _stands(name: str, plain: str, start: int) -> bool:
    """Whether the text goes on with this variable: x12 is not the variable x1 with a 2 behind it."""
    behind = plain[start + len(name) : start + len(name) + 1]
    return plain.startswith(name, start) and not (name[-1].isdecimal() and behind.isdecimal())
