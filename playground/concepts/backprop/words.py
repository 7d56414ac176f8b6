"""Numbers, vectors, shapes and indices as boxes and tables show them."""

from __future__ import annotations

from collections.abc import Sequence

from playground.concepts.backprop.ops import Floats
from playground.texts.template import fixed

_DOWN = "₀₁₂₃₄₅₆₇₈₉"
_UP = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_FEW = 3  # entries of a vector that are written out


def lowered(number: int) -> str:
    """A number as an index."""
    return "".join(_DOWN[int(digit)] for digit in str(number))


def raised(number: int) -> str:
    """A number as an exponent."""
    return "".join("⁻" if sign == "-" else _UP[int(sign)] for sign in str(number))


def constant_words(number: float) -> str:
    """A constant as it was typed, up to three decimals."""
    return f"{number:.3f}".rstrip("0").rstrip(".").replace("-", "−")


def number_words(number: float) -> str:
    """A number with four figures and a real minus sign."""
    size = abs(number)
    if not size < float("inf"):
        return "none" if number != number else "∞" if number > 0 else "−∞"
    if size and not 1e-3 <= size < 1e5:
        mantissa, power = f"{number:.1e}".split("e")
        return f"{mantissa}·10{raised(int(power))}".replace("-", "−")
    decimals = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 10 else 3 if size >= 1 or not size else 4
    return fixed(number, min(decimals, 3) if size >= 0.1 or not size else decimals)


def size_words(size: Sequence[int]) -> str:
    """A shape: 3 × 2; a vector is a column, 3 × 1; of a number 1."""
    return " × ".join(map(str, (*size, 1) if len(size) == 1 else size)) or "1"


def value_words(value: Floats) -> str:
    """A number, a short vector, or the shape of anything larger."""
    if value.size == 1:
        return number_words(float(value.reshape(())))
    if is_written_out(value):
        return "(" + ", ".join(f"{entry:.2f}".replace("-", "−") for entry in value.tolist()) + ")"
    return size_words(value.shape)


def is_written_out(value: Floats) -> bool:
    """Whether a value stands there with its entries, not with its shape alone."""
    return value.size == 1 or (value.ndim == 1 and value.size <= _FEW)
