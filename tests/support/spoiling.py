"""Spoilt models: what a panel keeps of its own functions is forgotten, so that a replaced part counts."""

from __future__ import annotations

import sys


def fresh(panel: str) -> None:
    """Empties the caches of a panel's functions."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"playground.concepts.{panel}"):
            for part in list(vars(module).values()):
                clear = getattr(part, "cache_clear", None)
                if clear is not None and not isinstance(part, type):
                    clear()
