"""Values as the code beside the picture shows them: numbers, small vectors in full, large arrays by their shape."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from torch import Tensor

from playground.engine.declarations.code import CodeText

DIGITS = 4
WHOLE = 8
"""Entries of a list or a vector that is shown in full."""
FIRST = 4
"""Entries of a longer one that are shown."""
_ROWS = 4


def short(value: Any) -> str:
    """A value in few words."""
    if isinstance(value, CodeText):
        return value.words
    if isinstance(value, Tensor):
        return _array(value.detach().cpu().resolve_conj().numpy())
    if isinstance(value, np.ndarray | np.generic):
        return _array(np.asarray(value))
    return _plain(value)


def _plain(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float | complex):
        return number(value)
    if isinstance(value, dict):
        return _several((f"{short(key)}: {short(one)}" for key, one in value.items()), len(value), "{}")
    if isinstance(value, list | tuple | set | frozenset):
        found = sorted(value) if isinstance(value, set | frozenset) else list(value)
        return _several((short(one) for one in found), len(found), "()" if isinstance(value, tuple) else "[]")
    if isinstance(value, str):
        return value
    return getattr(value, "__name__", type(value).__name__)


def number(value: Any) -> str:
    """A number with four digits and a real minus sign."""
    if isinstance(value, complex):
        sign = "−" if math.copysign(1.0, value.imag) < 0 else "+"
        return f"{number(value.real)} {sign} {number(abs(value.imag))}i"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    if not math.isfinite(value):
        return "not a number" if math.isnan(value) else "∞" if value > 0 else "−∞"
    words = f"{value + 0.0:.{DIGITS}g}"  # no sign before nothing
    if "e" in words:
        mantissa, power = words.split("e")
        words = f"{mantissa}e{int(power)}"
    return words.replace("-", "−")


def _several(texts: Iterable[str], count: int, brackets: str) -> str:
    if count <= WHOLE:
        return f"{brackets[0]}{', '.join(texts)}{brackets[1]}"
    first = [text for text, _ in zip(texts, range(FIRST), strict=False)]
    return f"{brackets[0]}{', '.join(first)}, … {count:,} entries{brackets[1]}"


def _array(values: Any) -> str:
    if values.ndim == 0:
        return _plain(values.item())
    flat = values.ravel()
    if values.ndim == 1 and len(flat) <= WHOLE:
        return f"({', '.join(short(one) for one in flat.tolist())})"
    if values.ndim == 2 and len(values) <= _ROWS and len(flat) <= 2 * WHOLE:
        return " ".join(f"({', '.join(short(one) for one in row)})" for row in values.tolist())
    shape = " × ".join(f"{size:,}" for size in values.shape)
    head = ", ".join(short(one) for one in flat[:FIRST].tolist())
    return f"{shape}: {head}, …" if len(flat) else f"{shape}, empty"
