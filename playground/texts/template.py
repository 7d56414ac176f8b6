"""Text templates: "bound {bound}" filled with the frame's numbers, formatted as they are declared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from playground.engine.declarations.concept import Declaration
from playground.engine.frame import Array, Scalar

_NAME = re.compile(r"\{([A-Za-z_][A-Za-z0-9_.]*)(?::(\d))?\}")
_SENTENCE = re.compile(r"(?<=[.?!])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\b[A-Z]\.)\s+")
_DECIMALS = 2
_NO_METRICS: Mapping[str, Scalar] = {}
_NO_ARRAYS: Mapping[str, Array] = {}


@lru_cache(maxsize=1024)
def names(template: str) -> tuple[str, ...]:
    """The names that a template mentions, in order."""
    return tuple(name for name, _ in _NAME.findall(template))


def fill(
    template: str,
    declaration: Declaration | None,
    metrics: Mapping[str, Any] = _NO_METRICS,
    arrays: Mapping[str, Array] = _NO_ARRAYS,
    row: int | None = None,
) -> str:
    """A template with its numbers.

    Args:
        template: text with `{name}`, a metric, a parameter or an array; `{name:2}` has two decimals.
        declaration: gives the decimals of declared metrics; anything else has two decimals, whole numbers none.
        metrics: values by name.
        arrays: values by name where `metrics` has none; `row` chooses an entry, else all are written out.
        row: the row that a text belongs to, also known as `{i}`.
    """

    def value(match: re.Match[str]) -> str:
        name, decimals = match.groups()
        if name in metrics:
            if decimals is not None and isinstance(metrics[name], float):
                return fixed(metrics[name], int(decimals))
            return format_value(name, metrics[name], declaration)
        if name == "i" and row is not None:
            return str(row)
        if name in arrays:
            return _array(arrays[name], row, decimals)
        return "none"

    return _NAME.sub(value, template)


def known_sentences(
    template: str, metrics: Mapping[str, Any] = _NO_METRICS, arrays: Mapping[str, Array] = _NO_ARRAYS
) -> str:
    """A template without those of its sentences that tell a number which there is not, or not yet."""

    def known(sentence: str) -> bool:
        return all(name in arrays or is_known(metrics.get(name)) for name in names(sentence))

    return " ".join(filter(known, _SENTENCE.split(template)))


def is_known(value: Any) -> bool:
    """Whether there is such a number: neither none nor not a number."""
    return value is not None and value == value


def format_value(name: str, value: Any, declaration: Declaration | None) -> str:
    """One value as the screen shows it: fixed decimals as declared, a real minus sign, words for flags."""
    metric = declaration.metric(name) if declaration is not None else None
    if metric is not None:
        return metric.text(value)
    return plain(value)


def plain(value: Any) -> str:
    """A value without a declaration: two decimals, whole numbers none."""
    if value is None:
        return "none"
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, int | np.integer):
        return f"{int(value):,}".replace("-", "−")
    return fixed(float(value), _DECIMALS)


def fixed(number: float, decimals: int) -> str:
    """A number with fixed decimals and a real minus sign."""
    if not np.isfinite(number):
        return "none" if np.isnan(number) else "∞" if number > 0 else "−∞"
    words = f"{number:,.{decimals}f}"
    # What rounds to nothing has no sign.
    words = words.lstrip("-") if float(words.replace(",", "")) == 0 else words
    return words.replace("-", "−")


def _array(values: Array, row: int | None, decimals: str | None) -> str:
    flat = np.asarray(values)
    if row is not None and flat.ndim and 0 <= row < len(flat):
        flat = flat[row]
    found = np.atleast_1d(flat).ravel().tolist()
    told = decimals is not None and np.issubdtype(flat.dtype, np.floating)
    entries = [fixed(entry, int(decimals or 0)) if told else plain(entry) for entry in found]
    return entries[0] if len(entries) == 1 else f"({', '.join(entries)})"
