"""Numbers as words, where a metric's fixed decimals would say nothing or take too much room."""

from __future__ import annotations

import math

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_LONG = 9.995  # from here on a number gets one decimal less


def power(value: float) -> str:
    """A tiny number, such as 4·10⁻¹⁶."""
    if value == 0.0 or not math.isfinite(value):
        return "0" if value == 0.0 else "none"
    digit, exponent = f"{value:.0e}".split("e")
    return f"{digit}·10{str(int(exponent)).translate(_RAISED)}"


def short(value: float) -> str:
    """Two decimals, one for numbers of two digits, with a real minus sign."""
    return f"{value:.{2 if abs(value) < _LONG else 1}f}".replace("-", "−")
