"""The code beside the picture."""

from __future__ import annotations

from playground.engine.declarations.code import Code, NoCode

CODES: tuple[Code, ...] = ()
WITHOUT: tuple[NoCode, ...] = ()
