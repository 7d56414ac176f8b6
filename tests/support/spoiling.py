"""Spoilt models: parts of a panel replaced by wrong ones, and nothing kept of the right ones."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

Spoil = Callable[[pytest.MonkeyPatch], None]


def with_(module: Any, name: str, value: Any) -> Spoil:
    """Something else in place of a function or a number."""
    return lambda patch: patch.setattr(module, name, value)


def changed(module: Any, name: str, change: Callable[[Any], Any]) -> Spoil:
    """A function whose results are changed."""
    true = getattr(module, name)
    return with_(module, name, lambda *given, **named: change(true(*given, **named)))


def replaced(module: Any, name: str, other: Callable[..., Any]) -> Spoil:
    """Another function in the place of one, which is given to it first."""
    return with_(module, name, partial(other, getattr(module, name)))


def fresh(panel: str) -> None:
    """Empties the caches of a panel's functions, so that a replaced part counts."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"playground.concepts.{panel}"):
            for part in list(vars(module).values()):
                clear = getattr(part, "cache_clear", None)
                if clear is not None and not isinstance(part, type):
                    clear()
