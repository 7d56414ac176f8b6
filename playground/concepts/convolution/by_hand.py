"""Lines that a reader can work out: what the present output is made of, with every number that it takes.

Whole numbers stand as such; all others have so many decimals that the result is as good as it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

MOST_PRODUCTS = 9
_LARGEST = 1000.0
_COARSE = 0.04  # by how much rounding may move a result, as a share of it or of 1


def _text(value: float, places: int) -> str:
    text = f"{value:.0f}" if value == round(value) else f"{value:.{places}f}"
    return text.replace("-", "−") if float(text) != 0 else "0"


def _factor(value: float, places: int) -> str:
    text = _text(value, places)
    return f"({text})" if text.startswith("−") else text


def _places(moved: float, result: float) -> int | None:
    """The decimals from which on rounding all numbers by a half unit moves the result little; None: not even four.

    Args:
        moved: how far the result moves if every number moves by 1.
        result: what comes out.
    """
    return next((d for d in (2, 3, 4) if 0.5 * moved * 10.0**-d <= _COARSE * max(1.0, abs(result))), None)


def products(weights: Sequence[float], values: Sequence[float]) -> str:
    """The products of a window that are not 0 for their weight, as a sum.

    Empty where there are none, or more than can be written in a line.
    """
    pairs = [(w, x) for w, x in zip(weights, values, strict=True) if w != 0]
    if not 0 < len(pairs) <= MOST_PRODUCTS or max(abs(one) for pair in pairs for one in pair) > _LARGEST:
        return ""
    total = sum(w * x for w, x in pairs)
    places = _places(sum(abs(w) + abs(x) + 1e-3 for w, x in pairs), total)
    if places is None:
        return ""
    terms = [f"{_factor(w, places)}·{_factor(x, places)}" for w, x in pairs]
    return f"{' + '.join(terms)} = {_text(total, places)}"


def mean(values: Sequence[float]) -> str:
    """The mean of a few values; empty where they are too many for a line."""
    if not 0 < len(values) <= MOST_PRODUCTS or max(map(abs, values)) > _LARGEST:
        return ""
    terms = [_factor(one, 3) for one in values]
    return f"({' + '.join(terms)}) / {len(values)} = {_text(sum(values) / len(values), 3)}"


def share(first: float, second: float, whole: float) -> str:
    """The distance of two numbers as a share of a third one; empty where that is next to nothing."""
    if whole < 0.1 or max(abs(first), abs(second), whole) > _LARGEST:
        return ""
    high, low = max(first, second), min(first, second)
    return f"({_factor(high, 4)} − {_factor(low, 4)}) / {_factor(whole, 4)} = {_text((high - low) / whole, 4)}"
