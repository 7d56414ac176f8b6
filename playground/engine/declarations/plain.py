"""Values of NumPy and torch as those of Python, so that whoever has one of them need not convert it."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """The number, flag or text that a scalar or an array of one stands for; arrays and lists as lists of such."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value
