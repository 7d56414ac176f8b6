"""What the panel says in words that depend on the run. No torch."""

from __future__ import annotations

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


def novikoff_words(points: int, bound: float | None) -> str:
    """Where the two promised curves meet, in few words: the plot is small.

    Args:
        points: how many points there are.
        bound: on the mistakes; None if the points are not separable.
    """
    if not points:
        return ""
    return "; no bound: not separable" if bound is None else f"; they meet at {bound:,.1f}"
