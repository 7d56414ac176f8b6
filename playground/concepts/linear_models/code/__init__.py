"""The update on screen and the exact fit, as plain code."""

from __future__ import annotations

from playground.engine.declarations.code import Code, NoCode

__all__ = ["CODES", "WITHOUT"]

CODES: tuple[Code, ...] = ()
WITHOUT: tuple[NoCode, ...] = ()
