"""Sums written out in digits, for the lines "By hand" of the notes: a reader works them out, and a test does."""

from __future__ import annotations

import math
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
    """The products of two lists added up, such as "0.31·1.20 + (−0.40)·0.50"; "0" where they are empty.

    Beside factors of a hundred and more the others have more decimals, so that the sum can be worked out.
    """
    pairs = list(zip(a, b, strict=True))
    left, right = (decimals + _whole_digits(pair[side] for pair in pairs) for side in (1, 0))
    return " + ".join(f"{signed(x, left)}·{signed(y, right)}" for x, y in pairs) or "0"


def finer(values: Iterable[float]) -> int:
    """How many decimals more than usual show the largest of these, where all are below 0.1."""
    largest = max(map(abs, values), default=0.0)
    return max(0, -1 - math.floor(math.log10(largest))) if 0.0 < largest < 0.1 else 0


def _whole_digits(values: Iterable[float]) -> int:
    """Digits before the point of the largest of these, beyond the second."""
    largest = max(map(abs, values), default=0.0)
    return max(0, math.floor(math.log10(largest)) - 1) if 0.0 < largest < math.inf else 0


def vector(values: Iterable[float], decimals: int = 2) -> str:
    """A vector, such as "(0.31, −0.40)"; a number where it has one entry."""
    entries = list(values)
    return signed(entries[0], decimals) if len(entries) == 1 else f"({', '.join(fixed(x, decimals) for x in entries)})"
