"""A visual playground for machine learning."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`open_session` loads torch, so it is fetched when it is asked for: the program itself starts without it."""
    if name == "open_session":
        return import_module("playground.notebook").open_session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
