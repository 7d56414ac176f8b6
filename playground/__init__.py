"""A visual playground for machine learning."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """What notebooks use loads torch, so it is fetched when it is asked for: the program itself starts without it."""
    if name in ("open_session", "figure"):
        return getattr(import_module("playground.notebook"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
