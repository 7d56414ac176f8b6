"""One line of the bench, and the budgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

TAKES = 3

# Seconds unless a name says otherwise; each beside what it limits.
FIRST_WINDOW = 1.5  # times a bare window
FIRST_FRAME = 1.0  # after a bare import of torch
INTERVAL_P95, INTERVAL_P99 = 0.020, 0.034  # at 60 frames a second; twice that for heavy panels
PAINT_P95 = 0.009
GESTURE_P95 = 0.050
NULL_SLACK = 1.25  # times what the null panel took in the same window, if that is more than the budget
STEP, HEAVY_STEP = 0.010, 0.060
LONG_STEP = 50e-6  # from here on the session is judged by its share, below by what it adds
SESSION_SHARE, WINDOW_SHARE = 0.9, 0.8
OVERHEAD = 5e-6
MEMORY = 1.05
FILM = 5.0  # times as fast as matplotlib's animation


@dataclass(frozen=True, slots=True)
class Row:
    """One measured budget.

    Attributes:
        name: what was measured, and with which concept.
        value: what came out, in `unit`.
        unit: of value and budget.
        budget: the limit.
        side: whether the value may be at most or must be at least the budget.
    """

    name: str
    value: float
    unit: str
    budget: float
    side: Literal["at most", "at least"] = "at most"

    @property
    def ok(self) -> bool:
        """Whether the budget is kept."""
        return self.value <= self.budget if self.side == "at most" else self.value >= self.budget

    @property
    def limit(self) -> str:
        """The budget in words."""
        return f"{self.side} {self.budget:.4g} {self.unit}".rstrip()

    def as_dict(self) -> dict[str, Any]:
        """The stable JSON form."""
        return {"name": self.name, "value": self.value, "unit": self.unit, "budget": self.budget, "ok": self.ok}


def best(measure: Callable[[], float], takes: int = TAKES) -> float:
    """The smallest of a few measurements: what it takes when nothing else disturbs it."""
    return min(measure() for _ in range(takes))
