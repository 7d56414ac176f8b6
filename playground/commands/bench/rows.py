"""One line of the bench."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from playground.commands.bench.budgets import BUDGETS, LONG_STEP, Budget, planned

TAKES = 3


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure.

    Attributes:
        key: the figure, as in `BUDGETS`.
        subject: the panel or the peer; empty: the machine.
        value: what came out, in the budget's unit; NaN: it was not measured.
        limit: the budget; where the machine itself is slower than that, what it leaves.
        note: what stood behind it, such as the preset or the function that held the window.
    """

    key: str
    subject: str
    value: float
    limit: float
    note: str = ""

    @classmethod
    def of(cls, key: str, subject: str, value: float, note: str = "") -> Row:
        """A row against the budget as it stands in the table."""
        return cls(key, subject, value, BUDGETS[key].limit, note)

    @property
    def budget(self) -> Budget:
        """What it is measured against."""
        return BUDGETS[self.key]

    @property
    def name(self) -> str:
        """What was measured, and of what."""
        if self.budget.each == "peer":
            return f"{self.budget.words} {self.subject}"
        return f"{self.budget.words}: {self.subject}" if self.subject else self.budget.words

    @property
    def ok(self) -> bool:
        """Whether the budget is kept; what was not measured keeps none."""
        return self.value <= self.limit if self.budget.side == "at most" else self.value >= self.limit

    @property
    def verdict(self) -> str:
        """The same in a word."""
        return "ok" if self.ok else "NOT MEASURED" if math.isnan(self.value) else "OVER"

    def cells(self) -> tuple[str, ...]:
        """The row of the printed table: verdict, name, measured, budget, note."""
        unit = f" {self.budget.unit}".rstrip()
        measured = "-" if math.isnan(self.value) else f"{_short(self.value)}{unit}"
        return self.verdict, self.name, measured, f"{self.budget.side} {_short(self.limit)}{unit}", self.note

    def as_dict(self) -> dict[str, Any]:
        """The stable JSON form."""
        return {
            "name": self.name,
            "figure": self.key,
            "subject": self.subject,
            "value": self.value,
            "unit": self.budget.unit,
            "side": self.budget.side,
            "budget": self.limit,
            "ok": self.ok,
            "note": self.note,
        }


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def share_row(key: str, subject: str, bare: float, whole: float, note: str = "") -> Row:
    """How much of the bare loop's pace is left; what is added to a step, where steps are short.

    Args:
        key: the figure of the share; that of what is added is named in the table.
        subject: the panel.
        bare: seconds a step of the bare loop.
        whole: seconds a step of what is built round it.
        note: for the row.
    """
    note = ", ".join(filter(None, (note, f"{1 / whole:,.0f} of {1 / bare:,.0f} steps a second")))
    if bare >= LONG_STEP:
        return Row.of(key, subject, bare / whole, note)
    return Row.of(BUDGETS[key].instead, subject, 1e6 * (whole - bare), note)


def missing(
    rows: Iterable[Row], panels: tuple[str, ...], whole: bool, long: bool, brief: Collection[str] = ()
) -> Iterator[Row]:
    """A failed row for each figure that should have been measured and was not; see `planned`."""
    found: Collection[tuple[str, str]] = {(row.key, row.subject) for row in rows}
    for key, subject in planned(panels, whole, long, brief):
        instead = BUDGETS[key].instead
        if (key, subject) in found or (instead, subject) in found:
            continue
        if instead and list(BUDGETS).index(instead) < list(BUDGETS).index(key):
            continue  # told once, under the first of the two
        yield Row.of(key, subject, math.nan)


def best(measure: Callable[[], float], takes: int = TAKES) -> float:
    """The smallest of a few measurements: what it takes when nothing else disturbs it."""
    return min(measure() for _ in range(takes))
