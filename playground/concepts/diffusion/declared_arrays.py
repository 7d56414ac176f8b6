"""The arrays of the panel's frames. No torch."""

from __future__ import annotations

from playground.engine.concept import ArrayDecl

ARRAYS: tuple[ArrayDecl, ...] = ()
