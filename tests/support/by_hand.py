"""Lines of the notes that begin with "By hand:", worked out from their text alone, as it stands on the screen.

Each number is an interval: whole ones are exact, one with k decimals may be half a unit of the last one off. The parts
of a chain between its equality signs that hold numbers alone must then overlap. A part with symbols is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

_TOKEN = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[A-Za-z]\w*|\S")
COARSE = 0.1  # a result may be so uncertain, as a share of it or of 1
SLACK = 1e-9


class Symbolic(ValueError):
    """A part that holds more than numbers."""


class Span(NamedTuple):
    """From the lowest to the highest value that a number, or each of a vector, may have."""

    low: Any
    high: Any

    @property
    def is_vector(self) -> bool:
        return bool(np.ndim(self.low))


def _of(ends: list[Any]) -> Span:
    return Span(np.minimum.reduce(ends), np.maximum.reduce(ends))


def _plus(a: Span, b: Span) -> Span:
    return Span(a.low + b.low, a.high + b.high)


def _minus(a: Span) -> Span:
    return Span(-a.high, -a.low)


def _times(a: Span, b: Span) -> Span:
    found = _of([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high])
    return Span(found.low.sum(), found.high.sum()) if a.is_vector and b.is_vector else found


def _over(a: Span, b: Span) -> Span:
    if np.any((np.asarray(b.low) <= 0) & (np.asarray(b.high) >= 0)):
        raise Symbolic("a division by what may be 0")
    return _times(a, _of([1 / np.asarray(b.low), 1 / np.asarray(b.high)]))


def _power(a: Span, exponent: float) -> Span:
    ends = [np.power(np.asarray(a.low, float), exponent), np.power(np.asarray(a.high, float), exponent)]
    if exponent % 2 == 0 and np.any((np.asarray(a.low) < 0) & (np.asarray(a.high) > 0)):
        ends.append(np.zeros_like(ends[0]))
    return _of(ends)


def _rising(function: Callable[[Any], Any]) -> Callable[[Span], Span]:
    return lambda a: Span(function(np.maximum(a.low, 0) if function is np.sqrt else a.low), function(a.high))


_FUNCTIONS = {
    "√": _rising(np.sqrt),
    "exp": _rising(np.exp),
    "log": _rising(np.log),
    "tanh": _rising(np.tanh),
}
_POWERS = {"²": 2.0, "³": 3.0}


class _Reader:
    """Reads one part of a chain."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text.replace("−", "-"))
        self._at = 0
        self.operations = 0

    def read(self) -> Span:
        found = self._sum()
        if self._at < len(self._tokens):
            raise Symbolic(f"{self._next!r} cannot be read")
        return found

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str = "") -> str:
        found = self._next
        if not found or (wanted and found != wanted):
            raise Symbolic(f"{found!r} stands where {wanted or 'a number'} should")
        self._at += 1
        return found

    def _sum(self) -> Span:
        found, first = None, True
        while first or self._next in ("+", "-"):
            sign = self._take() if self._next in ("+", "-") else "+"
            term = self._product()
            term = _minus(term) if sign == "-" else term
            self.operations += not first
            found, first = term if found is None else _plus(found, term), False
        assert found is not None
        return found

    def _product(self) -> Span:
        found = self._factor()
        while self._next in ("·", "/", "("):
            by = self._take() if self._next != "(" else "·"
            other = self._factor()
            found = _over(found, other) if by == "/" else _times(found, other)
            self.operations += 1
        return found

    def _factor(self) -> Span:
        found = self._atom()
        while self._next in _POWERS:
            found = _power(found, _POWERS[self._take()])
            self.operations += 1
        return found

    def _atom(self) -> Span:
        token = self._take()
        if token[0].isdigit():
            return _number(token)
        if token == "(":
            return self._listed()
        if token == "-":
            return _minus(self._factor())
        if token in _FUNCTIONS:
            self.operations += 1
            return _FUNCTIONS[token](self._atom())
        raise Symbolic(f"{token!r} is no number")

    def _listed(self) -> Span:
        found = [self._sum()]
        while self._next == ",":
            self._take()
            found.append(self._sum())
        self._take(")")
        if len(found) == 1:
            return found[0]
        return Span(np.array([one.low for one in found]), np.array([one.high for one in found]))


def _number(token: str) -> Span:
    value, (_, _, decimals) = float(token.replace(",", "")), token.partition(".")
    half = 0.5 * 10.0 ** -len(decimals) if decimals else 0.0
    return Span(value - half, value + half)


def faults(text: str) -> Iterator[str]:
    """What the text of a chain, with its numbers filled in, does not give to a reader."""
    parts: list[tuple[str, Span, int]] = []
    for part in re.split("[=≈←]", text):
        reader = _Reader(part)
        try:
            parts.append((part.strip(), reader.read(), reader.operations))
        except Symbolic:
            continue
    if len(parts) < 2 or not any(operations for *_, operations in parts):
        yield f"{text} has no two sides that are made of numbers, one of them to be worked out"
        return
    for (left, a, _), (right, b, _) in pairwise(parts):
        size = np.maximum(1.0, np.maximum(np.abs(a.low), np.abs(b.high)))
        if np.shape(a.low) != np.shape(b.low) or not np.all(
            (a.low <= b.high + SLACK * size) & (b.low <= a.high + SLACK * size)
        ):
            yield f"{left} is not {right}: from {a.low} to {a.high} and from {b.low} to {b.high}"
        elif np.any((a.high - a.low) > 2 * COARSE * size):
            yield f"{left} is too coarse: from {a.low} to {a.high}"
