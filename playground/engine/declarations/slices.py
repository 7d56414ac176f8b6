"""Work that gives way now and then, so that nothing waits for a long step: generators that return what was found."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Slices = Generator[None, None, T]
"""Work that returns a T; each piece takes a few milliseconds at most."""


def finished(work: Slices[T]) -> T:
    """Does all that is left; returns what was found."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        found: T = end.value
        return found


def whole(slices: Callable[P, Slices[T]]) -> Callable[P, T]:
    """Work in slices as a function that does all of it at once."""

    def at_once(*args: P.args, **named: P.kwargs) -> T:
        return finished(slices(*args, **named))

    return at_once
