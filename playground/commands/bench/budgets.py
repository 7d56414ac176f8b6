"""Every figure that the bench measures, with its budget: the one table that rows, handbook and tests read."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

LONG_STEP = 50e-6  # s; from here on a session is judged by its share, below by what it adds to a step
NULL_SLACK = 1.25  # times what the null panel took in the same window, if that is more than the budget


@dataclass(frozen=True, slots=True)
class Budget:
    """One figure with its limit.

    Attributes:
        key: its name in the code.
        words: what is measured.
        limit: in `unit`.
        unit: of value and limit; empty: a ratio.
        each: what has a row of it: the machine, every panel, or every peer that is installed.
        side: whether the value may be at most or must be at least the limit.
        instead: the key of the figure that some subjects have in place of this one.
        long: whether only `--long` measures it.
        going_on: whether it can be measured of a run that goes on alone.
    """

    key: str
    words: str
    limit: float
    unit: str = ""
    each: Literal["machine", "panel", "peer"] = "panel"
    side: Literal["at most", "at least"] = "at most"
    instead: str = ""
    long: bool = False
    going_on: bool = False

    @property
    def bound(self) -> str:
        """The limit in words."""
        return f"{self.side} {self.limit:g} {self.unit}".rstrip()


BUDGETS: dict[str, Budget] = {
    budget.key: budget
    for budget in (
        # Start.
        Budget("first_window", "first window over a bare window", 1.5, each="machine"),
        Budget("first_frame", "first computed frame after a bare import of torch", 1.0, "s", "machine"),
        # Frames while computing flat out, at 1280x720.
        Budget("interval_p95", "frame interval, 95 %", 20, "ms", going_on=True),
        Budget("interval_p99", "frame interval, 99 %", 34, "ms", going_on=True),
        Budget("painting_p95", "painting a frame, 95 %", 9, "ms"),
        Budget("drawing_p95", "taking and painting a frame, 95 %", 12, "ms"),
        # Gesture to picture.
        Budget("gesture_p95", "gesture to picture, 95 %", 50, "ms"),
        # Steps.
        Budget("step", "a step", 10, "ms"),
        Budget("observation", "an observation", 10, "ms"),
        Budget("session", "session over the bare loop", 0.9, side="at least", instead="session_added"),
        Budget("session_added", "added to a step by the session", 5, "us", instead="session"),
        Budget(
            "window",
            "steps with the window over the bare loop",
            0.8,
            side="at least",
            instead="window_added",
            going_on=True,
        ),
        Budget("window_added", "added to a step with the window", 5, "us", instead="window", going_on=True),
        # The longest time for which the event loop of the window was held.
        Budget("held_first", "window held while the first panel opens", 100, "ms", "machine"),
        Budget("held_open", "window held while a panel opens", 100, "ms"),
        Budget("held_presets", "window held while presets change", 100, "ms"),
        Budget("held_themes", "window held while themes change", 100, "ms"),
        Budget("held_exports", "window held while an export starts", 100, "ms"),
        # Memory.
        Budget("window_growth", "growth of the window in 20 s flat out", 8, "MB", "machine"),
        Budget("engine_growth", "growth of the engine in 20 s flat out", 32, "MB", "machine"),
        Budget("memory", "window after an hour over that after five minutes", 1.05, each="machine", long=True),
        Budget("engine_memory", "growth of the engine from five minutes to an hour", 320, "MB", "machine", long=True),
        # Studies.
        Budget("study_run", "added to a run by a study", 10, "ms", "machine"),
        Budget("study_gain", "a study on two processes over one", 1.7, each="machine", side="at least"),
        Budget("study_file", "growth of a study's file by 1,000 rows", 70, "kB", "machine"),
        # What somebody would pick instead; above 1 the playground is the faster one.
        Budget("film", "film over the same by", 5.0, each="peer", side="at least"),
        Budget("peer", "speed over that of", 1.0, each="peer", side="at least"),
        Budget("nets", "updates a second of many nets in one batch:", 200_000, each="peer", side="at least"),
    )
}


def planned(panels: tuple[str, ...], whole: bool, long: bool, brief: Collection[str] = ()) -> list[tuple[str, str]]:
    """The rows that a run must have, as key and subject; peers have theirs where they are installed.

    Args:
        panels: the panels measured.
        whole: whether the machine is measured as well as the panels.
        long: whether the hour is.
        brief: the panels whose runs all end soon.
    """
    rows = []
    for budget in BUDGETS.values():
        if budget.each == "machine" and whole and (long or not budget.long):
            rows.append((budget.key, ""))
        if budget.each == "panel":
            rows += [(budget.key, panel) for panel in panels if not (budget.going_on and panel in brief)]
    return rows
