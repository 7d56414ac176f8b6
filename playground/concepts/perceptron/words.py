"""What the panel says in words that depend on the run. No torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.concepts.perceptron.problem import Start

_UNNAMED = ("+1", "−1")


def class_words(classes: tuple[str, str]) -> str:
    """Which label each class has, with the classes' names where they have some."""
    blue, orange = (f" ({name})" if classes != _UNNAMED else "" for name in classes)
    return f"blue is +1{blue}, orange is −1{orange}"


def line_words(variant: str) -> str:
    """The name of the line in use; empty while that is the newest one."""
    return {"averaged": "average", "pocket": "pocket"}.get(variant, "")


def period_words(period: int | None) -> str:
    """A number of passes."""
    return "" if period is None else "1 pass" if period == 1 else f"{period:,} passes"


def novikoff_words(points: int, start: Start, plain: bool) -> str:
    """Where the two promised curves meet, and where they begin if that is not at 0.

    Args:
        points: how many points there are.
        start: where the bound counts from.
        plain: the bound counts from a start at 0.
    """
    if not points:
        return ""
    if start.bound is None:
        return "no bound: not separable"
    anew = "" if plain else f"from {start.updates:,} "
    return f"{anew}they meet at the bound {start.bound:,.1f}"
