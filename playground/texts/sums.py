"""Sums written out in digits, for the lines "By hand" of the notes: a reader works them out, and a test does."""

from __future__ import annotations

from collections.abc import Iterable

from playground.texts.template import fixed


def signed(value: float, decimals: int = 2) -> str:
    """A number as a factor: a negative one in brackets."""
    words = fixed(value, decimals)
    return f"({words})" if words.startswith("−") else words


def total(terms: Iterable[float], decimals: int = 2) -> str:
    """Numbers added up, such as "1.50 + (−0.25) + 2.00"; "0" where there is none."""
    return " + ".join(signed(term, decimals) for term in terms) or "0"


def products(a: Iterable[float], b: Iterable[float], decimals: int = 2) -> str:
    """The products of two lists added up, such as "0.31·1.20 + (−0.40)·0.50"; "0" where they are empty."""
    pairs = zip(a, b, strict=True)
    return " + ".join(f"{signed(x, decimals)}·{signed(y, decimals)}" for x, y in pairs) or "0"


def vector(values: Iterable[float], decimals: int = 2) -> str:
    """A vector, such as "(0.31, −0.40)"; a number where it has one entry."""
    entries = list(values)
    return signed(entries[0], decimals) if len(entries) == 1 else f"({', '.join(fixed(x, decimals) for x in entries)})"
